"""What accepting a proposal does and what declining it does, in the same words wherever it is told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.claims.claim import Claim
from core.claims.proposal import Proposal
from core.pack.accepting import ends_before, is_held_out, is_their_version, is_written_twice, older_ends
from core.pack.merging_rivals import fields_of
from core.pack.part_words import Differs, differing
from workbench.moments import day_words

BOTH_STAY: Final = "both stay, and are never proposed again."

RETRACTS: Final = "the older one was never true: it is retracted, and the newer one stands"
ONE_IS_LEFT: Final = "the newer one is set aside; its author and evidence bear witness to the older one"


def accepting(proposal: Proposal, newer: Claim, older: Claim, zone: str) -> str:
    """What accepting does, before it is done."""
    if is_their_version(proposal, newer):
        return "ours says from now on what theirs says; one claim is left"
    if is_written_twice(proposal):
        return ONE_IS_LEFT
    if ends_before(newer, older):
        return "the older one ended before the newer one began; there is nothing to close"
    key = "; it gets the key for which it waits" if is_held_out(proposal, newer) else ""
    end = older_ends(newer, older)
    if end is None:
        return RETRACTS + key
    return f"the older one ends on {day_words(end, zone)}, and the newer one takes its place{key}"


def differing_words(proposal: Proposal, newer: Claim, older: Claim, zone: str) -> tuple[str, ...]:
    """What ours and theirs say in each part in which they differ; the texts are shown as such."""
    if not is_their_version(proposal, newer):
        return ()
    return sides_words(differing(older, newer, fields_of(proposal), zone))


def sides_words(differs: Iterable[Differs]) -> tuple[str, ...]:
    """`question  ours: …  theirs: …`, a line each."""
    return tuple(f"{each.field}  ours: {each.one}  theirs: {each.other}" for each in differs)


def declining(proposal: Proposal, newer: Claim) -> str:
    """What declining does."""
    if is_their_version(proposal, newer):
        return "ours stays as it is; theirs is set aside and stays readable, and is never proposed again."
    if is_held_out(proposal, newer):
        return "the older one keeps the key; the newer one is set aside, and is never proposed again."
    return BOTH_STAY
