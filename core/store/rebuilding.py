"""Rebuild and backup: the projections made again from the log, and the whole pack copied elsewhere."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import lmdb

from core.errors import PackError, Refused
from core.store import blobs, creation, datafile, layout, lease, log_rows, meta, projections
from core.store.environment import Environment
from core.store.lmdb_log import LmdbLog


def rebuild(log: LmdbLog) -> int:
    """Drop the projections and make them again from the log, in one transaction; returns the records read.

    Cached vectors are kept, other blobs dropped. Raises `PackDamaged`, and changes nothing, when a record of
    the log is damaged: then the projection may hold the only good copy.
    """
    env = log.environment
    return log.write(lambda txn: _rebuild(env, txn), log.epoch)


def backup(pack: LmdbLog | str | os.PathLike[str], to: str | os.PathLike[str]) -> None:
    """Write a compact, consistent copy of a pack to the new folder `to`, also while it is being written.

    Raises `Refused` when something is there already, `PackFull` when the disk is full.
    """
    if isinstance(pack, LmdbLog):
        _backup(pack, Path(to))
        return
    with LmdbLog.open(pack) as log:
        _backup(log, Path(to))


def _backup(log: LmdbLog, to: Path) -> None:
    if to.exists():
        raise Refused(f"{to} is there already; choose another name for the backup.")
    building = to.with_name(f"{to.name}.new-{os.getpid()}")
    shutil.rmtree(building, ignore_errors=True)
    try:
        log.copy(building, compact=True)
        _finish(building)
        os.rename(building, to)
        creation.sync_folder(to.parent)
    except OSError as error:
        raise PackError(f"the backup {to} could not be made ({error.strerror}).") from error
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _finish(folder: Path) -> None:
    """Make the copy durable and mark it as closed properly."""
    (folder / datafile.DATA).chmod(0o600)
    log = LmdbLog.open(folder, mode="write")
    log.close()
    creation.sync_folder(folder)


def _rebuild(env: Environment, txn: lmdb.Transaction[bytes]) -> int:
    for name in projections.PROJECTIONS:
        txn.drop(env[name], delete=False)
    for name in blobs.blob_names(env, txn):
        if not name.startswith(blobs.VECTORS):
            blobs.drop_blob(env, txn, name)
    count = 0
    for count, row in enumerate(log_rows.rows(env, txn), start=1):  # noqa: B007
        projections.project(env, txn, log_rows.decode(*row))
    return count
