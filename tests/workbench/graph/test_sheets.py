"""Groups of claims cut into sheets of a picture."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dear import dear
from workbench.graph.layout import FURTHEST
from workbench.graph.sheets import AFTER, BEFORE, Portrait, portrait, sheet_picture

NAMES = [f"c{number:03}" for number in range(40)]

links = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from([0.2, 0.5, 0.9])), max_size=60
)


def label(node: str) -> str:
    return f"claim {node}"


@dear
@given(links, st.integers(1, 15))
def test_every_member_is_on_one_sheet_and_no_sheet_is_too_full(
    edges: list[tuple[str, str, float]], most: int
) -> None:
    """Nobody is left out of the picture, however large the group."""
    cut = portrait(NAMES, edges, most=most)
    drawn = [node for sheet in cut.sheets for node in sheet.nodes]
    assert sorted(drawn) == NAMES
    assert max(len(sheet.nodes) for sheet in cut.sheets) <= most


@dear
@given(links, st.randoms(use_true_random=False))
def test_the_order_in_which_links_arrive_does_not_show(edges: list[tuple[str, str, float]], chance) -> None:  # type: ignore[no-untyped-def]
    """The same claims and links give the same picture."""
    other = list(edges)
    chance.shuffle(other)
    assert portrait(NAMES, edges) == portrait(NAMES, other)


def test_a_newcomer_hardly_moves_the_others() -> None:
    """A person finds the claims where they were."""
    edges = list(pairwise(NAMES))
    before = portrait(NAMES[:-1], edges).places
    after = portrait(NAMES, edges, before).places
    assert before is not None
    assert after is not None
    assert all(
        abs(after[node][axis] - before[node][axis]) <= FURTHEST + 1e-9 for node in before for axis in (0, 1)
    )
    assert NAMES[-1] in after


@pytest.mark.parametrize(
    ("number", "exits"), [(0, {AFTER}), (1, {BEFORE, AFTER}), (3, {BEFORE})], ids=["first", "middle", "last"]
)
def test_a_sheet_has_a_node_for_each_neighbouring_sheet(number: int, exits: set[str]) -> None:
    """One sees that the picture goes on, and to which side."""
    picture = sheet_picture(portrait(NAMES, [], most=10), number, label)
    assert {node.id for node in picture.nodes} - set(NAMES) == exits
    leftmost = min(picture.nodes, key=lambda node: node.x)
    rightmost = max(picture.nodes, key=lambda node: node.x)
    assert (leftmost.id == BEFORE) is (BEFORE in exits)
    assert (rightmost.id == AFTER) is (AFTER in exits)


def test_a_single_sheet_has_no_exits() -> None:
    """Nothing stands in a picture that means nothing."""
    picture = sheet_picture(portrait(NAMES, []), 0, label)
    assert {node.id for node in picture.nodes} == set(NAMES)
    assert next(node for node in picture.nodes if node.id == NAMES[0]).hub


def test_nothing_gives_an_empty_picture() -> None:
    """An empty group is no fault."""
    assert sheet_picture(Portrait(), 0, label).nodes == ()
    assert portrait([], []).sheets == ()
