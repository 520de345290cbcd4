"""The review rule of the original: what its own histories in the vectors are read by.

It updates by an exponential curve and ranks by the one of FSRS-4.5; its figures are the original's.
"""

from __future__ import annotations

from math import exp
from typing import Final

import msgspec

from core.clocks.instants import DAY, SECOND, Instant

FIRST_STABILITY: Final = 1.0
FIRST_DIFFICULTY: Final = 5.0
MIN_STABILITY: Final = 0.1
EASIER: Final = 0.15
"""Taken from the difficulty at a recall."""
HARDER: Final = 0.2
"""Added to the difficulty at a lapse."""
MIN_DIFFICULTY: Final = 1.0
MAX_DIFFICULTY: Final = 10.0
MIN_RECALL: Final = 0.01
MAX_RECALL: Final = 0.99
MIN_WEIGHT: Final = 0.25
"""Least weight of a claim in the original's search."""
CURVE: Final = 19 / 81
"""Factor of its ranking curve, that of FSRS-4.5: 0.9^-2 - 1."""

_SECONDS_A_DAY: Final = DAY // SECOND


class SeedState(msgspec.Struct, frozen=True):
    """A claim's clock under this rule; it counts in seconds and not in study days."""

    stability: float = FIRST_STABILITY
    """Days; 0 is read as the first value."""
    difficulty: float = FIRST_DIFFICULTY
    """In [1, 10]; 0 is read as the first value."""
    reps: int = 0
    """Recalls since the last lapse."""
    recalls: int = 0
    interval_s: int = _SECONDS_A_DAY
    last: Instant | None = None

    @property
    def due_at(self) -> Instant | None:
        """When it is due; None before anything happened to it."""
        return None if self.last is None else self.last + self.interval_s * SECOND


def written(at: Instant) -> SeedState:
    """The clock of a claim written at an instant: due a day later."""
    return SeedState(last=at)


def after(state: SeedState, recalled: bool, at: Instant) -> SeedState:
    """The clock after a claim was recalled, or had lapsed, at an instant."""
    stability = state.stability or FIRST_STABILITY
    difficulty = state.difficulty or FIRST_DIFFICULTY
    if recalled:
        recall = _recall(stability, _days(state.last, at))
        difficulty = _bounded(difficulty - EASIER)
        stability *= 1 + exp(1 - difficulty / 10) * (1 - recall)
    else:
        difficulty = _bounded(difficulty + HARDER)
        stability = max(stability / 2, MIN_STABILITY)
    return SeedState(
        stability=stability,
        difficulty=difficulty,
        reps=state.reps + 1 if recalled else 0,
        recalls=state.recalls + recalled,
        interval_s=int(max(stability, 1.0) * _SECONDS_A_DAY),
        last=at,
    )


def search_weight(stability: float, elapsed_days: float) -> float:
    """max(0.25, (1 + 19/81·t/S)^-1/2): its place in ranking; another curve than the one it updates by."""
    days = max(0.0, elapsed_days)
    return max(MIN_WEIGHT, float((1 + CURVE * days / (stability or FIRST_STABILITY)) ** -0.5))


def _recall(stability: float, days: float) -> float:
    return min(MAX_RECALL, max(MIN_RECALL, float(0.9 ** (days / stability))))


def _days(last: Instant | None, at: Instant) -> float:
    return 0.0 if last is None else max(0, at - last) / DAY


def _bounded(difficulty: float) -> float:
    return min(MAX_DIFFICULTY, max(MIN_DIFFICULTY, difficulty))
