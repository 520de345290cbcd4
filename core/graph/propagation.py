"""Label propagation in arrays: a quick first grouping of a graph.

Figures: core/README.md, Figures of the graph.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from core.graph.graph_arrays import Floats, GraphArrays, Ints

ROUNDS: Final = 20
"""Rounds of propagation (Raghavan et al. 2007)."""
SHARE: Final = 0.6
"""Nodes that choose anew in a round; when all do at once the labels swing to and fro (measured)."""
_SEED: Final = 20260101
_UNITS: Final = 2**20
"""Steps in a weight of 1: whole numbers add up to the same sum in any order, on any machine."""


def propagate(graph: GraphArrays, rounds: int = ROUNDS) -> Ints:
    """`(n,)` labels after rounds in which a seeded share of the nodes joins its heaviest neighbours.

    The smallest label wins a tie. A node without edges keeps its own label.
    """
    labels = np.arange(graph.n)
    if not len(graph.low):
        return labels
    source, target, weight = graph.both_ways()
    units = _whole(weight)
    draw = np.random.default_rng(_SEED)
    for _ in range(rounds):
        turn = (draw.random(graph.n) < SHARE)[source]
        voters, heaviest = _elect(graph.n, source[turn], labels[target[turn]], units[turn])
        labels[voters] = heaviest
    return labels


def _whole(weight: Floats) -> Ints:
    return np.maximum(1, np.rint(weight * _UNITS)).astype(np.int64)


def _elect(n: int, voter: Ints, label: Ints, units: Ints) -> tuple[Ints, Ints]:
    """Each voter once, with the label that its votes give most weight to."""
    if not len(voter):
        return voter, label
    vote = voter * n + label
    order = np.argsort(vote)
    vote = vote[order]
    starts = np.flatnonzero(_firsts(vote))
    sums = np.add.reduceat(units[order], starts)
    voter, label = np.divmod(vote[starts], n)
    ranked = np.lexsort((label, -sums, voter))
    winner = ranked[_firsts(voter)]
    return voter[winner], label[winner]


def _firsts(ordered: Ints) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Where each run of equal values begins."""
    return np.concatenate(([True], ordered[1:] != ordered[:-1]))
