"""Firing: links among claims that were used together gain weight, their other links lose a little.

Figures: core/README.md, Figures of the graph.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import combinations
from typing import Final

from core.claims.proposal import pair_key
from core.clocks.instants import HOUR, Instant
from core.graph.links import MAX_LINKS
from core.state.links import UNSET_WEIGHT, Links

GAIN: Final = 0.1
"""Share of what is missing to 1 that a fired link gains."""
FADE: Final = 0.98
"""Factor on the other links of a fired claim."""
MIN_WEIGHT: Final = 1e-6
"""Fading ends here: a weight stays above 0."""
HOLD: Final[Instant] = HOUR
"""Microseconds for which the same set fires once."""


def fire_changes(ids: Sequence[str], links: Links) -> dict[str, float]:
    """New weights by pair key after `ids` were used together.

    A pair without a link gets one while both ends have fewer than eight; earlier ids come first.
    """
    fired = list(dict.fromkeys(ids))
    changes = _strengthened(fired, links)
    degree = {one: len(links.peers(one)) for one in fired}
    for a, b in combinations(fired, 2):
        if b not in links.peers(a) and max(degree[a], degree[b]) < MAX_LINKS:
            changes[pair_key(a, b)] = gained(UNSET_WEIGHT)
            degree[a] += 1
            degree[b] += 1
    return changes


def lens_changes(ids: Sequence[str], lens: Mapping[str, float], links: Links) -> dict[str, float]:
    """New weights of a persona's lens by pair key; a pair it does not hold starts from the shared weight.

    A lens weighs the links there are; it makes none.
    """
    return _strengthened(list(dict.fromkeys(ids)), links, lens)


def set_digest(ids: Sequence[str]) -> str:
    """32 hex digits that name a set of ids, in whatever order they come."""
    return blake2b("\n".join(sorted(set(ids))).encode(), digest_size=16).hexdigest()


def gained(weight: float) -> float:
    """A weight after one firing, in (0, 1]."""
    return min(1.0, weight + GAIN * (1.0 - weight))


def faded(weight: float) -> float:
    """A weight after a firing that it had no part in, above 0."""
    return max(MIN_WEIGHT, weight * FADE)


def _strengthened(
    fired: list[str], links: Links, lens: Mapping[str, float] | None = None
) -> dict[str, float]:
    together = set(fired)
    changes: dict[str, float] = {}
    for one in fired:
        for peer, shared in sorted(links.peers(one).items()):
            pair = pair_key(one, peer)
            if pair not in changes:
                weight = shared if lens is None else lens.get(pair, shared)
                changes[pair] = gained(weight) if peer in together else faded(weight)
    return changes
