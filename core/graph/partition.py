"""Partitions of a graph: their numbering, how good they are, and the shape of each part."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.graph.graph_arrays import GraphArrays, Ints

SIGNATURE_ROUNDS: Final = 3
"""Rounds of the Weisfeiler-Lehman refinement (Weisfeiler and Leman 1968)."""

_Hashes = NDArray[np.uint64]


def renumbered(labels: Ints) -> Ints:
    """The same parts numbered 0, 1, 2 … by size, the largest first; equals by their first node."""
    _, first, part, size = np.unique(labels, return_index=True, return_inverse=True, return_counts=True)
    place = np.empty(len(size), np.int64)
    place[np.lexsort((first, -size))] = np.arange(len(size))
    return place[part]


def connected(graph: GraphArrays, labels: Ints) -> Ints:
    """Labels with every part cut into its connected pieces, which never lowers modularity."""
    root = list(range(graph.n))

    def find(node: int) -> int:
        while root[node] != node:
            root[node] = node = root[root[node]]
        return node

    inside = labels[graph.low] == labels[graph.high]
    for a, b in zip(graph.low[inside].tolist(), graph.high[inside].tolist(), strict=True):
        low, high = sorted((find(a), find(b)))
        root[high] = low
    return np.array([find(node) for node in range(graph.n)], np.int64)


def modularity(graph: GraphArrays, labels: Ints) -> float:
    """Newman's weighted modularity, in [-0.5, 1); 0 for a graph without edges."""
    total = float(graph.weight.sum())
    if not total:
        return 0.0
    inside = float(graph.weight[labels[graph.low] == labels[graph.high]].sum())
    share = np.bincount(labels, graph.strength()) / (2.0 * total)
    return inside / total - float(share @ share)


def signatures(graph: GraphArrays, labels: Ints) -> tuple[str, ...]:
    """16 hex digits a part: equal for parts of equal shape, whatever their claims (Weisfeiler-Lehman).

    `labels` are 0 to k - 1; weights and edges between parts do not count.
    """
    source, target, _ = graph.both_ways()
    inside = labels[source] == labels[target]
    source, target = source[inside], target[inside]
    colour = _mix(np.bincount(source, minlength=graph.n).astype(np.uint64))
    parts = int(labels.max(initial=-1)) + 1
    shape = _sums(colour, labels, parts)
    for _ in range(SIGNATURE_ROUNDS):
        colour = _mix(colour + np.uint64(1) + _mix(_sums(colour[target], source, graph.n)))
        shape = _mix(shape) + _sums(colour, labels, parts)
    return tuple(f"{value:016x}" for value in _mix(shape).tolist())


def _sums(values: _Hashes, at: Ints, n: int) -> _Hashes:
    """Sums of hashes by place, modulo 2^64, so that their order does not matter."""
    sums = np.zeros(n, np.uint64)
    np.add.at(sums, at, values)
    return sums


def _mix(values: _Hashes) -> _Hashes:
    """The finaliser of SplitMix64: every bit of a value moves every bit of the result."""
    mixed = values + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
