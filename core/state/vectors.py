"""Vectors of rows that only grow, as one matrix in memory; rows may wait for theirs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.state.growing import Growing

Matrix = NDArray[np.float32]


class VectorRows:
    """One row of figures for each row of a corpus, zeros where there is none yet."""

    def __init__(self, size: int) -> None:
        """`size`: figures in a vector."""
        self.size = size
        self._room: Matrix = np.zeros((0, size), np.float32)
        self._known = Growing(np.bool_)

    def __len__(self) -> int:
        return len(self._known)

    @property
    def matrix(self) -> Matrix:
        """`(rows, size)`, float32."""
        return self._room[: len(self._known)]

    @property
    def known(self) -> NDArray[np.bool_]:
        """`(rows,)`: which rows have a vector."""
        return self._known.values

    @property
    def filled(self) -> int:
        """How many rows have a vector."""
        return int(np.count_nonzero(self.known))

    def add_rows(self, count: int) -> None:
        """Take in further rows, without vectors."""
        self.make_room(len(self._known) + count)
        self._known.extend(np.zeros(count, np.bool_))

    def make_room(self, rows: int) -> None:
        """See to it that so many rows have room, so that they are not copied as they come in."""
        if rows > len(self._room):
            room = np.zeros((max(16, rows, 2 * len(self._known)), self.size), np.float32)
            room[: len(self._known)] = self.matrix
            self._room = room

    def put(self, rows: NDArray[np.int64], vectors: Matrix) -> None:
        """Give rows that wait their vectors, which never change after."""
        self._room[rows] = vectors
        self._known.values[rows] = True
