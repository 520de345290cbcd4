"""A numpy array that grows at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Growing:
    """Over-allocated, doubled when full; `values` is a slice that stays valid for its elements."""

    __slots__ = ("_cells", "_room", "_size")

    def __init__(self, dtype: Any, values: Sequence[Any] | NDArray[Any] = ()) -> None:
        self._room: NDArray[Any] = np.array(values, dtype)
        self._size = len(self._room)
        self._cells = self._room.data  # the same memory: one value is set in half the time

    def __len__(self) -> int:
        return self._size

    @property
    def cells(self) -> memoryview:
        """The elements and the room behind them, to be read one by one."""
        return self._cells

    @property
    def values(self) -> NDArray[Any]:
        """The elements so far."""
        return self._room[: self._size]

    def append(self, value: Any) -> None:
        """Add one element."""
        if self._size == len(self._room):
            self._grow(1)
        self._cells[self._size] = value
        self._size += 1

    def insert(self, place: int, value: Any) -> None:
        """Put one element before the one at a place. Slices that were handed out change."""
        self.append(value)
        self._room[place + 1 : self._size] = self._room[place : self._size - 1]
        self._cells[place] = value

    def extend(self, values: Sequence[Any] | NDArray[Any]) -> None:
        """Add several elements."""
        end = self._size + len(values)
        if end > len(self._room):
            self._grow(len(values))
        self._room[self._size : end] = values
        self._size = end

    def _grow(self, by: int) -> None:
        room = np.empty(max(16, 2 * self._size, self._size + by), self._room.dtype)
        room[: self._size] = self.values
        self._room = room
        self._cells = room.data
