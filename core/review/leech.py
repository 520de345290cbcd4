"""Leeches: claims that are forgotten again and again, so that they had better be said otherwise."""

from __future__ import annotations

from typing import Final

from core.claims.review_state import ReviewState
from core.review.clock import AGAIN

FIRST_AT: Final = 4
"""Lapses at which a claim is a leech."""
AGAIN_EVERY: Final = 2
"""Lapses from then on after which it is said again."""


def is_leech(review: ReviewState) -> bool:
    """Whether the last grade was the lapse at which to say so: the fourth, and every second one after it."""
    late = review.lapses - FIRST_AT
    return review.last_grade == AGAIN and late >= 0 and late % AGAIN_EVERY == 0
