"""Identity of islands: a new partition is matched to the former one, so that ids and letters stay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import count
from typing import Final

import msgspec

_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ID_DIGITS: Final = 12


class Former(msgspec.Struct, frozen=True):
    """What an island keeps while its members change."""

    id: str
    """12 hex digits, never used twice at one time."""
    letter: str
    """A, B … Z, AA, AB …: the letter it is called by on the map."""
    members: tuple[str, ...]
    """Claim ids, sorted."""


def carry_over(islands: Sequence[Sequence[str]], former: Sequence[Former]) -> tuple[Former, ...]:
    """The identity of each island, in the order given.

    The pair that shares most claims is matched first. A match shares more than half of the smaller of
    the two; an island without one gets a fresh id and the first free letter.
    """
    matched = _matches(islands, former)
    kept = [former[place] for place in matched.values()]
    letters = _fresh_letters({one.letter for one in kept})
    ids = {one.id for one in former}
    return tuple(
        _kept(former[matched[number]], island)
        if number in matched
        else Former(_fresh_id(island, ids), next(letters), _sorted(island))
        for number, island in enumerate(islands)
    )


def _matches(islands: Sequence[Sequence[str]], former: Sequence[Former]) -> dict[int, int]:
    """The place in `former` of each island that continues one."""
    home = {claim_id: place for place, one in enumerate(former) for claim_id in one.members}
    pairs = []
    for number, island in enumerate(islands):
        shared_with = Counter(home[claim_id] for claim_id in set(island) if claim_id in home)
        for place, shared in shared_with.items():
            if 2 * shared > min(len(island), len(former[place].members)):
                pairs.append((-shared, former[place].id, min(island), number, place))
    matched: dict[int, int] = {}
    for *_, number, place in sorted(pairs):
        if number not in matched and place not in matched.values():
            matched[number] = place
    return matched


def _kept(one: Former, island: Sequence[str]) -> Former:
    return msgspec.structs.replace(one, members=_sorted(island))


def _sorted(island: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(island))


def _fresh_id(island: Sequence[str], taken: set[str]) -> str:
    """An id that follows from the members alone, unless an island bears it already; it is taken then."""
    fresh = next(one for attempt in count() if (one := _digest(attempt, island)) not in taken)
    taken.add(fresh)
    return fresh


def _digest(attempt: int, island: Sequence[str]) -> str:
    members = "\n".join((str(attempt), *sorted(island)))
    return blake2b(members.encode(), digest_size=_ID_DIGITS // 2).hexdigest()


def _fresh_letters(taken: set[str]) -> Iterator[str]:
    return (letter for number in count() if (letter := _letter(number)) not in taken)


def _letter(number: int) -> str:
    """A to Z, then AA, AB …"""
    rest, last = divmod(number, len(_ALPHABET))
    return (_letter(rest - 1) if rest else "") + _ALPHABET[last]
