"""Numbers of cards for programs that know no other names: each claim's own, the same every time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.claims.ids import fingerprint

_FROM: Final = 1_000_000_000_000
_ROOM: Final = 1_000_000_000_000
"""Such programs take the number for milliseconds of the time of making: from 2001 on, for 31 years."""
_VERSION: Final = 12
"""Place of the version in a UUIDv7, behind 48 bits of milliseconds."""


def card_numbers(claim_ids: Iterable[str]) -> dict[str, int]:
    """A whole number for each claim: the milliseconds of its id, or drawn from an id that tells no time.

    Of claims that would get the same one, the later in the order of ids get the next that are free.
    """
    found: dict[str, int] = {}
    taken: set[int] = set()
    for claim_id in sorted(claim_ids):
        number = _number(claim_id)
        while number in taken:
            number += 1
        taken.add(number)
        found[claim_id] = number
    return found


def _number(claim_id: str) -> int:
    if len(claim_id) == 32 and claim_id[_VERSION] == "7":
        try:
            return int(claim_id[:_VERSION], 16)
        except ValueError:
            pass
    return _FROM + fingerprint(claim_id) % _ROOM
