"""Votes: what one ballot says of the claims in view."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.state.views import Selection

Rows = NDArray[np.int32]
Scores = NDArray[np.float32]


class Ballot(Protocol):
    """A scorer from outside this room (an encoder, a graph walk) that joins the panel under a name.

    Nothing but relevance goes into a score. A row that is not returned is not in the ballot.
    """

    def score(self, query: str, selection: Selection) -> tuple[Rows, Scores]:
        """Text rows of the selection, each once, and their scores; higher is better."""
        ...


class Votes:
    """Scores of one ballot over all text rows, NaN-free: `named` says where it speaks.

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
        votes = cls(name, weight, dense, rows)
        votes._named = named
        if len(rows):
            votes._low = dense[rows].min()
            votes._span = dense[rows].max() - votes._low
        return votes

    def rows(self) -> Rows:
        """The rows that the ballot names, in ascending order."""
        if self._rows is None:
            self._rows = (self._scores > 0).nonzero()[0].astype(np.int32)
        return self._rows

    def names(self, row: int) -> bool:
        """Whether the ballot names a row."""
        return bool(self._scores[row] > 0 if self._named is None else self._named[row])

    def raw(self, rows: Rows) -> Scores:
        """Scores as the ballot gave them, 0 where it is silent."""
        return self._scores[rows]

    def at(self, rows: Rows) -> tuple[Scores, NDArray[np.bool_]]:
        """Normalised scores of some rows (0 where silent), and whether the ballot names them."""
        raw = self._scores[rows]
        named = raw > 0 if self._named is None else self._named[rows]
        if not self._span:
            return named.astype(np.float32), named
        even = (raw - self._low) / self._span if self._low else raw / self._span
        return (even if self._named is None else np.where(named, even, np.float32(0))), named
