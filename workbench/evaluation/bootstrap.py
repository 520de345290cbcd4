"""Is a difference of two runs more than chance? A bootstrap over whole conversations says so.

Questions of one conversation share its words, so conversations are drawn with replacement and each brings
all of its questions (Davison and Hinkley, "Bootstrap Methods and their Application", 1997).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from core.errors import Refused
from workbench.evaluation.answers import Answer, Outcome
from workbench.evaluation.counting import score, subsets_of

RESAMPLES: Final = 10_000
SEED: Final = 42
LEVEL: Final = 0.95


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The second run less the first one, at one measure."""

    subset: str
    grain: str
    measure: str
    n: int
    clusters: int
    first: float
    second: float
    difference: float
    low: float
    high: float
    """Ends of the interval that holds 95 % of the resamples."""
    chance: float
    """Two-sided: how often resamples fall on the other side of zero, twice; at most 1."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two runs over the same questions."""

    first: str
    second: str
    benchmark: str
    resamples: int
    seed: int
    unanswered: dict[str, int]
    """By run, questions that only the other one has; they count as empty answers."""
    empty: dict[str, int]
    """By run, questions for which nothing was retrieved."""
    rows: tuple[Difference, ...]


def compare(first: Outcome, second: Outcome, *, seed: int = SEED, resamples: int = RESAMPLES) -> Comparison:
    """Every subset, grain and measure that both report. Raises `Refused` for runs of different data sets."""
    if first.run.benchmark != second.run.benchmark:
        raise Refused(
            f"{first.run.tag} is a run of {first.run.benchmark}, {second.run.tag} of {second.run.benchmark}."
        )
    one, two = ({answer.question: answer for answer in outcome.answers} for outcome in (first, second))
    every = two | one
    pairs = {name: (_of(one, name, answer), _of(two, name, answer)) for name, answer in every.items()}
    rows = tuple(
        _difference(
            those,
            (subset, grain, measure),
            seed,
            resamples,
        )
        for subset in subsets_of(every.values())
        for grain, measures in first.run.measures.items()
        for measure in measures
        if measure in second.run.measures.get(grain, ())
        and (
            those := {
                name: pair
                for name, pair in pairs.items()
                if subset in every[name].subsets and grain in every[name].gold
            }
        )
    )
    return Comparison(
        first=first.run.tag,
        second=second.run.tag,
        benchmark=first.run.benchmark,
        resamples=resamples,
        seed=seed,
        unanswered={"first": len(every) - len(one), "second": len(every) - len(two)},
        empty={"first": _empty(first), "second": _empty(second)},
        rows=rows,
    )


def _of(answers: Mapping[str, Answer], name: str, known: Answer) -> Answer:
    """The answer of a run, or an empty one to the same question."""
    return answers.get(name) or msgspec.structs.replace(known, retrieved={}, against=())


def _empty(outcome: Outcome) -> int:
    return sum(not any(answer.retrieved.values()) for answer in outcome.answers)


def _difference(
    pairs: Mapping[str, tuple[Answer, Answer]], row: tuple[str, str, str], seed: int, resamples: int
) -> Difference:
    subset, grain, measure = row
    scores = {
        name: (score(one, grain, measure), score(two, grain, measure)) for name, (one, two) in pairs.items()
    }
    by_cluster: dict[str, list[float]] = {}
    for name, (one, two) in scores.items():
        by_cluster.setdefault(pairs[name][0].cluster, []).append(two - one)
    low, high, chance = resampled(by_cluster, seed, resamples)
    n = max(1, len(scores))
    means = [sum(pair[side] for pair in scores.values()) / n for side in (0, 1)]
    return Difference(
        subset=subset,
        grain=grain,
        measure=measure,
        n=len(scores),
        clusters=len(by_cluster),
        first=means[0],
        second=means[1],
        difference=means[1] - means[0],
        low=low,
        high=high,
        chance=chance,
    )


def resampled(
    by_cluster: Mapping[str, list[float]], seed: int, resamples: int = RESAMPLES
) -> tuple[float, float, float]:
    """Ends of the 95 % interval of the mean, and the two-sided chance of zero, over resampled clusters."""
    import numpy as np

    names = sorted(by_cluster)
    sums = np.array([sum(by_cluster[name]) for name in names])
    sizes = np.array([len(by_cluster[name]) for name in names])
    drawn = np.random.default_rng(seed).multinomial(
        len(names), np.full(len(names), 1 / len(names)), resamples
    )
    means = (drawn @ sums) / (drawn @ sizes)
    low, high = np.quantile(means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    chance = 2 * min(float((means <= 0).mean()), float((means >= 0).mean()))
    return float(low), float(high), min(1.0, chance)
