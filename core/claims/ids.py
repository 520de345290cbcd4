"""Identifiers: time-ordered for claims, random for deeds."""

from __future__ import annotations

import secrets
from typing import Final

from core.clocks.instants import Instant

_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"


def new_id(instant: Instant) -> str:
    """A UUIDv7 without dashes (RFC 9562 5.7): 48 bits of milliseconds, version, 74 random bits."""
    milliseconds = max(0, instant // 1_000) & (1 << 48) - 1
    value = milliseconds << 80 | 0x7 << 76 | secrets.randbits(12) << 64 | 0b10 << 62 | secrets.randbits(62)
    return f"{value:032x}"


def new_accession(kind: str) -> str:
    """A random accession, `deed-<kind>-<10 signs>`; it tells nothing of the bytes."""
    return f"deed-{kind}-" + "".join(secrets.choice(_ALPHABET) for _ in range(10))
