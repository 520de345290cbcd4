"""The review block and the review clock: what each is read as, with the traps between them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.claims.review_state import ReviewState
from core.clocks.instants import DAY, parse_instant
from core.clocks.study_day import study_day
from core.foreign.clock import block_of, due_of, exact_of, read_clock, read_exact, state_of
from core.review.clock import next_state
from tests.core.review.reference_rule import SeedState, after, written

AT = parse_instant("2026-03-01T08:00:00Z")
TODAY = study_day(AT, "UTC")


def said(at: int) -> str:
    from core.foreign.times import write_time

    return write_time(at)


def block(**fields: Any) -> dict[str, Any]:
    first = {"reps": 0, "recalls": 0, "interval_s": 86400, "ease": 2.5, "stability": 1.0, "difficulty": 5.0}
    return first | {"last": said(AT)} | fields


def state(fields: dict[str, Any], **around: Any) -> ReviewState:
    clock = read_clock({"review": fields, **around}, AT)
    assert clock is not None
    return state_of(clock, zone="UTC", rollover_hour=4, offset_minutes=0, today=TODAY)


def test_a_graded_block_is_the_state_at_its_last_review() -> None:
    found = state(block(reps=3, recalls=5, stability=34.0, difficulty=2.0), due_at=said(AT + 34 * DAY))
    assert (found.stability, found.difficulty) == (34.0, 2.0)
    assert (found.last_day, found.due_day, found.last_at) == (TODAY, TODAY + 34, AT)
    assert (found.reps, found.lapses, found.last_grade) == (6, 1, 3)


def test_a_good_review_on_time_moves_it_as_fsrs_6_would() -> None:
    found = state(block(reps=3, recalls=3, stability=34.0, difficulty=2.0), due_at=said(AT + 34 * DAY))
    good = next_state(found, 3, TODAY + 34, AT + 34 * DAY)
    assert good.stability == pytest.approx(126, abs=1)


@pytest.mark.parametrize(
    "fields",
    [
        block(),
        block(stability=0, difficulty=0),
        {"last": said(AT)},
        block(neglected=1, stability=0.5, difficulty=5.2),
        block(neglected=4, stability=0.1, difficulty=5.8),
    ],
)
def test_what_no_person_graded_is_new(fields: dict[str, Any]) -> None:
    found = state(fields, due_at=said(AT + DAY))
    assert (found.stability, found.difficulty, found.last_day, found.reps) == (None, None, None, 0)
    assert found.due_day == TODAY + 1


def test_neglect_after_a_recall_leaves_a_lower_bound_and_counts_as_no_review() -> None:
    fields = block(reps=0, recalls=2, stability=3.0, difficulty=5.1, neglected=1)
    clock = read_clock({"review": fields}, AT)
    assert clock is not None
    assert clock.is_lower_bound
    found = state(fields)
    assert (found.stability, found.reps, found.last_grade) == (3.0, 3, None)


def test_a_lapse_of_a_person_is_a_grade() -> None:
    found = state(block(stability=0.5, difficulty=5.2))
    assert (found.stability, found.difficulty, found.reps, found.lapses, found.last_grade) == (
        0.5,
        5.2,
        1,
        0,
        1,
    )


def test_missing_figures_are_the_first_ones() -> None:
    found = state({"reps": 1, "recalls": 1})
    assert (found.stability, found.difficulty, found.last_day) == (1.0, 5.0, TODAY)


def test_without_a_due_time_the_interval_says_when() -> None:
    assert state(block(reps=1, recalls=1, interval_s=3 * 86400)).due_day == TODAY + 3


GRADES = st.lists(st.tuples(st.booleans(), st.integers(0, 40)), min_size=1, max_size=8)


@given(grades=GRADES)
def test_the_golden_rule_goes_in_and_its_figures_come_back(grades: list[tuple[bool, int]]) -> None:
    """Whatever the original's own rule makes of a claim, its figures go on from there."""
    clock, at = written(AT), AT
    for recalled, days in grades:
        at += days * DAY
        clock = after(clock, recalled, at)
    found = state(_block_of(clock), due_at=said(clock.due_at or 0))
    assert (found.stability, found.difficulty) == (clock.stability, clock.difficulty)
    out = block_of(found, AT)
    assert (out["stability"], out["difficulty"]) == (clock.stability, clock.difficulty)
    assert (out["recalls"], out["reps"] > 0, out["last"]) == (clock.recalls, clock.reps > 0, said(at))


def _block_of(clock: SeedState) -> dict[str, Any]:
    return block(
        reps=clock.reps,
        recalls=clock.recalls,
        interval_s=clock.interval_s,
        stability=clock.stability,
        difficulty=clock.difficulty,
        last=said(clock.last or 0),
    )


GRADED = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 60)), max_size=6)


@given(grades=GRADED, zone=st.sampled_from(["UTC", "Asia/Tokyo", "America/Los_Angeles"]))
def test_a_clock_of_ours_goes_out_and_comes_back_exactly(grades: list[tuple[int, int]], zone: str) -> None:
    own = ReviewState(due_day=TODAY + 1, added_day=TODAY, zone=zone, offset_minutes=60)
    day = TODAY
    for grade, days in grades:
        day += days
        own = next_state(own, grade, day, AT + (day - TODAY) * DAY + 7)
    fields = {"review": block_of(own, AT), "due_at": due_of(own)}
    assert study_day(parse_instant(fields["due_at"]), zone) == own.due_day
    assert fields["review"]["interval_s"] % 86400 == 0
    clock = read_clock(fields, AT)
    assert clock is not None
    exact = read_exact(exact_of(own))
    assert exact == own
    from msgspec.structs import replace

    with_it = replace(clock, exact=exact)
    assert state_of(with_it, zone="UTC", rollover_hour=4, offset_minutes=0, today=TODAY) == own
    graded_there = replace(with_it, block=replace(with_it.block, stability=77.5, reps=9, recalls=9))
    moved = state_of(graded_there, zone="UTC", rollover_hour=4, offset_minutes=0, today=TODAY)
    assert moved.stability == 77.5


@pytest.mark.parametrize("stated", [None, 5, {}, {"clock": "sm-2"}, {"clock": "fsrs-6", "due_day": "soon"}])
def test_what_is_no_exact_clock_is_none(stated: Any) -> None:
    assert read_exact(stated) is None


@given(
    st.builds(
        ReviewState,
        due_day=st.integers(TODAY, TODAY + 400),
        added_day=st.just(TODAY),
        verified_day=st.none() | st.integers(TODAY, TODAY + 9),
        doubted_day=st.none() | st.integers(TODAY, TODAY + 9),
        buried_day=st.none() | st.integers(TODAY, TODAY + 9),
        suspended=st.booleans(),
    )
)
def test_marks_go_along_with_the_exact_clock_and_an_unmarked_one_says_nothing_of_them(
    marked: ReviewState,
) -> None:
    written_out = exact_of(marked)
    assert read_exact(written_out) == marked
    said = {
        name for name in ("verified_day", "doubted_day", "buried_day", "suspended") if getattr(marked, name)
    }
    assert said == written_out.keys() & {"verified_day", "doubted_day", "buried_day", "suspended"}
    assert read_exact({**written_out, "suspended": "perhaps"}) is None
