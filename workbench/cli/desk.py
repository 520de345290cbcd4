"""What every command has before it: which pack, who asks, which workspace, and the two instants of a read."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from core.clocks.instants import LATEST, MICROSECOND, Instant
from core.clocks.study_day import study_day
from core.errors import NotAPack, PackHeld, Refused
from workbench.cli.aside import aside
from workbench.cli.times import Times
from workbench.places import local_zone, pack_path, seat_of, workspace_of

if TYPE_CHECKING:
    from core.clocks.human import Bound, Moment, Side
    from core.pack.pack import Pack
    from core.pack.views import Shows, View

CLIENT: Final = "cli"
PATIENCE: Final = 10.0
"""Seconds that a command waits for others to be done with the pack: each holds it for a moment."""
LOOK_EVERY: Final = 0.02
_WHOLE: Final = frozenset({"year", "month", "day"})


class Ahead(Refused):
    """What will be believed was asked for."""


class Desk(msgspec.Struct, frozen=True):
    """The options that commands share."""

    pack: str | None = None
    workspace: str | None = None
    seat: str | None = None
    everywhere: bool = False
    """Read every workspace."""
    json: bool = False
    true_on: str | None = None
    believed_on: str | None = None

    def __post_init__(self) -> None:
        """Raise `Refused` for a name that is empty, as that of an unset variable is."""
        for option, named in (("pack", self.pack), ("workspace", self.workspace), ("seat", self.seat)):
            if named is not None and not named.strip():
                raise Refused(f"--{option} is empty; give a name, or leave the option out.")

    @property
    def path(self) -> Path:
        """The pack's folder."""
        return pack_path(self.pack)

    @property
    def who(self) -> str:
        """The seat."""
        return seat_of(self.seat)

    @contextmanager
    def reading(self) -> Iterator[Pack]:
        """The pack, open for reading. Raises `NotAPack` with how to make one."""
        from core.pack.pack import Pack

        self.refuse_missing()
        with Pack.open(
            self.path, seat=self.who, client=CLIENT, workspace=workspace_of(self.workspace)
        ) as pack:
            yield pack

    @contextmanager
    def reading_or_new(self) -> Iterator[Pack]:
        """The pack, open for reading; where none is, an empty one that is gone when the block ends."""
        if os.path.lexists(self.path):
            with self.reading() as pack:
                yield pack
            return
        from tempfile import TemporaryDirectory  # late: few commands only try

        from workbench.opening import new_pack

        with TemporaryDirectory(prefix="packbench-dry-") as scratch:
            path, where = Path(scratch) / self.path.name, workspace_of(self.workspace)
            with new_pack(path, seat=self.who, client=CLIENT, workspace=where) as pack:
                yield pack

    @contextmanager
    def writing(self, *, create: bool = False) -> Iterator[Pack]:
        """The pack, open for writing; with `create` a new one where none is. Raises `PackHeld`."""
        where = workspace_of(self.workspace)
        if create and not os.path.lexists(self.path):
            with self._created(where) as pack:
                yield pack
            return
        self.refuse_missing()
        with self._open_when_free(where) as pack:
            if pack.log.kept_copy:
                aside(f"brought up to date; the pack as it was lies in {pack.log.kept_copy}")
            yield pack

    def _open_when_free(self, workspace: str | None) -> Pack:
        """The pack, open for writing; another command is waited for, as it takes moments."""
        from core.pack import dispatch  # noqa: F401  loaded before the pack is held, so that it is held briefly
        from core.pack.handover import who_holds
        from core.pack.pack import Pack

        end = time.monotonic() + PATIENCE
        while True:
            try:
                return Pack.open(self.path, seat=self.who, client=CLIENT, workspace=workspace, mode="write")
            except PackHeld:
                holder = who_holds(self.path)
                if time.monotonic() > end or (holder is not None and holder.client != CLIENT):
                    raise
            time.sleep(LOOK_EVERY)

    @contextmanager
    def _created(self, workspace: str | None) -> Iterator[Pack]:
        """A new pack, which is gone again when nothing could be written into it."""
        from workbench.opening import new_pack

        pack = new_pack(self.path, seat=self.who, client=CLIENT, workspace=workspace)
        made, zone = pack.log.last()[0], pack.setting("zone")
        try:
            yield pack
        except BaseException:
            nothing_written = pack.log.last()[0] == made
            pack.close()
            if nothing_written:
                import shutil  # late: few commands make a pack

                shutil.rmtree(self.path)
            raise
        pack.close()
        aside(f"made a new pack: {self.path}, with its days in {zone} (packbench config zone … changes that)")

    def refuse_missing(self) -> None:
        """Raise `NotAPack`, with how to make one, when there is nothing at the path."""
        if os.path.isdir(self.path):
            return
        if os.path.lexists(self.path):
            raise NotAPack(f"{self.path} is no folder, and a pack is one.")
        raise NotAPack(
            f'there is no pack at {self.path} yet; `packbench remember "…"` makes one, '
            "and `packbench demo` opens a sample."
        )

    def view(self, pack: Pack, shows: Shows = "current", **scope: object) -> View:
        """The view that the options ask for. Raises `Refused` for a date that is none."""
        view = replace(pack.view(), shows=shows, **scope)
        if self.everywhere:
            view = replace(view, workspace=None)
        beside: Side = "past" if self.true_on == self.believed_on else "near"
        believed = self._on(pack, "--believed-on", self.believed_on, "past")
        if believed is not None and believed > pack.now():
            raise Ahead("what will be believed is not known yet; --believed-on takes a time up to now.")
        return replace(view, true_at=self._on(pack, "--true-on", self.true_on, beside), believed_at=believed)

    def _on(self, pack: Pack, option: str, text: str | None, toward: Side) -> Instant | None:
        """The instant that an option names: of a whole day (month, year) its last one, but not past now."""
        if text is None:
            return None
        begins = self.moment(pack, option, text, bound="start", toward=toward, echo=False)
        if begins.precision not in _WHOLE:
            return begins.instant
        last, now = self._last_of(pack, option, text, toward), pack.now()
        return now if begins.instant <= now <= last else last

    def _last_of(self, pack: Pack, option: str, text: str, toward: Side) -> Instant:
        """The last instant of a day, month or year, as far as it can be written."""
        try:
            return (
                self.moment(pack, option, text, bound="end", toward=toward, echo=False).instant - MICROSECOND
            )
        except Refused:
            return LATEST

    def moment(
        self,
        pack: Pack,
        option: str,
        text: str,
        *,
        bound: Bound = "start",
        toward: Side = "past",
        echo: bool = True,
    ) -> Moment:
        """Read a date that somebody typed, and tell how it was understood. Raises `Refused`."""
        from core.clocks.human import read_moment

        try:
            moment = read_moment(
                text,
                zone=str(pack.setting("zone")),
                now=pack.now(),
                bound=bound,
                toward=toward,
                machine=local_zone(),
            )
        except Refused as refusal:
            raise Refused(f"{option}: {refusal}") from None
        if echo:
            aside(f"{option}: {moment.understood}")
        return moment

    @staticmethod
    def times(pack: Pack) -> Times:
        """How this pack's instants are shown."""
        zone, rollover, now = str(pack.setting("zone")), int(str(pack.setting("rollover_hour"))), pack.now()
        return Times(zone, now, study_day(now, zone, rollover), rollover)
