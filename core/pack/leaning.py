"""What loses a premise when a claim ends: its conclusions are named, and stay as they are."""

from __future__ import annotations

from typing import Final

from core.claims.claim import Claim
from core.pack.outcome import quoted
from core.pack.work import Work

NAMED: Final = 3
"""Conclusions that are named; the number of the others is said."""


def resting_on(work: Work, claim_id: str) -> tuple[str, ...]:
    """One line that names the conclusions resting on a claim; nothing when there are none."""
    found = [quoted(one.text) for one in _conclusions(work, claim_id)]
    if not found:
        return ()
    more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
    rest = "1 conclusion rests" if len(found) == 1 else f"{len(found)} conclusions rest"
    return (f"{rest} on it: {', '.join(found[:NAMED])}{more}",)


def _conclusions(work: Work, claim_id: str) -> list[Claim]:
    """Believed conclusions that rest on a claim."""
    stand = (work.claim(one) for one in sorted(work.successors.resting_on(claim_id)))
    return [one for one in stand if one.believed and claim_id in one.derived_from and one.id != claim_id]
