"""Nets in one order, cut to what can be drawn."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.workbench.graph.nets import any_net, tangle
from workbench.graph.ordered import Edge, Net, components, ego, most_linked, net, within


@given(any_net(), st.randoms())
def test_the_order_of_arrival_does_not_matter(whole: Net, chance: object) -> None:
    nodes, edges = list(whole.nodes), list(whole.edges)
    chance.shuffle(nodes)  # type: ignore[attr-defined]
    chance.shuffle(edges)  # type: ignore[attr-defined]
    turned = [Edge(edge.b, edge.a, edge.weight) for edge in edges]
    assert net(nodes, turned) == whole


def test_loops_and_strangers_are_left_out_and_the_stronger_of_two_links_stays() -> None:
    whole = net(["b", "a"], [("a", "a"), ("a", "z"), ("b", "a", 0.2), ("a", "b", 0.7)])
    assert whole == Net(("a", "b"), (Edge("a", "b", 0.7),))


def test_a_cut_net_keeps_the_strongest_and_whom_one_asks_for() -> None:
    whole = net("abcd", [("a", "b", 0.9), ("b", "c", 0.9), ("c", "d", 0.1)])
    assert most_linked(whole, 2).nodes == ("b", "c")
    assert most_linked(whole, 2, always=("d",)).nodes == ("b", "d")


def test_an_ego_net_goes_as_many_links_far_as_asked() -> None:
    whole = net("abcd", [("a", "b"), ("b", "c"), ("c", "d")])
    assert ego(whole, "a").nodes == ("a", "b")
    assert ego(whole, "a", hops=2).nodes == ("a", "b", "c")
    assert ego(whole, "a", hops=3, most=2).nodes == ("a", "b")


@given(any_net())
def test_components_part_the_nodes_and_no_link_leaves_one(whole: Net) -> None:
    parts = components(whole)
    assert sorted(node for part in parts for node in part) == list(whole.nodes)
    of = {node: at for at, part in enumerate(parts) for node in part}
    assert all(of[edge.a] == of[edge.b] for edge in whole.edges)
    assert [len(part) for part in parts] == sorted((len(part) for part in parts), reverse=True)


def test_the_part_within_some_nodes_has_only_links_between_them() -> None:
    whole = tangle(20)
    part = within(whole, set(whole.nodes[:8]))
    assert part.nodes == whole.nodes[:8]
    assert all({edge.a, edge.b} <= set(part.nodes) for edge in part.edges)
