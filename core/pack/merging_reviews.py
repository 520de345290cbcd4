"""The review clock of a claim that was graded in both packs: all grades, in order, through the clock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from core.claims.review_state import ReviewState
from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay
from core.review.rows import ReviewRow, counting, replayed, state_before_grades

Grade = tuple[StudyDay, int, Instant]
"""Study day, grade, instant."""
Reviewed = tuple[ReviewState | None, Sequence[ReviewRow]]
"""The clock of a claim on one side, and its rows there."""


class Course(msgspec.Struct, frozen=True):
    """Where a clock began, and the grades since that count."""

    began: ReviewState | None
    grades: tuple[Grade, ...] = ()


class Clock(msgspec.Struct, frozen=True):
    """How the local clock counts."""

    retention: float
    maximum_interval: int


def course_of(rows: Iterable[ReviewRow]) -> Course:
    """The course of a claim's clock, as the rows of its review log tell it."""
    began, graded = counting(rows)
    return Course(began, tuple((row.study_day, row.grade or 0, row.at) for row in graded))


def joined(
    base: ReviewState | None, sides: tuple[Reviewed, Reviewed], rows: Sequence[ReviewRow], clock: Clock
) -> ReviewState | None:
    """The state after both sides' grades and marks; `rows` are those of both.

    Clocks that began differently cannot be joined: the one with more grades stands.
    """
    (ours, _), (theirs, _) = sides
    if ours is None or theirs is None:
        return theirs if ours is None else ours
    return replace(_both_graded(base, ours, theirs, sides, rows, clock), **marks_of_both(base, ours, theirs))


def _both_graded(
    base: ReviewState | None,
    ours: ReviewState,
    theirs: ReviewState,
    sides: tuple[Reviewed, Reviewed],
    rows: Sequence[ReviewRow],
    clock: Clock,
) -> ReviewState:
    mine, other = (course_of(known) for _, known in sides)
    grades = course_of(rows).grades
    if _memory(mine.began) != _memory(other.began):
        return max(ours, theirs, key=lambda state: state.reps)
    if grades == mine.grades == other.grades:
        return replace(ours, due_day=_due(base, ours, theirs))
    if grades == mine.grades:
        return ours
    if grades == other.grades:
        return theirs
    newest = max(ours, theirs, key=lambda state: state.last_at or 0)
    start = replace(state_before_grades(ours), **{name: getattr(newest, name) for name in _ZONE})
    found = replayed(rows, start, retention=clock.retention, maximum_interval=clock.maximum_interval)
    return replace(found, **{name: getattr(newest, name) for name in _ZONE})


def marks_of_both(base: ReviewState | None, ours: ReviewState, theirs: ReviewState) -> dict[str, Any]:
    """What was said of it besides grades: of each mark what one side changed, or the later day of both.

    A doubt from before the day on which it was verified is none any more, whichever side did which.
    """
    found = {name: _changed(name, base, ours, theirs) for name in MARKS}
    verified, doubted = found["verified_day"], found["doubted_day"]
    if verified is not None and doubted is not None and doubted < verified:
        found["doubted_day"] = None
    return found


MARKS: Final = ("verified_day", "doubted_day", "buried_day", "suspended")
"""What is said of a claim in review besides its grades."""

_UNMARKED: Final = ReviewState(due_day=1, added_day=1)


def _changed(name: str, base: ReviewState | None, ours: ReviewState, theirs: ReviewState) -> Any:
    was = getattr(base or _UNMARKED, name)
    mine, other = getattr(ours, name), getattr(theirs, name)
    if mine == was:
        return other
    if other in (was, mine):
        return mine
    return max(day for day in (mine, other) if day is not None)


def left_out(was: Course, course: Course, counts: Course) -> tuple[Grade, ...]:
    """Of the grades of one side, those that do not count: the study day had an earlier one."""
    days = {grade[0] for grade in counts.grades}
    return tuple(one for one in course.grades if one[0] in days and one not in (*counts.grades, *was.grades))


_ZONE: Final = ("zone", "rollover_hour", "offset_minutes")


def _memory(state: ReviewState | None) -> tuple[object, ...] | None:
    return None if state is None else (state.stability, state.difficulty, state.last_day, state.reps)


def _due(base: ReviewState | None, ours: ReviewState, theirs: ReviewState) -> StudyDay:
    """The day that one side moved; where both did, the earlier."""
    was = None if base is None else base.due_day
    if ours.due_day == was:
        return theirs.due_day
    return ours.due_day if theirs.due_day == was else min(ours.due_day, theirs.due_day)
