"""What every reader of a pack relies on, asked of records that came in before one of them is kept.

The rules of writing are not asked: a claim that came in is as its pack holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any, Final

import msgspec

from core.claims.claim import Claim
from core.claims.review_state import ReviewState
from core.clocks.instants import is_writable
from core.errors import BadHandover, Refused
from core.store import layout, tables
from core.store.record import Effect, LogRecord

_LAST_DAY: Final = date.max.toordinal()


def refuse_unsound(records: Iterable[LogRecord]) -> None:
    """Raise `BadHandover`, naming record and key, for a value that the pack could not be read with."""
    for record in records:
        for effect in record.effects:
            if not _is_sound(effect):
                raise BadHandover(
                    f"record {record.tx} holds a {effect.table} {effect.key[:80]!r} that no pack would have "
                    "written. Nothing was imported."
                )


def _is_sound(effect: Effect) -> bool:
    try:
        layout.checked_name(effect.table, effect.key)
        value = effect.value
    except (msgspec.MsgspecError, UnicodeError, Refused, KeyError):
        return False
    return value is None or _SOUND.get(effect.table, _anything)(effect.key, value)


def _anything(key: str, value: Any) -> bool:
    return True


def _claim(key: str, claim: Claim) -> bool:
    edges = [edge for edge in (claim.t_valid, claim.t_invalid) if edge is not None]
    stamps = (*edges, claim.t_created, claim.t_recorded, claim.t_observed)
    return (
        claim.id == key
        and "|" not in key
        and claim.rev >= 1
        and all(map(is_writable, stamps))
        and (len(edges) < 2 or edges[0] < edges[1])
    )


def _review(key: str, state: ReviewState) -> bool:
    days = (state.due_day, state.added_day, state.last_day)
    marked = (state.verified_day, state.doubted_day, state.buried_day)
    return all(day is None or 1 <= day <= _LAST_DAY for day in (*days, *marked)) and state.reps >= 0


def _pair(key: str) -> bool:
    ends = key.split("|")
    return len(ends) == 2 and all(ends) and ends == sorted(ends)


_SOUND: Final[dict[str, Callable[[str, Any], bool]]] = {
    tables.CLAIM: _claim,
    tables.DEED: lambda key, deed: deed.accession == key,
    tables.LINK: lambda key, weight: _pair(key) and 0 < weight <= 1,
    tables.REVIEW: _review,
    tables.PROPOSAL: lambda key, proposal: proposal.id == key and is_writable(proposal.t_opened),
    tables.DECLINED: lambda key, why: _pair(key),
    tables.LENS: lambda key, weight: "|" in key and _pair(key.partition("|")[2]) and 0 < weight <= 1,
    tables.USE: lambda key, count: count >= 0,
}
