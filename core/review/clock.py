"""The review clock: FSRS-6 by the `fsrs` package, in study days, without learning steps or fuzz."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from core.claims.review_state import GRADES, ReviewState
from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay, date_of
from core.errors import Refused

if TYPE_CHECKING:
    from fsrs import Card, Scheduler

AGAIN: Final = 1

RETENTION: Final = 0.9
"""Chance of recall at which a claim falls due, unless told otherwise."""
MIN_RETENTION: Final = 0.5
MAX_RETENTION: Final = 0.999
MAX_INTERVAL: Final = 36500
"""Days between two reviews at most, and the most stability that is stored (core/README.md, review)."""
MIN_STABILITY: Final = 0.001
LAST_DAY: Final[StudyDay] = date.max.toordinal()
"""31 December 9999: nothing falls due after it."""

_CARD_ID: Final = 1
"""Without an id the package sleeps a millisecond for each card."""


def next_state(
    state: ReviewState,
    grade: int,
    day: StudyDay,
    at: Instant,
    *,
    retention: float = RETENTION,
    maximum_interval: int = MAX_INTERVAL,
    parameters: Sequence[float] | None = None,
) -> ReviewState:
    """The clock after a grade on a study day; `at` is the instant of the grade.

    A day before that of the last grade is booked as the day of the last grade. `retention` is in
    [0.5, 0.999], `maximum_interval` in days, `parameters` the 21 weights of FSRS-6. Raises `Refused`
    for values outside these.
    """
    _check(grade, retention, maximum_interval)
    booked = _booked(state, day)
    longest = min(maximum_interval, LAST_DAY - booked)
    scheduler = _scheduler(retention, longest, None if parameters is None else tuple(parameters))
    card = _reviewed(scheduler, state, grade, booked)
    first = state.stability is None
    return replace(
        state,
        due_day=card.due.date().toordinal(),
        stability=_bounded(card.stability),
        difficulty=card.difficulty,
        last_day=booked,
        last_at=at,
        last_grade=grade,
        reps=state.reps + 1,
        lapses=state.lapses + (grade == AGAIN and not first),
    )


def intervals(
    state: ReviewState,
    day: StudyDay,
    *,
    retention: float = RETENTION,
    maximum_interval: int = MAX_INTERVAL,
    parameters: Sequence[float] | None = None,
) -> dict[int, int]:
    """Days until the claim would be due again, by grade: what `next_state` would store."""
    booked = _booked(state, day)
    return {
        grade: next_state(
            state,
            grade,
            day,
            0,
            retention=retention,
            maximum_interval=maximum_interval,
            parameters=parameters,
        ).due_day
        - booked
        for grade in GRADES
    }


def _check(grade: int, retention: float, maximum_interval: int) -> None:
    if grade not in GRADES:
        raise Refused(f"{grade} is no grade; 1 is Again, 2 Hard, 3 Good, 4 Easy.")
    if not MIN_RETENTION <= retention <= MAX_RETENTION:
        raise Refused(
            f"a retention of {retention} is refused; give one from {MIN_RETENTION} to {MAX_RETENTION}."
        )
    if not 1 <= maximum_interval <= MAX_INTERVAL:
        raise Refused(f"a longest interval of {maximum_interval} days is refused; give 1 to {MAX_INTERVAL}.")


def _booked(state: ReviewState, day: StudyDay) -> StudyDay:
    if not 1 <= day <= LAST_DAY:
        raise Refused("that study day lies outside the years 1 to 9999; check the clock of this machine.")
    return day if state.last_day is None else max(day, state.last_day)


@lru_cache(maxsize=32)
def _scheduler(retention: float, longest: int, parameters: tuple[float, ...] | None) -> Scheduler:
    from fsrs import Scheduler
    from fsrs.scheduler import DEFAULT_PARAMETERS

    try:
        return Scheduler(
            DEFAULT_PARAMETERS if parameters is None else parameters,
            desired_retention=retention,
            learning_steps=(),
            relearning_steps=(),
            maximum_interval=longest,
            enable_fuzzing=False,
        )
    except ValueError as error:
        raise Refused(f"these are no parameters of FSRS-6: {error}") from None


def _reviewed(scheduler: Scheduler, state: ReviewState, grade: int, day: StudyDay) -> Card:
    from fsrs import Rating

    card, _ = scheduler.review_card(_card(state), Rating(grade), _midnight(day))
    return card


def _card(state: ReviewState) -> Card:
    """The package's card of a state; a state that holds no finite numbers starts anew."""
    from fsrs import Card, State

    known = _finite(state.stability) and _finite(state.difficulty)
    if not known or state.stability is None or state.difficulty is None:
        return Card(card_id=_CARD_ID, due=_midnight(state.added_day))
    last = state.added_day if state.last_day is None else state.last_day
    return Card(
        card_id=_CARD_ID,
        state=State.Review,
        stability=_bounded(state.stability),
        difficulty=min(10.0, max(1.0, state.difficulty)),
        due=_midnight(state.due_day),
        last_review=_midnight(last),
    )


def _finite(number: float | None) -> bool:
    return number is not None and math.isfinite(number)


def _bounded(stability: float | None) -> float | None:
    return None if stability is None else min(float(MAX_INTERVAL), max(MIN_STABILITY, stability))


def _midnight(day: StudyDay) -> datetime:
    """Midnight UTC of a study day, so that the package counts study days and no spans of 24 hours."""
    return datetime.combine(date_of(day), time(), tzinfo=UTC)
