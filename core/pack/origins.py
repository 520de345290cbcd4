"""What a claim keeps of the record it came from: its open fields, and why it is kept as it was."""

from __future__ import annotations

from typing import Any

from core.claims.claim import Claim
from core.foreign.residue import residue_of, without_residue


def open_extra(claim: Claim) -> dict[str, Any]:
    """The fields of a claim that are not modelled, without the record itself."""
    return without_residue(claim.extra)


def kept_as_it_was(claim: Claim) -> tuple[str, ...]:
    """Why a claim that was taken in is kept as it was, as sentences; empty for any other."""
    found = residue_of(claim.extra)
    return () if found is None else tuple(one.why for one in found[0].kept)
