"""Activation: the island of claims that a cue touches, spread from the best hits along the links.

Spreading activation: Collins and Loftus (1975). Figures: core/README.md, Figures of the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from core.claims.proposal import pair_key
from core.state.links import Links

SEEDS: Final = 5
"""Hits that activation starts from."""
HOPS: Final = 2
LIMIT: Final = 24
PER_HOP: Final = 0.5
"""Share of a claim's activation that goes on to its peers in one hop."""


class Activated(msgspec.Struct, frozen=True):
    """A claim that a cue touches."""

    id: str
    activation: float
    """In (0, 1]; 1 is the strongest."""
    seed: bool
    """Whether the cue itself found it."""
    via: str | None
    """The claim that most of its activation came from; None for a seed."""


def activate(
    seeds: Sequence[tuple[str, float]],
    links: Links,
    *,
    visible: Callable[[str], bool],
    hops: int = HOPS,
    limit: int = LIMIT,
    overlay: Mapping[str, float] | None = None,
) -> tuple[Activated, ...]:
    """The claims reached from the five best `(id, score)` seeds, strongest first, ties by id.

    In each hop half of what a claim received goes to its visible peers in proportion to the links'
    weights. `overlay` holds a persona's own weights by pair key.
    """
    spread = _Spread(links, visible, overlay or {})
    spread.begin(_best(seeds, visible))
    for _ in range(hops):
        spread.hop()
    return spread.reached(limit)


def _best(seeds: Sequence[tuple[str, float]], visible: Callable[[str], bool]) -> dict[str, float]:
    best: dict[str, float] = {}
    for claim_id, score in sorted(seeds, key=lambda seed: (-seed[1], seed[0])):
        if score > 0 and claim_id not in best and visible(claim_id):
            best[claim_id] = score
        if len(best) == SEEDS:
            break
    return best


class _Spread(msgspec.Struct):
    """Activation so far: in all, what arrived in the last hop, and from whom."""

    links: Links
    visible: Callable[[str], bool]
    overlay: Mapping[str, float]
    seeds: Mapping[str, float] = msgspec.field(default_factory=dict)
    total: dict[str, float] = msgspec.field(default_factory=dict)
    arrived: dict[str, float] = msgspec.field(default_factory=dict)
    givers: dict[str, dict[str, float]] = msgspec.field(default_factory=dict)

    def begin(self, seeds: dict[str, float]) -> None:
        self.seeds = seeds
        self.total, self.arrived = dict(seeds), dict(seeds)

    def hop(self) -> None:
        following: dict[str, float] = {}
        for claim_id, energy in sorted(self.arrived.items()):
            weights = self._weights(claim_id)
            whole = sum(weights.values())
            for peer, weight in weights.items():
                self._give(claim_id, peer, PER_HOP * energy * weight / whole, following)
        self.arrived = following

    def _give(self, giver: str, peer: str, part: float, following: dict[str, float]) -> None:
        following[peer] = following.get(peer, 0.0) + part
        self.total[peer] = self.total.get(peer, 0.0) + part
        given = self.givers.setdefault(peer, {})
        given[giver] = given.get(giver, 0.0) + part

    def _weights(self, claim_id: str) -> dict[str, float]:
        """The weights of the visible links of a claim, peers in order, none of them 0."""
        weights = {
            peer: self.overlay.get(pair_key(claim_id, peer), weight)
            for peer, weight in sorted(self.links.peers(claim_id).items())
            if self.visible(peer)
        }
        return {peer: weight for peer, weight in weights.items() if weight > 0}

    def reached(self, limit: int) -> tuple[Activated, ...]:
        strongest = max(self.total.values(), default=1.0)
        ranked = sorted(self.total.items(), key=lambda one: (-one[1], one[0]))[:limit]
        return tuple(
            Activated(claim_id, total / strongest, claim_id in self.seeds, self._via(claim_id))
            for claim_id, total in ranked
        )

    def _via(self, claim_id: str) -> str | None:
        if claim_id in self.seeds:
            return None
        given = self.givers[claim_id]
        return min(given, key=lambda giver: (-given[giver], giver))
