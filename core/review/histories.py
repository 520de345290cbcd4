"""Histories that a fit reads: the grades of each claim in order, without those that would mislead it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from core.clocks.instants import Instant
from core.review.rows import Memory, ReviewRow, answered, memory_of

FAST_MS: Final = 1_000
"""A grade given sooner after the cue was no recall: claims clicked through at speed ruin a fit."""
OWN_REVIEWS: Final = 3
"""Grades that a claim whose clock came from elsewhere needs before its history is read."""


class Step(msgspec.Struct, frozen=True):
    """One grade."""

    days: int
    """Study days since the grade before; 0 for a first grade."""
    grade: int
    at: Instant


class History(msgspec.Struct, frozen=True):
    """The grades of one claim. The first is a first rating, unless a memory was there before."""

    claim: str
    steps: tuple[Step, ...]
    start: Memory | None = None

    @property
    def trials(self) -> tuple[Step, ...]:
        """The grades that a prediction stands before."""
        return self.steps if self.start is not None else self.steps[1:]


class Read(msgspec.Struct, frozen=True):
    """What a log gives for a fit, and what was left out of it."""

    histories: tuple[History, ...]
    counted: int
    """Grades after the first of each claim that stand, one a study day."""
    used: int
    """Those of them that the fit reads."""
    fast: int
    """Grades under a second, left out."""
    elsewhere: int
    """Claims left out because their clock came from elsewhere and has too few grades since."""


def histories(rows: Iterable[ReviewRow]) -> Read:
    """The histories in rows, by claim.

    A grade under a second is passed over; where the first is one, the claim is left out, since every memory
    after it would start from what was no answer.
    """
    of_claim: dict[str, list[ReviewRow]] = {}
    for row in rows:
        of_claim.setdefault(row.claim, []).append(row)
    found: list[History] = []
    counted = fast = elsewhere = 0
    for claim, own in of_claim.items():
        began, graded = answered(own)
        start = None if began is None else memory_of(began)
        counted += max(0, len(graded) - (start is None))
        slow = [row for row in graded if not _is_fast(row)]
        fast += len(graded) - len(slow)
        if start is not None and len(graded) < OWN_REVIEWS:
            elsewhere += bool(graded)
        elif slow and (start is not None or slow[0] is graded[0]):
            last = None if began is None else began.last_day or began.added_day
            found.append(History(claim, _steps(slow, last), start))
    used = sum(len(history.trials) for history in found)
    return Read(tuple(found), counted, used, fast, elsewhere)


def _is_fast(row: ReviewRow) -> bool:
    return row.ms is not None and row.ms < FAST_MS


def _steps(rows: list[ReviewRow], last: int | None) -> tuple[Step, ...]:
    steps = []
    for row in rows:
        steps.append(Step(0 if last is None else row.study_day - last, row.grade or 0, row.at))
        last = row.study_day
    return tuple(steps)
