"""Sequences: documents that stand beside each other, of one stream and by their order.

The claims of a sitting (one author in one workspace, `t_observed` at most half an hour apart), or the deeds
of a conversation by their position, whatever lies between.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.search.windows import Windows, cut, recut
from core.state.growing import Growing
from core.state.postings import ALONE, Postings

_REBUILT_FROM: Final = 64
"""New rows from which on sorting anew is cheaper than inserting."""
_BESIDE: Final = 64
"""Rows to each side of a changed one that are gone through for its sequence, and one more for so many rows in
all: about as many as cost what one pass over all rows does."""


class Sequences:
    """All rows in the order of their streams, kept up as rows come in."""

    def __init__(self, postings: Postings, gap: int | None) -> None:
        """`gap` is the longest step of `order` within a sequence; None: any."""
        self._postings = postings
        self._gap = gap
        self._step = 0 if gap is None else gap
        self._order = Growing(np.intp)  # what looks up in arrays is many times as fast in this type
        self._streams = Growing(np.int32)
        self._orders = Growing(np.int64)
        self._line: NDArray[np.int64] | None = None

    def windows(self, visible: NDArray[np.bool_], lengths: NDArray[np.float32]) -> Windows:
        """The windows of the visible rows. `visible` is `(rows + 1,)`, its last element False."""
        return cut(*self._in_view(visible), lengths)

    def recut(
        self,
        windows: Windows,
        lengths: NDArray[np.float32],
        visible: NDArray[np.bool_],
        changed: list[int],
    ) -> Windows | None:
        """The windows once a few rows have come into view or gone from it; others keep their numbers.

        `changed` are all rows that are `visible` and were not when `windows` were cut, or the other way. None
        where they stand in a sequence so long that one pass over all rows is cheaper.
        """
        self._catch_up()
        either = visible.copy()
        either[changed] = True
        rows: list[int] = []
        for row in changed:
            if row not in rows:
                around = self._around(row, either.data)
                if around is None:
                    return None
                rows += around
        runs = [[(row, int(lengths.item(row))) for row in run] for run in self._runs(rows, visible.data)]
        return recut(windows, len(lengths), rows, runs)

    def in_order(self, rows: list[int]) -> tuple[int, ...]:
        """Some rows of one stream as they stand in it."""
        orders, ids = self._postings.orders.values, self._postings.ids
        return tuple(sorted(rows, key=lambda row: (orders[row], ids[row])))

    def in_view(self, visible: NDArray[np.bool_]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """The visible rows in the order of their streams, and which of them begin a sequence."""
        rows, starts = self._in_view(visible)
        return rows.astype(np.int32), starts

    def _in_view(self, visible: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        self._catch_up()
        order = self._order.values
        seen = visible.take(order, mode="clip").nonzero()[0]
        places = self._on_a_line().take(seen)
        starts = np.ones(len(seen), np.bool_)
        np.greater(places[1:] - places[:-1], self._step, out=starts[1:])
        return order.take(seen), starts

    def _on_a_line(self) -> NDArray[np.int64]:
        """A place for each row in the order of their streams: two are of one sequence if no two neighbours
        in view between them are further apart than a step."""
        if self._line is None:
            streams, orders = self._streams.values, self._orders.values
            steps = np.zeros(len(streams), np.int64)
            if self._gap is not None:
                np.minimum(orders[1:] - orders[:-1], self._step + 1, out=steps[1:])
            steps[1:][streams[1:] != streams[:-1]] = self._step + 1
            steps[: streams.searchsorted(np.int32(ALONE), "right")] = self._step + 1
            self._line = steps.cumsum()
        return self._line

    def _around(self, row: int, either: memoryview) -> list[int] | None:
        """The rows of the sequence of a row, of all in view before or after; None where it is long."""
        order, streams, orders = self._order.cells, self._streams.cells, self._orders.cells
        place, size, known = self._place(row), len(self._order), len(either) - 1
        while order[place] != row:  # a document whose words changed has a row for each wording
            place += 1
        stream, most = streams[place], _BESIDE + size // _BESIDE
        found = [row]
        for beside in (range(place - 1, -1, -1), range(place + 1, size)):
            found.reverse()
            last = orders[place]
            for at in beside[:most]:
                if streams[at] != stream or stream == ALONE or not self._is_step(last, orders[at]):
                    break
                if order[at] < known and either[order[at]]:
                    found.append(order[at])
                    last = orders[at]
            else:
                if len(beside) > most:
                    return None
        return found

    def _is_step(self, order: int, other: int) -> bool:
        return self._gap is None or abs(other - order) <= self._gap

    def _runs(self, rows: list[int], visible: memoryview) -> Iterator[list[int]]:
        """The sequences in view among rows of sequences, in their order."""
        streams, orders = self._postings.streams.cells, self._postings.orders.cells
        run: list[int] = []
        for row in rows:
            if not visible[row]:
                continue
            last = run[-1] if run else row
            alone = streams[row] == ALONE or streams[row] != streams[last]
            if run and (alone or not self._is_step(orders[last], orders[row])):
                yield run
                run = []
            run.append(row)
        if run:
            yield run

    def _catch_up(self) -> None:
        new = self._postings.rows - len(self._order)
        if new > _REBUILT_FROM:
            self._sort()
        for row in range(len(self._order), self._postings.rows):
            self._insert(row)
        if new:
            self._line = None

    def _sort(self) -> None:
        streams, orders = self._postings.streams.values, self._postings.orders.values
        order = np.lexsort((orders, streams))
        streams, orders = streams.take(order), orders.take(order)
        self._streams, self._orders = Growing(np.int32, streams), Growing(np.int64, orders)
        self._order = Growing(np.intp, self._ties_by_id(order, streams, orders))

    def _ties_by_id(
        self, order: NDArray[np.intp], streams: NDArray[np.int32], orders: NDArray[np.int64]
    ) -> NDArray[np.intp]:
        tied = (streams[1:] == streams[:-1]) & (orders[1:] == orders[:-1])
        edges = np.flatnonzero(np.diff(np.concatenate(([False], tied, [False])).astype(np.int8)))
        ids = self._postings.ids
        for first, last in edges.reshape(-1, 2).tolist():
            order[first : last + 1] = sorted(order[first : last + 1].tolist(), key=ids.__getitem__)
        return order

    def _insert(self, row: int) -> None:
        place = self._place(row)
        self._order.insert(place, row)
        self._streams.insert(place, self._postings.streams.values[row])
        self._orders.insert(place, self._postings.orders.values[row])

    def _place(self, row: int) -> int:
        """Where a row stands, or would."""
        streams, orders, size = self._streams.cells, self._orders.cells, len(self._order)
        stream, order = self._postings.streams.cells[row], self._postings.orders.cells[row]
        first = bisect_left(streams, stream, 0, size)
        last = bisect_right(streams, stream, first, size)
        low = bisect_left(orders, order, first, last)
        high = bisect_right(orders, order, low, last)
        ids = self._postings.ids
        return bisect_left(self._order.cells, ids[row], low, high, key=ids.__getitem__)
