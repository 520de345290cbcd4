"""The sample packs that come with the program: their list, and one replayed into a folder of its own."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from core.clocks.instants import Instant
from core.errors import NotFound, Refused

DEFAULT_SAMPLE: Final = "project_log"
_SUFFIX: Final = ".jsonl"

Progress = Callable[[int, int], None]
"""Called with the lines done and the lines in all."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample pack, from the first line of its script."""

    name: str
    title: str
    about: str
    workspace: str


def samples() -> tuple[Sample, ...]:
    """The samples that are installed, the default one first."""
    return tuple(map(sample_named, sorted(_names(), key=lambda name: (name != DEFAULT_SAMPLE, name))))


def sample_named(name: str) -> Sample:
    """The sample of a name. Raises `NotFound`."""
    from core.pack.scripts import Script

    with files("sample_packs").joinpath(_known(name)).open(encoding="utf-8") as lines:
        header = Script([next(lines)], name).header
    return Sample(name, header.title, header.about, header.workspace)


def open_sample(name: str, to: Path, progress: Progress | None = None, *, now: Instant | None = None) -> Path:
    """Replay a sample up to `now` (default: the wall time) into a folder that does not exist; its path.

    Raises `NotFound` for an unknown sample, `Refused` when something is at `to` already.
    """
    from core.pack.scripts import Script, replay_script

    if to.exists():
        raise Refused(f"{to} exists already, and a sample is never put over anything; name another place.")
    with files("sample_packs").joinpath(_known(name)).open(encoding="utf-8") as lines:
        script = Script(lines, name)
    to.parent.mkdir(parents=True, exist_ok=True)
    try:
        replay_script(script, to, now=time.time_ns() // 1_000 if now is None else now, progress=progress)
    except BaseException:
        shutil.rmtree(to, ignore_errors=True)
        raise
    return to


def _known(name: str) -> str:
    """The file of a sample."""
    if name not in _names():
        raise NotFound(f"there is no sample {name!r}; there are {', '.join(_names())}.")
    return name + _SUFFIX


def _names() -> list[str]:
    entries = (entry.name for entry in files("sample_packs").iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in entries if name.endswith(_SUFFIX))
