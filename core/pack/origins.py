"""What a claim keeps of where it came from: its open fields, why it is kept as it was, who worded it."""

from __future__ import annotations

from typing import Any, Final

from core.claims.claim import Claim, Closing
from core.foreign.exact import told_closing, told_withdrawal
from core.foreign.residue import residue_of, without_residue

_MERGED: Final = "merged"
"""As `core.pack.merging_rivals` names it; that one reads whole packs, and this a claim."""


def worded_by(claim: Claim) -> str:
    """The seat that said so: of another pack's version of a claim the one who changed it there last."""
    note = claim.extra.get(_MERGED)
    waits_for = note.get("claim") if isinstance(note, dict) else None
    seat = note.get("actor") if isinstance(note, dict) and waits_for != claim.id else None
    return seat if isinstance(seat, str) and seat else claim.author


def ending_there(claim: Claim) -> Closing | None:
    """How a claim ended, with the time and the deed, as the pack told it that it came from; else None."""
    return told_closing(claim) if claim.believed else told_withdrawal(claim)


def open_extra(claim: Claim) -> dict[str, Any]:
    """The fields of a claim that are not modelled, without the record itself."""
    return without_residue(claim.extra)


def kept_as_it_was(claim: Claim) -> tuple[str, ...]:
    """Why a claim that was taken in is kept as it was, as sentences; empty for any other."""
    found = residue_of(claim.extra)
    return () if found is None else tuple(one.why for one in found[0].kept)
