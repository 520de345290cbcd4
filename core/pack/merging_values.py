"""Values in a merge: when two say the same, how one is written down here, what comes of two that differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from core.claims.claim import Claim, Closing
from core.claims.proposal import ACCEPTED, DECLINED, LAPSED, OPEN, Proposal
from core.clocks.instants import Instant
from core.graph.fire import MIN_WEIGHT
from core.state.links import UNSET_WEIGHT
from core.store import tables


def same(table: str, one: Any, other: Any) -> bool:
    """Whether two values say the same, whenever and under whatever number a pack wrote them down."""
    if one is None or other is None:
        return one is other
    plain = _PLAIN.get(table)
    return bool(one == other if plain is None else plain(one) == plain(other))


def said(table: str, value: Any) -> bytes:
    """What a value says, in bytes, whenever and under whatever number a pack wrote it down."""
    plain = _PLAIN.get(table)
    return b"" if value is None else tables.encode(value if plain is None else plain(value))


def unstamped(closing: Closing | None) -> Closing | None:
    """An ending without its place in a log."""
    return None if closing is None else replace(closing, tx=0, t_tx=0)


def _plain_claim(claim: Claim) -> Claim:
    return replace(
        claim,
        rev=0,
        t_created=0,
        t_recorded=0,
        closing=unstamped(claim.closing),
        withdrawal=unstamped(claim.withdrawal),
    )


_PLAIN: Final[dict[str, Callable[[Any], Any]]] = {
    tables.CLAIM: _plain_claim,
    tables.DEED: lambda deed: replace(deed, t_recorded=0),
    tables.PROPOSAL: lambda one: replace(one, t_opened=0, t_decided=one.t_decided and 0),
}


def written_here(table: str, value: Any, stands: Any, tx: int, now: Instant) -> Any:
    """A value as a record of this pack holds it: system times are ours, a claim keeps what it is."""
    if table == tables.CLAIM:
        return _claim_here(value, stands, tx, now)
    if table == tables.DEED:
        return replace(value, t_recorded=now if stands is None else stands.t_recorded)
    if table == tables.PROPOSAL:
        decided = None if value.t_decided is None else now
        return replace(value, t_opened=now if stands is None else stands.t_opened, t_decided=decided)
    return value


def _claim_here(value: Claim, stands: Claim | None, tx: int, now: Instant) -> Claim:
    was = value if stands is None else stands
    endings = (None, None) if stands is None else (stands.closing, stands.withdrawal)
    return replace(
        value,
        author=was.author,
        kind=was.kind,
        workspace=was.workspace,
        rev=1 if stands is None else stands.rev + 1,
        t_created=now if stands is None else stands.t_created,
        t_recorded=now,
        closing=_ending_here(value.closing, endings[0], tx, now),
        withdrawal=_ending_here(value.withdrawal, endings[1], tx, now),
    )


def _ending_here(ending: Closing | None, stands: Closing | None, tx: int, now: Instant) -> Closing | None:
    """An ending that stands here already keeps its place; a new one gets the place of this record."""
    if ending is None or unstamped(ending) == unstamped(stands):
        return stands if ending is not None else None
    return replace(ending, tx=tx, t_tx=now)


# both packs changed the value: what comes of it


def joined_weight(base: float | None, ours: float | None, theirs: float | None) -> float:
    """Two weights as if one pack had done both: gains leave a smaller rest, losses a smaller share.

    A link that one side made or used is kept, though the other let it go.
    """
    if ours is None or theirs is None:
        kept = theirs if ours is None else ours
        return UNSET_WEIGHT if kept is None else kept
    from_ = UNSET_WEIGHT if base is None else base
    if from_ >= 1:
        return min(ours, theirs)
    weight = from_
    for side in sorted((ours, theirs), reverse=True):
        weight = 1 - (1 - weight) * (1 - side) / (1 - from_) if side >= from_ else weight * side / from_
    return min(1.0, max(MIN_WEIGHT, weight))


def summed(base: int | None, ours: int | None, theirs: int | None) -> int:
    """Both sides' uses since the base."""
    return max(0, (ours or 0) + (theirs or 0) - (base or 0))


def later(base: Instant | None, ours: Instant | None, theirs: Instant | None) -> Instant | None:
    """The later of two instants."""
    return max((one for one in (ours, theirs) if one is not None), default=None)


def either(base: str | None, ours: str | None, theirs: str | None) -> str | None:
    """A pair that either side declined is declined; of two reasons the one that is first by its words."""
    return min((one for one in (ours, theirs) if one is not None), default=None)


def further(base: Proposal | None, ours: Proposal | None, theirs: Proposal | None) -> Proposal | None:
    """The proposal that is decided further; of two as far, the one by the seat that is first by name.

    Which of the two is ours makes no difference.
    """
    if ours is None or theirs is None:
        return theirs if ours is None else ours
    return min(ours, theirs, key=_place)


def _place(one: Proposal) -> tuple[int, str, str, bytes]:
    """A total order of what may become of a proposal; what an acceptance did to claims stands in any case."""
    rest = said(tables.PROPOSAL, one)
    return _FURTHEST.index(one.status), one.decided_by or "", one.why or "", rest


_FURTHEST: Final = (ACCEPTED, DECLINED, LAPSED, OPEN)

ADDING: Final = frozenset({tables.USE, tables.LINK, tables.LENS})
"""Tables whose values tell how much was done: two that are alike are still two."""

JOINED: Final[dict[str, Callable[[Any, Any, Any], Any]]] = {
    tables.LINK: joined_weight,
    tables.LENS: joined_weight,
    tables.USE: summed,
    tables.FIRED: later,
    tables.DECLINED: either,
    tables.PROPOSAL: further,
}
"""By table, the value that comes of `(base, ours, theirs)`."""
