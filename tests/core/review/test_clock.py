"""The review clock: the package's numbers, counted in study days."""

from __future__ import annotations

import math
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.claims.review_state import ReviewState
from core.clocks.instants import parse_instant
from core.clocks.study_day import study_day
from core.errors import Refused
from core.review.clock import LAST_DAY, MAX_INTERVAL, MIN_STABILITY, intervals, next_state
from tests.core.review.vectors import VECTORS, name_of

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4
START = date(2026, 3, 1).toordinal()

states = st.builds(
    ReviewState,
    due_day=st.just(START),
    added_day=st.integers(START - 5000, START),
    stability=st.none() | st.floats(MIN_STABILITY, MAX_INTERVAL),
    difficulty=st.floats(1, 10),
    last_day=st.integers(START - 5000, START),
    reps=st.integers(0, 50),
)
days = st.integers(START, START + 5000)


def new(day: int = START) -> ReviewState:
    return ReviewState(due_day=day + 1, added_day=day)


def graded(state: ReviewState, *steps: tuple[int, int]) -> ReviewState:
    """A state after `(grade, day)` steps."""
    for grade, day in steps:
        state = next_state(state, grade, day, 0)
    return state


@pytest.mark.parametrize("case", VECTORS["cases"], ids=name_of)
def test_states_agree_with_the_reference(case: dict[str, Any]) -> None:
    state = new()
    for review in case["reviews"]:
        state = next_state(
            state,
            review["rating"],
            START + review["day"],
            review["day"],
            retention=case["retention"],
            maximum_interval=case["maximum_interval"],
            parameters=case["parameters"],
        )
        assert state.stability == pytest.approx(review["stability"], rel=1e-9)
        assert state.difficulty == pytest.approx(review["difficulty"], rel=1e-9)
        assert state.due_day == START + review["due_day"]
        assert (state.last_day, state.last_grade) == (START + review["day"], review["rating"])


class TestStudyDays:
    """A morning is a day, whatever the clock on the wall says."""

    @staticmethod
    def day(instant: str, zone: str = "Europe/Berlin") -> int:
        return study_day(parse_instant(instant), zone)

    def test_a_morning_that_starts_a_quarter_earlier_is_the_next_day(self) -> None:
        first, second = self.day("2026-03-02T06:30:00Z"), self.day("2026-03-03T06:15:00Z")
        state = graded(new(first - 1), (GOOD, first), (GOOD, second))
        assert state.stability == pytest.approx(7.3153, abs=1e-4)  # and not 2.3065, as after 23 h 45 min

    def test_forty_seven_hours_and_three_quarters_are_two_days(self) -> None:
        first, third = self.day("2026-03-02T06:30:00Z"), self.day("2026-03-04T06:15:00Z")
        assert graded(new(first), (GOOD, first), (GOOD, third)).stability == pytest.approx(10.96, abs=0.01)

    def test_after_midnight_is_still_the_evening_before(self) -> None:
        evening, night = self.day("2026-03-02T20:00:00Z"), self.day("2026-03-03T00:30:00Z")
        assert evening == night
        assert graded(new(evening - 1), (GOOD, evening)).due_day == night + 2

    @pytest.mark.parametrize(
        "mornings",
        [
            ("2026-03-28T05:30:00Z", "2026-03-29T04:30:00Z"),  # summer time begins: 23 hours
            ("2026-10-24T04:30:00Z", "2026-10-25T05:30:00Z"),  # and ends: 25 hours
        ],
    )
    def test_a_change_of_clocks_moves_no_day(self, mornings: tuple[str, str]) -> None:
        first, second = map(self.day, mornings)
        assert second == first + 1
        plain = graded(new(), (GOOD, START), (GOOD, START + 1))
        changed = graded(new(first), (GOOD, first), (GOOD, second))
        assert changed.stability == plain.stability

    def test_a_clock_set_back_books_the_grade_on_the_later_day(self) -> None:
        state = graded(new(), (GOOD, START), (GOOD, START - 3))
        assert state == graded(new(), (GOOD, START), (GOOD, START))
        assert state.last_day == START
        assert state.due_day > START


class TestBounds:
    def test_easy_thirty_times_stays_within_the_calendar(self) -> None:
        state, day = new(), START
        for _ in range(30):
            state = next_state(state, EASY, day, 0)
            assert day < state.due_day <= min(day + MAX_INTERVAL, LAST_DAY) or day == LAST_DAY
            assert state.stability is not None
            assert state.stability <= MAX_INTERVAL
            day = state.due_day

    def test_nothing_is_due_after_the_year_9999(self) -> None:
        assert graded(new(LAST_DAY - 100), (EASY, LAST_DAY - 3)).due_day == LAST_DAY
        assert graded(new(LAST_DAY - 100), (EASY, LAST_DAY)).due_day == LAST_DAY

    @pytest.mark.parametrize("stability", [math.nan, math.inf])
    def test_a_state_that_is_no_number_begins_anew(self, stability: float) -> None:
        broken = replace(graded(new(), (GOOD, START)), stability=stability)
        assert graded(broken, (GOOD, START + 2)).stability == 2.3065

    def test_a_stability_of_nothing_is_the_least_there_is(self) -> None:
        empty = replace(graded(new(), (GOOD, START)), stability=0.0, difficulty=0.0)
        state = graded(empty, (AGAIN, START + 2))
        assert state.stability is not None
        assert state.stability >= MIN_STABILITY

    @pytest.mark.parametrize("grade", [0, 5, -1, 7])
    def test_other_grades_are_refused(self, grade: int) -> None:
        with pytest.raises(Refused, match="is no grade"):
            next_state(new(), grade, START, 0)

    @pytest.mark.parametrize("retention", [0.0, 1.0, math.nan, 90])
    def test_other_retentions_are_refused(self, retention: float) -> None:
        with pytest.raises(Refused, match="retention"):
            next_state(new(), GOOD, START, 0, retention=retention)

    @pytest.mark.parametrize("longest", [0, -1, 10**9])
    def test_other_intervals_are_refused(self, longest: int) -> None:
        with pytest.raises(Refused, match="interval"):
            next_state(new(), GOOD, START, 0, maximum_interval=longest)

    @pytest.mark.parametrize("parameters", [(0.4,) * 19, (-1.0,) * 21])
    def test_other_parameters_are_refused(self, parameters: tuple[float, ...]) -> None:
        with pytest.raises(Refused, match="FSRS-6"):
            next_state(new(), GOOD, START, 0, parameters=parameters)

    @pytest.mark.parametrize("day", [0, -5, LAST_DAY + 1])
    def test_days_outside_the_calendar_are_refused(self, day: int) -> None:
        with pytest.raises(Refused, match="study day"):
            next_state(new(), GOOD, day, 0)


class TestCounts:
    def test_grades_and_lapses_are_counted(self) -> None:
        state = graded(new(), (AGAIN, START), (GOOD, START + 1), (AGAIN, START + 3), (HARD, START + 4))
        assert (state.reps, state.lapses, state.last_grade) == (4, 1, HARD)

    def test_a_grade_keeps_the_rest_of_the_record(self) -> None:
        before = ReviewState(START, START - 1, zone="Asia/Tokyo", rollover_hour=3, offset_minutes=540)
        after = next_state(before, GOOD, START, 77)
        assert (after.added_day, after.last_at) == (START - 1, 77)
        assert (after.zone, after.rollover_hour, after.offset_minutes) == ("Asia/Tokyo", 3, 540)

    def test_the_first_grade_is_the_first_rating(self) -> None:
        assert graded(new(START - 400), (GOOD, START)).stability == 2.3065


@given(states, days, st.floats(0.7, 0.99), st.integers(1, MAX_INTERVAL))
def test_a_better_grade_never_comes_back_sooner(
    state: ReviewState, day: int, retention: float, longest: int
) -> None:
    ahead = intervals(state, day, retention=retention, maximum_interval=longest)
    assert list(ahead) == [AGAIN, HARD, GOOD, EASY]
    assert 1 <= ahead[AGAIN] <= ahead[HARD] <= ahead[GOOD] <= ahead[EASY] <= longest


@given(states, days, st.sampled_from([AGAIN, HARD, GOOD, EASY]))
def test_the_days_shown_are_the_days_stored(state: ReviewState, day: int, grade: int) -> None:
    stored = next_state(state, grade, day, 0)
    assert stored.last_day is not None
    assert intervals(state, day)[grade] == stored.due_day - stored.last_day


@given(states, days, st.sampled_from([AGAIN, HARD, GOOD, EASY]))
def test_a_state_stays_within_its_bounds(state: ReviewState, day: int, grade: int) -> None:
    stored = next_state(state, grade, day, 0)
    assert stored.stability is not None
    assert stored.difficulty is not None
    assert MIN_STABILITY <= stored.stability <= MAX_INTERVAL
    assert 1 <= stored.difficulty <= 10
    assert next_state(state, grade, day, 0) == stored
