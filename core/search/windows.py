"""Windows of sequences: documents that stand beside each other, read together.

A sequence is a run of documents in view of one stream: the claims of a sitting (one author in one workspace,
`t_observed` at most half an hour apart), or the deeds of a conversation by their position, whatever lies
between. Windows of six cover it in strides of three, so that each document stands in one or two. There is no
index of windows: counts are added up from the postings in view, so a hidden document has no part in them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.clocks.instants import MINUTE
from core.state.postings import ALONE, Postings

Number = TypeVar("Number", np.int32, np.int64)

SITTING: Final = 30 * MINUTE
"""Longest pause within a sitting, in µs of `t_observed`."""
SIZE: Final = 6
STRIDE: Final = 3
"""Documents in a window, and from one window to the next (measured best on chat turns)."""

_REBUILT_FROM: Final = 64
"""New rows from which on sorting anew is cheaper than inserting."""
_BESIDE: Final = 64
"""Rows to each side of a changed one that are looked at first for its sequence."""

NOWHERE: Final = np.iinfo(np.int32).max
"""Window number of a hidden row: past the end of every array of windows, where a clipped look-up is 0."""


class Windows(msgspec.Struct, frozen=True):
    """The windows of one scope."""

    first: NDArray[np.int32]
    """`(rows,)`: the later window of each row; `NOWHERE` for hidden rows."""
    second: NDArray[np.int32]
    """`(rows,)`: the earlier one, or the same."""
    lengths: NDArray[np.float32]
    """`(numbers,)`: terms in each window, without stop words; 0 for a number out of use."""
    count: int
    """How many windows there are."""
    total_length: float

    @property
    def numbers(self) -> int:
        """Numbers given so far; those of windows that are gone hold nothing."""
        return len(self.lengths)

    @property
    def mean_length(self) -> float:
        """Terms in a window."""
        return self.total_length / self.count if self.count else 0.0


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

    def recut(
        self,
        windows: Windows,
        lengths: NDArray[np.float32],
        before: NDArray[np.bool_],
        visible: NDArray[np.bool_],
        changed: NDArray[np.int32],
    ) -> Windows:
        """The windows once some rows have come into view or gone from it; others keep their numbers.

        `windows` are those of the rows visible `before`; `changed` are all in which the two masks differ.
        """
        self._catch_up()
        first, second = (_longer(old, len(lengths), NOWHERE) for old in (windows.first, windows.second))
        count, total = windows.count, windows.total_length
        added: list[NDArray[np.float32]] = [windows.lengths.copy()]
        numbers = windows.numbers
        for rows in self._around(changed.tolist(), before | visible):
            gone = np.unique(np.concatenate((first[rows], second[rows])))
            gone = gone[gone != NOWHERE]
            count -= len(gone)
            total -= float(added[0][gone].sum(dtype=np.float64))
            added[0][gone] = 0
            first[rows] = second[rows] = NOWHERE
            shown = rows[visible[rows]]
            later, earlier, sizes = _numbered(self._starts_among(shown), lengths[shown])
            first[shown], second[shown] = later + numbers, earlier + numbers
            added.append(sizes)
            numbers += len(sizes)
            count += len(sizes)
            total += float(sizes.sum(dtype=np.float64))
        return Windows(first, second, np.concatenate(added), count, total)

    def in_order(self, rows: list[int]) -> tuple[int, ...]:
        """Some rows of one stream as they stand in it."""
        orders, ids = self._postings.orders.values, self._postings.ids
        return tuple(sorted(rows, key=lambda row: (orders[row], ids[row])))

    def in_view(self, visible: NDArray[np.bool_]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """The visible rows in the order of their streams, and which of them begin a sequence."""
        self._catch_up()
        seen = visible.take(self._order, mode="clip")
        return self._order[seen], _starts(self._streams[seen], self._orders[seen], self._gap)

    def _around(self, changed: list[int], either: NDArray[np.bool_]) -> Iterator[NDArray[np.int32]]:
        """The rows of each sequence that holds a changed row, of all rows in view before or after."""
        done: set[int] = set()
        for row in changed:
            if row not in done:
                rows = self._sequence_of(row, either)
                done.update(rows.tolist())
                yield rows

    def _sequence_of(self, row: int, either: NDArray[np.bool_]) -> NDArray[np.int32]:
        postings = self._postings
        stream, order = int(postings.streams.values[row]), int(postings.orders.values[row])
        place = self._place(stream, order, postings.ids[row])
        while self._order[place] != row:  # a document whose words changed has a row for each wording
            place += 1
        reach = _BESIDE
        while True:
            low, high = max(0, place - reach), min(len(self._order), place + reach + 1)
            rows = self._order[low:high].compress(either.take(self._order[low:high], mode="clip"))
            starts = self._starts_among(rows).nonzero()[0]
            here = int((rows == row).argmax())
            begin = int(starts[starts <= here][-1])
            after = starts[starts > here]
            end = int(after[0]) if len(after) else len(rows)
            if (begin > 0 or low == 0) and (end < len(rows) or high == len(self._order)):
                return rows[begin:end]
            reach *= 4

    def _starts_among(self, rows: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which of some rows, in the order of their streams, begin a sequence."""
        return _starts(self._postings.streams.values[rows], self._postings.orders.values[rows], self._gap)

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
        if len(rows) == 1:
            (row,), (place,) = rows, places
            self._order = _inserted(self._order, place, row)
            self._streams = _inserted(self._streams, place, streams[row])
            self._orders = _inserted(self._orders, place, orders[row])
            return
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
    later, earlier, sizes = _numbered(starts, lengths[rows])
    first = np.full(len(lengths), NOWHERE, np.int32)
    second = np.full(len(lengths), NOWHERE, np.int32)
    first[rows], second[rows] = later, earlier
    return Windows(first, second, sizes, len(sizes), float(sizes.sum(dtype=np.float64)))


def _numbered(
    starts: NDArray[np.bool_], terms: NDArray[np.float32]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]:
    """The later and the earlier window of each row, numbered from 0, and the terms in each window."""
    if not len(starts):
        nothing = np.zeros(0, np.int32)
        return nothing, nothing, np.zeros(0, np.float32)
    firsts = np.flatnonzero(starts).astype(np.int32)
    sizes = np.diff(firsts, append=np.int32(len(starts)))
    windows = np.maximum(1, (sizes - SIZE + STRIDE - 1) // STRIDE + 1)
    bases = np.cumsum(windows, dtype=np.int32) - windows
    place = np.arange(len(starts), dtype=np.int32) - np.repeat(firsts, sizes)
    base, last = np.repeat(bases, sizes), np.repeat(windows - 1, sizes)
    stride = place // STRIDE
    count = int(bases[-1] + windows[-1])
    later = base + np.minimum(stride, last)
    earlier = base + np.maximum(stride - 1, 0)
    apart = earlier != later
    total = np.bincount(later, terms, count) + np.bincount(earlier[apart], terms[apart], count)
    return later, earlier, total.astype(np.float32)


def _inserted(array: NDArray[Number], place: int, value: int) -> NDArray[Number]:
    """A copy with one value more; `np.insert` takes five times as long for one."""
    longer = np.empty(len(array) + 1, array.dtype)
    longer[:place], longer[place], longer[place + 1 :] = array[:place], value, array[place:]
    return longer


def _longer(array: NDArray[np.int32], size: int, fill: int) -> NDArray[np.int32]:
    """A copy of at least its length, the rest filled."""
    longer = np.full(size, fill, np.int32)
    longer[: len(array)] = array
    return longer
