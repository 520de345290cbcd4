"""The ballots that need words only: BM25+ over claims and over windows, and the scan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.search import bm25, scan
from core.search.asked import Asked
from core.search.shares import Share, cut, summed
from core.search.votes import Rows, Scores, Votes, WindowVotes
from core.search.windows import Windows


def claims(name: str, weight: float, asked: Asked) -> Votes:
    """BM25+ of every claim that holds a word of the query."""
    scope = asked.scope

    def make(places: list[int]) -> list[Share]:
        rows, counts, of = asked.held(places)
        parts, holders = bm25.parts(rows, counts, of, asked.times(places), scope.norms, scope.count)
        return cut(rows, parts, holders)

    return Votes(name, weight, summed(asked.shares("bm25+", make), scope.size))


def windows(name: str, weight: float, asked: Asked) -> Votes:
    """BM25+ of the best window that each claim in view stands in."""
    scope = asked.scope
    made = scope.windows

    def make(places: list[int]) -> list[Share]:
        rows, counts, of = asked.held(places)
        numbers, counts, of = _counted(rows, counts, of, len(places), made)
        times = asked.times(places)
        parts, holders = bm25.parts(numbers, counts, of, times, scope.window_norms, made.count)
        return cut(numbers, parts, holders)

    return WindowVotes(name, weight, summed(asked.shares("windows", make), made.numbers + 1), made)


def _counted(
    rows: Rows, counts: Scores, of: NDArray[np.intp], words: int, made: Windows
) -> tuple[NDArray[np.intp], Scores, NDArray[np.intp]]:
    """The windows that hold words, by word: their numbers, how often each holds it, and which word it is."""
    base = of * made.numbers
    first = base + made.first.take(rows, mode="clip")
    second = base + made.second.take(rows, mode="clip")
    apart = first != second
    held = np.concatenate((first, second.compress(apart)))
    counts = np.concatenate((counts, counts.compress(apart)))
    total = np.bincount(held, counts, words * made.numbers)
    where = (total > 0).nonzero()[0]  # of booleans: many times as fast as of floats
    ends = where.searchsorted(np.arange(words + 1) * made.numbers)
    of = np.arange(words).repeat(np.diff(ends))
    return where - of * made.numbers, total.take(where).astype(np.float32), of


LEXICAL: Final[dict[str, Callable[[str, float, Asked], Votes]]] = {
    "bm25+": claims,
    "scan": scan.claims,
    "windows": windows,
}
"""By name; `direct` and those that join stand beside them."""
