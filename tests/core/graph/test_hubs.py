"""Hubs by weighted PageRank, and what hangs on one claim."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.graph.hubs import pagerank, rank_hubs, what_if_closed
from tests.core.graph.graphs import Edges, clustered, graphs, links_of
from tests.dear import dear


def network(ids: list[str], edges: Edges) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(ids)
    graph.add_weighted_edges_from(edges)
    return graph


@dear
@given(graphs())
def test_ranks_agree_with_networkx(graph: tuple[list[str], Edges]) -> None:
    ids, edges = graph
    place = {claim_id: number for number, claim_id in enumerate(ids)}
    ranks = pagerank(len(ids), [(place[a], place[b], weight) for a, b, weight in edges])
    expected = nx.pagerank(network(ids, edges), alpha=0.85, tol=1e-13, max_iter=1000)
    assert ranks.tolist() == pytest.approx([expected[claim_id] for claim_id in ids], abs=1e-8)


def test_hubs_of_a_large_graph_agree_with_networkx() -> None:
    ids, edges = clustered(2_000)
    heaviest: dict[tuple[str, str], float] = {}
    for a, b, weight in edges:
        pair = (min(a, b), max(a, b))
        heaviest[pair] = max(weight, heaviest.get(pair, 0.0))
    expected = nx.pagerank(network(ids, [(*pair, weight) for pair, weight in heaviest.items()]), tol=1e-14)
    best = sorted(expected, key=lambda claim_id: -expected[claim_id])[:10]
    hubs = rank_hubs(ids, edges)
    assert [claim_id for claim_id, _ in hubs] == best
    assert dict(hubs) == pytest.approx({claim_id: expected[claim_id] for claim_id in best}, abs=1e-8)


@dear
@given(graphs())
def test_ranks_add_up_to_1(graph: tuple[list[str], Edges]) -> None:
    ids, edges = graph
    ranks = rank_hubs(ids, edges, limit=len(ids))
    linked = {end for a, b, _ in edges for end in (a, b)}
    assert {claim_id for claim_id, _ in ranks} == linked
    assert sum(rank for _, rank in ranks) <= 1 + 1e-9


def test_a_claim_without_links_is_no_hub() -> None:
    # c has 0.05 of its own and a third of 0.85 of itself; a and b share the rest
    lonely = 0.05 / (1 - 0.85 / 3)
    hubs = rank_hubs(["a", "b", "c"], [("a", "b", 0.5)])
    assert [claim_id for claim_id, _ in hubs] == ["a", "b"]
    assert [rank for _, rank in hubs] == pytest.approx([(1 - lonely) / 2] * 2)
    assert rank_hubs(["a"], []) == ()


def test_edges_to_claims_that_are_not_shown_do_not_count() -> None:
    shown = [("a", "b", 0.5), ("b", "c", 0.5)]
    assert rank_hubs("abc", [*shown, ("a", "z", 1.0)]) == rank_hubs("abc", shown)


def everything(_: str) -> bool:
    return True


def test_a_bridge_holds_its_component_together() -> None:
    links = links_of({"a|b": 0.5, "b|bridge": 0.5, "bridge|c": 0.5, "bridge|d": 0.5, "d|e": 0.5, "d|f": 0.5})
    assert what_if_closed("bridge", links, everything) == (frozenset("ab"), frozenset("c"))
    assert what_if_closed("a", links, everything) == ()
    assert what_if_closed("alone", links, everything) == ()


def test_claims_that_are_not_shown_join_nothing() -> None:
    links = links_of({"a|x": 0.5, "b|x": 0.5, "a|h": 0.5, "b|h": 0.5})
    assert what_if_closed("x", links, everything) == ()
    assert what_if_closed("x", links, lambda one: one != "h") == (frozenset("b"),)


@dear
@given(graphs(), st.data())
def test_parts_agree_with_networkx(graph: tuple[list[str], Edges], data: st.DataObject) -> None:
    ids, edges = graph
    if not ids:
        return
    gone = data.draw(st.sampled_from(ids))
    whole = network(ids, edges)
    rest = whole.subgraph(nx.node_connected_component(whole, gone) - {gone})
    expected = sorted(map(len, nx.connected_components(rest)), reverse=True)[1:]
    parts = what_if_closed(gone, links_of(edges), everything)
    assert [len(part) for part in parts] == expected
    assert all(nx.is_connected(rest.subgraph(part)) for part in parts)
