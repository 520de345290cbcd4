"""What two versions of a claim say in the parts in which they differ, in words, for every face."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from core.claims.claim import Claim, Closing
from core.claims.ended import how_withdrawn
from core.claims.field_words import PART_WORDS
from core.claims.ids import short
from core.clocks.instants import MICROSECOND, Instant
from core.clocks.local_time import written_in
from core.clocks.study_day import zone_named
from core.pack.merging_rivals import MERGED, note_of

NOTHING: Final = "—"
"""A part that says nothing."""
_IDS: Final = frozenset({"supersedes", "derived_from"})
_WHOLE: Final = frozenset({"year", "month", "day"})
"""Precisions of an end that holds the period it names to its last instant."""


class Differs(msgspec.Struct, frozen=True):
    """One part of a claim in which two versions of it differ."""

    field: str
    """As a person calls it."""
    one: str
    """What stood before, or what ours says."""
    other: str
    """What stands after, or what theirs says."""


def differing(one: Claim, other: Claim, names: Iterable[str], zone: str) -> tuple[Differs, ...]:
    """The named parts in words; the text is left out, which is shown as such."""
    return tuple(
        Differs(PART_WORDS.get(name, name), part_words(one, name, zone), part_words(other, name, zone))
        for name in names
        if name != "text"
    )


def part_words(claim: Claim, name: str, zone: str) -> str:
    """What a claim says in one part; times in the zone, as exactly as they were stated."""
    if name == "start":
        return _time(claim.t_valid, claim.precision[0], zone, none="always")
    if name == "end":
        return _end(claim, zone)
    if name == "state":
        return _by(how_withdrawn(claim) or "believed", claim.withdrawal)
    if name == "rest":
        return "rests" if claim.resting else "does not rest"
    if name == "key":
        return claim.key or str((note_of(claim) or {}).get("key") or NOTHING)
    return _value(name, getattr(claim, name, None), zone)


def _end(claim: Claim, zone: str) -> str:
    end, precision = claim.t_invalid, claim.precision[1]
    last = end - MICROSECOND if end is not None and precision in _WHOLE else end
    return _by(_time(last, precision, zone, none="until further notice"), claim.closing)


def _by(said: str, ending: Closing | None) -> str:
    return said if ending is None else f"{said}, by {ending.actor}"


def _time(instant: Instant | None, precision: str, zone: str, *, none: str) -> str:
    return none if instant is None else written_in(instant, zone_named(zone), precision)


def _value(name: str, value: Any, zone: str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "t_observed":
        return _time(value, "min", zone, none=NOTHING)
    if isinstance(value, tuple):
        return ", ".join(short(one) if name in _IDS else str(one) for one in value) or NOTHING
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
    if isinstance(value, Mapping):
        told = (f"{key.strip('_')} {one}" for key, one in value.items() if key != MERGED)
        return ", ".join(told) or NOTHING
    return NOTHING if value in (None, "") else str(value)
