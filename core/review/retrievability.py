"""Retrievability: the chance that a claim is still held, from its stability and the days since."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from core.claims.kinds import KINDS
from core.claims.review_state import ReviewState
from core.clocks.study_day import StudyDay

DECAY: Final = 0.1542
"""w20 of the FSRS-6 default parameters."""
UNREVIEWED_STABILITY: Final = 0.212
"""Stability in days of a claim that nobody has graded: w0 of FSRS-6, S0(Again).

Why not S0(Good): core/README.md, Figures of review.
"""


def retrievability(stability: float, elapsed_days: float, decay: float = DECAY) -> float:
    """(1 + F·t/S)^-decay with F = 0.9^(-1/decay) - 1: FSRS-6, in (0, 1]; days before 0 count as 0."""
    return float((1.0 + _factor(decay) * max(0.0, elapsed_days) / stability) ** -decay)


def recall_of(review: ReviewState, kind: str, day: StudyDay) -> float:
    """The chance that a claim is still held on a study day, in (0, 1].

    A claim that was never graded fades from the day it was written, with the stability of a first Again;
    on that day itself it is held. Kinds that are not reviewed do not fade.
    """
    if not KINDS[kind].reviewed:
        return 1.0
    since = review.added_day if review.last_day is None else review.last_day
    stability = UNREVIEWED_STABILITY if review.stability is None else review.stability
    return retrievability(stability, day - since)


@lru_cache(maxsize=64)
def _factor(decay: float) -> float:
    return float(0.9 ** (-1.0 / decay)) - 1.0
