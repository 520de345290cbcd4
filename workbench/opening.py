"""Opening a pack for the workbench: to write where it is free, to read where another holds it."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_state_path

from core.clocks.clock import Clock, SystemClock
from core.errors import NotFound, PackHeld
from core.pack.pack import Pack
from workbench.session import Session

if TYPE_CHECKING:
    from core.pack.scripts import Script

CLIENT = "workbench"

SCRIPT = ".jsonl"


def open_session(
    path: Path,
    *,
    sample: str | None = None,
    seat: str,
    workspace: str | None = None,
    clock: Clock | None = None,
) -> Session:
    """A session over the pack at a path, which is made when there is none."""
    clock = clock or SystemClock()
    if not path.exists():
        make_pack(path, sample=sample, seat=seat, clock=clock)
    state = user_state_path("packbench")
    try:
        pack = Pack.open(path, seat=seat, client=CLIENT, clock=clock, workspace=workspace, mode="write")
    except PackHeld as held:
        pack = Pack.open(path, seat=seat, client=CLIENT, clock=clock, workspace=workspace, mode="read")
        return Session.of(pack, state, reader_of=holder_in(str(held)))
    return Session.of(pack, state)


def holder_in(refusal: str) -> str:
    """The holder's name out of the sentence that refuses a second writer."""
    held = refusal.partition(" is held by ")[2].partition(";")[0]
    return held.partition(" (")[0] or "another program"


def make_pack(path: Path, *, sample: str | None, seat: str, clock: Clock) -> None:
    """An empty pack, or one filled from a sample's script. Raises `Refused`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if sample is None:
        Pack.create(path, seat=seat, client=CLIENT, clock=clock).close()
        return
    from core.pack.scripts import replay_script

    print(f"Making the sample pack {sample} …", file=sys.stderr)
    replay_script(sample_script(sample), path, now=clock.now(), client=CLIENT)


def sample_names() -> tuple[str, ...]:
    """The sample packs there are, by name."""
    scripts = (one.name for one in files("sample_packs").iterdir())
    return tuple(sorted(name.removesuffix(SCRIPT) for name in scripts if name.endswith(SCRIPT)))


def samples() -> tuple[tuple[str, str], ...]:
    """(name, title) of every sample pack; reads the first line of each."""
    titles = []
    for name in sample_names():
        with files("sample_packs").joinpath(name + SCRIPT).open(encoding="utf-8") as script:
            titles.append((name, str(json.loads(script.readline()).get("title", ""))))
    return tuple(titles)


def sample_script(name: str) -> Script:
    """The script of a sample pack. Raises `NotFound`."""
    from core.pack.scripts import Script

    if name not in sample_names():
        raise NotFound(f"there is no sample pack {name}; there are {', '.join(sample_names())}.")
    text = files("sample_packs").joinpath(name + SCRIPT).read_text(encoding="utf-8")
    return Script(text.splitlines(), name)


def sample_path(path: Path, sample: str) -> Path:
    """Where a sample opened from inside the workbench lives: beside the pack that was open."""
    return path.with_name(f"{sample}.pack")
