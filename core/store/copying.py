"""A copy of a pack in a folder of its own: built beside its place and moved there whole."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from core.errors import Refused
from core.store import datafile, filesystem
from core.store.environment import Environment
from core.store.lease import Holder, Lease


def keep_copy(env: Environment, to: Path) -> Path:
    """Write a compact copy of one moment to the new folder `to`, durable and closed properly; returns `to`.

    Raises `Refused` when something is there already, `PackFull` when the disk is full; then nothing is left.
    """
    if to.exists():
        raise Refused(f"{to} is there already; choose another name for the backup.")
    building = to.with_name(f"{to.name}.new-{os.getpid()}")
    shutil.rmtree(building, ignore_errors=True)
    try:
        building.mkdir(parents=True)
        env.copy(building, compact=True)
        datafile.make_durable(building)
        Lease.take(building, Holder.here(seat="backup", client="core")).release(clean=True)
        os.rename(building, to)
        datafile.sync_folder(to.parent)
    except OSError as error:
        raise filesystem.in_words(error, f"the backup {to} could not be made") from error
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return to
