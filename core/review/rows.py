"""Rows of the review log: what somebody answered about a claim, and what the clock made of it."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Literal

import msgspec
from msgspec.structs import replace

from core.claims.review_state import ReviewState
from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay
from core.review.clock import MAX_INTERVAL, RETENTION, next_state
from core.review.parameters import Parameters
from core.review.retrievability import retrievability

Kind = Literal["recall", "check", "import"]
"""`recall`: a grade. `check`: an answer to "is it still true?". `import`: a clock that came from elsewhere,
at which the history of the claim begins anew."""
Truth = Literal["ok", "unsure", "wrong"]

DECAY_AT = 20
"""Place of the decay among them."""


class Memory(msgspec.Struct, frozen=True):
    """Stability in days, difficulty in [1, 10], and before a review the chance of recall."""

    s: float
    d: float
    r: float | None = None


class ReviewRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the review log."""

    id: str
    """Drawn from what was answered and when (`row_id`), so the same in every pack that knows the row."""
    tx: int
    """The record that brought it."""
    t_tx: Instant
    """When it was recorded here."""
    claim: str
    rev: int
    """The revision of the claim that stood then."""
    at: Instant
    """When it was answered."""
    offset_min: int
    zone: str
    study_day: StudyDay
    rollover_h: int
    kind: Kind = "recall"
    grade: int | None = None
    truth: Truth | None = None
    cue: str | None = None
    ms: int | None = None
    """Milliseconds from the cue to the grade."""
    before: Memory | None = None
    """None before the first grade."""
    after: Memory | None = None
    due_day: StudyDay | None = None
    actor: str = ""
    source: str | None = None
    """The file that it came in with."""
    parameters: Parameters | None = None
    """Those in force; None: as shipped."""
    revoked: bool = False
    """Whether it is taken back."""
    state: ReviewState | None = None
    """Of an `import`, the whole clock that came in."""


def row_id(claim: str, at: Instant, said: int | str) -> str:
    """The id of a row: 24 hex digits of the claim, the instant and the answer (BLAKE2b)."""
    return blake2b(f"{claim} {at} {said}".encode(), digest_size=12).hexdigest()


def counting(rows: Iterable[ReviewRow]) -> tuple[ReviewState | None, list[ReviewRow]]:
    """Of the rows of one claim, where its clock begins (None: at the first grade), and the grades that count.

    What is taken back does not count, nor what lies before a clock that came from elsewhere; of the grades of
    one study day the first does.
    """
    standing = [row for row in rows if not row.revoked]
    began = max((row for row in standing if row.state is not None), key=lambda row: row.tx, default=None)
    graded = [row for row in standing if row.kind == "recall" and _since(row, began)]
    by_day: dict[StudyDay, ReviewRow] = {}
    for row in sorted(graded, key=lambda row: (row.study_day, row.at, row.grade or 0)):
        by_day.setdefault(row.study_day, row)
    return (None if began is None else began.state), list(by_day.values())


def _since(row: ReviewRow, began: ReviewRow | None) -> bool:
    if began is None or began.state is None:
        return True
    last = began.state.last_day
    return row.tx > began.tx and (last is None or row.study_day > last)


def answered(rows: Iterable[ReviewRow]) -> tuple[ReviewState | None, list[ReviewRow]]:
    """As `counting`, for who reads what was answered and not what the clock made of it.

    A merge brings clocks that other weights led to. Such a clock is no beginning here where the rows before
    it hold every grade behind it.
    """
    kept: list[ReviewRow] = []
    for row in rows:
        if row.state is None or row.revoked or not _led_to(kept, row.state):
            kept.append(row)
    return counting(kept)


def _led_to(rows: list[ReviewRow], state: ReviewState) -> bool:
    """Whether these are the grades behind a clock, whatever its weights."""
    return state.reps > 0 and _said(replayed(rows, state_before_grades(state))) == _said(state)


def _said(state: ReviewState) -> tuple[object, ...]:
    return state.last_day, state.last_at, state.last_grade, state.reps, state.lapses


def replayed(
    rows: Iterable[ReviewRow],
    start: ReviewState,
    *,
    retention: float = RETENTION,
    maximum_interval: int = MAX_INTERVAL,
) -> ReviewState:
    """The clock that the rows of one claim lead to, from `start` or from a clock that came from elsewhere.

    What grades say is of them, the due day as `retention` and `maximum_interval` have it; what else a clock
    holds is of the start.
    """
    began, graded = counting(rows)
    state = start if began is None else began
    for row in graded:
        state = next_state(
            state,
            row.grade or 0,
            row.study_day,
            row.at,
            retention=retention,
            maximum_interval=maximum_interval,
            parameters=row.parameters,
        )
    return state


def filled(rows: Iterable[ReviewRow], start: ReviewState) -> dict[str, ReviewRow]:
    """By id, the grades of one claim that count, those without a memory after them filled in by the clock."""
    began, graded = counting(rows)
    state = start if began is None else began
    found = {}
    for row in graded:
        before = predicted(state, row.study_day, row.parameters)
        state = next_state(state, row.grade or 0, row.study_day, row.at, parameters=row.parameters)
        if row.after is None:
            row = replace(row, before=before, after=memory_of(state), due_day=state.due_day)
        found[row.id] = row
    return found


def state_before_grades(state: ReviewState) -> ReviewState:
    """The clock of a claim as it was before its first grade."""
    return ReviewState(due_day=state.added_day + 1, added_day=state.added_day)


def memory_of(state: ReviewState) -> Memory | None:
    """What a clock says of memory; None before the first grade."""
    if state.stability is None or state.difficulty is None:
        return None
    return Memory(state.stability, state.difficulty)


def predicted(state: ReviewState, day: StudyDay, parameters: Parameters | None) -> Memory | None:
    """Memory before a review on a study day, with the chance of recall."""
    memory = memory_of(state)
    if memory is None or state.last_day is None:
        return memory
    elapsed = day - state.last_day
    if parameters is None:
        return replace(memory, r=retrievability(memory.s, elapsed))
    return replace(memory, r=retrievability(memory.s, elapsed, parameters[DECAY_AT]))
