"""State keys: at most one claim of a (workspace, set, key) is true at any instant."""

from __future__ import annotations

from core.claims.claim import Claim
from core.rules.windows import overlap
from core.state.held import Held
from core.state.write_index import WriteIndex


def holders(claim: Claim, held: Held, index: WriteIndex) -> list[Claim]:
    """The other believed claims of this claim's key, past and future ones too, oldest first."""
    if claim.key is None:
        return []
    index.catch_up()
    found = (held.claim(known) for known in index.by_key(claim.workspace, claim.set, claim.key))
    return [other for other in found if other is not None and other.believed and other.id != claim.id]


def key_rivals(claim: Claim, held: Held, index: WriteIndex) -> tuple[str, ...]:
    """Ids of believed claims of the same key that are true at an instant at which this one is."""
    return tuple(other.id for other in holders(claim, held, index) if overlap(claim, other))
