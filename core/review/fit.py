"""Fitting the weights of the clock to a review log: L-BFGS-B (Byrd, Lu, Nocedal & Zhu 1995) by SciPy.

What is made small is the mean log loss of the trials plus the squared distance of each weight from its
default, in the spread that the weight has among people, over the number of trials: with few reviews the
weights stay near the defaults, with many the reviews decide.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.errors import Refused
from core.review.forward import Floats, Table
from core.review.loss import LEAST as LEAST_CHANCE
from core.review.parameters import LEAST, MOST, SHIPPED, Parameters

SPREADS: Final[Parameters] = (
    *(6.43, 9.66, 17.58, 27.85, 0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33),
    *(0.3, 0.09, 0.16, 0.57, 0.25, 1.03, 0.31, 0.32, 0.14, 0.27),
)
"""Standard deviation of each weight among people, as `fsrs-rs` has it."""
STEP: Final = 1e-6
"""Of the differences that stand for derivatives."""
ITERATIONS: Final = 100
TOLERANCE: Final = 1e-8
"""Relative gain of an iteration below which a fit ends."""
DIGITS: Final = 4
"""Of a weight that is stored, as those that are shipped have."""

Progress = Callable[[int, float], None]
"""Gets the iteration and the loss."""


class Fitted(msgspec.Struct, frozen=True):
    """Weights, and how they were come by."""

    parameters: Parameters
    iterations: int


def refuse_without_scipy() -> None:
    """Raise `Refused`, with how to get it, where SciPy is not installed."""
    if find_spec("scipy") is None:
        raise Refused(
            "fitting needs SciPy, which is not installed; install Packbench with its extra `fit`: "
            "pip install 'packbench[fit]'."
        )


def fit(table: Table, chosen: NDArray[np.bool_], progress: Progress | None = None) -> Fitted:
    """The weights that predict the chosen trials best, near the defaults. Raises `Refused` without SciPy."""
    refuse_without_scipy()
    from scipy.optimize import minimize

    objective = _Objective(table, chosen)
    low, high = (objective.scaled(np.array(edge)) for edge in (LEAST, MOST))
    done = 0

    def tell(at: Floats) -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, objective.last)

    found = minimize(
        objective,
        np.zeros(len(SPREADS)),
        jac=True,
        method="L-BFGS-B",
        bounds=list(zip(low, high, strict=True)),
        callback=tell,
        options={"maxiter": ITERATIONS, "ftol": TOLERANCE},
    )
    weights = objective.weights(found.x)
    return Fitted(_rounded(weights), done)


def _rounded(weights: Floats) -> Parameters:
    """As many digits as are stored, within the bounds."""
    return tuple(
        min(high, max(low, round(float(weight), DIGITS)))
        for weight, low, high in zip(weights, LEAST, MOST, strict=True)
    )


class _Objective:
    """Loss and gradient at a point; a point counts in spreads from the defaults."""

    def __init__(self, table: Table, chosen: NDArray[np.bool_]) -> None:
        self._table = table
        self._chosen = chosen
        self._default: Floats = np.array(SHIPPED)
        self._spread: Floats = np.array(SPREADS)
        self._recalled = table.recalled[chosen]
        self._steps = np.vstack([np.zeros(len(SPREADS)), np.eye(len(SPREADS)) * STEP])
        self.last = 0.0

    def weights(self, point: Floats) -> Floats:
        """The weights at a point."""
        return self._default + self._spread * point

    def scaled(self, weights: Floats) -> Floats:
        """The point of some weights."""
        return (weights - self._default) / self._spread

    def __call__(self, point: Floats) -> tuple[float, Floats]:
        """Loss and gradient: all differences are one run through the histories."""
        points = point + self._steps
        chance = np.clip(
            self._table.predict(self.weights(points))[:, self._chosen], LEAST_CHANCE, 1.0 - LEAST_CHANCE
        )
        surprise = -np.log(np.where(self._recalled, chance, 1.0 - chance)).mean(axis=1)
        losses = surprise + (points**2).sum(axis=1) / max(1, len(self._recalled))
        self.last = float(losses[0])
        return self.last, (losses[1:] - losses[0]) / STEP
