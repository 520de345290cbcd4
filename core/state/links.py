"""Links: the weighted, symmetric graph of claims as adjacency dictionaries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

UNSET_WEIGHT: Final = 0.5
"""Weight of a link that was never fired."""


class Links:
    """`id -> {peer id -> weight}`, both ways."""

    def __init__(self) -> None:
        self._peers: dict[str, dict[str, float]] = {}

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, float]]) -> Links:
        """Links from `("idA|idB", weight)` pairs."""
        links = cls()
        peers: defaultdict[str, dict[str, float]] = defaultdict(dict)
        for key, weight in pairs:
            a, b = key.split("|")
            peers[a][b] = peers[b][a] = weight
        links._peers = dict(peers)
        return links

    def set(self, key: str, weight: float | None) -> None:
        """Set or drop (None) the link of a pair key."""
        a, b = key.split("|")
        for one, other in ((a, b), (b, a)):
            if weight is None:
                self._peers.get(one, {}).pop(other, None)
            else:
                self._peers.setdefault(one, {})[other] = weight

    def peers(self, claim_id: str) -> dict[str, float]:
        """The peers of a claim and the weights; do not change it."""
        return self._peers.get(claim_id, {})

    def edges(self) -> Iterator[tuple[str, str, float]]:
        """Each link once, as `(smaller id, larger id, weight)`."""
        for one, peers in self._peers.items():
            for other, weight in peers.items():
                if one < other:
                    yield one, other, weight
