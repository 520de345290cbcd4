"""The sample packs that come with the program: their list, and one replayed into a folder of its own."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Final

from core.clocks.instants import Instant
from core.errors import NotFound, Refused, as_given
from workbench.places import SUFFIX, make_room

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from core.pack.scripts import Script

DEFAULT_SAMPLE: Final = "project_log"
_SCRIPT: Final = ".jsonl"

Progress = Callable[[int, int], None]
"""Called with the lines done and the lines in all."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample pack, from the first line of its script."""

    name: str
    title: str
    about: str
    workspace: str


def sample_names() -> tuple[str, ...]:
    """The samples that are installed, the default one first."""
    entries = (entry.name for entry in files("sample_packs").iterdir())
    names = (name.removesuffix(_SCRIPT) for name in entries if name.endswith(_SCRIPT))
    return tuple(sorted(names, key=lambda name: (name != DEFAULT_SAMPLE, name)))


def samples() -> tuple[Sample, ...]:
    """The samples with their titles, the default one first."""
    return tuple(map(sample_named, sample_names()))


def sample_named(name: str) -> Sample:
    """The sample of a name. Raises `NotFound`."""
    from core.pack.scripts import Script

    with sample_file(name).open(encoding="utf-8") as lines:
        header = Script([next(lines)], name).header
    return Sample(name, header.title, header.about, header.workspace)


def sample_script(name: str) -> Script:
    """The script of a sample. Raises `NotFound`."""
    from core.pack.scripts import Script

    with sample_file(name).open(encoding="utf-8") as lines:
        return Script(lines, name)


def sample_file(name: str) -> Traversable:
    """The file of a sample. Raises `NotFound`."""
    if name not in sample_names():
        raise NotFound(
            f"there is no sample pack {as_given(name)}; there are {', '.join(sorted(sample_names()))}."
        )
    return files("sample_packs").joinpath(name + _SCRIPT)


def sample_path(beside: Path, name: str) -> Path:
    """Where a sample opened from inside the workbench lives: beside the pack that was open."""
    return beside.with_name(name + SUFFIX)


def open_sample(name: str, to: Path, progress: Progress | None = None, *, now: Instant | None = None) -> Path:
    """Replay a sample up to `now` (default: the wall time) into a folder that does not exist; its path.

    Raises `NotFound` for an unknown sample, `Refused` when something is at `to` already.
    """
    from core.pack.scripts import replay_script

    script = sample_script(name)
    refuse_taken(to)
    make_room(to)
    try:
        replay_script(script, to, now=wall_time() if now is None else now, progress=progress)
    except BaseException:
        shutil.rmtree(to, ignore_errors=True)
        raise
    return to


def refuse_taken(to: Path) -> None:
    """Raise `Refused` when there is something where a sample should go."""
    if os.path.lexists(to):
        raise Refused(
            f"{to} exists already, and a sample is never put over anything: "
            f"`packbench open {quote(str(to))}` opens what is there; or name another place."
        )


def wall_time() -> Instant:
    """The time of this machine's clock."""
    return time.time_ns() // 1_000
