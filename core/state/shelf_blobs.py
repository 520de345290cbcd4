"""The stored columns of a shelf: opening a pack reads no words of its deeds.

A cache like any other projection: whoever erases a deed drops it, and with it the key of the digests.
"""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np

from core.state.columns import Codes
from core.state.deed_digests import DeedDigests
from core.state.deeds import DTYPES, DeedShelf, Stored
from core.state.growing import Growing

FORMAT: Final = 1
"""Raised whenever the columns change."""
_BETWEEN: Final = "\0"
"""Stands in no accession: no key of a table may hold it."""


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    log: str
    """Digest of the log up to the record that the columns stand for."""
    accessions: str
    columns: dict[str, bytes]
    conversations: list[str]
    speakers: list[str]
    chains: dict[str, list[tuple[int, int, int]]]
    key: bytes
    digests: bytes


def to_blob(shelf: DeedShelf, log_digest: str) -> bytes:
    """The columns as bytes, for the log whose digest is given."""
    kept = _Kept(
        log=log_digest,
        accessions=_BETWEEN.join(shelf.accessions),
        columns={name: column.values.tobytes() for name, column in shelf.columns.items()},
        conversations=[str(name) for name in shelf.conversations.names],
        speakers=[str(name) for name in shelf.speakers.names],
        chains=shelf.chains,
        key=shelf.digests.key,
        digests=shelf.digests.values.tobytes(),
    )
    return msgspec.msgpack.encode(kept)


def from_blob(content: bytes, log_digest: str, stored: Stored) -> DeedShelf | None:
    """The shelf as it was kept; None when the bytes stand for another history."""
    try:
        kept = msgspec.msgpack.decode(content, type=_Kept)
    except msgspec.MsgspecError:
        return None
    if kept.log != log_digest or kept.columns.keys() != DTYPES.keys():
        return None
    shelf = DeedShelf(stored, DeedDigests(kept.key, np.frombuffer(kept.digests, np.uint64)))
    shelf.accessions = kept.accessions.split(_BETWEEN) if kept.accessions else []
    shelf.row_of = dict(zip(shelf.accessions, range(len(shelf.accessions)), strict=True))
    for name, dtype in DTYPES.items():
        shelf.columns[name] = Growing(dtype, np.frombuffer(kept.columns[name], dtype))
    shelf.conversations, shelf.speakers = _codes(kept.conversations), _codes(kept.speakers)
    shelf.chains = kept.chains
    return shelf


def _codes(names: list[str]) -> Codes:
    codes = Codes()
    for name in names:
        codes.code(name)
    return codes
