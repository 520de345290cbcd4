"""Votes: what one ballot says of the rows in view."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.search.seen import Seen
from core.search.windows import Windows

Rows = NDArray[np.int32]
Scores = NDArray[np.float32]


class Ballot(Protocol):
    """A scorer from outside this room (an encoder, a graph walk) that joins the panel under a name.

    Nothing but relevance goes into a score. A row that is not returned is not in the ballot.
    """

    def score(self, query: str, selection: Seen) -> tuple[Rows, Scores]:
        """Rows in view, each once, and their scores; higher is better."""
        ...


class Votes:
    """Scores of one ballot over all rows; `names` and `at` say where it speaks.

    Normalised to [0, 1] over everything it scored, by min-max; the lower end of the lexical ballots is 0.
    """

    __slots__ = ("_low", "_named", "_rows", "_scores", "_span", "name", "weight")

    def __init__(self, name: str, weight: float, scores: Scores, rows: Rows | None = None) -> None:
        """Votes of a lexical ballot. `scores` is `(rows,)`, 0 where the ballot is silent."""
        self.name = name
        self.weight = weight
        self._scores = scores
        self._named: NDArray[np.bool_] | None = None
        self._rows = rows
        self._low = np.float32(0)
        self._span = scores.max(initial=np.float32(0))

    @classmethod
    def given(cls, name: str, weight: float, size: int, rows: Rows, scores: Scores) -> Votes:
        """Votes of a pluggable ballot; the lower end is the lowest score that it gave."""
        dense, named = np.zeros(size, np.float32), np.zeros(size, np.bool_)
        dense[rows], named[rows] = scores, True
        votes = cls(name, weight, dense, np.sort(rows))
        votes._named = named
        if len(rows):
            votes._low = scores.min()
            votes._span = scores.max() - votes._low
        return votes

    def rows(self) -> Rows:
        """The rows that the ballot names, in ascending order."""
        if self._rows is None:
            self._rows = (self._every() > 0).nonzero()[0].astype(np.int32)
        return self._rows

    def mark(self, named: NDArray[np.bool_]) -> None:
        """Set the rows that the ballot names in a mask of `(rows,)`."""
        if self._named is None:
            named |= self._scores > 0
        else:
            named |= self._named

    def above(self, least: float, size: int) -> NDArray[np.bool_]:
        """`(size,)`: the rows that the ballot names with a normalised score of `least` or more."""
        scores, named = self.at(np.arange(size, dtype=np.int32))
        return named & (scores >= np.float32(least))

    def names(self, row: int) -> bool:
        """Whether the ballot names a row."""
        return bool(self.at(np.array([row], np.int32))[1][0])

    def raw(self, rows: Rows) -> Scores:
        """Scores as the ballot gave them, 0 where it is silent; the caller's own."""
        return self._scores.take(rows, mode="clip")

    def at(self, rows: Rows) -> tuple[Scores, NDArray[np.bool_]]:
        """Normalised scores of some rows (0 where silent), and whether the ballot names them.

        Both are the caller's own.
        """
        even = self.raw(rows)
        named = even > 0 if self._named is None else self._named.take(rows)
        if not self._span:
            return named.astype(np.float32), named
        if self._low:
            even -= self._low
        even /= self._span
        if self._named is not None:
            even *= named
        return even, named

    def _every(self) -> Scores:
        return self._scores


class WindowVotes(Votes):
    """Votes of windows: a row has the score of the better of its two, looked up only where asked for."""

    __slots__ = ("_cut",)

    def __init__(self, name: str, weight: float, scores: Scores, cut: Windows) -> None:
        """`scores` is `(window numbers + 1,)`; the last is 0, for hidden rows."""
        super().__init__(name, weight, scores)
        self._cut = cut

    def raw(self, rows: Rows) -> Scores:
        """Scores as the ballot gave them, 0 where it is silent."""
        first, second = self._cut.first.take(rows, mode="clip"), self._cut.second.take(rows, mode="clip")
        return self._best(first, second)

    def mark(self, named: NDArray[np.bool_]) -> None:
        """Set the rows that the ballot names in a mask of `(rows,)`."""
        spoken = self._scores > 0
        named |= spoken.take(self._cut.first, mode="clip")
        named |= spoken.take(self._cut.second, mode="clip")

    def above(self, least: float, size: int) -> NDArray[np.bool_]:
        """`(size,)`: the rows that the ballot names with a normalised score of `least` or more."""
        spoken = self._scores > 0 if least <= 0 else self._scores >= np.float32(least * float(self._span))
        named = spoken.take(self._cut.first, mode="clip")
        named |= spoken.take(self._cut.second, mode="clip")
        return named

    def worth(self) -> Scores:
        """`(window numbers,)`: the normalised score of each window."""
        scores = self._scores[: self._cut.numbers]
        return scores / self._span if self._span else scores

    def _every(self) -> Scores:
        return self._best(self._cut.first, self._cut.second)

    def _best(self, first: Rows, second: Rows) -> Scores:
        scores = self._scores
        best: Scores = np.maximum(scores.take(first, mode="clip"), scores.take(second, mode="clip"))
        return best
