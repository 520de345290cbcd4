"""Links: the weighted, symmetric graph of claims. What the file holds lies in arrays, what changed since in
dictionaries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from core.state.link_arrays import LinkArrays

UNSET_WEIGHT: Final = 0.5
"""Weight of a link that was never fired."""
AT_HAND: Final = 256
"""Claims whose peers are held once they were read."""


class Links:
    """`id -> {peer id -> weight}`, both ways."""

    def __init__(self, arrays: LinkArrays | None = None) -> None:
        """`arrays`: the links to begin with."""
        self.arrays = arrays
        self._peers: dict[str, dict[str, float]] = {}
        """All peers of the claims whose links changed, and of those that the arrays do not know."""
        self._read: dict[str, dict[str, float]] = {}
        """What was read of the arrays last: a write asks for the peers of a claim before it changes them."""

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, float]]) -> Self:
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
            peers = self._peers.get(one)
            if peers is None:
                peers = self._peers[one] = dict(self._stored(one))
            if weight is None:
                peers.pop(other, None)
            else:
                peers[other] = weight

    def peers(self, claim_id: str) -> dict[str, float]:
        """The peers of a claim and the weights; do not change it."""
        peers = self._peers.get(claim_id)
        return self._stored(claim_id) if peers is None else peers

    def peer_ids(self, claim_id: str) -> AbstractSet[str]:
        """The peers of a claim without the weights; do not change it."""
        return self.peers(claim_id).keys()

    def edges(self) -> Iterator[tuple[str, str, float]]:
        """Each link once, as `(smaller id, larger id, weight)`."""
        for one, peers in self._peers.items():
            for other, weight in peers.items():
                if one < other:
                    yield one, other, weight
        if self.arrays is not None:
            for one, other, weight in self.arrays.edges():
                if one not in self._peers:
                    yield one, other, weight

    @property
    def changed(self) -> Iterable[str]:
        """The claims whose links are not those of the arrays."""
        return self._peers.keys()

    def _stored(self, claim_id: str) -> dict[str, float]:
        if self.arrays is None:
            return {}
        known = self._read.get(claim_id)
        if known is None:
            if len(self._read) >= AT_HAND:
                self._read.clear()
            known = self._read[claim_id] = self.arrays.peers(claim_id)
        return known
