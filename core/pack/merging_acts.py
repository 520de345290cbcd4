"""Names of acts: what was done is named by its record, what a merge decided by what it decided, and on what.

An act that somebody did bears the chained digest of its record, in the pack where it was done. A merge adds
no knowledge, so the name of its decision says on which acts it rests and what came of it: two packs that
decide alike on the same acts have made one decision, and need not tell each other. Where two acts say the
same, the key stands for both of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

_BOTH: Final = "|"
"""Between the acts that a key stands for, when they say the same."""
_AND: Final = "+"
"""Between the acts of persons that a decision rests on."""
_SAYS: Final = "="
"""Before the digest of what a decision says."""
_SIZE: Final = 16
"""Bytes of that digest."""


def members(act: str) -> frozenset[str]:
    """The acts that a name stands for: more than one where several say the same."""
    return frozenset(act.split(_BOTH))


def alike(*acts: str) -> str:
    """The name of several acts that say the same."""
    return _BOTH.join(sorted({one for act in acts for one in members(act)}))


def decision(acts: Iterable[str], key: tuple[str, str], said: bytes, *, rests_on: bool) -> str:
    """The name of what a merge decided about a key from some acts; `said` is the value, wherever written.

    `rests_on` keeps in the name whose acts it rests on, for `persons`.
    """
    known = sorted({one for act in acts for one in members(act)})
    told = sha256("\n".join((*key, *known)).encode() + b"\n" + said).hexdigest()[: 2 * _SIZE]
    leaves = sorted({leaf for one in known for leaf in persons(one)}) if rests_on else ()
    return _AND.join(leaves) + _SAYS + told


def is_decision(act: str) -> bool:
    """Whether merges made it, and nobody did it by himself."""
    return all(_SAYS in one for one in members(act))


def persons(act: str) -> frozenset[str]:
    """The acts of persons that an act rests on; itself, when it is one."""
    found: set[str] = set()
    for one in members(act):
        leaves = one.partition(_SAYS)[0]
        found.update(leaves.split(_AND) if leaves else ())
    return frozenset(found)
