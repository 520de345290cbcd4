"""The graph walk against a power iteration, its reach, its budget and its mass."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.search.walk import HOME, walk

Graph = dict[str, dict[str, float]]


def linked(*edges: tuple[str, str, float]) -> Graph:
    graph: Graph = {}
    for one, other, weight in edges:
        graph.setdefault(one, {})[other] = weight
        graph.setdefault(other, {})[one] = weight
    return graph


def peers(graph: Graph, node: str) -> Mapping[str, float]:
    return graph.get(node, {})


def iterated(seeds: Mapping[str, float], graph: Graph, nodes: set[str]) -> dict[str, float]:
    """Personalised PageRank by the definition: go home with probability HOME, else along a link."""
    begun = {node: seeds.get(node, 0.0) / sum(seeds.values()) for node in nodes}
    here = dict(begun)
    spent = dict.fromkeys(nodes, 0.0)
    for _ in range(60):
        following = dict.fromkeys(nodes, 0.0)
        for node, mass in here.items():
            near = {peer: weight for peer, weight in peers(graph, node).items() if peer in nodes}
            if not near:
                spent[node] += mass
                continue
            spent[node] += HOME * mass
            for peer, weight in near.items():
                following[peer] += (1 - HOME) * mass * weight / sum(near.values())
        here = following
    return spent


NODES = "abcdefgh"
graphs = st.lists(
    st.tuples(st.sampled_from(NODES), st.sampled_from(NODES), st.sampled_from((0.1, 0.5, 1.0))), max_size=14
).map(lambda edges: linked(*(edge for edge in edges if edge[0] != edge[1])))
seeds = st.dictionaries(st.sampled_from(NODES), st.sampled_from((1.0, 2.0, 5.0)), min_size=1, max_size=3)


@given(graphs, seeds)
def test_bt_14_the_mass_adds_up_to_one_and_is_that_of_the_definition(
    graph: Graph, begun: dict[str, float]
) -> None:
    found = walk(begun, lambda node: peers(graph, node), hops=len(NODES))
    assert sum(found.values()) == pytest.approx(1.0, abs=1e-6)
    hand = iterated(begun, graph, set(NODES))
    assert {node: found.get(node, 0.0) for node in NODES} == pytest.approx(hand, abs=1e-5)


def test_bt_14_two_seeds_give_two_orders_over_one_graph() -> None:
    graph = linked(("a", "b", 0.5), ("b", "c", 0.5), ("c", "d", 0.5))

    def order(seed: str) -> list[str]:
        found = walk({seed: 1.0}, lambda node: peers(graph, node), hops=3)
        return sorted(found, key=lambda node: (-found[node], node))

    assert order("a") == ["a", "b", "c", "d"]
    assert order("d") == ["d", "c", "b", "a"]


def test_bt_13_it_goes_two_links_far_and_no_farther() -> None:
    graph = linked(("a", "b", 0.5), ("b", "c", 0.5), ("c", "d", 0.5))
    assert set(walk({"a": 1.0}, lambda node: peers(graph, node))) == {"a", "b", "c"}
    assert set(walk({"a": 1.0}, lambda node: peers(graph, node), hops=1)) == {"a", "b"}


@pytest.mark.parametrize("budget", [1, 2, 5, 9, 40])
def test_bt_13_it_looks_at_no_more_nodes_than_its_budget(budget: int) -> None:
    graph = linked(*((f"n{n // 6}", f"n{n}", 0.5) for n in range(1, 200)))
    asked: set[str] = set()

    def seen(node: str) -> Mapping[str, float]:
        asked.add(node)
        return peers(graph, node)

    found = walk({"n0": 1.0}, seen, hops=5, nodes=budget)
    assert len(found) <= budget
    assert len(asked) <= budget
    assert sum(found.values()) == pytest.approx(1.0, abs=1e-6)


def test_the_budget_takes_the_heaviest_links_first_and_ties_by_id() -> None:
    graph = linked(("a", "x", 0.2), ("a", "y", 0.9), ("a", "z", 0.2))
    assert set(walk({"a": 1.0}, lambda node: peers(graph, node), nodes=3)) == {"a", "x", "y"}


def test_without_a_seed_there_is_no_walk_and_a_lone_seed_keeps_everything() -> None:
    assert walk({}, lambda node: {}) == {}
    assert walk({"a": 3.0}, lambda node: {}) == {"a": 1.0}
