"""Ids of the original: kept as they are where they can be an id here."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

MOST_ID_BYTES: Final = 64
"""Longest id that is kept: two of them and a persona's name share a key of the file."""


def is_usable(name: str) -> bool:
    """Whether an id of the original can be an id here: printable, short, and no bar, which parts pairs."""
    return 0 < len(name.encode()) <= MOST_ID_BYTES and name.isprintable() and "|" not in name


def derived_id(workspace: str, name: str) -> str:
    """The id here of a record whose own cannot be used, or is another claim's in another workspace."""
    return sha256(f"{workspace}\0{name}".encode()).hexdigest()[:32]


def evidence_id(workspace: str, name: str) -> str:
    """The accession of a record that is kept as evidence."""
    return f"deed-packset-{derived_id(workspace, name)}"
