"""BM25+ over claims and over windows of claims.

Lv and Zhai, "Lower-bounding term frequency normalization" (2011): delta goes to matched words only. N, df,
lengths and mean length are those of the view.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from core.search.asked import Asked
from core.search.votes import Rows, Scores
from core.search.windows import Windows

K1: Final = 1.2
B: Final = 0.5
DELTA: Final = 1.0
"""Chosen on chat turns and on self-contained messages together."""


def idf(documents: int, holders: int) -> float:
    """Weight of a word that `holders` of `documents` hold; never negative."""
    return float(np.log1p((documents - holders + 0.5) / (holders + 0.5)))


def saturation(counts: Scores, lengths: Scores, mean_length: float) -> Scores:
    """The part of BM25+ that a word has in documents that hold it `counts` times, before idf."""
    norms = lengths * np.float32(K1 * B / mean_length if mean_length else 0.0)
    norms += np.float32(K1 * (1 - B))
    norms += counts
    return counts * np.float32(K1 + 1) / norms + np.float32(DELTA)


def claims(asked: Asked) -> Scores:
    """`(rows,)`: BM25+ of every text row, 0 where it holds no word of the query."""
    scope = asked.scope
    scores = np.zeros(scope.size, np.float32)
    for word in asked.words:
        rows, counts = word.postings
        if len(rows):
            weight = np.float32(word.times * idf(scope.count, len(rows)))
            scores[rows] += weight * saturation(counts, scope.lengths[rows], scope.mean_length)
    return scores


def windows(asked: Asked) -> Scores:
    """`(rows,)`: BM25+ of the best window that each text row in view stands in."""
    cut = asked.scope.windows
    scores = np.zeros(cut.count + 1, np.float32)  # the last one is that of hidden rows
    for word in asked.words:
        rows, counts = word.postings
        if len(rows):
            held, times = _counted(cut, rows, counts)
            weight = np.float32(word.times * idf(cut.count, len(held)))
            scores[held] += weight * saturation(times, cut.lengths[held], cut.mean_length)
    best: Scores = np.maximum(scores[cut.first], scores[cut.second])
    return best


def _counted(cut: Windows, rows: Rows, counts: Scores) -> tuple[Rows, Scores]:
    """The windows that hold a word, and how often."""
    first, second = cut.first[rows], cut.second[rows]
    apart = first != second
    held = np.concatenate((first, second[apart]))
    times = np.concatenate((counts, counts[apart]))
    total = np.bincount(held, times, cut.count)
    where = total.nonzero()[0]
    return where.astype(np.int32), total[where].astype(np.float32)
