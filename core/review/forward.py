"""FSRS-6 over many histories at once: what several sets of weights would have predicted of every review.

The transitions are those of the `fsrs` package (a test holds the two together at 1e-9), for reviews that are
at least a day apart; here they are numpy, because a fit runs through all histories a thousand times.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.clocks.instants import Instant
from core.review.clock import AGAIN, MAX_INTERVAL, MIN_STABILITY
from core.review.histories import History
from core.review.parameters import Parameters

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

HARD: Final = 2
EASY: Final = 4
MIN_DIFFICULTY: Final = 1.0
MAX_DIFFICULTY: Final = 10.0


class Layer:
    """The n-th review of every claim that has so many; claims with more reviews stand first."""

    def __init__(self, steps: Sequence[Any]) -> None:
        self.days: Floats = np.array([step.days for step in steps], dtype=np.float64)
        self.grade = np.array([step.grade for step in steps], dtype=np.int64)
        self.forgotten: Places = np.flatnonzero(self.grade == AGAIN)
        self.held: Places = np.flatnonzero(self.grade != AGAIN)


class Table:
    """Histories as layers of reviews. Trials are counted layer by layer."""

    def __init__(self, histories: Sequence[History]) -> None:
        self.histories = sorted(histories, key=lambda one: -len(one.trials))
        later = [one.trials for one in self.histories]
        deepest = len(later[0]) if later else 0
        layers = [[own[depth] for own in later if len(own) > depth] for depth in range(deepest)]
        self.layers = [Layer(steps) for steps in layers]
        flat = [step for steps in layers for step in steps]
        self.recalled: NDArray[np.bool_] = np.array([step.grade != AGAIN for step in flat], dtype=bool)
        self.at: NDArray[np.int64] = np.array([step.at for step in flat], dtype=np.int64)
        self.days: Floats = np.array([step.days for step in flat], dtype=np.float64)
        self.number: NDArray[np.int64] = np.array(
            [depth + 2 for depth, steps in enumerate(layers) for _ in steps], dtype=np.int64
        )
        self.lapses = self._lapses()
        self._first = np.array(
            [0 if one.start is not None else one.steps[0].grade for one in self.histories], dtype=np.int64
        )
        starts = [(0.0, 0.0) if one.start is None else (one.start.s, one.start.d) for one in self.histories]
        self._given: Floats = np.array(starts, dtype=np.float64).reshape(-1, 2)

    def __len__(self) -> int:
        return len(self.recalled)

    def _lapses(self) -> NDArray[np.int64]:
        lapses = np.array(
            [0 if one.start is not None else one.steps[0].grade == AGAIN for one in self.histories],
            dtype=np.int64,
        )
        seen = []
        for layer in self.layers:
            seen.append(lapses[: len(layer.days)].copy())
            lapses[: len(layer.days)] += layer.grade == AGAIN
        return np.concatenate(seen) if seen else lapses[:0]

    def before(self, instant: Instant) -> NDArray[np.bool_]:
        """Which trials were before an instant."""
        found: NDArray[np.bool_] = self.at < instant
        return found

    def predict(self, weights: Floats) -> Floats:
        """The chance of recall that each set of weights gives to each trial: (sets, 21) to (sets, trials)."""
        w = weights.T[:, :, None]
        stability, difficulty = self._start(w)
        found = []
        for layer in self.layers:
            reached = len(layer.days)
            stability, difficulty = stability[:, :reached], difficulty[:, :reached]
            recall = _recall(w, stability, layer.days)
            found.append(recall)
            stability = _next_stability(w, stability, difficulty, recall, layer)
            difficulty = _next_difficulty(w, difficulty, layer.grade)
        return np.concatenate(found, axis=1) if found else np.empty((len(weights), 0))

    def _start(self, w: Floats) -> tuple[Floats, Floats]:
        fresh = self._first > 0
        grade = np.maximum(self._first, 1)
        stability = np.where(fresh, w[grade - 1, :, 0].T, self._given[:, 0])
        difficulty = np.where(fresh, _first_difficulty(w, grade), self._given[:, 1])
        return np.maximum(stability, MIN_STABILITY), np.clip(difficulty, MIN_DIFFICULTY, MAX_DIFFICULTY)


def predict(parameters: Parameters, table: Table) -> Floats:
    """The chance of recall that one set of weights gives to each trial."""
    found: Floats = table.predict(np.array([parameters], dtype=np.float64))[0]
    return found


def _recall(w: Floats, stability: Floats, days: Floats) -> Floats:
    factor = 0.9 ** (-1.0 / w[20]) - 1.0
    recall: Floats = (1.0 + factor * days / stability) ** -w[20]
    return recall


def _first_difficulty(w: Floats, grade: Any) -> Floats:
    first: Floats = w[4] - np.exp(w[5] * (grade - 1)) + 1.0
    return first


def _next_difficulty(w: Floats, difficulty: Floats, grade: NDArray[np.int64]) -> Floats:
    moved = difficulty - w[6] * (grade - 3) * (10.0 - difficulty) / 9.0
    reverted = w[7] * _first_difficulty(w, EASY) + (1.0 - w[7]) * moved
    clipped: Floats = np.clip(reverted, MIN_DIFFICULTY, MAX_DIFFICULTY)
    return clipped


def _next_stability(w: Floats, stability: Floats, difficulty: Floats, recall: Floats, layer: Layer) -> Floats:
    found = np.empty_like(stability)
    for places, step in ((layer.held, _after_recall), (layer.forgotten, _after_lapse)):
        if len(places):
            found[:, places] = step(
                w, stability[:, places], difficulty[:, places], recall[:, places], layer.grade[places]
            )
    clipped: Floats = np.clip(found, MIN_STABILITY, MAX_INTERVAL)
    return clipped


def _after_recall(
    w: Floats, stability: Floats, difficulty: Floats, recall: Floats, grade: NDArray[np.int64]
) -> Floats:
    bonus = np.where(grade == HARD, w[15], np.where(grade == EASY, w[16], 1.0))
    growth = np.exp(w[8]) * (11.0 - difficulty) * stability ** -w[9] * np.expm1(w[10] * (1.0 - recall))
    grown: Floats = stability * (1.0 + growth * bonus)
    return grown


def _after_lapse(
    w: Floats, stability: Floats, difficulty: Floats, recall: Floats, grade: NDArray[np.int64]
) -> Floats:
    left = w[11] * difficulty ** -w[12] * ((stability + 1.0) ** w[13] - 1.0) * np.exp(w[14] * (1.0 - recall))
    least: Floats = np.minimum(left, stability / np.exp(w[17] * w[18]))
    return least
