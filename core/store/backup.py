"""Backup: the whole pack copied elsewhere, compact and of one moment."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from core.errors import PackError, Refused
from core.store import datafile
from core.store.lmdb_log import LmdbLog


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
        datafile.sync_folder(to.parent)
    except OSError as error:
        raise PackError(f"the backup {to} could not be made ({error.strerror}).") from error
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _finish(folder: Path) -> None:
    """Make the copy durable and mark it as closed properly."""
    datafile.make_durable(folder)
    LmdbLog.open(folder, mode="write").close()
