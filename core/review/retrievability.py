"""Retrievability: the chance that a claim is still held, from its stability and the days since."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from core.claims.kinds import KINDS
from core.claims.review_state import ReviewState
from core.clocks.study_day import StudyDay
from core.review.parameters import Parameters

DECAY: Final = 0.1542
"""w20 of the FSRS-6 default parameters."""
UNREVIEWED_STABILITY: Final = 0.212
"""Stability in days of a claim that nobody has graded: w0 of FSRS-6, S0(Again).

Why not S0(Good): core/README.md, Figures of review.
"""


class Curve(NamedTuple):
    """How memory fades, as far as it is the weights' to say."""

    decay: float = DECAY
    unreviewed: float = UNREVIEWED_STABILITY
    """Stability in days of a claim that nobody has graded."""


SHIPPED_CURVE: Final = Curve()


def curve_of(parameters: Parameters | None) -> Curve:
    """The curve of the weights of FSRS-6; None are those that are shipped."""
    return SHIPPED_CURVE if parameters is None else Curve(parameters[20], parameters[0])


def retrievability(stability: float, elapsed_days: float, decay: float = DECAY) -> float:
    """(1 + F·t/S)^-decay with F = 0.9^(-1/decay) - 1: FSRS-6, in (0, 1]; days before 0 count as 0."""
    return float((1.0 + _factor(decay) * max(0.0, elapsed_days) / stability) ** -decay)


def recall_of(review: ReviewState, kind: str, day: StudyDay, curve: Curve = SHIPPED_CURVE) -> float:
    """The chance that a claim is still held on a study day, in (0, 1].

    A claim that was never graded fades from the day it was written, with the stability of a first Again;
    on that day itself it is held. Kinds that are not reviewed do not fade.
    """
    if not KINDS[kind].reviewed:
        return 1.0
    since = review.added_day if review.last_day is None else review.last_day
    stability = curve.unreviewed if review.stability is None else review.stability
    return retrievability(stability, day - since, curve.decay)


@lru_cache(maxsize=64)
def _factor(decay: float) -> float:
    return float(0.9 ** (-1.0 / decay)) - 1.0
