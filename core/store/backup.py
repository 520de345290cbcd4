"""Backup: the whole pack copied elsewhere, compact and of one moment."""

from __future__ import annotations

import os
from pathlib import Path

from core.store.copying import keep_copy
from core.store.lmdb_log import LmdbLog


def backup(pack: LmdbLog | str | os.PathLike[str], to: str | os.PathLike[str]) -> None:
    """Write a compact, consistent copy of a pack to the new folder `to`, also while it is being written.

    Raises `Refused` when something is there already, `PackFull` when the disk is full; then nothing is left.
    """
    if isinstance(pack, LmdbLog):
        keep_copy(pack.environment, Path(to))
        return
    with LmdbLog.open(pack) as log:
        keep_copy(log.environment, Path(to))
