"""Hubs: the claims that the link graph turns on, and what would fall apart without one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np

from core.graph.graph_arrays import Edge, Floats, GraphArrays, graph_of, numbered
from core.state.links import Links

DAMPING: Final = 0.85
"""Share of a claim's rank that flows along its links (Brin and Page 1998)."""
TOLERANCE: Final = 1e-9
"""The rounds end when all ranks together move by less (core/README.md, Figures of the graph)."""
HUBS: Final = 10
_MOST_ROUNDS: Final = 200
"""Never reached: the change shrinks by the damping each round, below the tolerance after 133."""


def pagerank(n: int, edges: Iterable[tuple[int, int, float]]) -> Floats:
    """`(n,)` weighted PageRank of an undirected graph on nodes 0 to n - 1; the ranks add up to 1.

    Power iteration until the L1 change is below 1e-9; nodes without edges spread their rank evenly.
    """
    return _ranks(graph_of(n, edges))


def rank_hubs(ids: Sequence[str], edges: Iterable[Edge], limit: int = HUBS) -> tuple[tuple[str, float], ...]:
    """`(id, rank)` of the linked claims with the most PageRank, ties by id; edges to others do not count."""
    ordered, graph = numbered(ids, edges)
    ranks, linked = _ranks(graph), graph.strength() > 0
    best = [place for place in np.lexsort((np.arange(graph.n), -ranks)) if linked[place]]
    return tuple((ordered[place], float(ranks[place])) for place in best[:limit])


def _ranks(graph: GraphArrays) -> Floats:
    if not graph.n:
        return np.zeros(0)
    source, target, weight = graph.both_ways()
    strength = graph.strength()
    flow = weight / strength[source]
    dangling = strength == 0
    ranks = np.full(graph.n, 1.0 / graph.n)
    for _ in range(_MOST_ROUNDS):
        before = ranks
        even = (1.0 - DAMPING + DAMPING * before[dangling].sum()) / graph.n
        ranks = DAMPING * np.bincount(target, flow * before[source], graph.n) + even
        if np.abs(ranks - before).sum() < TOLERANCE:
            break
    return ranks


def what_if_closed(claim_id: str, links: Links, visible: Callable[[str], bool]) -> tuple[frozenset[str], ...]:
    """The parts that would come off a claim's component without it, the largest first.

    What would stay the largest part is not among them, so a claim that holds nothing together has none.
    """
    seen: set[str] = {claim_id}
    parts: list[frozenset[str]] = []
    for peer in sorted(links.peers(claim_id)):
        if peer not in seen and visible(peer):
            parts.append(_reached(peer, links, visible, seen))
    parts.sort(key=lambda part: (-len(part), min(part)))
    return tuple(parts[1:])


def _reached(start: str, links: Links, visible: Callable[[str], bool], seen: set[str]) -> frozenset[str]:
    """Everything linked with `start` by some way, without what was seen; adds it to `seen`."""
    seen.add(start)
    found = [start]
    for one in found:
        fresh = [peer for peer in links.peers(one) if peer not in seen and visible(peer)]
        seen.update(fresh)
        found.extend(fresh)
    return frozenset(found)
