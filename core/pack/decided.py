"""Decided proposals as they were: the words that a person saw, and the act that made one lapse."""

from __future__ import annotations

from collections.abc import Iterable

from core.claims.claim import Claim
from core.claims.proposal import LAPSED, Proposal
from core.clocks.instants import Instant
from core.pack.reader import Reader
from core.store import tables

Sides = dict[str, Claim]
"""The two claims of a proposal by id."""


def sides_then(reader: Reader, proposals: Iterable[Proposal], believed_at: Instant) -> dict[str, Sides]:
    """By decided proposal, its claims as believed just before it was decided."""
    return {
        one.id: {
            side: claim
            for side in (one.new, one.old)
            if (claim := _before(reader, side, min(one.t_decided, believed_at))) is not None
        }
        for one in proposals
        if one.t_decided is not None
    }


def _before(reader: Reader, claim_id: str, at: Instant) -> Claim | None:
    """Before an instant; a claim that came in at that very instant, as it came."""
    return reader.held.claim_at(claim_id, at - 1) or reader.held.claim_at(claim_id, at)


def lapsed_by(reader: Reader, proposals: Iterable[Proposal], believed_at: Instant) -> dict[str, int]:
    """By lapsed proposal, the record that made it lapse."""
    chains = reader.held.chains
    return {
        one.id: next(
            entry.tx
            for entry in reversed(chains.chain(tables.PROPOSAL, one.id))
            if entry.value is not None and entry.value.status == LAPSED and entry.t_tx <= believed_at
        )
        for one in proposals
        if one.status == LAPSED
    }
