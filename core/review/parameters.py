"""The weights of FSRS-6: those that are shipped, and how those of other versions are carried forward."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, log
from typing import Final

from core.errors import Refused

Parameters = tuple[float, ...]
"""The 21 weights of FSRS-6."""

COUNT: Final = 21
SHIPPED: Final[Parameters] = (
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614,
    0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
)  # fmt: skip
"""The default weights of FSRS-6, by the `fsrs` package."""
LEAST: Final[Parameters] = (
    0.001, 0.001, 0.001, 0.001, 1.0, 0.001, 0.001, 0.001, 0.0, 0.0, 0.001, 0.001, 0.001, 0.001, 0.0, 0.0,
    1.0, 0.0, 0.0, 0.0, 0.1,
)  # fmt: skip
MOST: Final[Parameters] = (
    100.0, 100.0, 100.0, 100.0, 10.0, 4.0, 4.0, 0.75, 4.5, 0.8, 3.5, 5.0, 0.25, 0.9, 4.0, 1.0, 6.0, 2.0, 2.0,
    0.8, 0.8,
)  # fmt: skip
"""Bounds of the weights, by the `fsrs` package."""

_OLD_DECAY: Final = 0.5
"""Decay of the curve of FSRS-4.5 and 5."""


def read_parameters(stated: object) -> Parameters | None:
    """The 21 weights that were stated: numbers, or text with commas or spaces; None for those shipped.

    17 weights (FSRS-4.5) and 19 (FSRS-5) are carried forward. Raises `Refused` for anything else.
    """
    said = stated.replace(",", " ").split() if isinstance(stated, str) else stated
    if said is None or said in ([], ()):
        return None
    try:
        weights = carried_forward([float(weight) for weight in said])  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise Refused("the weights of FSRS are numbers, with commas between them.") from None
    for place, (weight, least, most) in enumerate(zip(weights, LEAST, MOST, strict=True)):
        if not least <= weight <= most:
            raise Refused(f"weight {place} of FSRS-6 is {weight:g}; it lies between {least:g} and {most:g}.")
    return weights


def carried_forward(weights: Sequence[float]) -> Parameters:
    """17 or 19 weights as the 21 that lead to the same curve (fsrs-rs); 21 as they are. Raises `Refused`."""
    if not all(map(isfinite, weights)):
        raise Refused("a weight of FSRS is a finite number.")
    if len(weights) == COUNT:
        return tuple(weights)
    if len(weights) == 19:
        return (*weights, 0.0, _OLD_DECAY)
    if len(weights) == 17 and weights[5] >= 0:
        harder, damped = weights[4] + 2 * weights[5], log(1 + 3 * weights[5]) / 3
        return (*weights[:4], harder, damped, weights[6] + 0.5, *weights[7:], 0.0, 0.0, 0.0, _OLD_DECAY)
    raise Refused(f"FSRS-6 has 21 weights, FSRS-5 19 and FSRS-4.5 17; these are {len(weights)}.")
