"""A second opinion on the best: a reranker reads query and text together, which no ballot does.

`final = base + weight · score`, over the first twenty of what the view shows, before diversity picks. It is
an option: a reranker that is missing or fails leaves the order as it is, and the answer says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from core.search.ranking import Ranking, reordered
from core.search.votes import Rows

FIRST: Final = 20
"""Hits that are read again."""

OFF: Final = "off"
ABSENT: Final = "absent"
"""Asked for, but none has joined."""
FAILED: Final = "failed"
"""It raised, or did not give one finite score a text."""


class Reranker(Protocol):
    """Reads a query beside texts."""

    @property
    def name(self) -> str:
        """What the answer calls it."""
        ...

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One score a text, best in [0, 1]; higher is better. May raise anything."""
        ...


def reranked(
    ranking: Ranking,
    query: str,
    texts_of: Callable[[Rows], list[str]],
    reranker: Reranker | None,
    weight: float,
) -> tuple[Ranking, str]:
    """The ranking with its first twenty in their new order, and what became of it: a name or a word."""
    if reranker is None:
        return ranking, ABSENT
    rows = ranking.rows[:FIRST]
    if not len(rows):
        return ranking, reranker.name
    scores = _scores(reranker, query, texts_of(rows))
    if scores is None:
        return ranking, FAILED
    final = [base + weight * score for base, score in zip(ranking.scores, scores, strict=False)]
    order = sorted(range(len(rows)), key=lambda place: -final[place])
    return reordered(ranking, order, final), reranker.name


def _scores(reranker: Reranker, query: str, texts: list[str]) -> list[float] | None:
    try:
        scores = [float(score) for score in reranker.score(query, texts)]
    except Exception:  # whatever a model from outside raises, the search goes on without it
        return None
    return scores if len(scores) == len(texts) and all(map(math.isfinite, scores)) else None
