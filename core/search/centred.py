"""Vectors of what is in view, seen from their mean: what all of them share says nothing of any.

Nothing is copied: with v and q of length 1 and the mean m, the cosine of v - m and q - m is
(v · q' - m · q') / |v - m|, where q' is q - m at length 1. Hidden rows have no part in m.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.search.pair_products import PairProducts
from core.search.votes import Rows, Scores
from core.state.vectors import VectorRows

Floats = NDArray[np.float32]
Order = tuple[Rows, NDArray[np.bool_]]
"""Rows in view in the order of their sequences, and which of them begin one."""

NEIGHBOURS: Final = 3
"""Rows in sequence whose mean stands for each of them (measured on chat turns)."""
_NOTHING: Final = 1e-6
"""A squared length below it is rounding: such a vector has no direction."""
_SPARSE: Final = 8
"""A view of fewer than one row in so many is multiplied by itself."""


def pairs_beside(order: Order) -> tuple[Rows, Rows]:
    """Rows that share a group of neighbours: the first and the second of each pair."""
    rows, starts = order
    sequence = starts.cumsum()
    apart = [step for step in range(1, NEIGHBOURS) if step < len(rows)]
    same = [sequence[step:] == sequence[:-step] for step in apart]
    first = [rows[:-step][both] for step, both in zip(apart, same, strict=True)]
    second = [rows[step:][both] for step, both in zip(apart, same, strict=True)]
    return np.concatenate((rows[:0], *first)), np.concatenate((rows[:0], *second))


class Trios(NamedTuple):
    """Neighbours in sequence: at each place of `order` the group that begins there."""

    order: NDArray[np.intp]
    """Places among the rows of the view."""
    widths: NDArray[np.int64]
    """Rows in a group: three, or the whole of a shorter sequence."""
    reaching: list[NDArray[np.bool_]]
    """By how many places back: which groups are whole within their sequence and reach that far on."""
    lengths: Floats
    """Of the centred mean of each group, times its width."""


class Centred:
    """The rows of one view that have vectors, and their mean."""

    def __init__(
        self,
        shown: NDArray[np.int32],
        vectors: VectorRows,
        products: PairProducts,
        in_order: Callable[[], Order],
    ) -> None:
        """`shown` is `(rows,)`, below 0 for hidden rows."""
        size = min(len(shown), len(vectors))
        self._matrix = vectors.matrix[:size]
        self._products = products
        self._in_order = in_order
        visible = shown >= 0
        self._mask = visible[:size] & vectors.known[:size]
        self.rows: Rows = self._mask.nonzero()[0].astype(np.int32)
        """Rows in view that have a vector."""
        waiting = np.concatenate((visible[:size] & ~self._mask, visible[size:]))
        self.waiting: Rows = waiting.nonzero()[0].astype(np.int32)
        """Rows in view that have none yet."""
        self._asked = b""
        self._along: Scores = np.zeros(0, np.float32)

    @property
    def share(self) -> float:
        """How much of what is in view has a vector."""
        return len(self.rows) / max(1, len(self.rows) + len(self.waiting))

    @cached_property
    def mean(self) -> Floats:
        """`(size,)`; not worked out for a view that is too empty to vote."""
        total: Floats = self._mask.astype(np.float32) @ self._matrix
        return total / np.float32(max(1, len(self.rows)))

    def cosines(self, query: Floats) -> Scores:
        """`(rows,)`: cosine of each centred vector and the centred query."""
        cosines: Scores = self._on(query) / self._lengths
        return cosines

    def near(self, query: Floats) -> Scores:
        """`(rows,)`: cosine of the best centred mean of neighbours that a row has a part in."""
        trios = self._trios
        along = np.append(self._on(query)[trios.order], np.zeros(NEIGHBOURS - 1, np.float32))
        count = len(trios.order)
        sums = along[:count].copy()
        for step in range(1, NEIGHBOURS):
            sums += np.where(trios.widths > step, along[step : count + step], np.float32(0))
        sums /= trios.lengths
        best = np.full(count, -np.inf, np.float32)
        for back, reaching in enumerate(trios.reaching):
            reached = np.where(reaching, sums, np.float32(-np.inf))[: count - back]
            np.maximum(best[back:], reached, out=best[back:])
        scores = np.empty(count, np.float32)
        scores[trios.order] = best
        return scores

    def _on(self, query: Floats) -> Scores:
        """`(rows,)`: v - m along the direction of q - m; kept for the ballot that asks next."""
        asked = query.tobytes()
        if asked != self._asked:
            centred = query - self.mean
            length = float(centred @ centred)
            centred *= np.float32(1 / math.sqrt(length) if length > _NOTHING else 0)
            if len(self.rows) * _SPARSE < len(self._matrix):
                along = self._matrix[self.rows] @ centred
            else:
                along = (self._matrix @ centred)[self.rows]
            self._along, self._asked = along - self.mean @ centred, asked
        return self._along

    @cached_property
    def _lengths(self) -> Floats:
        return _length(1 - 2 * self._on_mean[self.rows] + self.mean @ self.mean)

    @cached_property
    def _on_mean(self) -> Floats:
        """`(matrix rows,)`: v · m."""
        products: Floats = self._matrix @ self.mean
        return products

    @cached_property
    def _trios(self) -> Trios:
        rows, starts = self._in_order()
        held = rows < len(self._mask)
        held[held] = self._mask[rows[held]]
        sequence = starts.cumsum()[held]
        rows = rows[held]
        _, firsts, of, sizes = np.unique(sequence, return_index=True, return_inverse=True, return_counts=True)
        widths = np.minimum(sizes, NEIGHBOURS)[of]
        whole = np.arange(len(rows)) + widths <= (firsts + sizes)[of]
        return Trios(
            order=self.rows.searchsorted(rows),
            widths=widths,
            reaching=[whole & (widths > back) for back in range(NEIGHBOURS)],
            lengths=self._mean_lengths(rows, widths),
        )

    def _mean_lengths(self, rows: Rows, widths: NDArray[np.int64]) -> Floats:
        """|v + … - width · m| of the group that begins at each place, from products of pairs."""
        wide = widths.astype(np.float32)
        padded = np.append(rows, np.zeros(NEIGHBOURS - 1, np.int32))
        squares = wide + wide * wide * (self.mean @ self.mean)
        along = self._on_mean[padded] * np.float32(2)
        squares -= wide * along[: len(rows)]
        for step in range(1, NEIGHBOURS):
            there = widths > step
            squares -= np.where(there, wide * along[step : len(rows) + step], np.float32(0))
            for apart in range(1, step + 1):
                pair = padded[step - apart : len(rows) + step - apart], padded[step : len(rows) + step]
                products = self._products.of(self._matrix, *(side[there] for side in pair))
                squares[there] += np.float32(2) * products
        return _length(squares)


def _length(squares: Floats) -> Floats:
    """Roots, infinite where a vector has no direction: a cosine with it is 0."""
    lengths: Floats = np.where(squares > _NOTHING, np.sqrt(np.maximum(squares, 0)), np.inf).astype(np.float32)
    return lengths
