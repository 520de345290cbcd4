"""Arrow keys over a picture: every node can be reached from every other."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.workbench.graph.nets import reachable, tangle
from workbench.graph.layout import spring
from workbench.graph.walk import DIRECTIONS, moves, neighbour_in_direction

COORDINATES = st.integers(0, 12).map(float) | st.floats(0, 1)
PLACES = st.dictionaries(
    st.text("abcdefgh", min_size=1, max_size=3), st.tuples(COORDINATES, COORDINATES), max_size=30
)


@settings(max_examples=300, deadline=None)
@given(PLACES)
def test_every_node_reaches_every_other(places: dict[str, tuple[float, float]]) -> None:
    table = moves(places)
    for node in places:
        assert reachable(node, table) == set(places)


@settings(deadline=None)
@given(st.integers(1, 30), st.booleans(), COORDINATES)
def test_nodes_in_one_line_or_on_one_spot_are_reached_too(count: int, stacked: bool, at: float) -> None:
    places = {f"n{i}": (at, at if stacked else float(i)) for i in range(count)}
    table = moves(places)
    assert all(reachable(node, table) == set(places) for node in places)


def test_a_hundred_claims_of_an_island_are_all_reached() -> None:
    places = spring(tangle(100))
    table = moves(places)
    assert all(reachable(node, table) == set(places) for node in places)


def test_a_key_leads_to_the_nearest_node_that_way() -> None:
    places = {
        "middle": (5.0, 5.0),
        "right": (7.0, 5.5),
        "far": (12.0, 5.0),
        "up": (5.0, 1.0),
        "down": (5.5, 9.0),
    }
    assert neighbour_in_direction(places, "middle", "right") == "right"
    assert neighbour_in_direction(places, "right", "right") == "far"
    assert neighbour_in_direction(places, "middle", "up") == "up"
    assert neighbour_in_direction(places, "middle", "down") == "down"


def test_ahead_wins_over_nearer_but_aside() -> None:
    places = {"here": (0.0, 0.0), "aside": (0.5, 2.0), "ahead": (4.0, 0.0)}
    assert neighbour_in_direction(places, "here", "right") == "ahead"


def test_where_nothing_lies_that_way_the_key_stays() -> None:
    places = {"a": (0.0, 0.0), "b": (1.0, 0.0)}
    assert neighbour_in_direction(places, "b", "right") == "b"
    assert neighbour_in_direction(places, "a", "right") == "b"


def test_one_node_stays_and_none_has_no_moves() -> None:
    assert neighbour_in_direction({"a": (0.0, 0.0)}, "a", "up") == "a"
    assert moves({}) == {}


def test_most_steps_lead_the_way_their_key_says() -> None:
    places = spring(tangle(60))
    steps = [(node, key, other) for (node, key), other in moves(places).items() if other != node]
    against = 0
    for node, key, other in steps:
        unit = DIRECTIONS[key]
        along = (places[other][0] - places[node][0]) * unit[0] + (places[other][1] - places[node][1]) * unit[
            1
        ]
        against += along <= 0
    assert against <= len(steps) // 20
