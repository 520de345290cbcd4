"""From answers to the rows of a report; nothing else than the answers is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from workbench.evaluation.answers import Answer
from workbench.evaluation.scores import MEASURES


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The means of one subset of the questions at one grain."""

    subset: str
    grain: str
    n: int
    values: dict[str, float]


def score(answer: Answer, grain: str, measure: str) -> float:
    """One measure of one answer."""
    ranked, gold = answer.retrieved.get(grain, ()), answer.gold.get(grain, ())
    return MEASURES[measure](ranked, gold, answer.against)


def subsets_of(answers: Iterable[Answer]) -> tuple[str, ...]:
    """Names of the subsets: in the order of the longest answer, then as they come."""
    names: dict[str, None] = {}
    for answer in answers:
        names |= dict.fromkeys(answer.subsets)
    return tuple(sorted(names, key=_by_rank))


def _by_rank(name: str) -> tuple[int, str]:
    """The whole first, then its parts by name."""
    return (not name.startswith("all"), name)


def rows_of(answers: Iterable[Answer], measures: Mapping[str, tuple[str, ...]]) -> tuple[Row, ...]:
    """Every subset at every grain."""
    kept = tuple(answers)
    return tuple(
        _row(those, subset, grain, names)
        for subset in subsets_of(kept)
        for grain, names in measures.items()
        if (those := [one for one in kept if subset in one.subsets and grain in one.gold])
    )


def _row(answers: list[Answer], subset: str, grain: str, measures: tuple[str, ...]) -> Row:
    values = {name: _mean([score(answer, grain, name) for answer in answers]) for name in measures}
    return Row(subset=subset, grain=grain, n=len(answers), values=values)


def _mean(values: list[float]) -> float:
    return sum(values) / max(1, len(values))
