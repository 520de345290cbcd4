"""Islands: good, connected, the same on every machine and in every process."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import defaultdict

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import PackError
from core.graph import communities as room
from core.graph.communities import Partition, communities, find_communities
from core.graph.graph_arrays import graph_of
from core.graph.louvain import CONTRACT_FROM
from core.graph.partition import modularity, renumbered, signatures
from core.graph.propagation import propagate
from tests.core.graph.graphs import Edges, cliques, clustered, graphs
from tests.dear import dear


def network(ids: list[str], edges: Edges) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(ids)
    for a, b, weight in edges:
        heaviest = max(weight, graph.get_edge_data(a, b, {"weight": 0.0})["weight"])
        graph.add_edge(a, b, weight=heaviest)
    return graph


def parts(partition: Partition) -> list[set[str]]:
    return [set(island) for island in partition.islands(at_least=1)]


def test_cliques_on_a_ring_are_the_islands() -> None:
    ids, edges = cliques(6, 5)
    found = communities(ids, edges)
    assert sorted(found.islands()) == [tuple(ids[start : start + 5]) for start in range(0, 30, 5)]
    assert found.propagation == 6
    assert found.propagation_modularity == pytest.approx(found.modularity)


@dear
@given(graphs())
def test_every_claim_is_on_one_connected_island_numbered_by_size(graph: tuple[list[str], Edges]) -> None:
    ids, edges = graph
    found = communities(ids, edges)
    whole = network(ids, edges)
    assert sorted(claim_id for part in parts(found) for claim_id in part) == ids
    assert all(nx.is_connected(whole.subgraph(part)) for part in parts(found))
    sizes = [len(part) for part in parts(found)]
    assert sizes == sorted(sizes, reverse=True)


@dear
@given(graphs())
def test_modularity_agrees_with_networkx(graph: tuple[list[str], Edges]) -> None:
    ids, edges = graph
    found = communities(ids, edges)
    expected = nx.community.modularity(network(ids, edges), parts(found)) if edges else 0.0
    assert found.modularity == pytest.approx(expected, abs=1e-9)


@dear
@given(graphs(), st.data())
def test_modularity_of_any_division_agrees_with_networkx(
    graph: tuple[list[str], Edges], data: st.DataObject
) -> None:
    ids, edges = graph
    if not edges:
        return
    labels = data.draw(st.lists(st.integers(0, 3), min_size=len(ids), max_size=len(ids)))
    groups: defaultdict[int, set[str]] = defaultdict(set)
    for claim_id, label in zip(ids, labels, strict=True):
        groups[label].add(claim_id)
    arrays = graph_of(len(ids), [(ids.index(a), ids.index(b), weight) for a, b, weight in edges])
    expected = nx.community.modularity(network(ids, edges), groups.values())
    assert modularity(arrays, np.array(labels)) == pytest.approx(expected, abs=1e-9)


def test_islands_are_as_good_as_those_of_networkx() -> None:
    ids, edges = clustered(1_500)
    theirs = nx.community.louvain_communities(network(ids, edges), seed=1)
    assert communities(ids, edges).modularity > nx.community.modularity(network(ids, edges), theirs) - 0.02


def test_contracting_first_costs_little() -> None:
    ids, edges = clustered(CONTRACT_FROM + 500)
    theirs = nx.community.louvain_communities(network(ids, edges), seed=1)
    assert communities(ids, edges).modularity > nx.community.modularity(network(ids, edges), theirs) - 0.03


def test_the_order_of_ids_and_edges_does_not_matter() -> None:
    ids, edges = clustered(400)
    turned = [(b, a, weight) for a, b, weight in edges]
    random.Random(3).shuffle(turned)
    assert communities(ids[::-1], turned) == communities(ids, edges)


@pytest.mark.parametrize("n", [300, CONTRACT_FROM + 200])
def test_a_child_finds_the_same_islands(n: int) -> None:
    ids, edges = clustered(n)
    assert find_communities(ids, edges, in_child=True) == find_communities(ids, edges, in_child=False)


_SCRIPT = """
from core.graph.communities import communities
from core.graph.hubs import rank_hubs
from core.graph.links import link_changes, nearest
from core.graph.names import leading_names
from core.state.links import Links
from tests.core.graph.graphs import clustered
ids, edges = clustered(500)
about = {one: frozenset("abcdef"[place % 5 : place % 5 + 2]) for place, one in enumerate(ids)}
print(communities(ids, edges))
print(rank_hubs(ids, edges))
pool = nearest(ids[0], about[ids[0]], list(set(ids[1:])), about.__getitem__)
print(link_changes(ids[0], about[ids[0]], pool, about.__getitem__, Links()))
print(leading_names([ids[:100], ids[100:]], about.__getitem__))
"""


def test_no_hash_seed_changes_an_answer() -> None:
    answers = {
        subprocess.run(
            [sys.executable, "-c", _SCRIPT],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(answers) == 1


def test_a_pack_without_links_or_claims_has_no_islands() -> None:
    assert communities([], []).islands() == ()
    lonely = communities(["b", "a"], [])
    assert (lonely.islands(), lonely.islands(at_least=1)) == ((), (("a",), ("b",)))
    assert lonely.modularity == 0.0


def test_edges_to_claims_that_are_not_shown_do_not_count() -> None:
    ids, edges = cliques(2, 4)
    assert communities(ids, [*edges, ("g00-0", "hidden", 1.0)]) == communities(ids, edges)


def test_a_child_that_fails_says_so_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_environment", lambda: {"PYTHONHOME": "/nowhere"})
    with pytest.raises(PackError, match=r"the islands could not be worked out \(.+\); ask again\."):
        find_communities(["a", "b"], [("a", "b", 0.5)], in_child=True)


def test_shapes_have_signatures() -> None:
    ids, edges = cliques(3, 4)
    found = communities(ids, edges)
    assert len(set(found.signatures)) == 1  # three equal cliques
    ring = graph_of(4, [(0, 1, 0.5), (1, 2, 0.5), (2, 3, 0.5), (3, 0, 0.5)])
    path = graph_of(4, [(0, 1, 0.5), (1, 2, 0.5), (2, 3, 0.5)])
    together = np.zeros(4, np.int64)
    (of_ring,), (of_path,) = signatures(ring, together), signatures(path, together)
    assert of_ring != of_path
    assert of_ring == "1edeab9f4ab5b73b"  # stored islands compare with it: it may not change


@given(graphs(), st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_signatures_do_not_depend_on_names_or_weights(
    graph: tuple[list[str], Edges], shuffler: random.Random
) -> None:
    ids, edges = graph
    renamed = list(range(len(ids)))
    shuffler.shuffle(renamed)
    new = dict(zip(ids, renamed, strict=True))
    together = np.zeros(len(ids), np.int64)
    one = graph_of(len(ids), [(ids.index(a), ids.index(b), weight) for a, b, weight in edges])
    other = graph_of(len(ids), [(new[a], new[b], 1.0) for a, b, _ in edges])
    assert signatures(one, together) == signatures(other, together)


@given(graphs())
def test_propagation_stays_within_components(graph: tuple[list[str], Edges]) -> None:
    ids, edges = graph
    labels = propagate(graph_of(len(ids), [(ids.index(a), ids.index(b), weight) for a, b, weight in edges]))
    for component in nx.connected_components(network(ids, edges)):
        assert {ids[labels[ids.index(one)]] for one in component} <= component


def test_parts_are_numbered_by_size_then_by_first_node() -> None:
    assert renumbered(np.array([7, 3, 3, 9, 7, 3])).tolist() == [1, 0, 0, 2, 1, 0]
    assert renumbered(np.array([5, 2, 5, 2])).tolist() == [0, 1, 0, 1]


def test_of_doubled_edges_the_heaviest_counts_and_loops_do_not() -> None:
    graph = graph_of(3, [(1, 0, 0.3), (0, 1, 0.7), (2, 2, 1.0), (1, 2, 0.0)])
    assert (graph.low.tolist(), graph.high.tolist(), graph.weight.tolist()) == ([0], [1], [0.7])
