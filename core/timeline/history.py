"""The history of one claim: every version on both clocks, and what each one changed."""

from __future__ import annotations

from itertools import compress
from operator import attrgetter, ne
from typing import TYPE_CHECKING, Final

import msgspec

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.store import tables

if TYPE_CHECKING:
    from core.state.held import Held

_BOOKKEEPING: Final = frozenset({"id", "rev", "t_created", "t_recorded"})
_SAID: Final = tuple(name for name in Claim.__struct_fields__ if name not in _BOOKKEEPING)
_WHAT_IT_SAYS: Final = attrgetter(*_SAID)


class HistoryLine(msgspec.Struct, frozen=True):
    """One version and its time of belief."""

    claim: Claim
    tx: int
    t_recorded: Instant
    t_expired: Instant | None
    """None while it is the version believed at the read's B; a read hides a later expiry."""
    changed: tuple[str, ...]
    """Fields that differ from the version before; empty for the first."""


def history(held: Held, claim_id: str, believed_at: Instant) -> tuple[HistoryLine, ...]:
    """The versions recorded by `believed_at`, oldest first; empty for an unknown claim."""
    chain = [entry for entry in held.chains.chain(tables.CLAIM, claim_id) if entry.t_tx <= believed_at]
    lines = []
    for place, entry in enumerate(chain):
        before: Claim | None = chain[place - 1].value if place else None
        expired = chain[place + 1].t_tx if place + 1 < len(chain) else None
        changed = differing(before, entry.value) if before else ()
        lines.append(HistoryLine(entry.value, entry.tx, entry.t_tx, expired, changed))
    return tuple(lines)


def differing(before: Claim, after: Claim) -> tuple[str, ...]:
    """Names of the fields in which two versions differ, bookkeeping left out."""
    return tuple(compress(_SAID, map(ne, _WHAT_IT_SAYS(before), _WHAT_IT_SAYS(after))))
