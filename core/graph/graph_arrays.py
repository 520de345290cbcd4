"""The link graph as arrays: what the whole-graph calculations work on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Edge = tuple[str, str, float]
"""Two claim ids and the weight of their link, in either direction."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_HIDDEN: Final = -1


@dataclass(frozen=True, slots=True)
class GraphArrays:
    """An undirected weighted graph on nodes 0 to n - 1; each edge once, in the order of (low, high)."""

    n: int
    low: Ints
    """`(edges,)`: the smaller end."""
    high: Ints
    """`(edges,)`: the larger end."""
    weight: Floats
    """`(edges,)`: above 0."""

    def both_ways(self) -> tuple[Ints, Ints, Floats]:
        """`(source, target, weight)` with every edge in both directions, in the order of (source, target)."""
        source = np.concatenate((self.low, self.high))
        target = np.concatenate((self.high, self.low))
        order = np.argsort(source * self.n + target)
        return source[order], target[order], np.concatenate((self.weight, self.weight))[order]

    def strength(self) -> Floats:
        """`(n,)`: the sum of the weights at each node."""
        ends = np.concatenate((self.low, self.high))
        weight = np.concatenate((self.weight, self.weight))
        return np.bincount(ends, weight, self.n).astype(np.float64)


def graph_of(n: int, edges: Iterable[tuple[int, int, float]]) -> GraphArrays:
    """Arrays of edges between nodes 0 to n - 1.

    Loops and weights up to 0 are left out; of edges between the same two nodes the heaviest stays.
    """
    rows = list(edges)
    a = np.fromiter((a for a, _, _ in rows), np.int64, len(rows))
    b = np.fromiter((b for _, b, _ in rows), np.int64, len(rows))
    return _simple(n, a, b, np.fromiter((weight for _, _, weight in rows), np.float64, len(rows)))


def numbered(ids: Sequence[str], edges: Iterable[Edge]) -> tuple[list[str], GraphArrays]:
    """The ids in order and the graph on their places; edges to other ids are left out.

    Ids are sorted, so the graph depends on what it holds and not on the order it was handed over in.
    """
    ordered = sorted(set(ids))
    place = {claim_id: number for number, claim_id in enumerate(ordered)}.get
    rows = list(edges)
    a = np.fromiter((place(a, _HIDDEN) for a, _, _ in rows), np.int64, len(rows))
    b = np.fromiter((place(b, _HIDDEN) for _, b, _ in rows), np.int64, len(rows))
    weight = np.fromiter((weight for _, _, weight in rows), np.float64, len(rows))
    shown = (a != _HIDDEN) & (b != _HIDDEN)
    return ordered, _simple(len(ordered), a[shown], b[shown], weight[shown])


def _simple(n: int, a: Ints, b: Ints, weight: Floats) -> GraphArrays:
    keep = (a != b) & (weight > 0)
    low, high, weight = np.minimum(a, b)[keep], np.maximum(a, b)[keep], weight[keep]
    order = np.lexsort((-weight, high, low))
    low, high, weight = low[order], high[order], weight[order]
    first = np.ones(len(low), np.bool_)
    first[1:] = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
    return GraphArrays(n, low[first], high[first], weight[first])
