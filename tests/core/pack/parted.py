"""Two packs that were one: each goes its own way, and they take in each other's acts again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from core.clocks.clock import ScriptedClock
from core.clocks.instants import Instant
from core.pack.handover import Incoming, adopt, export_lines, read_lines
from core.pack.merging import merge_pack
from core.pack.merging_report import MergeReceipt
from core.pack.merging_values import same
from core.pack.pack import Pack
from core.state.chains import Entry
from core.store import tables
from tests.core.pack.desk import START, Desk, new_desk
from tests.core.pack.walks import walk


@dataclass
class Packs:
    """Packs in one folder, all open for writing."""

    folder: Path
    stack: ExitStack

    def new(self, name: str, at: Instant = START) -> Desk:
        """An empty pack."""
        (self.folder / name).mkdir()
        return self._kept(new_desk(self.folder / name, at))

    def copy(self, desk: Desk, name: str) -> Desk:
        """Another pack with the same history, as a handover makes it."""
        path = self.folder / f"{name}.pack"
        adopt(exported(desk), path, seat="ana")
        clock = ScriptedClock(desk.clock.now())
        return self._kept(Desk(Pack.open(path, seat="ana", clock=clock, mode="write"), clock))

    def _kept(self, desk: Desk) -> Desk:
        self.stack.callback(desk.pack.close)
        return desk


@contextmanager
def packs() -> Iterator[Packs]:
    """A folder for packs, gone at the end of the block."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        yield Packs(Path(folder), stack)


@contextmanager
def parted(random: Random, common: int = 12, own: int = 10) -> Iterator[tuple[Desk, Desk]]:
    """Two packs with a common past, each with commands of its own since."""
    with packs() as made:
        here = made.new("here")
        go_on(here, random, common)
        there = made.copy(here, "there")
        for desk in (here, there):
            go_on(desk, random, own)
        yield here, there


def go_on(desk: Desk, random: Random, steps: int) -> None:
    """Some random commands."""
    for _ in walk(desk, random, steps):
        pass


def exported(desk: Desk) -> Incoming:
    """A pack as it would be read in elsewhere."""
    return read_lines(list(export_lines(desk.pack)))


def take_in(into: Desk, source: Desk) -> MergeReceipt:
    """Merge one pack into another."""
    return merge_pack(into.pack, exported(source))


def heads(desk: Desk) -> dict[str, dict[str, Any]]:
    """What every key of every table holds now; settings are a pack's own."""
    held = desk.pack.reader.held.chains.tables
    return {
        table: {key: chain[-1].value for key, chain in chains.items() if chain[-1].value is not None}
        for table, chains in held.items()
        if table != tables.SETTING
    }


def differences(one: Desk, other: Desk) -> list[tuple[str, str, Any, Any]]:
    """Where two packs hold different things, as `(table, key, one's, other's)`."""
    mine, theirs = heads(one), heads(other)
    return [
        (table, key, mine[table].get(key), theirs[table].get(key))
        for table in mine
        for key in sorted(mine[table].keys() | theirs[table].keys())
        if not same(table, mine[table].get(key), theirs[table].get(key))
    ]


def past(desk: Desk) -> dict[tuple[str, str], tuple[Entry, ...]]:
    """All chains, as they are now."""
    held = desk.pack.reader.held.chains.tables
    return {(table, key): tuple(chain) for table, chains in held.items() for key, chain in chains.items()}
