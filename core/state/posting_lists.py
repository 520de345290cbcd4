"""Posting lists: for each term the rows that hold it and how often, as CSR arrays with growing tails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int32]
Counts = NDArray[np.int32]

_ROW_BITS: Final = 32
_ROW_MASK: Final = (1 << _ROW_BITS) - 1


class _Tail:
    """Rows added since the arrays were built; buffers, for lists would be turned into arrays at each read."""

    __slots__ = ("counts", "room", "rows", "size")

    def __init__(self, room: int = 4) -> None:
        self.rows: Rows = np.empty(room, np.int32)
        self.counts: Counts = np.empty(room, np.int32)
        self.room = room
        self.size = 0

    def grown(self) -> _Tail:
        """The same with twice the room."""
        wider = _Tail(2 * self.room)
        wider.rows[: self.size] = self.rows
        wider.counts[: self.size] = self.counts
        wider.size = self.size
        return wider


class PostingLists:
    """Rows ascend within each list. Building is one sort; adding a row costs about a microsecond a term."""

    def __init__(self) -> None:
        self.starts: NDArray[np.int64] = np.zeros(1, np.int64)
        self.rows: Rows = np.zeros(0, np.int32)
        self.counts: Counts = np.zeros(0, np.int32)
        self._tails: dict[int, _Tail] = {}

    @classmethod
    def of(cls, terms: NDArray[np.int32], rows: NDArray[np.int32], vocabulary: int) -> PostingLists:
        """Build from one (term, row) pair per occurrence; `vocabulary` is the number of terms."""
        lists = cls()
        pairs = terms.astype(np.int64) << _ROW_BITS | rows
        pairs.sort()
        firsts = np.flatnonzero(np.concatenate(([True], pairs[1:] != pairs[:-1]))) if len(pairs) else pairs
        lists.counts = np.diff(firsts, append=len(pairs)).astype(np.int32)
        pairs = pairs[firsts]
        lists.rows = (pairs & _ROW_MASK).astype(np.int32)
        lists.starts = np.searchsorted(pairs >> _ROW_BITS, np.arange(vocabulary + 1)).astype(np.int64)
        return lists

    def add(self, row: int, counts: Mapping[int, int]) -> None:
        """Add the newest row with how often it holds each term."""
        tails = self._tails
        for term, count in counts.items():
            tail = tails.get(term)
            if tail is None:
                tail = tails[term] = _Tail()
            elif tail.size == tail.room:
                tail = tails[term] = tail.grown()
            tail.rows[tail.size] = row
            tail.counts[tail.size] = count
            tail.size += 1

    def size(self, term: int) -> int:
        """Length of a list, hidden rows too."""
        tail = self._tails.get(term)
        known = int(self.starts[term + 1] - self.starts[term]) if term + 1 < len(self.starts) else 0
        return known + (tail.size if tail else 0)

    def of_term(self, term: int) -> tuple[Rows, Counts]:
        """`(rows, counts)` of a term, rows ascending."""
        tail = self._tails.get(term)
        if term + 1 >= len(self.starts):
            return (
                (tail.rows[: tail.size], tail.counts[: tail.size])
                if tail
                else (self.rows[:0], self.counts[:0])
            )
        first, last = self.starts[term], self.starts[term + 1]
        rows, counts = self.rows[first:last], self.counts[first:last]
        if tail is None:
            return rows, counts
        return (
            np.concatenate((rows, tail.rows[: tail.size])),
            np.concatenate((counts, tail.counts[: tail.size])),
        )

    def of_terms(self, terms: list[int]) -> tuple[Rows, NDArray[np.intp]]:
        """All rows of several terms, and for each the place of its term in `terms`.

        The entries of one row stand in the order of `terms`.
        """
        places, firsts, lengths = self._spans(terms)
        firsts -= lengths.cumsum() - lengths
        rows = self.rows[np.arange(int(lengths.sum())) + firsts.repeat(lengths)]
        of = places.repeat(lengths)
        if not self._tails:
            return rows, of
        tails = [(place, self._tails[term]) for place, term in enumerate(terms) if term in self._tails]
        if not tails:
            return rows, of
        return (
            np.concatenate((rows, *(tail.rows[: tail.size] for _, tail in tails))),
            np.concatenate((of, np.repeat([place for place, _ in tails], [tail.size for _, tail in tails]))),
        )

    def _spans(self, terms: list[int]) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
        wanted = np.array(terms, np.int64)
        places = np.arange(len(terms))
        if max(terms, default=0) + 1 >= len(self.starts):
            places = (wanted + 1 < len(self.starts)).nonzero()[0]
            wanted = wanted[places]
        firsts = self.starts[wanted]
        return places, firsts, self.starts[wanted + 1] - firsts
