"""What accepting a proposal does to its two claims, told before it is done."""

from __future__ import annotations

from core.claims.claim import WRITTEN_TWICE, Claim
from core.claims.proposal import Proposal
from core.clocks.instants import Instant
from core.pack.merging_rivals import note_of


def is_their_version(proposal: Proposal, newer: Claim) -> bool:
    """Whether the newer side is the other pack's version of the older one."""
    note = note_of(newer)
    return proposal.source == "merge" and note is not None and note["claim"] == proposal.old


def is_held_out(proposal: Proposal, newer: Claim) -> bool:
    """Whether the newer side waits for its key, which the older one holds."""
    note = note_of(newer)
    return proposal.source == "held" and note is not None and note["claim"] == newer.id


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
