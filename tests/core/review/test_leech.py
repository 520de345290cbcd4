"""Leeches: four lapses, then every second one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.claims.review_state import ReviewState
from core.review.clock import next_state
from core.review.leech import is_leech

DAY = 740_000


def graded(grades: list[int]) -> list[bool]:
    """Whether a claim is a leech after each grade, a day apart."""
    state, said = ReviewState(due_day=DAY, added_day=DAY), []
    for place, grade in enumerate(grades):
        state = next_state(state, grade, DAY + place, 0)
        said.append(is_leech(state))
    return said


def test_the_fourth_lapse_makes_a_leech_and_every_second_one_says_it_again() -> None:
    said = graded([3, *[1] * 10])
    assert [place for place, leech in enumerate(said) if leech] == [4, 6, 8, 10]


def test_a_first_grade_is_no_lapse() -> None:
    assert graded([1] * 5) == [False, False, False, False, True]


def test_it_is_said_until_the_claim_is_graded_otherwise() -> None:
    assert graded([3, 1, 1, 1, 1, 3, 1, 1]) == [*[False] * 4, True, False, False, True]


@given(st.lists(st.integers(1, 4), max_size=40))
def test_only_a_lapse_makes_a_leech(grades: list[int]) -> None:
    for place, leech in enumerate(graded(grades)):
        lapses = sum(grade == 1 for grade in grades[1 : place + 1])
        assert leech == (grades[place] == 1 and place > 0 and lapses in range(4, 50, 2))
