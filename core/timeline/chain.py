"""The chain of a claim: what it replaced and what replaced it, as believed at an instant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.claims.claim import Claim
from core.clocks.instants import Instant

if TYPE_CHECKING:
    from core.state.held import Held
    from core.state.successors import Successors


def successor(claim: Claim) -> str | None:
    """Id of the claim that ended this version, if a claim did."""
    if not claim.believed and claim.withdrawal is not None:
        return claim.withdrawal.by
    return claim.closing.by if claim.closing else None


def predecessors(held: Held, successors: Successors, claim: Claim, believed_at: Instant) -> tuple[Claim, ...]:
    """The claims that this one ended, as believed at an instant, latest start first."""
    olds = (held.claim_at(old, believed_at) for old in successors.ended_by(claim.id))
    ended = [old for old in olds if old is not None and successor(old) == claim.id]
    return tuple(sorted(ended, key=lambda old: (old.t_valid or 0, old.id), reverse=True))


def chain_of(held: Held, successors: Successors, claim: Claim, believed_at: Instant) -> tuple[Claim, ...]:
    """The line through a claim, oldest first: at a fork back, the one that started last."""
    before: list[Claim] = []
    seen = {claim.id}
    stands: Claim | None = claim
    while stands is not None:
        olds = predecessors(held, successors, stands, believed_at)
        stands = next((old for old in olds if old.id not in seen), None)
        if stands is not None:
            seen.add(stands.id)
            before.append(stands)
    return (*reversed(before), claim, *_after(held, claim, believed_at, seen))


def _after(held: Held, claim: Claim, believed_at: Instant, seen: set[str]) -> list[Claim]:
    line: list[Claim] = []
    by = successor(claim)
    while by is not None and by not in seen:
        seen.add(by)
        following = held.claim_at(by, believed_at)
        if following is None:
            break
        line.append(following)
        by = successor(following)
    return line
