"""Neglect by the original's figures, as a function of the clock and the day."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.claims.review_state import ReviewState
from core.review.ages import FADING, GIVEN_UP, STABILITIES, ages, days_until
from core.review.neglect import MOST_NEGLECTS, interval, neglected_on, neglects, never_recalled
from core.review.retrievability import UNREVIEWED_STABILITY, retrievability


def swept_by_the_original(due: int, days: int, until: int) -> list[int]:
    """Days on which its daily sweep finds it overdue by more than twice its interval, S halving each time."""
    stability, found = float(days), []
    for day in range(due, until):
        span = max(1, int(stability))
        if day - due > 2 * span:
            found.append(day)
            stability /= 2
            due = day + max(1, int(stability))
    return found


@pytest.mark.parametrize("days", [1, 2, 3, 4, 5, 8, 30, 100])
def test_neglect_falls_on_the_days_on_which_the_originals_sweep_finds_it(days: int) -> None:
    found = swept_by_the_original(1000, days, 1000 + 30 * days)[:MOST_NEGLECTS]
    assert [neglected_on(1000, days, count) for count in (1, 2, 3)] == found


def test_a_claim_that_nobody_ever_graded_is_neglected_three_times_twelve_days_after_it_was_written() -> None:
    review = ReviewState(due_day=101, added_day=100)
    assert [neglects(review, day) for day in (103, 104, 107, 108, 111, 112, 5000)] == [0, 1, 1, 2, 2, 3, 3]


@given(st.integers(1, 400), st.integers(0, 3000), st.integers(0, 100))
def test_neglects_never_become_fewer_as_days_pass_and_begin_when_it_is_more_than_twice_overdue(
    days: int, late: int, more: int
) -> None:
    review = ReviewState(due_day=1000 + days, added_day=900, last_day=1000, last_grade=1, reps=1)
    assert interval(review) == days
    day = review.due_day + late
    assert neglects(review, day) <= neglects(review, day + more)
    assert (neglects(review, day) > 0) == (late > 2 * days)


@pytest.mark.parametrize(
    ("reps", "last", "never"), [(0, None, True), (1, 1, True), (1, 2, False), (2, 1, False), (5, 3, False)]
)
def test_never_recalled(reps: int, last: int | None, never: bool) -> None:
    assert never_recalled(ReviewState(due_day=5, added_day=1, reps=reps, last_grade=last)) == never


# at which age defaults bite


@given(st.floats(0.05, 0.99), st.floats(0.1, 1000))
def test_the_age_at_a_chance_of_recall_is_the_inverse_of_retrievability(
    recall: float, stability: float
) -> None:
    assert retrievability(stability, days_until(recall, stability)) == pytest.approx(recall, abs=1e-9)


@pytest.mark.parametrize("stability", STABILITIES)
def test_ages_come_in_the_order_in_which_they_bite(stability: float) -> None:
    told = ages(stability)
    assert told.due < told.neglected
    assert told.due < told.fading < told.given_up
    assert retrievability(stability, told.fading) == pytest.approx(FADING)
    assert retrievability(stability, told.given_up) == pytest.approx(GIVEN_UP)


def test_the_ages_that_are_printed() -> None:
    never, ten, hundred = map(ages, STABILITIES)
    assert STABILITIES[0] == UNREVIEWED_STABILITY
    assert (never.due, never.neglected, round(never.fading)) == (1, 12, 19)
    assert (ten.due, hundred.due) == (10, 100)
    assert round(never.given_up / 365.25) > 1000  # a bound at which others delete is never reached here
