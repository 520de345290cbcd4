"""Figures as a person reads them."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

SAME_FACTOR: Final = 1e-5
"""Scores are 32-bit floats: two factors nearer than this are one."""

NEAR_TIE: Final = 0.1
"""A score that memory handed out anew within a near tie lies well within this part of its own."""

DIGITS: Final = range(2, 6)
"""Decimals of a score, the fewest first."""


def recall_words(recall: float | None) -> str:
    """`R .93`, the chance that a claim is still held; empty for one without a clock."""
    return "" if recall is None else f"R {recall:.2f}".replace("0.", ".")


def score_words(fused: float, memory: float, score: float) -> str:
    """What memory made of a hit's score: it orders near ties, or multiplies where a pack is set so."""
    if score == fused:
        does = "changes nothing" if memory == 1 else "only orders near ties"
        return f"{fused:.2f} fused · memory {memory:.2f} {does}"
    factor = score / fused if fused else 1.0
    if abs(factor - memory) < SAME_FACTOR or memory < factor < 1 - NEAR_TIE:
        return _product(fused, factor, score)
    digits = next((one for one in DIGITS if f"{fused:.{one}f}" != f"{score:.{one}f}"), DIGITS[-1])
    return f"{fused:.{digits}f} fused · memory {memory:.2f} made it {score:.{digits}f}, within a near tie"


def _product(fused: float, factor: float, score: float) -> str:
    """A product that holds as it is printed, in as few digits as that takes."""
    for digits in DIGITS:
        one, other, made = (f"{figure:.{digits}f}" for figure in (fused, factor, score))
        if f"{Decimal(one) * Decimal(other):.{digits}f}" == made:
            return f"{one} fused × {other} memory = {made}"
    return f"{fused:.2f} fused × {factor:.2f} memory ≈ {score:.2f}"
