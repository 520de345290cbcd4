"""The review block of a record and the review clock of a claim, each read as the other.

In: stability means days until recall is 0.9 in both, so it is the state at `last`; `due_at` names the due
day. A block that nobody has graded is a claim that is new. Out: the block as the original would have written
it, and the state in study days beside it.
"""

from __future__ import annotations

from datetime import date
from math import isclose
from typing import Any, Final

import msgspec

from core.claims.review_state import ReviewState
from core.clocks.instants import DAY, SECOND, Instant, format_instant
from core.clocks.study_day import StudyDay, date_of, study_day
from core.errors import Refused
from core.foreign.times import SECONDS_A_DAY, day_begins, days_between, read_time, write_time

FIRST_STABILITY: Final = 1.0
FIRST_DIFFICULTY: Final = 5.0
EASE: Final = 2.5
"""It is written and never read."""
NEGLECT_HARDENS: Final = 0.2
NEGLECT_SHORTENS: Final = 0.5
LEAST_STABILITY: Final = 0.1
"""What the original's sweep does to a claim that is long overdue: it lapses it, though no person did."""
AGAIN, GOOD = 1, 3
LAST_DAY: Final[StudyDay] = date.max.toordinal()
"""An interval that leads past the year 9999 leads to its last day."""
_SAME: Final = 1e-9
FORM: Final = "fsrs-6"
PARAMETERS: Final = 21


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """What a record says of its review."""

    stability: float = 0.0
    difficulty: float = 0.0
    reps: int = 0
    """Recalls since the last lapse."""
    recalls: int = 0
    interval_s: float = 0
    last: str | None = None
    neglected: int = 0
    used: int = 0


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """The review block, what stands beside it, and the exact state if it went along."""

    block: Block | None
    due_at: Instant | None
    written: Instant | None
    """When the record was first written, as far as it tells."""
    exact: ReviewState | None = None

    @property
    def is_new(self) -> bool:
        """Whether no person has graded it: first figures, or what neglect alone makes of them."""
        block = self.block
        if block is None or block.reps or block.recalls:
            return block is None
        worn = max(FIRST_STABILITY * NEGLECT_SHORTENS**block.neglected, LEAST_STABILITY)
        hard = min(FIRST_DIFFICULTY + NEGLECT_HARDENS * block.neglected, 10.0)
        return isclose(_stability(block), worn, abs_tol=_SAME) and isclose(
            _difficulty(block), hard, abs_tol=_SAME
        )

    @property
    def is_lower_bound(self) -> bool:
        """Whether its stability was halved by neglect, so that the true one is no lower."""
        return self.block is not None and self.block.neglected > 0 and not self.is_new


def read_clock(fields: dict[str, Any], written: Instant | None) -> Clock | None:
    """The clock of a record; None where it has none. Raises `Refused` for a block of another shape."""
    stated, due_at = fields.get("review"), fields.get("due_at")
    if not stated and not due_at:
        return None
    try:
        block = None if not stated else msgspec.convert(_without_nulls(stated), Block)
        due = read_time(due_at) if due_at else None
        if block is not None and block.last:
            read_time(block.last)
    except (msgspec.ValidationError, TypeError, AttributeError) as error:
        raise Refused(f"its review cannot be read ({error})") from None
    return Clock(block=block, due_at=due, written=written)


def state_of(
    clock: Clock, *, zone: str, rollover_hour: int, offset_minutes: int, today: StudyDay
) -> ReviewState:
    """The state a clock stands for, in the study days of a zone; `today` is for what it leaves open.

    The exact state is taken where the block still says what that state would be written as.
    """
    if clock.exact is not None and _agrees(clock, clock.exact):
        return clock.exact

    def day_of(instant: Instant) -> StudyDay:
        return study_day(instant, zone, rollover_hour)

    last = _last(clock)
    added = today if clock.written is None else day_of(clock.written)
    state = ReviewState(
        due_day=_due_day(clock, last, day_of, today),
        added_day=added,
        zone=zone,
        rollover_hour=rollover_hour,
        offset_minutes=offset_minutes,
    )
    block = clock.block
    if block is None or clock.is_new:
        return state
    lapsed = block.reps == 0 and not block.neglected
    again = int(block.reps < block.recalls or lapsed)
    return msgspec.structs.replace(
        state,
        stability=_stability(block),
        difficulty=_difficulty(block),
        last_day=added if last is None else day_of(last),
        last_at=last,
        last_grade=AGAIN if lapsed else GOOD if block.reps else None,
        reps=block.recalls + again,
        lapses=again if block.recalls else 0,
    )


def _due_day(clock: Clock, last: Instant | None, day_of: Any, today: StudyDay) -> StudyDay:
    if clock.due_at is not None:
        return int(day_of(clock.due_at))
    if last is None or clock.block is None:
        return today + 1
    span = clock.block.interval_s or SECONDS_A_DAY
    return min(LAST_DAY, int(day_of(last)) + max(1, round(span * SECOND / DAY)))


def _last(clock: Clock) -> Instant | None:
    named = clock.block.last if clock.block is not None else None
    return read_time(named) if named else clock.written


def block_of(state: ReviewState, written: Instant, used: int = 0) -> dict[str, Any]:
    """The review block of a state; a claim that nobody graded has the original's first figures."""
    new = state.stability is None or state.difficulty is None
    last = written if new else _last_instant(state, written)
    begun = state.added_day if new or state.last_day is None else state.last_day
    first_lapsed = state.last_grade == AGAIN and not state.lapses  # a first Again counts as no lapse here
    recalls = max(0, state.reps - state.lapses - first_lapsed) if not new else 0
    lately = recalls if state.lapses == 0 else min(recalls, 1)
    block: dict[str, Any] = {
        "reps": 0 if state.last_grade == AGAIN else lately,
        "recalls": recalls,
        "interval_s": days_between(begun, state.due_day) * SECONDS_A_DAY,
        "ease": EASE,
        "stability": FIRST_STABILITY if new else state.stability,
        "difficulty": FIRST_DIFFICULTY if new else state.difficulty,
        "last": write_time(last),
    }
    return block | ({"used": used} if used else {})


def due_of(state: ReviewState) -> str:
    """`due_at` of a state: the instant at which its due day begins."""
    return write_time(day_begins(state.due_day, state.zone, state.rollover_hour))


def exact_of(state: ReviewState) -> dict[str, Any]:
    """The state in study days, as it goes along beside the block."""
    days = {
        name: None if (day := getattr(state, name)) is None else date_of(day).isoformat()
        for name in sorted(_DAYS)
    }
    plain = {
        "clock": FORM,
        "params": PARAMETERS,
        "s": state.stability,
        "d": state.difficulty,
        **days,
        "last_at": None if state.last_at is None else format_instant(state.last_at),
        "last_grade": state.last_grade,
        "reps": state.reps,
        "lapses": state.lapses,
        "zone": state.zone,
        "rollover_hour": state.rollover_hour,
        "offset_minutes": state.offset_minutes,
        "suspended": state.suspended or None,
    }
    return {name: value for name, value in plain.items() if value is not None}


def read_exact(stated: Any) -> ReviewState | None:
    """The state that `exact_of` wrote; None for anything else."""
    if not isinstance(stated, dict) or stated.get("clock") != FORM:
        return None
    plain = {name: value for name, value in stated.items() if name not in ("clock", "params")}
    plain["stability"], plain["difficulty"] = plain.pop("s", None), plain.pop("d", None)
    try:
        for name in _DAYS & plain.keys():
            plain[name] = date.fromisoformat(plain[name]).toordinal()
        if "last_at" in plain:
            plain["last_at"] = read_time(plain["last_at"])
        state = msgspec.convert([plain.get(name, default) for name, default in _DEFAULTS], ReviewState)
        due_of(state)
    except (msgspec.ValidationError, Refused, ValueError, TypeError, AttributeError):
        return None
    return state


_DAYS: Final = frozenset({"due_day", "added_day", "last_day", "verified_day", "doubted_day", "buried_day"})
_DEFAULTS: Final = tuple(
    (field.name, None if field.required else field.default) for field in msgspec.structs.fields(ReviewState)
)
_SAID: Final = ("reps", "recalls", "stability", "difficulty")


def _agrees(clock: Clock, exact: ReviewState) -> bool:
    """Whether the plain block says what the exact state is written as: nobody else has moved it since."""
    if clock.due_at is not None and write_time(clock.due_at) != due_of(exact):
        return False
    if clock.block is None or clock.block.neglected:
        return False
    written = block_of(exact, 0 if clock.written is None else clock.written)
    return all(written[name] == getattr(clock.block, name) for name in _SAID)


def _last_instant(state: ReviewState, written: Instant) -> Instant:
    if state.last_at is not None:
        return state.last_at
    return written if state.last_day is None else day_begins(state.last_day, state.zone, state.rollover_hour)


def _stability(block: Block) -> float:
    return block.stability if block.stability > 0 else FIRST_STABILITY


def _difficulty(block: Block) -> float:
    return min(10.0, max(1.0, block.difficulty)) if block.difficulty > 0 else FIRST_DIFFICULTY


def _without_nulls(stated: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in stated.items() if value is not None}
