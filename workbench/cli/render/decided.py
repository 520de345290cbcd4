"""Decided proposals: the words as they were, and by whom or by what they were decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from core.claims.ids import short
from core.claims.proposal import LAPSED, OPEN, Proposal

if TYPE_CHECKING:
    from core.claims.claim import Claim
    from core.pack.events import Event


@dataclass(frozen=True, slots=True)
class Past:
    """What is known of decided proposals, by their ids."""

    sides: Mapping[str, Mapping[str, Claim]]
    """The two claims as they were just before the decision."""
    acts: Mapping[str, Event]
    """Of lapsed ones, the act that changed or ended one of the two."""


NOTHING_PAST: Final = Past({}, {})
"""For a list of open proposals."""

_ENDED: Final = {
    "close": "closed",
    "no_longer_true": "ended",
    "retract": "retracted",
    "edit": "edited",
    "reopen": "reopened",
}
_OTHERWISE: Final = {
    "accept": "accepted another proposal",
    "decline": "declined another proposal",
    "undo": "took an act back",
    "redo": "did an act again",
    "merge": "took in another pack",
}


def decided_words(one: Proposal, past: Past) -> str:
    """`accepted by anna`, `lapsed when anna closed 303bdd72`; empty while it is open."""
    if one.status == OPEN:
        return ""
    act = past.acts.get(one.id)
    if one.status == LAPSED and act is not None:
        return f"lapsed when {act.actor} {_did(one, act)}"
    return f"{one.status} by {one.decided_by}" if one.decided_by else one.status


def _did(one: Proposal, act: Event) -> str:
    sides = (one.old, one.new)
    if act.verb in _ENDED:
        return f"{_ENDED[act.verb]} {short(next((side for side in sides if side in act.claims), one.old))}"
    if act.verb == "write":
        return f"wrote {short(next((claim for claim in act.claims if claim not in sides), one.new))}"
    return _OTHERWISE.get(act.verb, "changed one of the two")
