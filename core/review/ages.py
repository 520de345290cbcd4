"""At which age each default bites: when a claim that nobody grades falls due, fades or may be put to rest.

Nothing is moved or deleted by age. The figures tell what a bound would mean before anybody sets it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from core.review.clock import MAX_INTERVAL, RETENTION
from core.review.neglect import MOST_NEGLECTS, neglected_on
from core.review.retrievability import DECAY, UNREVIEWED_STABILITY

FADING: Final = 0.5
"""Chance of recall below which a claim is told as fading."""
GIVEN_UP: Final = 0.1
"""Chance of recall below which others delete: FlyMemory's cleanup, which is not done here."""
STABILITIES: Final = (UNREVIEWED_STABILITY, 10.0, 100.0)
"""Of a claim that nobody has graded, and of two that were: for examples."""


class Ages(NamedTuple):
    """Days from the last grade, else from the writing, for a claim of one stability."""

    stability: float
    graded: bool
    due: int
    fading: float
    neglected: int
    """May be put to rest by a sweep, if it was never recalled; a graded one is only told."""
    given_up: float


def days_until(recall: float, stability: float, decay: float = DECAY) -> float:
    """Days after which retrievability is `recall`: the inverse of `retrievability`."""
    factor = RETENTION ** (-1.0 / decay) - 1.0
    return float(stability * (recall ** (-1.0 / decay) - 1.0) / factor)


def ages(stability: float, *, retention: float = RETENTION, fading: float = FADING) -> Ages:
    """When each default bites a claim of a stability in days that falls due at `retention`."""
    graded = stability != UNREVIEWED_STABILITY
    interval = min(MAX_INTERVAL, max(1, round(days_until(retention, stability)))) if graded else 1
    return Ages(
        stability=stability,
        graded=graded,
        due=interval,
        fading=days_until(fading, stability),
        neglected=neglected_on(interval, interval, MOST_NEGLECTS),
        given_up=days_until(GIVEN_UP, stability),
    )
