"""Islands and hubs of the whole pack, cold; Louvain and PageRank of networkx beside them."""

from __future__ import annotations

import networkx as nx

from core.pack.graphs import visible_graph
from tests.benchmarks.filled import Filled
from tests.benchmarks.measuring import Taken, heading, row

SEED = 1


def run(pack: Filled) -> None:
    """The table of the graph."""
    with pack.reading() as opened:
        _, edges, _ = visible_graph(opened.reader, opened.view())
        heading(f"Islands and hubs at {pack.size:,} claims, {len(edges):,} links: s")
        islands, hubs, louvain, ranks, cue = Taken(), Taken(), Taken(), Taken(), Taken()
        found = islands.of(opened.islands)
        hubs.of(opened.hubs)
        opened.search("what do we know")
        cue.of(lambda: opened.activate("how does the main thing work"))
        graph = nx.Graph()
        graph.add_weighted_edges_from(edges)
        parts = louvain.of(lambda: nx.community.louvain_communities(graph, seed=SEED))
        ranks.of(lambda: nx.pagerank(graph, tol=1e-9 / len(graph)))
    modularity = nx.community.modularity(graph, parts)
    row(
        f"islands, found in a child process (modularity {found.modularity:.3f})",
        _one(islands),
        f"{len(found.islands)} islands; cpu of this process alone",
    )
    row("hubs", _one(hubs))
    both = islands.wall[0] + hubs.wall[0]
    row("both", f"{both:.2f}", "design: <= 1.5")
    row("a cue: search and activation", _one(cue))
    row(f"networkx, Louvain (modularity {modularity:.3f})", _one(louvain))
    row("networkx, PageRank", _one(ranks))


def _one(taken: Taken) -> str:
    return f"{taken.wall[0]:.2f}  cpu {taken.cpu[0]:.2f}"
