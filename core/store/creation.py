"""Making a pack: built beside its place and moved there whole, so that half a pack is never seen."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import lmdb

from core.clocks.instants import Instant
from core.errors import PackError, Refused
from core.store import datafile, filesystem, layout, meta
from core.store.environment import Environment
from core.store.lease import Holder, Lease


def make(folder: Path, pack_id: str, created: Instant, holder: Holder) -> None:
    """Make an empty pack. Raises `Refused` when something is there, `NotAPack` on a remote file system."""
    filesystem.refuse_remote(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(f"{folder} is there already; open it, or choose another name.")
    building = folder.with_name(f"{folder.name}.new-{os.getpid()}")
    filesystem.clear(building)
    values = {meta.FORMAT: layout.FORMAT, meta.PACK: pack_id, meta.CREATED: created, meta.EPOCH: 0}
    try:
        _build(building, values, holder)
        os.rename(building, folder)
        datafile.sync_folder(folder.parent)
    except OSError as error:
        raise PackError(f"{folder} could not be made ({error.strerror}).") from error
    finally:
        filesystem.clear(building)


def _build(folder: Path, values: Mapping[str, object], holder: Holder) -> None:
    folder.mkdir(parents=True)
    lease = Lease.take(folder, holder)
    try:
        env = Environment(folder, writable=True)
        try:
            env.write(lambda txn: _put_all(env, txn, values))
        finally:
            env.close()
    finally:
        lease.release(clean=True)
    datafile.sync_folder(folder)


def _put_all(env: Environment, txn: lmdb.Transaction[bytes], values: Mapping[str, object]) -> None:
    for name, value in values.items():
        meta.put(env, txn, name, value)
