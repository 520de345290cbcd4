"""The review clock of a claim that was graded in both packs: all grades, in order, through the clock."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from core.claims.review_state import ReviewState
from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay
from core.pack.commands import TakeReviews, verb_of
from core.pack.merging_sides import Side, Step, value_of
from core.review.clock import next_state
from core.review.parameters import Parameters
from core.store import tables
from core.store.record import LogRecord

Grade = tuple[StudyDay, int, Instant]
"""Study day, grade, instant."""


class Course(msgspec.Struct, frozen=True):
    """Where a clock began, and the grades since."""

    began: ReviewState | None
    grades: tuple[Grade, ...] = ()


class Clock(msgspec.Struct, frozen=True):
    """How the local clock counts."""

    retention: float
    maximum_interval: int
    parameters: Parameters | None = None


def course_of(side: Side, claim_id: str, last: Step | None = None) -> Course:
    """The course of a claim's clock on one side, up to a step (default: the last one).

    A grade raises the count by one, a file of reviews by its grades, an undo lowers it; any other jump is a
    state that came in from elsewhere, and a new beginning.
    """
    key = (tables.REVIEW, claim_id)
    course = Course(None)
    for step in side.chains.get(key, ()):
        if last is not None and step.tx > last.tx:
            break
        merge = side.merge(step.tx)
        told = merge.grades.get(claim_id) if merge is not None else None
        came = _came_in(side.records[step.tx - 1], claim_id)
        state = value_of(key, step)
        course = _with_file(course, state, came) if came else _onward(course, state, told)
    return course


def _came_in(record: LogRecord, claim_id: str) -> tuple[Grade, ...]:
    """The grades of a claim that a record took in from a file."""
    if record.verb != _REVIEWS:
        return ()
    command = msgspec.msgpack.decode(record.payload, type=TakeReviews)
    return tuple((one.study_day, one.grade, one.at) for one in command.reviews if one.claim == claim_id)


def _with_file(course: Course, state: ReviewState | None, came: tuple[Grade, ...]) -> Course:
    grades = tuple(sorted({*course.grades, *came}, key=lambda one: (one[0], one[2], one[1])))
    if course.began is None or state is None or state.reps != course.began.reps + len(grades):
        return Course(state)
    return Course(course.began, grades)


_REVIEWS: Final = verb_of(TakeReviews(reviews=(), source="", digest=""))


def _onward(course: Course, state: ReviewState | None, told: tuple[Grade, ...] | None) -> Course:
    if state is None:
        return Course(None)
    if told is not None and state.reps == len(told):
        return Course(_ungraded(state), tuple(told))
    if course.began is None:
        return Course(state)
    graded = state.reps - course.began.reps
    if graded == len(course.grades) + 1 and state.last_day is not None and state.last_at is not None:
        return Course(course.began, (*course.grades, (state.last_day, state.last_grade or 0, state.last_at)))
    if 0 <= graded <= len(course.grades) and (not graded or course.grades[graded - 1][2] == state.last_at):
        return Course(course.began, course.grades[:graded])
    return Course(state)


def _ungraded(state: ReviewState) -> ReviewState:
    """The clock of a claim before its first grade."""
    return ReviewState(
        due_day=state.added_day + 1,
        added_day=state.added_day,
        zone=state.zone,
        rollover_hour=state.rollover_hour,
        offset_minutes=state.offset_minutes,
    )


def joined(
    base: ReviewState | None,
    ours: ReviewState | None,
    theirs: ReviewState | None,
    courses: tuple[Course, Course, Course],
    clock: Clock,
) -> tuple[ReviewState | None, tuple[Grade, ...] | None]:
    """The state after both sides' grades and marks, and these grades where they are all that the clock had.

    `courses` are those of base, ours and theirs. Clocks that began differently cannot be joined: the one
    with more grades stands.
    """
    if ours is None or theirs is None:
        _, mine, other = courses
        state, course = (theirs, other) if ours is None else (ours, mine)
        return state, _tellable(course, course.grades)
    state, grades = _both_graded(base, ours, theirs, courses, clock)
    return replace(state, **marks_of_both(base, ours, theirs)), grades


def _both_graded(
    base: ReviewState | None,
    ours: ReviewState,
    theirs: ReviewState,
    courses: tuple[Course, Course, Course],
    clock: Clock,
) -> tuple[ReviewState, tuple[Grade, ...] | None]:
    was, mine, other = courses
    grades = _union(was.grades, mine.grades, other.grades)
    if grades == mine.grades == other.grades:
        return replace(ours, due_day=_due(base, ours, theirs)), _tellable(mine, grades)
    if grades == mine.grades:
        return ours, _tellable(mine, grades)
    if grades == other.grades:
        return theirs, _tellable(other, grades)
    if mine.began is None or other.began is None or _memory(mine.began) != _memory(other.began):
        state, course = max(((ours, mine), (theirs, other)), key=lambda one: one[0].reps)
        return state, _tellable(course, course.grades)
    newest = max(ours, theirs, key=lambda state: state.last_at or 0)
    return _replayed(mine.began, grades, newest, clock), _tellable(mine, grades)


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


def left_out(courses: tuple[Course, Course, Course]) -> tuple[tuple[Grade, ...], tuple[Grade, ...]]:
    """Of our grades and of theirs, those that do not count: the study day had an earlier one."""
    was, mine, other = (course.grades for course in courses)
    counts = _union(was, mine, other)
    days = {grade[0] for grade in counts}

    def gone(grades: tuple[Grade, ...]) -> tuple[Grade, ...]:
        return tuple(one for one in grades if one[0] in days and one not in (*counts, *was))

    return gone(mine), gone(other)


def _tellable(course: Course, grades: tuple[Grade, ...]) -> tuple[Grade, ...] | None:
    """The grades, when they are all that the clock ever had."""
    return grades if course.began is not None and course.began.reps == 0 else None


def _union(base: Iterable[Grade], ours: Iterable[Grade], theirs: Iterable[Grade]) -> tuple[Grade, ...]:
    """What neither side took back, and what either added: at most one grade a study day, the first."""
    was, mine, other = set(base), set(ours), set(theirs)
    kept = (was & mine & other) | (mine - was) | (other - was)
    by_day: dict[StudyDay, Grade] = {}
    for grade in sorted(kept, key=lambda one: (one[0], one[2], one[1])):
        by_day.setdefault(grade[0], grade)
    return tuple(by_day.values())


def _replayed(began: ReviewState, grades: Iterable[Grade], newest: ReviewState, clock: Clock) -> ReviewState:
    state = began
    for day, grade, at in grades:
        state = next_state(
            *(state, grade, day, at),
            retention=clock.retention,
            maximum_interval=clock.maximum_interval,
            parameters=clock.parameters,
        )
    return replace(state, **{name: getattr(newest, name) for name in _ZONE})


_ZONE: Final = ("zone", "rollover_hour", "offset_minutes")


def _memory(state: ReviewState) -> tuple[object, ...]:
    return state.stability, state.difficulty, state.last_day, state.reps


def _due(base: ReviewState | None, ours: ReviewState, theirs: ReviewState) -> StudyDay:
    """The day that one side moved; where both did, the earlier."""
    was = None if base is None else base.due_day
    if ours.due_day == was:
        return theirs.due_day
    return ours.due_day if theirs.due_day == was else min(ours.due_day, theirs.due_day)
