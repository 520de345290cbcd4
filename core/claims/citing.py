"""What a claim is about and what it cites, apart: accessions stand among the names of a foreign claim."""

from __future__ import annotations

from core.claims.claim import Claim
from core.text.entities import is_accession


def names_of(claim: Claim) -> tuple[str, ...]:
    """The names that a claim is about, without the accessions of deeds among them."""
    return tuple(name for name in claim.entities if not is_accession(name))


def absent_deeds(claim: Claim) -> tuple[str, ...]:
    """The accessions among the names of a claim that are not deeds it cites here: deeds of another pack."""
    return tuple(name for name in claim.entities if is_accession(name) and name not in claim.deeds)
