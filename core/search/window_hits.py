"""Windows as hits: six documents that stand beside each other, found by what the best of them is worth.

A window's score is that of its best document and, beside it, its own part in the ballot of windows. No
document is the best of two hits: of the two windows it stands in, the better one is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from core.search.ranking import Ranking
from core.search.votes import Votes, WindowVotes
from core.search.windows import Windows

OWN: Final = 1.0
"""Weight of a window's own score, at best 1, beside its best document's."""


class BestWindow(NamedTuple):
    """One window among the hits."""

    place: int
    """Of its best document, in the ranking."""
    rows: list[int]
    score: float


def best_windows(ranking: Ranking, votes: Sequence[Votes], cut: Windows, limit: int) -> list[BestWindow]:
    """The best windows of a ranking of every row, the better first; equal ones as their documents stand."""
    worth = next((vote.worth() for vote in votes if isinstance(vote, WindowVotes)), None)
    own = np.zeros(cut.numbers, np.float32) if worth is None else OWN * worth
    best: dict[int, tuple[int, float]] = {}
    for place, row in enumerate(ranking.rows.tolist()):
        for window in dict.fromkeys((int(cut.second[row]), int(cut.first[row]))):
            best.setdefault(window, (place, ranking.scores[place]))
    scores = {window: score + float(own[window]) for window, (_, score) in best.items()}
    shown: list[BestWindow] = []
    taken: set[int] = set()
    for window in sorted(scores, key=lambda one: (-scores[one], best[one][0])):
        place = best[window][0]
        if len(shown) == limit:
            break
        if place not in taken:
            taken.add(place)
            rows = np.flatnonzero((cut.first == window) | (cut.second == window)).tolist()
            shown.append(BestWindow(place, rows, scores[window]))
    return shown
