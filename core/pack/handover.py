"""Handover and upkeep of whole packs: export, import, backup, check, rebuild."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from core.errors import PackError
from core.pack.pack import Pack
from core.store.backup import backup
from core.store.check_child import check_apart
from core.store.checking import CheckReport, Fault
from core.store.export import export_log, import_log
from core.store.lease import Holder, who_holds
from core.store.lmdb_log import LmdbLog
from core.store.rebuilding import rebuild

__all__ = [
    "CheckReport",
    "Fault",
    "Holder",
    "backup",
    "check_pack",
    "export_lines",
    "import_pack",
    "rebuild_pack",
    "who_holds",
]


def export_lines(pack: Pack) -> Iterator[str]:
    """The whole pack as lines of JSON: every record with its outcome, closed and retracted claims too."""
    return export_log(pack.log)


def import_pack(
    lines: Iterable[str | bytes], path: str | os.PathLike[str], *, seat: str, client: str = "core"
) -> int:
    """Adopt an export in a new pack at `path`; returns the number of records.

    Raises `Refused` when something is there already or the lines are no export, `PackDamaged` for a line
    whose checksum does not fit; then nothing is left behind.
    """
    log = LmdbLog.create(path, holder=Holder.here(seat=seat, client=client))
    try:
        with log:
            return import_log(log, lines)
    except (PackError, OSError):
        shutil.rmtree(Path(path), ignore_errors=True)
        raise


def check_pack(path: str | os.PathLike[str]) -> CheckReport:
    """Replay the log and compare, in a child process. Raises `PackError` when there is no pack at `path`."""
    return check_apart(path)


def rebuild_pack(path: str | os.PathLike[str], *, seat: str, client: str = "core") -> int:
    """Make the projections anew from the log; returns the records read. Raises `PackHeld`, `PackDamaged`."""
    with LmdbLog.open(path, mode="write", holder=Holder.here(seat=seat, client=client)) as log:
        return rebuild(log)
