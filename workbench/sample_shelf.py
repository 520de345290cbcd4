"""Samples replayed once a day: kept in the cache folder, and every opening gets a copy of its own."""

from __future__ import annotations

import shutil
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from core.clocks.instants import Instant
from core.clocks.study_day import ROLLOVER_HOUR, date_of, study_day
from core.errors import PackError
from workbench.places import SUFFIX, cache_folder, make_room
from workbench.samples import Progress, open_sample, refuse_taken, sample_file, wall_time
from workbench.version import version

READER: Final = "shelf"
"""The seat that copies; it writes nothing."""
DIGITS: Final = 12
"""Hex digits of a digest in a name."""


def sample_of_today(
    name: str, to: Path, progress: Progress | None = None, *, now: Instant | None = None
) -> Path:
    """Make a sample pack at `to`, which does not exist: replayed, or copied from today's replay; its path.

    Raises `NotFound` for an unknown sample, `Refused` when something is at `to` already.
    """
    now = wall_time() if now is None else now
    kept = kept_at(name, now)
    refuse_taken(to)
    if not _copied(kept, to):
        open_sample(name, to, progress, now=now)
        _keep(to, kept, name)
    return to


def kept_at(name: str, now: Instant) -> Path:
    """Where the replay of a study day is kept: named by script, day and program. Raises `NotFound`."""
    digest = sha256(sample_file(name).read_bytes())
    digest.update(_program().encode())
    day = date_of(study_day(now, "UTC", ROLLOVER_HOUR)).isoformat()
    return cache_folder() / "samples" / f"{name}-{day}-{digest.hexdigest()[:DIGITS]}{SUFFIX}"


def _program() -> str:
    """The version that is installed, and the newest change of the rules that a replay runs."""
    core = Path(str(files("core")))
    return f"{version()} {max((one.stat().st_mtime_ns for one in core.rglob('*.py')), default=0)}"


def _copied(kept: Path, to: Path) -> bool:
    """Copy what is kept; what cannot be read any more is taken off the shelf."""
    from core.pack.handover import backup
    from core.pack.pack import Pack

    if not kept.exists():
        return False
    make_room(to)
    try:
        with Pack.open(kept, seat=READER) as pack:
            backup(pack.log, to)
    except PackError:
        shutil.rmtree(kept, ignore_errors=True)
        return False
    return True


def _keep(path: Path, kept: Path, name: str) -> None:
    """Keep a copy for the next time, instead of those of other days; a folder that takes none is no fault."""
    from core.pack.handover import backup
    from core.pack.pack import Pack

    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        for old in kept.parent.glob(f"{name}-*"):
            if old.name != kept.name:
                shutil.rmtree(old, ignore_errors=True)
        with Pack.open(path, seat=READER) as pack:
            backup(pack.log, kept)
    except (PackError, OSError):
        return
