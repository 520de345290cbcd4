"""Windows of sequences: documents that stand beside each other, read together.

A sequence is a run of documents in view of one stream: the claims of a sitting (one author in one workspace,
`t_observed` at most half an hour apart), or the deeds of a conversation by their position, whatever lies
between. Windows of six cover it in strides of three, so that each document stands in one or two. There is no
index of windows: counts are added up from the postings in view, so a hidden document has no part in them.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.clocks.instants import MINUTE
from core.state.postings import ALONE, Postings

SITTING: Final = 30 * MINUTE
"""Longest pause within a sitting, in µs of `t_observed`."""
SIZE: Final = 6
STRIDE: Final = 3
"""Documents in a window, and from one window to the next (measured best on chat turns)."""

_REBUILT_FROM: Final = 64
"""New rows from which on sorting anew is cheaper than inserting."""


@dataclass(frozen=True, slots=True)
class Windows:
    """The windows of one scope."""

    first: NDArray[np.int32]
    """`(rows,)`: window of each row; `count` for hidden rows."""
    second: NDArray[np.int32]
    """`(rows,)`: its other window, or the same."""
    lengths: NDArray[np.float32]
    """`(count,)`: terms in each window, without stop words."""
    mean_length: float

    @property
    def count(self) -> int:
        """How many windows there are."""
        return len(self.lengths)


class Sequences:
    """All rows in the order of their streams, kept up as rows come in."""

    def __init__(self, postings: Postings, gap: int | None) -> None:
        """`gap` is the longest step of `order` within a sequence; None: any."""
        self._postings = postings
        self._gap = gap
        self._order: NDArray[np.int32] = np.zeros(0, np.int32)
        self._streams: NDArray[np.int32] = np.zeros(0, np.int32)
        self._orders: NDArray[np.int64] = np.zeros(0, np.int64)

    def windows(self, visible: NDArray[np.bool_], lengths: NDArray[np.float32]) -> Windows:
        """The windows of the visible rows. `visible` is `(rows + 1,)`, its last element False."""
        return _cut(*self.in_view(visible), lengths)

    def in_order(self, rows: list[int]) -> tuple[int, ...]:
        """Some rows of one stream as they stand in it."""
        orders, ids = self._postings.orders.values, self._postings.ids
        return tuple(sorted(rows, key=lambda row: (orders[row], ids[row])))

    def in_view(self, visible: NDArray[np.bool_]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """The visible rows in the order of their streams, and which of them begin a sequence."""
        self._catch_up()
        seen = visible.take(self._order, mode="clip")
        return self._order[seen], _starts(self._streams[seen], self._orders[seen], self._gap)

    def _catch_up(self) -> None:
        new = self._postings.rows - len(self._order)
        if new > _REBUILT_FROM:
            self._sort()
        elif new:
            self._insert(list(range(len(self._order), self._postings.rows)))

    def _sort(self) -> None:
        streams, orders = self._postings.streams.values, self._postings.orders.values
        order = np.lexsort((orders, streams)).astype(np.int32)
        self._streams, self._orders = streams[order], orders[order]
        self._order = self._ties_by_id(order)

    def _ties_by_id(self, order: NDArray[np.int32]) -> NDArray[np.int32]:
        tied = (self._streams[1:] == self._streams[:-1]) & (self._orders[1:] == self._orders[:-1])
        edges = np.flatnonzero(np.diff(np.concatenate(([False], tied, [False])).astype(np.int8)))
        ids = self._postings.ids
        for first, last in edges.reshape(-1, 2).tolist():
            order[first : last + 1] = sorted(order[first : last + 1].tolist(), key=ids.__getitem__)
        return order

    def _insert(self, rows: list[int]) -> None:
        streams, orders = self._postings.streams.values, self._postings.orders.values
        ids = self._postings.ids
        rows.sort(key=lambda row: (streams[row], orders[row], ids[row]))
        places = [self._place(int(streams[row]), int(orders[row]), ids[row]) for row in rows]
        self._order = np.insert(self._order, places, rows)
        self._streams = np.insert(self._streams, places, streams[rows])
        self._orders = np.insert(self._orders, places, orders[rows])

    def _place(self, stream: int, order: int, document_id: str) -> int:
        first, last = (int(self._streams.searchsorted(stream, side)) for side in ("left", "right"))
        span = self._orders[first:last]
        low, high = (first + int(span.searchsorted(order, side)) for side in ("left", "right"))
        ids = self._postings.ids
        return bisect_left(self._order[low:high].tolist(), document_id, key=ids.__getitem__) + low


def _starts(streams: NDArray[np.int32], orders: NDArray[np.int64], gap: int | None) -> NDArray[np.bool_]:
    """Which rows in the order of their streams begin a sequence."""
    starts = np.ones(len(streams), np.bool_)
    np.not_equal(streams[1:], streams[:-1], out=starts[1:])
    if gap is not None:
        starts[1:] |= orders[1:] - orders[:-1] > gap
    alone = int(streams.searchsorted(ALONE, "right"))  # the lowest number: they stand first
    starts[:alone] = True
    return starts


def _cut(rows: NDArray[np.int32], starts: NDArray[np.bool_], lengths: NDArray[np.float32]) -> Windows:
    """Cut rows in the order of their streams into windows."""
    if not len(rows):
        nothing = np.zeros(len(lengths), np.int32)
        return Windows(nothing, nothing, np.zeros(0, np.float32), 0.0)
    firsts = np.flatnonzero(starts).astype(np.int32)
    sizes = np.diff(firsts, append=np.int32(len(rows)))
    windows = np.maximum(1, (sizes - SIZE + STRIDE - 1) // STRIDE + 1)
    bases = np.cumsum(windows, dtype=np.int32) - windows
    place = np.arange(len(rows), dtype=np.int32) - np.repeat(firsts, sizes)
    base, last = np.repeat(bases, sizes), np.repeat(windows - 1, sizes)
    stride = place // STRIDE
    count = int(bases[-1] + windows[-1])
    first = np.full(len(lengths), count, np.int32)
    second = np.full(len(lengths), count, np.int32)
    later = base + np.minimum(stride, last)
    earlier = base + np.maximum(stride - 1, 0)
    first[rows], second[rows] = later, earlier
    terms = lengths[rows]
    apart = earlier != later
    total = np.bincount(later, terms, count) + np.bincount(earlier[apart], terms[apart], count)
    return Windows(first, second, total.astype(np.float32), float(total.mean()))
