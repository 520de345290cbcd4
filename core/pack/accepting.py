"""What accepting a proposal does to its two claims, told before it is done."""

from __future__ import annotations

from core.claims.claim import WRITTEN_TWICE, Claim
from core.claims.proposal import Proposal
from core.clocks.instants import Instant
from core.pack.merging_rivals import SUCCESSOR, fields_of, note_of
from core.rules.windows import ends


def is_their_version(proposal: Proposal, newer: Claim) -> bool:
    """Whether the newer side is the other pack's version of the older one."""
    note = note_of(newer)
    return proposal.source == "merge" and note is not None and note["claim"] == proposal.old


def is_held_out(proposal: Proposal, newer: Claim) -> bool:
    """Whether the newer side waits for its key, which the older one holds."""
    note = note_of(newer)
    return proposal.source == "held" and note is not None and note["claim"] == newer.id


def is_successor(proposal: Proposal) -> bool:
    """Whether the two sides each replaced a third claim, one in each pack."""
    return proposal.source == "merge" and fields_of(proposal) == (SUCCESSOR,)


def inherits_key(proposal: Proposal, newer: Claim, older: Claim) -> bool:
    """Whether the newer one gets the key of the older one with its place."""
    return is_successor(proposal) and newer.key is None and older.key is not None


def holds_other_key(proposal: Proposal, newer: Claim, older: Claim) -> bool:
    """Whether the newer one came to a key of its own since it was asked about, so that accepting is refused:
    the key of the older one would have no value."""
    waited = is_successor(proposal) or is_held_out(proposal, newer)
    return waited and None not in (newer.key, older.key) and newer.key != older.key


def leaves_key_empty(proposal: Proposal, newer: Claim, older: Claim) -> bool:
    """Whether the key of the older one would have no value for a time in which it has one, so accepting is
    refused."""
    if not (is_successor(proposal) or is_held_out(proposal, newer)):
        return False
    return older.key is not None and ends(newer) < ends(older)


def is_written_twice(proposal: Proposal) -> bool:
    """Whether the two sides are one claim, written twice."""
    return proposal.rule == WRITTEN_TWICE


def older_ends(newer: Claim, older: Claim) -> Instant | None:
    """Where the older one ends when the newer one takes its place; None: it starts no earlier, and goes."""
    start = newer.t_valid
    return None if start is None or (older.t_valid is not None and older.t_valid >= start) else start


def ends_before(newer: Claim, older: Claim) -> bool:
    """Whether the older one ended before the newer one began, so that accepting is refused."""
    end = older_ends(newer, older)
    return end is not None and older.t_invalid is not None and older.t_invalid <= end
