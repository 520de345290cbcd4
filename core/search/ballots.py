"""The ballots that need words only: BM25+ over claims and over windows, and the scan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from core.search import bm25, scan
from core.search.asked import Asked
from core.search.votes import Votes, WindowVotes


def claims(name: str, weight: float, asked: Asked) -> Votes:
    """BM25+ of every claim that holds a word of the query."""
    scope = asked.scope
    scores = bm25.total(asked.rows, asked.counts, asked.of, asked.times, scope.norms, scope.count)
    return Votes(name, weight, scores[: scope.size])


def windows(name: str, weight: float, asked: Asked) -> Votes:
    """BM25+ of the best window that each claim in view stands in."""
    cut = asked.scope.windows
    base = asked.of * cut.numbers
    first = base + cut.first.take(asked.rows, mode="clip")
    second = base + cut.second.take(asked.rows, mode="clip")
    apart = first != second
    held = np.concatenate((first, second.compress(apart)))
    counts = np.concatenate((asked.counts, asked.counts.compress(apart)))
    summed = np.bincount(held, counts, len(asked.words) * cut.numbers)
    where = (summed > 0).nonzero()[0]  # of booleans: many times as fast as of floats
    ends = where.searchsorted(np.arange(len(asked.words) + 1) * cut.numbers)
    of = np.arange(len(asked.words)).repeat(np.diff(ends))
    counts = summed.take(where).astype(np.float32)
    norms = asked.scope.window_norms
    scores = bm25.total(where - of * cut.numbers, counts, of, asked.times, norms, cut.count)
    return WindowVotes(name, weight, scores, cut)


LEXICAL: Final[dict[str, Callable[[str, float, Asked], Votes]]] = {
    "bm25+": claims,
    "scan": scan.claims,
    "windows": windows,
}
"""By name; `direct` and those that join stand beside them."""
