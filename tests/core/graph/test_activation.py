"""Activation: two hops from the best hits, half each time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.graph.activation import LIMIT, Activated, activate
from tests.core.graph.graphs import Edges, graphs, links_of


def everything(_: str) -> bool:
    return True


def by_id(found: tuple[Activated, ...]) -> dict[str, float]:
    return {one.id: one.activation for one in found}


def test_half_goes_on_in_proportion_to_weight() -> None:
    links = links_of({"s|x": 0.75, "s|y": 0.25})
    found = activate([("s", 4.0)], links, visible=everything, hops=1)
    assert [(one.id, one.seed, one.via) for one in found] == [
        ("s", True, None),
        ("x", False, "s"),
        ("y", False, "s"),
    ]
    assert [one.activation for one in found] == pytest.approx([1.0, 0.375, 0.125])


def test_the_second_hop_passes_on_what_the_first_one_brought() -> None:
    links = links_of({"s|x": 0.5, "x|z": 0.5})
    # s gives x 1/2; x gives a quarter of that back to s and to z each
    assert by_id(activate([("s", 1.0)], links, visible=everything)) == pytest.approx(
        {"s": 1.0, "x": 0.5 / 1.125, "z": 0.125 / 1.125}
    )


def test_activation_names_the_claim_that_gave_most() -> None:
    links = links_of({"a|x": 0.5, "b|x": 0.5})
    found = {one.id: one for one in activate([("a", 1.0), ("b", 3.0)], links, visible=everything)}
    assert found["x"].via == "b"
    assert found["a"].via is None


def test_the_five_best_hits_are_seeds_and_nothing_else_is() -> None:
    hits = [(f"h{number}", 10.0 - number) for number in range(7)]
    found = activate(hits[::-1], links_of({}), visible=everything)
    assert [one.id for one in found] == ["h0", "h1", "h2", "h3", "h4"]
    assert all(one.seed for one in found)


def test_a_hit_that_scores_nothing_is_no_seed() -> None:
    assert activate([("a", 0.0), ("b", -1.0)], links_of({"a|b": 0.5}), visible=everything) == ()
    assert activate([], links_of({}), visible=everything) == ()


def test_claims_that_are_not_shown_take_no_share() -> None:
    links = links_of({"s|x": 0.5, "s|h": 0.5, "h|z": 0.5})
    found = activate([("s", 1.0), ("h", 2.0)], links, visible=lambda one: one != "h")
    assert by_id(found) == pytest.approx({"s": 1.0, "x": 0.5 / 1.25})


def test_a_lens_turns_the_share_of_the_persona_only() -> None:
    links = links_of({"s|x": 0.5, "s|y": 0.5})
    plain = by_id(activate([("s", 1.0)], links, visible=everything))
    seen = by_id(activate([("s", 1.0)], links, visible=everything, overlay={"s|y": 1.0, "q|r": 1.0}))
    assert plain["x"] == plain["y"]
    assert seen["y"] == pytest.approx(2 * seen["x"])
    assert "q" not in seen


def test_equals_come_in_the_order_of_their_ids() -> None:
    links = links_of({"s|y": 0.5, "s|x": 0.5})
    assert [one.id for one in activate([("s", 1.0)], links, visible=everything)] == ["s", "x", "y"]


@given(graphs(most=40), st.data())
def test_activation_is_bounded_and_reaches_two_hops(
    graph: tuple[list[str], Edges], data: st.DataObject
) -> None:
    ids, edges = graph
    if not ids:
        return
    seed = data.draw(st.sampled_from(ids))
    links = links_of(edges)
    found = activate([(seed, data.draw(st.floats(0.01, 100)))], links, visible=everything)
    near = {seed, *links.peers(seed)}
    reach = near | {far for one in near for far in links.peers(one)}
    assert len(found) == min(LIMIT, len(reach))
    assert {one.id for one in found} <= reach
    assert all(0 < one.activation <= 1 for one in found)
    assert found[0].activation == 1.0
    assert [one.activation for one in found] == sorted((one.activation for one in found), reverse=True)
