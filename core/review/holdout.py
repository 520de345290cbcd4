"""A fit that is judged before it is taken: by what it predicts of later reviews than it was made from."""

from __future__ import annotations

from math import exp
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.clocks.instants import Instant
from core.errors import Refused
from core.review.clock import AGAIN
from core.review.fit import Progress, fit, refuse_without_scipy
from core.review.forward import Floats, Table, predict
from core.review.histories import History, Read
from core.review.loss import Trial, log_loss, rmse_bins
from core.review.parameters import SHIPPED, Parameters

LEAST_REVIEWS: Final = 1_000
"""Below it a fit is as often worse than the defaults as better (measured on simulated logs)."""
TRAINED: Final = 0.8
"""Share of the trials, the earliest, that a fit is made from; it is judged by the others."""

CONSTANT: Final = "constant"
SEED: Final = "seed rule"
DEFAULTS: Final = "defaults"
IN_FORCE: Final = "in force"
FITTED: Final = "fitted"


class Score(msgspec.Struct, frozen=True):
    """How one way to predict did on the held-out reviews."""

    name: str
    log_loss: float
    rmse_bins: float


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a fit is worth."""

    counted: int
    """Grades after the first of each claim that stand, one a study day."""
    used: int
    """Those of them that the fit reads."""
    fast: int
    elsewhere: int
    trained: int
    tested: int
    split_at: Instant
    """The held-out reviews are those from here on."""
    scores: tuple[Score, ...]
    parameters: Parameters
    iterations: int
    better: bool
    """Whether the fit predicts the held-out reviews better than the weights in force."""


def judge(read: Read, in_force: Parameters | None = None, progress: Progress | None = None) -> Verdict:
    """Fit to the earlier reviews, and score the fit and its rivals by the later ones.

    `in_force` are the weights that the fit must beat; None are those that are shipped. Raises `Refused` for
    too few reviews, or without SciPy.
    """
    refuse_without_scipy()
    if read.used < LEAST_REVIEWS:
        raise Refused(_too_few(read))
    table = Table(read.histories)
    split_at = int(np.sort(table.at)[int(len(table) * TRAINED)])
    train = table.before(split_at)
    found = fit(table, train, progress)
    rivals = _rivals(table, train, in_force)
    scores = tuple(
        _score(name, chances, table, ~train)
        for name, chances in {**rivals, FITTED: predict(found.parameters, table)}.items()
    )
    losses = {score.name: score.log_loss for score in scores}
    held = losses[IN_FORCE] if IN_FORCE in losses else losses[DEFAULTS]
    return Verdict(
        counted=read.counted,
        used=read.used,
        fast=read.fast,
        elsewhere=read.elsewhere,
        trained=int(train.sum()),
        tested=int((~train).sum()),
        split_at=split_at,
        scores=scores,
        parameters=found.parameters,
        iterations=found.iterations,
        better=losses[FITTED] < held,
    )


def _too_few(read: Read) -> str:
    said = f"{read.used:,} of {read.counted:,} counted reviews can be used"
    return (
        f"a fit needs {LEAST_REVIEWS:,} reviews, and {said}; with fewer it would predict no better than the "
        "weights that are there. Keep grading; nothing was changed."
    )


def _rivals(table: Table, train: NDArray[np.bool_], in_force: Parameters | None) -> dict[str, Floats]:
    rate = float(table.recalled[train].mean()) if train.any() else 0.5
    rivals = {
        CONSTANT: np.full(len(table), rate),
        SEED: _by_seed_rule(table),
        DEFAULTS: predict(SHIPPED, table),
    }
    return rivals if in_force is None else {**rivals, IN_FORCE: predict(in_force, table)}


def _score(name: str, chances: Floats, table: Table, chosen: NDArray[np.bool_]) -> Score:
    columns = (chances, table.recalled, table.days, table.number, table.lapses)
    rows = zip(*(column[chosen].tolist() for column in columns), strict=True)
    trials = [Trial(chance, held, int(days), number, lapses) for chance, held, days, number, lapses in rows]
    return Score(name, log_loss(trials) or 0.0, rmse_bins(trials) or 0.0)


# the rule of the original

_FIRST: Final = (1.0, 5.0)
"""Stability and difficulty of a claim that nobody has graded."""
_EASIER: Final = 0.15
_HARDER: Final = 0.2
_LEAST_STABILITY: Final = 0.1
_CURVE: Final = 19 / 81
"""Factor of the curve by which it ranks."""


def _by_seed_rule(table: Table) -> Floats:
    """What the rule of the original says of each trial, in the order of the table."""
    chances = [_seed_chances(history) for history in table.histories]
    flat = [own[depth] for depth in range(len(table.layers)) for own in chances if len(own) > depth]
    return np.array(flat, dtype=np.float64)


def _seed_chances(history: History) -> list[float]:
    first = _FIRST if history.start is None else (history.start.s, history.start.d)
    stability, difficulty = first
    if history.start is None:
        stability, difficulty = _seed_step(*first, 0, history.steps[0].grade)
    found = []
    for step in history.trials:
        found.append(float((1.0 + _CURVE * step.days / stability) ** -0.5))
        stability, difficulty = _seed_step(stability, difficulty, step.days, step.grade)
    return found


def _seed_step(stability: float, difficulty: float, days: int, grade: int) -> tuple[float, float]:
    if grade == AGAIN:
        return max(_LEAST_STABILITY, stability / 2), min(10.0, difficulty + _HARDER)
    recall = min(0.99, max(0.01, 0.9 ** (days / stability)))
    eased = max(1.0, difficulty - _EASIER)
    return stability * (1.0 + exp(1.0 - eased / 10.0) * (1.0 - recall)), eased
