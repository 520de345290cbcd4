"""The ballots that need words only: BM25+ over claims and over windows, and the scan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.search import bm25, scan
from core.search.asked import Asked, Held
from core.search.shares import Share, summed
from core.search.votes import Scores, Votes, WindowVotes
from core.search.windows import Windows


def claims(name: str, weight: float, asked: Asked) -> Votes:
    """BM25+ of every claim that holds a word of the query."""
    scope = asked.scope

    def make(places: list[int]) -> Share:
        held = asked.held(places)
        times = asked.times(places)
        parts = bm25.parts(held.rows, held.counts, held.of, held.sizes, times, scope.norms, scope.count)
        return Share(held.rows, parts, held.sizes)

    return Votes(name, weight, summed(asked.shares("bm25+", make), scope.size))


def windows(name: str, weight: float, asked: Asked) -> Votes:
    """BM25+ of the best window that each claim in view stands in."""
    scope = asked.scope
    cut = scope.windows

    def make(places: list[int]) -> Share:
        numbers, counts, of, holders = _counted(asked.held(places), len(places), cut)
        times = asked.times(places)
        parts = bm25.parts(numbers, counts, of, holders, times, scope.window_norms, cut.count)
        return Share(numbers, parts, holders)

    return WindowVotes(name, weight, summed(asked.shares("windows", make), cut.numbers + 1), cut)


def _counted(
    held: Held, words: int, cut: Windows
) -> tuple[NDArray[np.intp], Scores, NDArray[np.intp], NDArray[np.intp]]:
    """The windows that hold words, by word: their numbers, how often each holds it, and which word it is.

    And how many there are of each word.
    """
    base = held.of * cut.numbers
    first = base + cut.first.take(held.rows, mode="clip")
    second = base + cut.second.take(held.rows, mode="clip")
    apart = (first != second).nonzero()[0]
    both = np.concatenate((first, second.take(apart)))
    counts = np.concatenate((held.counts, held.counts.take(apart)))
    total = np.bincount(both, counts, words * cut.numbers)
    where = (total > 0).nonzero()[0]  # of booleans: many times as fast as of floats
    ends = where.searchsorted(np.arange(words + 1) * cut.numbers)
    sizes = ends[1:] - ends[:-1]
    of = np.arange(words).repeat(sizes)
    return where - of * cut.numbers, total.take(where).astype(np.float32), of, sizes


LEXICAL: Final[dict[str, Callable[[str, float, Asked], Votes]]] = {
    "bm25+": claims,
    "scan": scan.claims,
    "windows": windows,
}
"""By name; `direct` and those that join stand beside them."""
