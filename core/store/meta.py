"""What the file says of itself: format, lineage, epoch."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import lmdb
import msgspec

from core.clocks.instants import Instant
from core.errors import NotAPack
from core.store import layout
from core.store.environment import Environment

FORMAT: Final = "format"
PACK: Final = "pack"
CREATED: Final = "created"
EPOCH: Final = "epoch"

TYPES: Final[dict[str, Any]] = {FORMAT: int, PACK: str, CREATED: Instant, EPOCH: int}
"""Every name and the type of its value."""


def new_pack_id() -> str:
    """A lineage of its own: 32 random hex digits."""
    return os.urandom(16).hex()


def put(env: Environment, txn: lmdb.Transaction[bytes], name: str, value: object) -> None:
    """Write one value."""
    key = name.encode()
    txn.put(key, layout.seal(key, msgspec.msgpack.encode(value)), db=env[layout.META])


def get(env: Environment, txn: lmdb.Transaction[bytes], name: str) -> Any:
    """Read one value. Raises `NotAPack` when it is missing, `PackDamaged` when its checksum does not fit."""
    key = name.encode()
    sealed = txn.get(key, db=env[layout.META])
    if sealed is None:
        raise NotAPack(f"{env.folder} was never finished: it says nothing of its {name}. Create it again.")
    return msgspec.msgpack.decode(layout.unseal(key, sealed, f"the {name} of the pack"), type=TYPES[name])


def refuse_other_format(folder: Path, number: int) -> None:
    """Raise `NotAPack` for a file in another layout than this program reads, with what to do."""
    if number > layout.FORMAT:
        raise NotAPack(
            f"{folder.name} is written in format {number}; this Packbench reads format {layout.FORMAT}. "
            "Update Packbench, or ask for an export from the one that wrote it."
        )
    if number < layout.FORMAT:
        raise NotAPack(
            f"{folder.name} is written in format {number}, of an earlier Packbench; this one reads "
            f"format {layout.FORMAT}. Open it for writing once, for instance with `packbench compact`: "
            "a copy of it as it is goes beside it, and then it is brought up to date."
        )


def raise_epoch(env: Environment, txn: lmdb.Transaction[bytes]) -> int:
    """Count one more acquisition of the lease; returns its number."""
    epoch: int = get(env, txn, EPOCH) + 1
    put(env, txn, EPOCH, epoch)
    return epoch
