"""Choosing a claim's links: shared topics, thinned to a relative neighbourhood, few and symmetric.

Figures: core/README.md, Figures of the graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from core.claims.ids import fingerprint
from core.claims.proposal import pair_key
from core.graph.ties import place
from core.state.links import Links

MAX_LINKS: Final = 8
"""Links of one claim at most."""
MIN_OVERLAP: Final = 0.3
"""Jaccard overlap of two topic sets from which a pair may be linked."""
POOL: Final = 64
"""Candidates looked at, nearest first."""

NO_NAMES: Final[Mapping[str, str]] = {}

Topics = Callable[[str], frozenset[str]]
Pool = Sequence[tuple[str, frozenset[str]]]
"""Candidates and what they are about, nearest first."""


@dataclass(frozen=True, slots=True)
class LinkChanges:
    """Pair keys of the links to make and to drop."""

    made: tuple[str, ...]
    dropped: tuple[str, ...]


def link_changes(
    claim_id: str,
    topics: frozenset[str],
    pool: Pool,
    topics_of: Topics,
    links: Links,
    tie_name: str = "",
) -> LinkChanges:
    """How a claim's links change now that it is about `topics`.

    `pool` are the claims it may be linked with, as `nearest` ranks them; `topics_of` gives the topics of
    their peers. A peer left with more than eight links keeps the best eight of them.
    Ties go by `tie_name` instead of the claim's id: a preview has not the id of the write that follows it.
    """
    around = _Neighbourhood(links)
    names = {claim_id: tie_name} if tie_name else {}
    before = set(links.peers(claim_id))
    wanted = pruned(topics, pool)
    for peer in before.difference(wanted):
        around.drop(claim_id, peer)
    for peer in wanted:
        around.join(claim_id, peer)
    for peer in wanted:
        around.thin(peer, topics if peer == claim_id else topics_of(peer), topics_of, names)
    return around.changes()


def select(
    base: str,
    topics: frozenset[str],
    candidates: Iterable[str],
    topics_of: Topics,
    threshold: float,
    names: Mapping[str, str] = NO_NAMES,
) -> tuple[str, ...]:
    """The at most eight candidates to link with; ties go by `names` where they have one for an id."""
    return pruned(topics, nearest(base, topics, candidates, topics_of, threshold, names))


def pruned(topics: frozenset[str], pool: Pool) -> tuple[str, ...]:
    """At most eight of a pool, thinned to a relative neighbourhood (Toussaint 1980, over Jaccard overlap).

    Walking from the nearest, one is kept when it is nearer to the base than to all kept before it;
    places left over go to the others in order.
    """
    kept: dict[str, frozenset[str]] = {}
    passed: list[str] = []
    seen: set[frozenset[str]] = set()
    for candidate, about in pool:
        overlap = jaccard(topics, about)
        # Of two with the same topics the later one is never kept: it is nearest to the first, or as far off.
        if about in seen or any(jaccard(about, other) >= overlap for other in kept.values()):
            passed.append(candidate)
        else:
            kept[candidate] = about
            if len(kept) == MAX_LINKS:
                break
        seen.add(about)
    return (*kept, *passed[: MAX_LINKS - len(kept)])


def jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    """Shared names over all names, in [0, 1]; two empty sets share nothing."""
    shared = len(a & b)
    return shared / (len(a) + len(b) - shared) if shared else 0.0


def nearest(
    base: str,
    topics: frozenset[str],
    candidates: Iterable[str],
    topics_of: Topics,
    threshold: float = MIN_OVERLAP,
    names: Mapping[str, str] = NO_NAMES,
) -> list[tuple[str, frozenset[str]]]:
    """The pool: candidates in any order with their topics, nearest first, without the base itself."""
    overlaps: dict[frozenset[str], float] = {}
    by_overlap: defaultdict[float, list[tuple[str, frozenset[str]]]] = defaultdict(list)
    for candidate in dict.fromkeys(candidates):
        if candidate == base:
            continue
        about = topics_of(candidate)
        overlap = overlaps.get(about)
        if overlap is None:
            overlap = overlaps[about] = jaccard(topics, about)
        if overlap >= threshold:
            by_overlap[overlap].append((candidate, about))
    pool: list[tuple[str, frozenset[str]]] = []
    for overlap in sorted(by_overlap, reverse=True):
        tied = by_overlap[overlap]
        pool += _shuffled(base, tied, names)[: POOL - len(pool)]
        if len(pool) == POOL:
            break
    return pool


def _shuffled(
    base: str, tied: list[tuple[str, frozenset[str]]], names: Mapping[str, str]
) -> list[tuple[str, frozenset[str]]]:
    """Equals in the order of this base."""
    if len(tied) == 1:
        return tied
    start = fingerprint(names.get(base, base))
    order = [(place(start, fingerprint(names.get(one, one))), one, about) for one, about in tied]
    order.sort(key=itemgetter(0, 1))
    return [(one, about) for _, one, about in order]


class _Neighbourhood:
    """The links as this change leaves them so far."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._changed: dict[str, bool] = {}
        self._peers: dict[str, set[str]] = {}

    def join(self, a: str, b: str) -> None:
        self._set(a, b, True)

    def drop(self, a: str, b: str) -> None:
        self._set(a, b, False)

    def thin(
        self, claim_id: str, topics: frozenset[str], topics_of: Topics, names: Mapping[str, str]
    ) -> None:
        """Let a claim with too many links choose among them again, whatever their overlap."""
        peers = self._of(claim_id)
        if len(peers) > MAX_LINKS:
            for peer in peers.difference(select(claim_id, topics, peers, topics_of, 0.0, names)):
                self.drop(claim_id, peer)

    def changes(self) -> LinkChanges:
        made: list[str] = []
        dropped: list[str] = []
        for pair, linked in sorted(self._changed.items()):
            a, b = pair.split("|")
            if linked != (b in self._links.peers(a)):
                (made if linked else dropped).append(pair)
        return LinkChanges(tuple(made), tuple(dropped))

    def _set(self, a: str, b: str, linked: bool) -> None:
        self._changed[pair_key(a, b)] = linked
        for one, other in ((a, b), (b, a)):
            (self._of(one).add if linked else self._of(one).discard)(other)

    def _of(self, claim_id: str) -> set[str]:
        if claim_id not in self._peers:
            self._peers[claim_id] = set(self._links.peers(claim_id))
        return self._peers[claim_id]
