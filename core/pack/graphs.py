"""Reads of the link graph: islands, hubs, and what a task awakens."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Final

import msgspec

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.graph.activation import SEEDS
from core.graph.activation import activate as spread
from core.graph.identity import Former, carry_over
from core.graph.names import leading_names
from core.pack.pages import ClaimLine, line_of
from core.pack.reader import Reader
from core.state.view import Basis, View
from core.store import tables
from core.store.lmdb_log import LmdbLog

if TYPE_CHECKING:
    from core.pack.searching import Found
    from core.state.links import Links

AGREED: Final = 2
"""Seeds that two ballots or more must name, else the island is weak and is not fired."""
FIRE_TOP: Final = 8
"""Strongest claims of an activation that firing takes."""
ALWAYS_APPLIES: Final = frozenset({"preference", "rule"})
"""Kinds that stand beside every activation when they are pack-wide."""
FORMAT: Final = 1
BLOB: Final = "islands"

Edge = tuple[str, str, float]


class Island(msgspec.Struct, frozen=True, kw_only=True):
    """A community of linked claims."""

    id: str
    """Stable: a new partition is matched to the former one by overlap."""
    letter: str
    name: str
    """Its leading names."""
    members: tuple[str, ...]
    """Claim ids, the hub first, then by PageRank."""
    hub: Claim
    due: int
    signature: str
    """Weisfeiler–Lehman hash of its shape."""


class Archipelago(msgspec.Struct, frozen=True, kw_only=True):
    """All islands of a view."""

    basis: Basis
    tx: int
    """The last record they take in."""
    computed_at: Instant
    islands: tuple[Island, ...]
    loners: int
    """Claims without a link."""
    modularity: float
    bridges: tuple[tuple[str, str, float], ...]
    """Summed link weight between islands, by island id."""
    edges: tuple[Edge, ...]


class HubLine(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that the graph turns on."""

    line: ClaimLine
    score: float
    """PageRank; all claims of the view sum to 1."""
    links: int
    cut_off: tuple[tuple[str, ...], ...]
    """Groups of claims that would lose their connection to the rest if it closed, largest first."""


class Reached(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that a cue reaches."""

    line: ClaimLine
    activation: float
    """The strongest is 1."""
    seed: bool
    via: str | None
    """Peer through which most of it came."""


class Awakened(msgspec.Struct, frozen=True, kw_only=True):
    """The island of claims that a task touches."""

    cue: str
    shown_as: str | None
    basis: Basis
    reached: tuple[Reached, ...]
    agreed: int
    """Seeds that two ballots or more named."""
    weak: bool
    """Too few agreed seeds: shown with care, never fired."""
    always: tuple[ClaimLine, ...]
    """Pack-wide preferences and rules, deny and ask first."""


def visible_graph(reader: Reader, view: View) -> tuple[list[str], list[Edge], Links]:
    """The claims of a view in id order, the links between them, and the adjacency they come from."""
    basis = reader.basis(view)
    ids = sorted(reader.held.columns.id_of(reader.select(view).rows))
    links = reader.held.links_at(basis.believed_at)
    here = set(ids)
    edges = sorted(
        (one, other, weight)
        for one in ids
        for other, weight in links.peers(one).items()
        if one < other and other in here
    )
    return ids, edges, links


def hubs(reader: Reader, view: View, limit: int) -> tuple[HubLine, ...]:
    """The ranked hubs of a view."""
    from core.graph.hubs import rank_hubs, what_if_closed

    basis = reader.basis(view)
    ids, edges, links = visible_graph(reader, view)
    here = frozenset(ids)
    lines = []
    for claim_id, score in rank_hubs(ids, edges, limit=limit):
        claim = reader.claim(claim_id, basis.believed_at)
        parts = what_if_closed(claim_id, links, here.__contains__)
        lines.append(
            HubLine(
                line=line_of(reader, claim, basis),
                score=score,
                links=sum(peer in here for peer in links.peers(claim_id)),
                cut_off=tuple(tuple(sorted(part)) for part in parts),
            )
        )
    return tuple(lines)


def activate(reader: Reader, found: Found, view: View, persona: str | None) -> Awakened:
    """Spread from the seeds of a search over the links of the view's B."""
    basis = reader.basis(view)
    here = set(reader.held.columns.id_of(reader.select(view).rows))
    seeds = [(hit.line.claim.id, hit.score) for hit in found.hits[:SEEDS]]
    reached = spread(
        seeds,
        reader.held.links_at(basis.believed_at),
        visible=here.__contains__,
        overlay=_lens(reader, persona, basis) if persona else None,
    )
    agreed = sum(len(hit.ballots) >= 2 for hit in found.hits[:SEEDS])
    return Awakened(
        cue=found.query,
        shown_as=found.shown_as,
        basis=basis,
        reached=tuple(
            Reached(
                line=line_of(reader, reader.claim(one.id, basis.believed_at), basis),
                activation=one.activation,
                seed=one.seed,
                via=one.via,
            )
            for one in reached
        ),
        agreed=agreed,
        weak=agreed < AGREED,
        always=_always(reader, view, basis),
    )


def _lens(reader: Reader, persona: str, basis: Basis) -> dict[str, float]:
    prefix = f"{persona}|"
    every = reader.held.chains.items_at(tables.LENS, basis.believed_at)
    return {key[len(prefix) :]: weight for key, weight in every if key.startswith(prefix)}


def _always(reader: Reader, view: View, basis: Basis) -> tuple[ClaimLine, ...]:
    """Preferences and rules that hold pack-wide: those about nothing in particular, or in `*`."""
    order = {"deny": 0, "ask": 1}
    fits = [
        claim
        for claim in reader.held.claims(reader.select(view))
        if claim.kind in ALWAYS_APPLIES
        and (claim.workspace == "*" or not claim.entities or claim.kind == "rule")
    ]
    fits.sort(key=lambda claim: (order.get(getattr(claim.facts, "verdict", ""), 2), claim.id))
    return tuple(line_of(reader, claim, basis) for claim in fits)


def islands(reader: Reader, log: LmdbLog, view: View, lock: AbstractContextManager[Any]) -> Archipelago:
    """The islands of a view; ids, letters and names follow the ones kept from the last reading.

    The graph is read under `lock` and the answer is made under it; the search for communities, which takes
    seconds in a big pack, runs between the two, so that nobody waits for it.
    """
    from core.graph.communities import find_communities

    with lock:
        basis = reader.basis(view)
        tx = last_tx(reader, log, basis.believed_at)
        ids, edges, _ = visible_graph(reader, view)
    linked = sorted({end for one, other, _ in edges for end in (one, other)})
    partition = find_communities(linked, edges)
    with lock:
        groups = partition.islands()
        former = carry_over(groups, _former(log, view))
        if view.is_now and log.holder is not None:
            _keep(log, view, former, tx)
        shown = _described(reader, ids, edges, partition.signatures, groups, former, basis)
    return Archipelago(
        basis=basis,
        tx=tx,
        computed_at=reader.now(),
        islands=shown,
        loners=len(ids) - sum(map(len, groups)),
        modularity=partition.modularity,
        bridges=_bridges(shown, edges),
        edges=tuple(edges),
    )


def last_tx(reader: Reader, log: LmdbLog, believed_at: Instant) -> int:
    """The last record by an instant of belief."""
    if believed_at >= reader.held.t_tx:
        return reader.held.tx
    return bisect_right(range(1, log.last()[0] + 1), believed_at, key=lambda tx: log.record(tx).t_tx)


def _blob(view: View) -> str:
    return f"{BLOB}/{view.workspace or ''}/{view.set or ''}"


def _former(log: LmdbLog, view: View) -> tuple[Former, ...]:
    """The identities kept from the last reading of the present; a cache, so anything odd is none."""
    blob = log.get_blob(_blob(view))
    if blob is None or blob.format != FORMAT:
        return ()
    return msgspec.msgpack.decode(blob.content, type=tuple[Former, ...])


def _keep(log: LmdbLog, view: View, former: tuple[Former, ...], tx: int) -> None:
    if former != _former(log, view):
        log.put_blob(_blob(view), msgspec.msgpack.encode(former), tx=tx, format=FORMAT)


def _described(
    reader: Reader,
    ids: list[str],
    edges: list[Edge],
    signatures: Sequence[str],
    groups: Sequence[Sequence[str]],
    former: Sequence[Former],
    basis: Basis,
) -> tuple[Island, ...]:
    from core.graph.hubs import rank_hubs

    claims = {one: reader.claim(one, basis.believed_at) for one in ids}
    rank = dict(rank_hubs(ids, edges, limit=len(ids)))
    alone = set(ids).difference(*groups)
    names = leading_names(groups, lambda one: claims[one].entities, alone=alone)
    today = reader.day_of(basis.believed_at, basis.believed_at)
    shown = []
    for members, leading, kept, signature in zip(groups, names, former, signatures, strict=False):
        ranked = tuple(sorted(members, key=lambda one: (-rank.get(one, 0.0), one)))
        shown.append(
            Island(
                id=kept.id,
                letter=kept.letter,
                name=" · ".join(leading),
                members=ranked,
                hub=claims[ranked[0]],
                due=sum(_is_due(reader, one, today, basis) for one in members),
                signature=signature,
            )
        )
    return tuple(shown)


def _is_due(reader: Reader, claim_id: str, today: int, basis: Basis) -> bool:
    review = reader.held.review(claim_id, basis.believed_at)
    return review is not None and review.due_day <= today and review.is_asked_on(today)


def _bridges(shown: Sequence[Island], edges: Sequence[Edge]) -> tuple[Edge, ...]:
    of = {member: island.id for island in shown for member in island.members}
    summed: dict[tuple[str, str], float] = {}
    for one, other, weight in edges:
        a, b = sorted((of[one], of[other]))
        if a != b:
            summed[a, b] = summed.get((a, b), 0.0) + weight
    return tuple((a, b, weight) for (a, b), weight in sorted(summed.items()))
