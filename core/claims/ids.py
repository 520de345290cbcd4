"""Identifiers: time-ordered for claims, random for deeds. Randomness is an argument, as time is."""

from __future__ import annotations

from functools import lru_cache
from random import Random, SystemRandom
from typing import Final

from core.clocks.instants import Instant

_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_ACCESSION_SIGNS: Final = 10

SECURE: Final[Random] = SystemRandom()
"""The machine's own randomness."""


SHORT: Final = 8
"""Signs of an id that a person sees: the last ones, since ids made close together begin alike."""


def short(claim_id: str) -> str:
    """The short form of an id, as a person sees it everywhere."""
    return claim_id[-SHORT:]


def part_of(part: str, claim_id: str) -> bool:
    """Whether an id begins or ends so, or its short form begins so: what a person may have copied of it."""
    return claim_id.startswith(part) or claim_id.endswith(part) or short(claim_id).startswith(part)


def new_id(instant: Instant, chance: Random = SECURE) -> str:
    """A UUIDv7 without dashes (RFC 9562 5.7): 48 bits of milliseconds, version, 74 random bits."""
    milliseconds = max(0, instant // 1_000) & (1 << 48) - 1
    value = (
        milliseconds << 80 | 0x7 << 76 | chance.getrandbits(12) << 64 | 0b10 << 62 | chance.getrandbits(62)
    )
    return f"{value:032x}"


@lru_cache(maxsize=1 << 16)
def fingerprint(name: str) -> int:
    """64 bits drawn from a name, the same on every machine (BLAKE2b)."""
    from hashlib import blake2b  # late: it loads OpenSSL, and who shows ids alone needs none

    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")


def new_accession(kind: str, chance: Random = SECURE) -> str:
    """A random accession, `deed-<kind>-<10 signs>`; it tells nothing of the bytes."""
    return f"deed-{kind}-" + "".join(chance.choice(_ALPHABET) for _ in range(_ACCESSION_SIGNS))
