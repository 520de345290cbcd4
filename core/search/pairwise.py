"""Orders from pairs: for each two rows, how much weight of ballots puts one above the other.

Copeland (1951); Schulze, "A new monotonic, clone-independent, reversal symmetric, and Condorcet-consistent
single-winner election method" (2011), by winning votes; ranked pairs, Tideman (1987), by winning votes;
Kemeny (1959): the order that the ballots contradict least, found exactly in groups of up to ten, by moving
single rows in larger ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

EXACT: Final = 10
"""Largest group that Kemeny's order is found exactly for."""

Wins = NDArray[np.float64]
"""`(n, n)`: the weight of the ballots that put the row before the column; its diagonal is 0."""
Levels = NDArray[np.float64]
"""`(n,)`: higher is better; equal ones are tied."""


def wins(raw: list[NDArray[np.float32]], named: list[NDArray[np.bool_]], weights: list[float]) -> Wins:
    """Count pairs. Per ballot: scores of `n` rows, which it names (they beat the others), its weight."""
    total = np.zeros((len(raw[0]),) * 2)
    for scores, speaks, weight in zip(raw, named, weights, strict=True):
        place = np.where(speaks, scores, -np.inf)
        total += weight * (place[:, None] > place[None, :])
    return total


def copeland(pairs: Wins) -> Levels:
    """How many others a row beats; a tie counts half."""
    levels: Levels = (pairs > pairs.T).sum(axis=1) + 0.5 * (pairs == pairs.T).sum(axis=1)
    return levels


def schulze(pairs: Wins) -> Levels:
    """How many others a row reaches by a stronger path than the one back."""
    paths = np.where(pairs > pairs.T, pairs, 0.0)
    for through in range(len(paths)):
        paths = np.maximum(paths, np.minimum(paths[:, through, None], paths[None, through]))
    levels: Levels = (paths > paths.T).sum(axis=1).astype(np.float64)
    return levels


def tideman(pairs: Wins) -> Levels:
    """How many others stand below a row when pairs are locked, the clearest first, none against the rest."""
    below = np.eye(len(pairs), dtype=np.bool_)
    winners, losers = np.nonzero(pairs > pairs.T)
    clearest = np.lexsort((losers, winners, pairs[losers, winners], -pairs[winners, losers]))
    for winner, loser in zip(winners[clearest].tolist(), losers[clearest].tolist(), strict=True):
        if not below[loser, winner]:
            below[below[:, winner]] |= below[loser]
    levels: Levels = below.sum(axis=1).astype(np.float64)
    return levels


def kemeny(pairs: Wins) -> Levels:
    """Places in the order that the least weight of pairs contradicts; what stands first stays first in a tie.

    Groups of which one beats the other pair by pair are ordered apart: some best order keeps them so.
    """
    ahead = (pairs >= pairs.T) | np.eye(len(pairs), dtype=np.bool_)
    for through in range(len(ahead)):
        ahead |= ahead[:, through, None] & ahead[None, through]
    reached = ahead.sum(axis=1)
    order: list[int] = []
    for size in sorted(set(reached.tolist()), reverse=True):
        order += _least_contradicted(np.flatnonzero(reached == size).tolist(), pairs)
    levels = np.empty(len(order))
    levels[order] = np.arange(len(order), 0, -1)
    return levels


def _least_contradicted(group: list[int], pairs: Wins) -> list[int]:
    if len(group) > EXACT:
        return _moved(group, pairs)
    against = pairs[np.ix_(group, group)].T.tolist()
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for _ in group:
        longer: dict[int, tuple[float, tuple[int, ...]]] = {}
        for taken, (cost, order) in best.items():
            for one in range(len(group)):
                if taken >> one & 1:
                    continue
                more = cost + sum(against[above][one] for above in order)
                found = (more, (*order, one))
                key = taken | 1 << one
                if key not in longer or found < longer[key]:
                    longer[key] = found
        best = longer
    return [group[one] for one in next(iter(best.values()))[1]]


def _moved(group: list[int], pairs: Wins) -> list[int]:
    """From the order by wins: move single rows to where they are contradicted least, until none gains."""
    margin = pairs - pairs.T
    standing = pairs[np.ix_(group, group)].sum(axis=1)
    order = [group[place] for place in np.argsort(-standing, kind="stable")]
    moving = True
    while moving:
        moving = False
        for one in list(order):
            place = order.index(one)
            rest = order[:place] + order[place + 1 :]
            # gains[k]: what is saved by putting it before the k-th of the rest, against the very end.
            gains = np.append(np.cumsum(margin[one, rest][::-1])[::-1], 0.0)
            to = int(gains.argmax())
            if gains[to] > gains[place] + 1e-9:
                order = [*rest[:to], one, *rest[to:]]
                moving = True
    return order


PAIRWISE: Final[dict[str, Callable[[Wins], Levels]]] = {
    "kemeny": kemeny,
    "schulze": schulze,
    "copeland": copeland,
    "tideman": tideman,
}
