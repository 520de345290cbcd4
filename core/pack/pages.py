"""Reads of single claims: the whole page, its state in words, its evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, Literal, NamedTuple

import msgspec

from core.claims.claim import Claim
from core.claims.deed import Deed
from core.claims.ended import Withdrawn, how_withdrawn
from core.claims.proposal import Proposal
from core.claims.review_state import ReviewState
from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay
from core.pack.reader import Reader
from core.review.retrievability import Curve, recall_of
from core.state.view import Basis, View
from core.store import tables
from core.timeline.chain import chain_of, predecessors, successor
from core.timeline.edges import Edge, edges_of

READ_AT_ONCE = 512
"""Claims of a list whose review clocks are read in one go."""

State = Literal["live", "closed", "planned", "ends", "resting"] | Withdrawn

LIVE: Final[frozenset[State]] = frozenset({"live", "ends"})
"""States of a claim that is believed, true and not resting."""


def state_of(claim: Claim, true_at: Instant) -> State:
    """A claim's state in one word at an instant of truth: `ends` is live with a planned end."""
    if (gone := how_withdrawn(claim)) is not None:
        return gone
    if claim.t_invalid is not None and claim.t_invalid <= true_at:
        return "closed"
    if claim.t_valid is not None and claim.t_valid > true_at:
        return "planned"
    if claim.resting:
        return "resting"
    return "live" if claim.t_invalid is None else "ends"


class ClaimLine(msgspec.Struct, frozen=True, kw_only=True):
    """A claim in a list."""

    claim: Claim
    state: State
    retrievability: float | None
    """Chance that its author still holds it, in [0, 1]; None for kinds without a clock."""
    due_day: int | None
    """Study day on which it is asked next: what was put off today is asked tomorrow."""
    premises_gone: tuple[str, ...] = ()
    """Premises of a conclusion that are not believed or not true on this basis."""
    doubted_day: int | None = None
    """Study day on which somebody was last not sure that it is true; None since it was verified."""


class ClaimPage(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one claim, on one basis."""

    line: ClaimLine
    basis: Basis
    t_expired: Instant | None
    """When this version stopped being believed, if that is not after B."""
    deeds: tuple[Deed, ...]
    replaced: tuple[Claim, ...]
    """Claims that it ended."""
    replaced_by: Claim | None
    chain: tuple[Claim, ...]
    """The line it stands in, oldest first."""
    peers: tuple[tuple[Claim, float], ...]
    """Linked claims with the link's weight, strongest first."""
    citers: tuple[Claim, ...]
    """Conclusions that rest on it."""
    premises_gone: tuple[str, ...]
    """As on the line."""
    edges: tuple[Edge, ...]
    """What it updates and extends, and what updates and extends it."""
    review: ReviewState | None
    proposals: tuple[Proposal, ...]
    versions: int


def line_of(reader: Reader, claim: Claim, basis: Basis) -> ClaimLine:
    """A claim as a list line."""
    return next(lines_of(reader, (claim,), basis))


def lines_of(reader: Reader, claims: Iterable[Claim], basis: Basis) -> Iterator[ClaimLine]:
    """Claims as lines of a list."""
    believed_at = basis.believed_at
    day, curve = reader.day_of(believed_at, believed_at), reader.curve(believed_at)
    every = iter(claims)
    while page := list(islice(every, READ_AT_ONCE)):
        reviews = reader.held.reviews([claim.id for claim in page], believed_at)
        for claim, review in zip(page, reviews, strict=True):
            yield line_on(reader, claim, basis, clock_on(review, claim.kind, day, curve))


class ClockOn(NamedTuple):
    """What the review clock of a claim shows on a day."""

    recall: float | None
    """As on the line."""
    due_day: int | None
    doubted_day: int | None


def clock_on(review: ReviewState | None, kind: str, day: StudyDay, curve: Curve) -> ClockOn:
    """What a review clock shows on a day; None is a claim without one."""
    if review is None:
        return ClockOn(None, None, None)
    return ClockOn(recall_of(review, kind, day, curve), review.asked_next(day), review.doubted_day)


def line_on(reader: Reader, claim: Claim, basis: Basis, clock: ClockOn) -> ClaimLine:
    """A claim as a list line, once its clock was read."""
    return ClaimLine(
        claim=claim,
        state=state_of(claim, basis.true_at),
        retrievability=clock.recall,
        due_day=clock.due_day,
        doubted_day=clock.doubted_day,
        premises_gone=premises_gone(reader, claim, basis) if claim.derived_from else (),
    )


def page(reader: Reader, claim_id: str, view: View) -> ClaimPage:
    """The whole page of a claim. Raises `NotFound` when it was not written by B."""
    basis = reader.basis(view)
    claim = reader.claim(claim_id, basis.believed_at)
    held = reader.held
    by, line = successor(claim), line_of(reader, claim, basis)
    return ClaimPage(
        line=line,
        basis=basis,
        t_expired=None,
        deeds=tuple(deed for one in claim.deeds if (deed := reader.deed(one, basis.believed_at))),
        replaced=predecessors(held, reader.successors, claim, basis.believed_at),
        replaced_by=held.claim_at(by, basis.believed_at) if by else None,
        chain=chain_of(held, reader.successors, claim, basis.believed_at),
        peers=_peers(reader, claim, basis),
        citers=_conclusions(reader, claim.id, basis),
        premises_gone=line.premises_gone,
        edges=edges_of(held, reader.successors, claim, basis.believed_at),
        review=held.review(claim.id, basis.believed_at),
        proposals=tuple(one for one in held.proposals(basis.believed_at) if claim.id in (one.new, one.old)),
        versions=sum(entry.t_tx <= basis.believed_at for entry in held.chains.chain(tables.CLAIM, claim.id)),
    )


def _peers(reader: Reader, claim: Claim, basis: Basis) -> tuple[tuple[Claim, float], ...]:
    links = reader.held.links_at(basis.believed_at).peers(claim.id)
    ranked = sorted(links.items(), key=lambda peer: (-peer[1], peer[0]))
    claims = ((reader.held.claim_at(peer, basis.believed_at), weight) for peer, weight in ranked)
    return tuple((peer, weight) for peer, weight in claims if peer is not None and peer.believed)


def _conclusions(reader: Reader, claim_id: str, basis: Basis) -> tuple[Claim, ...]:
    stand = (reader.held.claim_at(one, basis.believed_at) for one in reader.successors.resting_on(claim_id))
    return tuple(one for one in stand if one is not None and one.believed and claim_id in one.derived_from)


def premises_gone(reader: Reader, claim: Claim, basis: Basis) -> tuple[str, ...]:
    """Premises of a conclusion that are not believed or not true on a basis: computed, never stored.

    No premise is read: the columns say enough.
    """
    columns = reader.held.columns
    stand = ((one, columns.row_at(one, basis.believed_at)) for one in claim.derived_from)
    return tuple(name for name, row in stand if row is not None and not columns.holds_at(row, basis.true_at))


def holds(premise: Claim, true_at: Instant) -> bool:
    """Whether a premise still bears a conclusion at an instant of truth."""
    return premise.believed and premise.true_at(true_at)


def citers(reader: Reader, accession: str, view: View) -> tuple[Claim, ...]:
    """The claims that cite a deed, in the order they were written."""
    cited = reader.held.columns.that_call(reader.select(view).rows)
    return tuple(claim for claim in cited if accession in claim.deeds)
