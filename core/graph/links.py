"""Choosing a claim's links: shared topics, thinned to a relative neighbourhood, few and symmetric.

Figures: core/README.md, Figures of the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
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
Pool = Iterable[tuple[str, frozenset[str]]]
"""Candidates and what they are about, nearest first; of many the first few are enough."""
Mark = tuple[str, frozenset[str], int]
"""An id, what its claim is about, and the fingerprint of the name by which its ties go."""
Marks = Callable[[AbstractSet[str]], Iterable[Mark]]
"""The marks of some claims, in any order."""


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
    marks_of: Marks | None = None,
    tie_name: str = "",
) -> LinkChanges:
    """How a claim's links change now that it is about `topics`.

    `pool` are the claims it may be linked with, as `nearest` ranks them; `topics_of` gives the topics of
    their peers. A peer left with more than eight links keeps the best eight of them.
    Ties go by `tie_name` instead of the claim's id: a preview has not the id of the write that follows it.
    `marks_of` is for who keeps what is told of many claims; it knows of the tie name.
    """
    names = {claim_id: tie_name} if tie_name else {}
    marks_of = marks_of or _marks_from(topics_of, names)
    around = _Neighbourhood(links, topics_of, names, marks_of)
    before = links.peer_ids(claim_id)
    wanted = pruned(topics, pool)
    for peer in before - set(wanted):
        around.drop(claim_id, peer)
    around.join(claim_id, wanted)
    around.thin(wanted)
    return around.changes()


def _marks_from(topics_of: Topics, names: Mapping[str, str]) -> Marks:
    return lambda ids: [(one, topics_of(one), fingerprint(names.get(one, one))) for one in ids]


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
    kept: list[str] = []
    around: list[frozenset[str]] = []
    passed: list[str] = []
    seen: set[frozenset[str]] = set()
    for candidate, about in pool:
        if about in seen:  # never kept: it is nearest to the first with these topics, or as far off
            passed.append(candidate)
            continue
        seen.add(about)
        overlap = jaccard(topics, about)
        for other in around:
            if jaccard(about, other) >= overlap:
                passed.append(candidate)
                break
        else:
            kept.append(candidate)
            if len(kept) == MAX_LINKS:
                break
            around.append(about)
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
    start = fingerprint(names.get(base, base))
    abouts = ((one, topics_of(one)) for one in dict.fromkeys(candidates) if one != base)
    ranked = sorted(
        (-overlap, place(start, fingerprint(names.get(one, one))), one, about)
        for one, about in abouts
        if (overlap := jaccard(topics, about)) >= threshold
    )
    return [(one, about) for _, _, one, about in ranked[:POOL]]


class _Neighbourhood:
    """The links as this change leaves them so far."""

    def __init__(self, links: Links, topics_of: Topics, names: Mapping[str, str], marks_of: Marks) -> None:
        self._links = links
        self._topics_of = topics_of
        self._names = names
        self._marks_of = marks_of
        self._before: dict[str, AbstractSet[str]] = {}
        self._changed: dict[tuple[str, str], bool] = {}
        self._peers: dict[str, set[str]] = {}

    def join(self, claim_id: str, peers: Iterable[str]) -> None:
        own = self._of(claim_id)
        for peer in peers:
            own.add(peer)
            self._of(peer).add(claim_id)
            self._changed[(claim_id, peer) if claim_id <= peer else (peer, claim_id)] = True

    def drop(self, a: str, b: str) -> None:
        self._of(a).discard(b)
        self._of(b).discard(a)
        self._changed[(a, b) if a <= b else (b, a)] = False

    def thin(self, claims: Iterable[str]) -> None:
        """Let each claim with too many links choose among them again, whatever their overlap."""
        crowded = [one for one in claims if len(self._of(one)) > MAX_LINKS]
        if not crowded:
            return
        near = set(crowded).union(*(self._peers[one] for one in crowded))
        marks = {mark[0]: mark for mark in self._marks_of(near)}
        for one in crowded:
            self._choose_again(marks[one], [marks[peer] for peer in self._peers[one]])

    def _choose_again(self, base: Mark, peers: list[Mark]) -> None:
        if len(peers) <= MAX_LINKS:  # another claim has dropped one
            return
        claim_id, topics, _ = base
        last = _last_of(base, peers) if len(peers) == MAX_LINKS + 1 else None
        if last is not None:
            self.drop(claim_id, last)
            return
        ids = {peer for peer, _, _ in peers}
        for peer in ids.difference(select(claim_id, topics, ids, self._topics_of, 0.0, self._names)):
            self.drop(claim_id, peer)

    def changes(self) -> LinkChanges:
        made: list[str] = []
        dropped: list[str] = []
        for (a, b), linked in self._changed.items():
            if linked != (b in self._before[a]):
                (made if linked else dropped).append(pair_key(a, b))
        return LinkChanges(tuple(sorted(made)), tuple(sorted(dropped)))

    def _of(self, claim_id: str) -> set[str]:
        peers = self._peers.get(claim_id)
        if peers is None:
            before = self._before[claim_id] = self._links.peer_ids(claim_id)
            peers = self._peers[claim_id] = set(before)
        return peers


def _last_of(base: Mark, peers: list[Mark]) -> str | None:
    """The furthest of some peers where it is sure to be passed over; None where all must be walked.

    It is when it is no nearer to the base than to the nearest, which is always kept.
    """
    _, topics, start = base
    size = len(topics)
    ranked = [  # a call in Python for each of nine peers of eight claims would be dear
        (-(shared / (size + len(about) - shared)) if shared else 0.0, place(start, other), peer, about)
        for peer, about, other in peers
        for shared in (len(topics & about),)
    ]
    first, last = min(ranked), max(ranked)
    return last[2] if jaccard(first[3], last[3]) >= -last[0] else None
