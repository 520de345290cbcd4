"""Making a new pack, and opening one for the workbench: to write where it can be, else to read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from core.clocks.clock import Clock, SystemClock
from core.errors import PackFull, PackHeld
from core.pack.pack import Pack
from workbench.places import local_zone, make_room, state_folder

if TYPE_CHECKING:
    from workbench.session import Session

CLIENT = "workbench"

DISK_FULL = "The disk is full: this window reads only, until an act finds room."
"""Why a window writes nothing yet."""

SOMEBODY = "another program"
"""Who holds a pack, when it let go before it could be named."""


def new_pack(
    path: Path, *, seat: str, client: str, clock: Clock | None = None, workspace: str | None = None
) -> Pack:
    """An empty pack at a path, with its days in the zone of this machine; open for writing.

    Raises `Refused` where none can be made.
    """
    make_room(path)
    zone = {"zone": local_zone()}
    return Pack.create(path, seat=seat, client=client, clock=clock, workspace=workspace, settings=zone)


def open_session(
    path: Path,
    *,
    sample: str | None = None,
    seat: str,
    workspace: str | None = None,
    clock: Clock | None = None,
) -> Session:
    """A session over the pack at a path, which is made (of a sample, if one is named) when there is none."""
    from workbench.session import Session, holder_words

    clock = clock or SystemClock()
    if not os.path.lexists(path):
        _make(path, sample, seat, clock)
    try:
        pack = Pack.open(path, seat=seat, client=CLIENT, clock=clock, workspace=workspace, mode="write")
    except PackHeld:
        pack = Pack.open(path, seat=seat, client=CLIENT, clock=clock, workspace=workspace, mode="read")
        session = Session.of(pack, state_folder(), reader_of=holder_words(pack) or SOMEBODY)
    except PackFull:
        pack = Pack.open(path, seat=seat, client=CLIENT, clock=clock, workspace=workspace, mode="read")
        session = Session.of(pack, state_folder())
        session.why_it_reads = DISK_FULL
    else:
        session = Session.of(pack, state_folder())
    session.machine = local_zone()
    return session


def _make(path: Path, sample: str | None, seat: str, clock: Clock) -> None:
    if sample is None:
        new_pack(path, seat=seat, client=CLIENT, clock=clock).close()
        return
    from workbench.progress import ProgressLine
    from workbench.sample_shelf import sample_of_today

    with ProgressLine(f"making the sample pack {sample}") as progress:
        sample_of_today(sample, path, progress, now=clock.now())
