"""Windows of sequences: documents that stand beside each other, read together.

A sequence is a run of documents in view of one stream: the claims of a sitting (one author in one workspace,
`t_observed` at most half an hour apart), or the deeds of a conversation by their position, whatever lies
between. Windows of six cover it in strides of three, so that each document stands in one or two. There is no
index of windows: counts are added up from the postings in view, so a hidden document has no part in them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.clocks.instants import MINUTE

SITTING: Final = 30 * MINUTE
"""Longest pause within a sitting, in µs of `t_observed`."""
STRIDE: Final = 3
SIZE: Final = 2 * STRIDE
"""Documents from one window to the next, and in a window (measured best on chat turns)."""

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


def cut(rows: NDArray[np.intp], starts: NDArray[np.bool_], lengths: NDArray[np.float32]) -> Windows:
    """Cut rows in the order of their streams into windows."""
    codes, sizes = numbered(starts, lengths.take(rows))
    every = np.full(len(lengths), NOWHERE << 1, np.int32)
    every[rows] = codes
    return Windows(*numbers_of(every), sizes, len(sizes), float(sizes.sum(dtype=np.float64)))


def numbered(
    starts: NDArray[np.bool_], terms: NDArray[np.float32]
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """The windows of each row as a code (`numbers_of`), numbered from 0, and the terms in each window.

    A sequence falls into groups of a stride, the last may be shorter. A window is two groups: each group but
    the last begins one. A row stands in the window that its group begins and in the one before.
    """
    if not len(starts):
        return np.zeros(0, np.int32), np.zeros(0, np.float32)
    firsts = starts.nonzero()[0]
    groups = _groups(firsts, len(starts))
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
    beginning = begun.nonzero()[0]
    after = beginning + 2
    after[codes.take(begins.compress(groups == 1))] -= 1
    codes <<= 1
    codes += apart
    sizes = _sums(terms, edges.take(beginning), edges.take(after))
    return codes.repeat(np.diff(edges)), sizes.astype(np.float32)


def _groups(firsts: NDArray[np.intp], count: int) -> NDArray[np.intp]:
    """How many groups each sequence has; `firsts` are the places at which they begin, of so many."""
    groups = np.full(len(firsts), count + STRIDE - 1)
    groups[:-1] = firsts[1:] + (STRIDE - 1)
    groups -= firsts
    groups //= STRIDE
    return groups


def _sums(terms: NDArray[np.float32], firsts: NDArray[np.intp], ends: NDArray[np.intp]) -> NDArray[np.int64]:
    """The terms between places; as whole numbers they are added up in a third of the time."""
    summed = np.zeros(len(terms) + 1, np.int64)
    np.cumsum(terms.astype(np.int64), out=summed[1:])
    between: NDArray[np.int64] = summed.take(ends) - summed.take(firsts)
    return between


def numbers_of(codes: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The later and the earlier window of each row: twice the later one, and 1 where the other is another."""
    later = codes >> 1
    return later, later - (codes & 1)


def recut(old: Windows, size: int, gone: Iterable[int], runs: Iterable[list[tuple[int, int]]]) -> Windows:
    """The windows of `size` rows once some are cut anew; others keep their numbers.

    `gone` are the rows that stood, or stand, in the sequences that are cut anew. `runs` are these sequences:
    each row in view, and the terms in it. A loop, for they are short: passes over arrays are thirty calls.
    """
    first, second = _longer(old.first, size), _longer(old.second, size)
    later, earlier, lengths = first.data, second.data, old.lengths.copy()
    left = {later[row] for row in gone} - {NOWHERE}
    for row in gone:
        later[row] = earlier[row] = NOWHERE
    total = old.total_length - sum([lengths.item(window) for window in left])
    for window in left:
        lengths[window] = 0
    sizes: list[int] = []
    for run in runs:
        base = old.numbers + len(sizes)
        windows = max(1, (len(run) - 1) // STRIDE)
        for place, (row, _) in enumerate(run):
            group = place // STRIDE
            later[row] = base + min(group, windows - 1)
            earlier[row] = base + max(group - 1, 0)
        firsts = range(0, STRIDE * windows, STRIDE)
        sizes += [sum([terms for _, terms in run[at : at + SIZE]]) for at in firsts]
    every = np.concatenate((lengths, np.array(sizes, np.float32)))
    return Windows(first, second, every, old.count - len(left) + len(sizes), total + sum(sizes))


def _longer(array: NDArray[np.int32], size: int) -> NDArray[np.int32]:
    """A copy of at least its length; later rows are hidden."""
    longer = np.empty(size, np.int32)
    longer[: len(array)], longer[len(array) :] = array, NOWHERE
    return longer
