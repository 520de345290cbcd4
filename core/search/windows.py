"""Windows of sequences: documents that stand beside each other, read together.

A sequence is a run of documents in view of one stream: the claims of a sitting (one author in one workspace,
`t_observed` at most half an hour apart), or the deeds of a conversation by their position, whatever lies
between. Windows of six cover it in strides of three, so that each document stands in one or two. There is no
index of windows: counts are added up from the postings in view, so a hidden document has no part in them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.clocks.instants import MINUTE
from core.state.growing import Growing
from core.state.postings import ALONE, Postings

SITTING: Final = 30 * MINUTE
"""Longest pause within a sitting, in µs of `t_observed`."""
STRIDE: Final = 3
SIZE: Final = 2 * STRIDE
"""Documents from one window to the next, and in a window (measured best on chat turns)."""

_REBUILT_FROM: Final = 64
"""New rows from which on sorting anew is cheaper than inserting."""
_BESIDE: Final = 64
"""Rows to each side of a changed one that are looked at first for its sequence."""

NOWHERE: Final = np.iinfo(np.int32).max >> 1
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
        self._step = 0 if gap is None else gap
        self._order = Growing(np.intp)  # what looks up in arrays is many times as fast in this type
        self._streams = Growing(np.int32)
        self._orders = Growing(np.int64)
        self._line: NDArray[np.int64] | None = None

    def windows(self, visible: NDArray[np.bool_], lengths: NDArray[np.float32]) -> Windows:
        """The windows of the visible rows. `visible` is `(rows + 1,)`, its last element False."""
        return _cut(*self._in_view(visible), lengths)

    def recut(
        self,
        windows: Windows,
        lengths: NDArray[np.float32],
        visible: NDArray[np.bool_],
        changed: list[int],
    ) -> Windows:
        """The windows once some rows have come into view or gone from it; others keep their numbers.

        `changed` are all rows that are `visible` and were not when `windows` were cut, or the other way.
        """
        self._catch_up()
        either = visible.copy()
        either[changed] = True
        first, second = (_longer(old, len(lengths), NOWHERE) for old in (windows.first, windows.second))
        count, total = windows.count, windows.total_length
        known = windows.lengths.copy()
        added, numbers = [known], windows.numbers
        for rows in self._around(changed, either):
            gone = _distinct(first.take(rows))
            count -= len(gone)
            total -= float(known.take(gone).sum(dtype=np.float64))
            known[gone] = 0
            first[rows] = second[rows] = NOWHERE
            shown = rows.compress(visible.take(rows))
            codes, sizes = _numbered(self._starts_among(shown), lengths.take(shown))
            first[shown], second[shown] = (both + numbers for both in _numbers(codes))
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

    def _around(self, changed: list[int], either: NDArray[np.bool_]) -> Iterator[NDArray[np.intp]]:
        """The rows of each sequence that holds a changed row, of all rows in view before or after."""
        done: set[int] = set()
        for row in changed:
            if row not in done:
                rows = self._sequence_of(row, either)
                done.update(rows.tolist())
                yield rows

    def _sequence_of(self, row: int, either: NDArray[np.bool_]) -> NDArray[np.intp]:
        order, place = self._order.values, self._place(row)
        while order[place] != row:  # a document whose words changed has a row for each wording
            place += 1
        reach = _BESIDE
        while True:
            low, high = max(0, place - reach), min(len(order), place + reach + 1)
            rows = order[low:high]
            rows = rows.compress(either.take(rows, mode="clip"))
            starts: list[int] = self._starts_among(rows).nonzero()[0].tolist()
            after = bisect_right(starts, int((rows == row).argmax()))
            begin, end = starts[after - 1], starts[after] if after < len(starts) else len(rows)
            if (begin > 0 or low == 0) and (end < len(rows) or high == len(order)):
                return rows[begin:end]
            reach *= 4

    def _starts_among(self, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which of some rows, in the order of their streams, begin a sequence."""
        streams, orders = self._postings.streams.values, self._postings.orders.values
        return _starts(streams.take(rows), orders.take(rows), self._gap)

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
        """Where a row stands, or would. Looking up a value of another type would convert the whole array."""
        streams, orders = self._streams.values, self._orders.values
        stream, order = self._postings.streams.values[row], self._postings.orders.values[row]
        first, last = streams.searchsorted(stream), streams.searchsorted(stream, "right")
        span = orders[first:last]
        low, high = (int(first + span.searchsorted(order, side)) for side in ("left", "right"))
        if low == high:
            return low
        ids = self._postings.ids
        return bisect_left(self._order.values[low:high].tolist(), ids[row], key=ids.__getitem__) + low


def _starts(streams: NDArray[np.int32], orders: NDArray[np.int64], gap: int | None) -> NDArray[np.bool_]:
    """Which rows in the order of their streams begin a sequence."""
    starts = np.ones(len(streams), np.bool_)
    np.not_equal(streams[1:], streams[:-1], out=starts[1:])
    if gap is not None:
        starts[1:] |= orders[1:] - orders[:-1] > gap
    alone = int(streams.searchsorted(ALONE, "right"))  # the lowest number: they stand first
    starts[:alone] = True
    return starts


def _cut(rows: NDArray[np.intp], starts: NDArray[np.bool_], lengths: NDArray[np.float32]) -> Windows:
    """Cut rows in the order of their streams into windows."""
    codes, sizes = _numbered(starts, lengths.take(rows))
    every = np.full(len(lengths), NOWHERE << 1, np.int32)
    every[rows] = codes
    return Windows(*_numbers(every), sizes, len(sizes), float(sizes.sum(dtype=np.float64)))


def _numbered(
    starts: NDArray[np.bool_], terms: NDArray[np.float32]
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """The windows of each row as a code (`_numbers`), numbered from 0, and the terms in each window.

    A sequence falls into groups of a stride, the last may be shorter. A window is two groups: each group but
    the last begins one. A row stands in the window that its group begins and in the one before.
    """
    if not len(starts):
        return np.zeros(0, np.int32), np.zeros(0, np.float32)
    firsts = starts.nonzero()[0]
    groups = (np.diff(firsts, append=len(starts)) + (STRIDE - 1)) // STRIDE
    ends = groups.cumsum()
    begins = ends - groups
    edges = np.arange(0, STRIDE * int(ends[-1]) + 1, STRIDE)
    edges[:-1] += (firsts - STRIDE * begins).repeat(groups)
    edges[-1] = len(starts)
    begun = np.ones(len(edges) - 1, np.bool_)
    begun[ends - 1] = groups == 1
    apart = begun.copy()
    apart[begins] = False
    codes = begun.cumsum(dtype=np.int32) - 1
    codes <<= 1
    codes += apart
    until = np.full(len(begun), 2)
    until[begins] -= groups == 1
    until += np.arange(len(begun))
    summed = np.zeros(len(terms) + 1)
    terms.cumsum(dtype=np.float64, out=summed[1:])
    sizes = summed.take(edges.take(until[begun])) - summed.take(edges[:-1][begun])
    return codes.repeat(np.diff(edges)), sizes.astype(np.float32)


def _numbers(codes: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The later and the earlier window of each row: twice the later one, and 1 where the other is another."""
    later = codes >> 1
    return later, later - (codes & 1)


def _distinct(numbers: NDArray[np.int32]) -> NDArray[np.int32]:
    """The windows among those of rows in the order of their streams, each once."""
    numbers = numbers[numbers != NOWHERE]
    fresh = np.ones(len(numbers), np.bool_)
    np.not_equal(numbers[1:], numbers[:-1], out=fresh[1:])
    return numbers[fresh]


def _longer(array: NDArray[np.int32], size: int, fill: int) -> NDArray[np.int32]:
    """A copy of at least its length, the rest filled."""
    longer = np.empty(size, np.int32)
    longer[: len(array)], longer[len(array) :] = array, fill
    return longer
