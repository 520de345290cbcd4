"""Firing: what is used together grows together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.clocks.instants import parse_instant
from core.graph.fire import HOLD, MIN_WEIGHT, faded, fire_changes, gained, lens_changes, set_digest
from core.graph.links import MAX_LINKS
from tests.core.graph.graphs import Edges, graphs, links_of
from tests.dear import dear


def test_a_fired_link_gains_a_tenth_of_what_it_lacks_and_the_others_fade() -> None:
    links = links_of({"a|b": 0.6, "a|c": 0.5, "b|d": 1.0, "c|d": 0.7})
    assert fire_changes(["a", "b"], links) == pytest.approx({"a|b": 0.64, "a|c": 0.49, "b|d": 0.98})


def test_claims_without_a_link_get_one() -> None:
    assert fire_changes(["b", "a"], links_of({})) == {"a|b": pytest.approx(0.55)}


def test_a_claim_with_eight_links_gets_no_more() -> None:
    full = {f"a|p{number}": 0.5 for number in range(MAX_LINKS)}
    changes = fire_changes(["a", "b", "c"], links_of(full))
    assert "b|c" in changes
    assert not {"a|b", "a|c"} & changes.keys()


def test_the_earlier_of_many_get_the_last_places() -> None:
    ids = [f"c{number:02}" for number in range(12)]
    changes = fire_changes(ids, links_of({}))
    assert {f"c00|c{number:02}" for number in range(1, 9)} <= changes.keys()
    assert "c00|c09" not in changes


@dear
@given(graphs(), st.data())
def test_weights_stay_above_0_and_up_to_1_and_no_claim_gets_more_than_eight(
    graph: tuple[list[str], Edges], data: st.DataObject
) -> None:
    ids, edges = graph
    links = links_of(edges)
    over = {one for one in ids if len(links.peers(one)) > MAX_LINKS}
    fired = data.draw(st.lists(st.sampled_from(ids))) if ids else []
    for pair, weight in fire_changes(fired, links).items():
        assert 0 < weight <= 1
        links.set(pair, weight)
    assert {one for one in ids if len(links.peers(one)) > MAX_LINKS} == over


@given(graphs(), st.data())
def test_only_links_of_fired_claims_move(graph: tuple[list[str], Edges], data: st.DataObject) -> None:
    ids, edges = graph
    fired = set(data.draw(st.lists(st.sampled_from(ids)))) if ids else set()
    changes = fire_changes(sorted(fired), links_of(edges))
    assert all(fired & set(pair.split("|")) for pair in changes)


@given(st.floats(MIN_WEIGHT, 1.0))
def test_gain_and_fade_keep_to_their_bounds(weight: float) -> None:
    assert weight <= gained(weight) <= 1
    assert 0 < faded(weight) <= weight


def test_a_link_that_others_outshine_for_years_does_not_fade_to_nothing() -> None:
    weight = 0.5
    for _ in range(100_000):
        weight = faded(weight)
    assert weight == MIN_WEIGHT


def test_a_lens_starts_from_the_shared_weight_and_leaves_it_alone() -> None:
    links = links_of({"a|b": 0.6, "a|c": 0.5})
    assert lens_changes(["a", "b"], {}, links) == pytest.approx({"a|b": 0.64, "a|c": 0.49})
    assert lens_changes(["a", "b"], {"a|b": 0.9}, links) == pytest.approx({"a|b": 0.91, "a|c": 0.49})
    assert links.peers("a") == {"b": 0.6, "c": 0.5}


def test_a_lens_makes_no_links() -> None:
    assert lens_changes(["a", "b"], {}, links_of({})) == {}


def test_a_set_is_named_alike_in_any_order() -> None:
    assert set_digest(["b", "a"]) == set_digest(["a", "b", "a"]) != set_digest(["a", "c"])
    assert set_digest(["ab", "c"]) != set_digest(["a", "bc"])
    assert len(set_digest([])) == 32


def test_the_same_set_is_held_for_an_hour() -> None:
    one, later = (parse_instant(f"2026-03-14T{hour}:12:00Z") for hour in ("09", "10"))
    assert later - one == HOLD
