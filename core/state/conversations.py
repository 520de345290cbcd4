"""Conversations of a shelf: which deed stands beside which."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.clocks.instants import Instant

if TYPE_CHECKING:
    from core.state.deeds import DeedShelf


class Conversations:
    """The rows of each conversation, by position and then by row. Catches up with the shelf itself."""

    def __init__(self, shelf: DeedShelf) -> None:
        self._shelf = shelf
        self._rows: dict[int, array[int]] = {}
        self._known = 0

    def rows(self, code: int) -> NDArray[np.int32]:
        """The rows of a conversation in order; none for -1."""
        self._catch_up()
        return np.array(self._rows.get(code, ()), np.int32)

    def beside(self, row: int, reach: int, believed_at: Instant | None) -> list[int]:
        """The rows around one, as `DeedShelf.neighbours` says."""
        self._catch_up()
        line = self._rows.get(int(self._shelf.conversation[row]))
        if line is None:
            return []
        place = bisect_left(line, self._order(row), key=self._order)
        before = self._standing((line[at] for at in range(place - 1, -1, -1)), reach, believed_at)
        after = self._standing((line[at] for at in range(place + 1, len(line))), reach, believed_at)
        return [*reversed(before), *after]

    def _standing(self, rows: Iterable[int], reach: int, believed_at: Instant | None) -> list[int]:
        return list(islice((row for row in rows if self._shelf.stood(row, believed_at)), reach))

    def _order(self, row: int) -> tuple[int, int]:
        return int(self._shelf.position[row]), row

    def _catch_up(self) -> None:
        first, last = self._known, len(self._shelf)
        if first == last:
            return
        codes, positions = self._shelf.conversation[first:last], self._shelf.position[first:last]
        order = np.lexsort((positions, codes))
        order = order[np.searchsorted(codes[order], 0) :]
        bounds = np.flatnonzero(np.diff(codes[order], prepend=-1)).tolist()
        for begin, end in pairwise([*bounds, len(order)]):
            self._merge(int(codes[order[begin]]), (order[begin:end] + first).tolist())
        self._known = last

    def _merge(self, code: int, rows: list[int]) -> None:
        line: Any = self._rows.setdefault(code, array("i"))
        if not line or self._order(line[-1]) < self._order(rows[0]):
            line.extend(rows)
        else:
            self._rows[code] = array("i", sorted([*line, *rows], key=self._order))
