"""A claim that both packs ended: a sentence that tells both ends, and which of them stands."""

from __future__ import annotations

from dataclasses import dataclass

from core.claims.claim import Claim
from core.claims.ids import short
from core.clocks.local_time import end_written
from core.clocks.study_day import zone_named
from core.pack.merging_claims import end_order, parts_of
from core.pack.outcome import quoted


@dataclass(frozen=True, slots=True)
class Ended:
    """A claim as one pack ended it, and the seat that did."""

    claim: Claim
    by: str


def ended_twice(one: Ended, other: Ended, zone: str) -> str:
    """The same sentence for whoever takes in whom."""
    stands, noted = sorted((one, other), key=lambda side: end_order(parts_of(side.claim)["end"]))
    named = f"both packs ended {short(stands.claim.id)} {quoted(stands.claim.text, 40)}"
    first, second = _end(stands.claim, zone), _end(noted.claim, zone)
    if stands.claim.t_invalid == noted.claim.t_invalid:
        both = f"{stands.by} and {noted.by} {first}"
        return f"{named}: {both}; that by {stands.by} stands, that by {noted.by} is noted."
    both = f"{stands.by} {first}, {noted.by} {second}"
    return f"{named}: {both}; the earlier end, by {stands.by}, stands, that by {noted.by} is noted."


def _end(claim: Claim, zone: str) -> str:
    if claim.t_invalid is None:
        return "without an end"
    return end_written(claim.t_invalid, zone_named(zone), claim.precision[1])
