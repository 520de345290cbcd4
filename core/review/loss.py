"""How good predictions of recall are: log loss, calibration, and the error over bins of like reviews."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import floor, log, sqrt
from typing import Final

import msgspec

LEAST: Final = 1e-6
"""No prediction is taken to be surer than this, so that one miss cannot weigh without end."""
BINS: Final = 10


class Trial(msgspec.Struct, frozen=True):
    """One review that a prediction can be held against."""

    predicted: float
    """Chance of recall in [0, 1]."""
    recalled: bool
    days: int = 1
    """Study days since the review before."""
    number: int = 2
    """Which review of its claim it was; the first is 1, and never a trial."""
    lapses: int = 0
    """Earlier grades of Again."""


class Bin(msgspec.Struct, frozen=True):
    """Trials whose prediction lay in [low, high)."""

    low: float
    high: float
    count: int
    predicted: float | None
    """Mean prediction; None in an empty bin, as is the share that was recalled."""
    recalled: float | None


def log_loss(trials: Sequence[Trial]) -> float | None:
    """Mean of -ln of the chance given to what came; None without trials. A fair coin has 0.693."""
    if not trials:
        return None
    return sum(_surprise(one.predicted, one.recalled) for one in trials) / len(trials)


def constant_loss(trials: Sequence[Trial], rate: float | None = None) -> float | None:
    """Log loss of one prediction for all: `rate`, or the share of these trials that was recalled."""
    if not trials:
        return None
    share = sum(one.recalled for one in trials) / len(trials) if rate is None else rate
    return log_loss([Trial(share, one.recalled) for one in trials])


def _surprise(predicted: float, recalled: bool) -> float:
    chance = min(1 - LEAST, max(LEAST, predicted))
    return -log(chance if recalled else 1 - chance)


def calibration(trials: Iterable[Trial], bins: int = BINS) -> tuple[Bin, ...]:
    """Trials by their prediction in bins of one width over [0, 1]; a prediction of 1 is in the last."""
    sorted_in: list[list[Trial]] = [[] for _ in range(bins)]
    for one in trials:
        sorted_in[min(bins - 1, int(one.predicted * bins))].append(one)
    return tuple(_bin(place / bins, (place + 1) / bins, held) for place, held in enumerate(sorted_in))


def _bin(low: float, high: float, held: list[Trial]) -> Bin:
    if not held:
        return Bin(low, high, 0, None, None)
    predicted, recalled = _means(held)
    return Bin(low, high, len(held), predicted, recalled)


def _means(trials: list[Trial]) -> tuple[float, float]:
    return (
        sum(one.predicted for one in trials) / len(trials),
        sum(one.recalled for one in trials) / len(trials),
    )


def rmse_bins(trials: Iterable[Trial]) -> float | None:
    """Root mean square difference of predicted and recalled over bins of like reviews, each by its size.

    The bins are those of `fsrs-rs`: interval, number and lapses, each on a scale of powers. To be read beside
    the log loss, never alone: a prediction that follows the bins can be made good here and bad elsewhere.
    """
    held: dict[tuple[float, ...], list[Trial]] = {}
    for one in trials:
        held.setdefault(tuple(place(one) for place in _PLACES), []).append(one)
    if not held:
        return None
    squares = [(len(group), (means := _means(group))[0] - means[1]) for group in held.values()]
    return sqrt(sum(size * gap**2 for size, gap in squares) / sum(size for size, _ in squares))


def _powers(first: float, base: float) -> Callable[[int], float]:
    """The bin of a whole number: `first` · `base` to the power below it; 0 is its own."""
    return lambda number: 0.0 if number < 1 else round(first * base ** floor(log(number, base)), 2)


_INTERVAL: Final = _powers(2.48, 3.62)
_NUMBER: Final = _powers(1.99, 1.89)
_LAPSES: Final = _powers(1.65, 1.73)
_PLACES: Final[tuple[Callable[[Trial], float], ...]] = (
    lambda one: _INTERVAL(one.days),
    lambda one: round(_NUMBER(one.number)),
    lambda one: round(_LAPSES(one.lapses)),
)
