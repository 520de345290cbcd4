"""The workbench on a sample pack under a clock that stands still: replayed once, copied for each test."""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from core.clocks.clock import ScriptedClock
from core.clocks.instants import parse_instant
from core.pack.pack import Pack
from core.pack.scripts import replay_script
from workbench.app import WorkbenchApp
from workbench.drafts import DraftJournal
from workbench.samples import sample_script
from workbench.session import Session

NOW = parse_instant("2026-11-30T07:31:12Z")
SEED = 1972


@lru_cache(maxsize=4)
def _replayed(name: str) -> Path:
    folder = Path(mkdtemp(prefix="sample-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = folder / f"{name}.pack"
    replay_script(sample_script(name), path, now=NOW, chance=Random(SEED))
    return path


def sample_copy(name: str, folder: Path) -> Path:
    """A fresh copy of a replayed sample; the same ids in every run."""
    path = folder / f"{name}.pack"
    shutil.copytree(_replayed(name), path)
    return path


@contextmanager
def sample_app(name: str, folder: Path, *, seat: str = "ana") -> Iterator[WorkbenchApp]:
    """The workbench over a copy of a sample, its pack closed afterwards."""
    pack = Pack.open(
        sample_copy(name, folder), seat=seat, client="test", clock=ScriptedClock(NOW), mode="write"
    )
    pack.chance = Random(SEED)
    session = Session(pack, DraftJournal(folder / "drafts.json"))
    try:
        yield WorkbenchApp(session, log=folder / "log" / "workbench.log")
    finally:
        pack.close()
