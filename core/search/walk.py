"""The graph walk: how much of a walk that keeps coming home to its seeds is spent at each node.

Personalised PageRank by forward push (Andersen, Chung and Lang, "Local graph partitioning using PageRank
vectors", 2006) over the part of the graph within a few hops of the seeds. Who walks says what the peers are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final

HOPS: Final = 2
"""Links that the walk goes away from a seed at most."""
NODES: Final = 512
"""Nodes that it looks at at most, the seeds among them."""
HOME: Final = 0.5
"""Share of what arrives at a node that stays there; the rest goes on. Half a hop, as in activation."""
LEFT: Final = 1e-7
"""What is too little to go on; it stays where it lies."""

PeersOf = Callable[[str], Mapping[str, float]]
"""The peers of a node that may be seen, and the weights of the links."""


def walk(
    seeds: Mapping[str, float], peers_of: PeersOf, *, hops: int = HOPS, nodes: int = NODES
) -> dict[str, float]:
    """The mass at each node that is reached; it adds up to 1, and to nothing without a seed.

    `seeds` are weights above 0 of the nodes where a walk begins. Only the links among the nodes that the hops
    and the budget hold count, so none of the mass gets lost beyond them.
    """
    total = sum(seeds.values())
    if not total:
        return {}
    links = _around(seeds, peers_of, hops, nodes)
    begun = {node: weight / total for node, weight in seeds.items() if node in links}
    kept = sum(begun.values())
    return _pushed({node: part / kept for node, part in begun.items()}, links)


def _around(
    seeds: Mapping[str, float], peers_of: PeersOf, hops: int, nodes: int
) -> dict[str, dict[str, float]]:
    """The links among the nodes near the seeds: nearest first, then the heaviest links, ties by id."""
    ring = sorted(seeds, key=lambda node: (-seeds[node], node))[:nodes]
    found = dict.fromkeys(ring)
    for _ in range(hops):
        ahead: dict[str, float] = {}
        for node in ring:
            for peer, weight in peers_of(node).items():
                if peer not in found:
                    ahead[peer] = max(weight, ahead.get(peer, 0.0))
        ring = sorted(ahead, key=lambda node: (-ahead[node], node))[: nodes - len(found)]
        found |= dict.fromkeys(ring)
    return {node: _within(peers_of(node), found) for node in found}


def _within(peers: Mapping[str, float], found: Mapping[str, None]) -> dict[str, float]:
    return {peer: weight for peer, weight in sorted(peers.items()) if peer in found and weight > 0}


def _pushed(begun: Mapping[str, float], links: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    settled = dict.fromkeys(links, 0.0)
    moving = dict(begun)
    waiting = deque(sorted(begun))
    while waiting:
        node = waiting.popleft()
        mass = moving.pop(node, 0.0)
        peers = links[node]
        if mass <= LEFT or not peers:
            settled[node] += mass
            continue
        settled[node] += HOME * mass
        share = (1 - HOME) * mass / sum(peers.values())
        for peer, weight in peers.items():
            if peer not in moving:
                moving[peer] = 0.0
                waiting.append(peer)
            moving[peer] += share * weight
    return {node: mass for node, mass in settled.items() if mass > 0}
