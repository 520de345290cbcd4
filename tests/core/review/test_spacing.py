"""Siblings apart, in an order that a sitting can be taken up in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.review.spacing import GAP, apart

Member = tuple[int, frozenset[str]]
NAMES = st.frozensets(st.sampled_from("abcd"), max_size=2)
PARTS = st.lists(st.lists(NAMES, max_size=12), max_size=3).map(
    lambda parts: [
        [(100 * part + place, names) for place, names in enumerate(members)]
        for part, members in enumerate(parts)
    ]
)
BEFORE = st.lists(NAMES, max_size=GAP)


def spaced(parts: list[list[Member]], before: list[frozenset[str]], reach: int = 5) -> list[Member]:
    return list(apart(parts, lambda one: one[1], before, reach=reach))


def numbers(names: str) -> list[int]:
    return [
        number for number, _ in spaced([[(n, frozenset(one.strip("-"))) for n, one in enumerate(names)]], [])
    ]


def test_siblings_stand_as_far_apart_as_the_gap_and_the_rest_keeps_its_order() -> None:
    assert numbers("aabcd") == [0, 2, 3, 4, 1]
    assert numbers("aab") == [0, 2, 1]
    assert numbers("----") == [0, 1, 2, 3]
    assert numbers("abcd") == [0, 1, 2, 3]


def test_what_has_only_siblings_around_it_keeps_its_order() -> None:
    assert numbers("aaaa") == [0, 1, 2, 3]


def test_what_was_graded_last_counts_too() -> None:
    a, b = frozenset("a"), frozenset("b")
    assert spaced([[(0, a), (1, b)]], [a]) == [(1, b), (0, a)]


@given(PARTS, BEFORE)
def test_every_claim_is_asked_once_and_none_leaves_its_part(
    parts: list[list[Member]], before: list[frozenset[str]]
) -> None:
    found = spaced(parts, before)
    assert sorted(found, key=lambda one: one[0]) == [one for part in parts for one in part]
    assert [number // 100 for number, _ in found] == sorted(number // 100 for number, _ in found)


@given(PARTS, BEFORE)
def test_row_50_a_sitting_that_was_interrupted_goes_on_where_it_was(
    parts: list[list[Member]], before: list[frozenset[str]]
) -> None:
    found = spaced(parts, before)
    for asked in range(len(found)):
        done = found[: asked + 1]
        rest = [[one for one in part if one not in done] for part in parts]
        last = [*before, *(names for _, names in done)][-GAP:]
        assert spaced(rest, last) == found[asked + 1 :]


@given(PARTS, BEFORE, st.integers(1, 12))
def test_no_claim_is_brought_forward_from_farther_than_the_reach(
    parts: list[list[Member]], before: list[frozenset[str]], reach: int
) -> None:
    found = spaced(parts, before, reach)
    for part in parts:
        order = [one for one in found if one in part]
        for place, one in enumerate(order):
            assert part.index(one) - place < reach
