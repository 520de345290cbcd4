"""Decay: how what a person still holds weighs in the order. Age alone never changes a score by default.

Near ties: walk the ranking from the top; among those within a band of the best that is left, the better held
come first. Multiplying, the form of the original, is an option (core/README.md, Figures of search).
"""

from __future__ import annotations

import math
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from core.clocks.instants import DAY
from core.errors import Refused, as_given
from core.search.fusion import Fused

Source = Literal["off", "fsrs", "age", "seed"]
"""`fsrs`: retrievability from the stored review state. `age`: half as much every 14 days since it was
observed. `seed`: retrievability, multiplying and with a floor, whatever the form."""
Form = Literal["near-tie", "multiply"]

BAND: Final = 0.02
"""Width of a near tie, as a part of the best score in it (measured: 2 % costs nothing, 10 % a point)."""
FLOOR: Final = 0.25
"""Least factor when multiplying."""
HALF_LIFE: Final = 14 * DAY
"""Of `age`, in µs."""

Factors = NDArray[np.float64]


def check_names(source: str, form: str) -> None:
    """Raises `Refused` for an unknown source or form of decay."""
    for name, known in ((source, get_args(Source)), (form, get_args(Form))):
        if name not in known:
            raise Refused(f"no decay is called {as_given(name)}; choose one of {', '.join(known)}.")


def multiplies(source: Source, form: Form) -> bool:
    """Whether the factor changes scores at all."""
    return source == "seed" or (source != "off" and form == "multiply")


def age_factors(observed: NDArray[np.int64], true_at: int) -> Factors:
    """Factor in (0, 1] by age at `true_at`; 1 for what was observed later."""
    age = np.maximum(0, true_at - observed).astype(np.float64)
    factors: Factors = np.exp2(-age / HALF_LIFE)
    return factors


def multiplied(scores: Fused, factors: Factors) -> Fused:
    """Scores times factors, none below the floor."""
    return scores * np.maximum(factors, FLOOR).astype(scores.dtype)


def near_ties(scores: list[float], factors: list[float], band: float = BAND) -> list[int]:
    """New order of places that stand by falling score: in each near tie the better held first."""
    order = list(range(len(scores)))
    first, floor = 0, math.inf
    for place, score in enumerate([*scores, -math.inf]):
        if score < floor:
            if place - first > 1:
                order[first:place] = sorted(order[first:place], key=factors.__getitem__, reverse=True)
            first, floor = place, score * (1 - band)
    return order
