"""The measures of retrieval by name. Each takes what was retrieved, what answers, and what spoils it.

A question without gold, and one that retrieved nothing, count as misses.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import log2
from typing import Final

Ranked = Sequence[str]
Measure = Callable[[Ranked, Collection[str], Collection[str]], float]

FARTHEST: Final = 10
"""Place of what was not found within as many (workbench/README.md, Evaluation)."""


def hit(depth: int) -> Measure:
    """1 when any gold id is among the first `depth`."""
    return lambda ranked, gold, against: float(not set(gold).isdisjoint(ranked[:depth]))


def recall(depth: int) -> Measure:
    """Share of the gold ids that are among the first `depth`."""
    return lambda ranked, gold, against: len(set(gold).intersection(ranked[:depth])) / max(1, len(gold))


def clean(depth: int) -> Measure:
    """1 when any gold id is among the first `depth`, and nothing that spoils it."""
    hits = hit(depth)
    return lambda ranked, gold, against: (
        hits(ranked, gold, against) * float(set(against).isdisjoint(ranked[:depth]))
    )


def ndcg(depth: int) -> Measure:
    """Gain 1 / log2(place + 1) by place from 1, over the best that `depth` places allow."""

    def measure(ranked: Ranked, gold: Collection[str], against: Collection[str]) -> float:
        wanted = set(gold)
        gained = sum(1 / log2(place + 2) for place, one in enumerate(ranked[:depth]) if one in wanted)
        best = sum(1 / log2(place + 2) for place in range(min(depth, len(wanted))))
        return gained / best if best else 0.0

    return measure


def reciprocal(depth: int) -> Measure:
    """1 / place of the first gold id, 0 beyond `depth`."""

    def measure(ranked: Ranked, gold: Collection[str], against: Collection[str]) -> float:
        place = _place(ranked[:depth], gold)
        return 0.0 if place is None else 1 / place

    return measure


def place(ranked: Ranked, gold: Collection[str], against: Collection[str]) -> float:
    """Place of the first gold id from 1; `FARTHEST` when it is not within as many."""
    return float(_place(ranked[:FARTHEST], gold) or FARTHEST)


def _place(ranked: Ranked, gold: Collection[str]) -> int | None:
    return next((at for at, one in enumerate(ranked, 1) if one in gold), None)


MEASURES: Final[dict[str, Measure]] = {
    "hit@1": hit(1),
    "hit@5": hit(5),
    "hit@10": hit(10),
    "recall@5": recall(5),
    "recall@10": recall(10),
    "clean@10": clean(10),
    "nDCG@5": ndcg(5),
    "mrr@10": reciprocal(10),
    "mean place": place,
}
