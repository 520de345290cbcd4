"""Typed edges: what a claim updates, and what a conclusion extends. Both ends can always be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from core.claims.claim import UNDONE, Claim
from core.clocks.instants import Instant
from core.timeline.chain import successor

if TYPE_CHECKING:
    from core.state.held import Held
    from core.state.successors import Successors

UPDATES: Final = "updates"
EXTENDS: Final = "extends"


class Edge(msgspec.Struct, frozen=True, order=True):
    """From the newer claim to what it replaced, or from a conclusion to what it rests on."""

    type: Literal["updates", "extends"]
    source: str
    target: str
    """A claim, or for a conclusion also the accession of a deed."""


def edges_of(held: Held, successors: Successors, claim: Claim, believed_at: Instant) -> tuple[Edge, ...]:
    """Every edge that begins or ends at a claim, as believed at an instant; none of a write taken back."""
    if claim.state == UNDONE:
        return ()
    read = _Ends(held, believed_at)
    found = {
        *_updates(read, successors, claim),
        *(Edge(EXTENDS, claim.id, one) for one in claim.derived_from if read.holds(one)),
        *(Edge(EXTENDS, one.id, claim.id) for one in read.of(successors.resting_on(claim.id))
          if claim.id in one.derived_from),
    }  # fmt: skip
    return tuple(sorted(found))


class _Ends(msgspec.Struct, frozen=True):
    """What an edge can begin or end at on a belief."""

    held: Held
    believed_at: Instant

    def of(self, ids: tuple[str, ...]) -> Iterator[Claim]:
        for claim_id in ids:
            claim = self.held.claim_at(claim_id, self.believed_at)
            if claim is not None and claim.state != UNDONE:
                yield claim

    def holds(self, name: str) -> bool:
        return self.held.deeds.held(name, self.believed_at) or any(self.of((name,)))

    def was_ended_by(self, old: Claim, new: Claim) -> bool:
        versions = self.held.versions(old.id)
        return any(successor(one) == new.id for one in versions if one.t_recorded <= self.believed_at)


def _updates(read: _Ends, successors: Successors, claim: Claim) -> Iterator[Edge]:
    by = successor(claim)
    newer = (*((by,) if by else ()), *successors.naming(claim.id))
    older = (*claim.supersedes, *successors.ended_by(claim.id))
    pairs = [(new, claim) for new in read.of(newer)] + [(claim, old) for old in read.of(older)]
    for new, old in pairs:
        # A closing that was reopened says that nothing was replaced after all; nor does a claim replace what
        # begins only where it ends: it stands before it in the line, whatever its author named.
        named = old.id in new.supersedes and not _lies_before(new, old) and not read.was_ended_by(old, new)
        if named or successor(old) == new.id:
            yield Edge(UPDATES, new.id, old.id)


def _lies_before(one: Claim, other: Claim) -> bool:
    """Whether a claim's window ends where that of another begins, or earlier."""
    return one.t_invalid is not None and other.t_valid is not None and one.t_invalid <= other.t_valid
