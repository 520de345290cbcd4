"""Posting lists: for each term the rows that hold it and how often, as CSR arrays with growing tails."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int32]
Counts = NDArray[np.int32]

_ROW_BITS: Final = 32
_ROW_MASK: Final = (1 << _ROW_BITS) - 1
_ROOM: Final = 4
_NONE: Final = np.zeros(0, np.int32)


class _Tail:
    """Rows of a term that were added since the arrays were built, as far as somebody has read them."""

    __slots__ = ("_counts", "_rows", "_size")

    def __init__(self) -> None:
        self._rows: Rows = _NONE
        self._counts: Counts = _NONE
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def read(self) -> tuple[Rows, Counts]:
        """`(rows, counts)`, rows ascending."""
        return self._rows[: self._size], self._counts[: self._size]

    def take(self, new: list[int]) -> None:
        """Take in later rows, each as often as it holds the term."""
        counted = dict.fromkeys(new, 0)
        for row in new:
            counted[row] += 1
        first, last = self._size, self._size + len(counted)
        if last > len(self._rows):
            room = max(_ROOM, 2 * last)
            self._rows, self._counts = _wider(self._rows, room), _wider(self._counts, room)
        self._rows[first:last] = list(counted)
        self._counts[first:last] = list(counted.values())
        self._size = last


def _wider(array: Rows, room: int) -> Rows:
    wider = np.empty(room, np.int32)
    wider[: len(array)] = array
    return wider


class PostingLists:
    """Rows ascend within each list. Building is one sort; adding a row costs about a microsecond a term."""

    def __init__(self) -> None:
        self.starts: NDArray[np.int64] = np.zeros(1, np.int64)
        self.rows: Rows = np.zeros(0, np.int32)
        self.counts: Counts = np.zeros(0, np.int32)
        self._new: defaultdict[int, list[int]] = defaultdict(list)  # rows that nobody has read yet
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

    def add(self, row: int, terms: Iterable[int]) -> None:
        """Add the newest row with its terms, each as often as it holds it."""
        new = self._new
        for term in terms:
            new[term].append(row)

    def size(self, term: int) -> int:
        """Length of a list, hidden rows too."""
        tail = self._tail(term)
        known = self.starts.item(term + 1) - self.starts.item(term) if term + 1 < len(self.starts) else 0
        return known + (0 if tail is None else len(tail))

    def of_term(self, term: int) -> tuple[Rows, Counts]:
        """`(rows, counts)` of a term, rows ascending."""
        tail = self._tail(term)
        if term + 1 >= len(self.starts):
            return (self.rows[:0], self.counts[:0]) if tail is None else tail.read()
        first, last = self.starts.item(term), self.starts.item(term + 1)
        rows, counts = self.rows[first:last], self.counts[first:last]
        if tail is None:
            return rows, counts
        later, more = tail.read()
        return np.concatenate((rows, later)), np.concatenate((counts, more))

    def of_terms(self, terms: list[int]) -> tuple[Rows, NDArray[np.intp]]:
        """All rows of several terms, and for each the place of its term in `terms`.

        The entries of one row stand in the order of `terms`.
        """
        places, firsts, lengths = self._spans(terms)
        firsts -= lengths.cumsum() - lengths
        at = firsts.repeat(lengths)
        at += np.arange(len(at))
        rows = self.rows.take(at)
        of = places.repeat(lengths)
        tails = [
            (place, tail.read()[0])
            for place, term in enumerate(terms)
            if (term in self._new or term in self._tails) and (tail := self._tail(term)) is not None
        ]
        if not tails:
            return rows, of
        later = np.repeat([place for place, _ in tails], [len(tail) for _, tail in tails])
        return np.concatenate((rows, *(tail for _, tail in tails))), np.concatenate((of, later))

    def _tail(self, term: int) -> _Tail | None:
        new = self._new.pop(term, None)
        if new is None:
            return self._tails.get(term)
        tail = self._tails.get(term)
        if tail is None:
            tail = self._tails[term] = _Tail()
        tail.take(new)
        return tail

    def _spans(self, terms: list[int]) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
        wanted = np.array(terms, np.int64)
        places = np.arange(len(terms))
        if max(terms, default=0) + 1 >= len(self.starts):
            places = (wanted + 1 < len(self.starts)).nonzero()[0]
            wanted = wanted[places]
        firsts = self.starts[wanted]
        return places, firsts, self.starts[wanted + 1] - firsts
