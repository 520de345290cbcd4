"""A file of deeds into the pack: looked through first, so that bad lines are known before any is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final

import msgspec

from core.errors import Refused
from core.pack.capturing import MOST_TOLD, Captured, RefusedDeed
from core.pack.commands import PutDeed
from core.pack.deed_lines import KIND, PLAIN_TEXT, DeedLines

if TYPE_CHECKING:
    from core.pack.pack import Pack

NAMED: Final = 10
"""Bad lines that a refusal names; the rest are counted."""

Progress = Callable[[int, int], None]
"""Bytes that were gone through, and all of them; the file is gone through twice."""


class DeedImport(msgspec.Struct, frozen=True, kw_only=True):
    """What a file held and what became of it."""

    source: str
    lines: int
    """Lines that are not blank."""
    captured: Captured
    bad: int
    """Lines that were left out."""
    bad_lines: tuple[RefusedDeed, ...]
    """The first of them, by their number in the file."""
    zoneless: int
    """Lines whose time had no zone and was read in `zone`."""
    zone: str
    placed: int
    """Lines of a conversation that got their position from their order."""


def import_deeds(
    pack: Pack,
    file: BinaryIO,
    *,
    name: str,
    kind: str = KIND,
    source: str | None = None,
    zone: str | None = None,
    skip_bad: bool = False,
    progress: Progress | None = None,
) -> DeedImport:
    """Keep every line of a file that can be gone through twice; twice is once.

    `zone` is that of times without one (default: the pack's). Raises `Refused`, naming the lines, when one is
    bad; nothing is kept then, unless `skip_bad`.
    """
    where = zone or str(pack.setting("zone"))
    tell = progress or (lambda done, of: None)

    def lines() -> DeedLines:
        return DeedLines(kind=kind, source=source, zone=where)

    found = _Look(file, lines(), tell)
    if found.bad and not skip_bad:
        raise Refused(_refusal(name, found))
    reader = lines()
    file.seek(0)
    gone_through = [0]
    captured = pack.put_deeds(
        _commands(reader, file, gone_through), lambda _: tell(found.bytes + gone_through[0], 2 * found.bytes)
    )
    tell(1, 1)
    return DeedImport(
        source=name,
        lines=found.lines,
        captured=captured,
        bad=found.bad,
        bad_lines=tuple(found.told),
        zoneless=reader.zoneless,
        zone=where,
        placed=reader.placed,
    )


def _commands(reader: DeedLines, file: BinaryIO, gone_through: list[int]) -> Iterator[PutDeed]:
    for line in reader.read(file):
        gone_through[0] += line.length
        if line.command is not None:
            yield line.command


class _Look:
    """The first way through a file."""

    def __init__(self, file: BinaryIO, reader: DeedLines, tell: Progress) -> None:
        self.lines = self.bad = self.bytes = 0
        self.told: list[RefusedDeed] = []
        file.seek(0, 2)
        whole = file.tell()
        file.seek(0)
        for line in reader.read(file):
            self.lines += 1
            self.bytes += line.length
            if line.command is None:
                self.bad += 1
                if len(self.told) < MOST_TOLD:
                    self.told.append(RefusedDeed(line.number, line.reason))
            if self.lines % MOST_TOLD == 0:
                tell(self.bytes, 2 * whole)


def _refusal(name: str, found: _Look) -> str:
    if found.bad == found.lines and all(one.reason.startswith(PLAIN_TEXT) for one in found.told):
        return (
            f"{name} holds no line of JSON, and one JSON object a line is what is read, like "
            '{"body": "…"}; for plain text use `packbench deed put --file NAME`.'
        )
    named = " ".join(f"Line {one.number}: {one.reason}" for one in found.told[:NAMED])
    more = f" And {found.bad - NAMED} more." if found.bad > NAMED else ""
    return (
        f"{name} has {found.bad} bad {'line' if found.bad == 1 else 'lines'} among {found.lines}. "
        f"{named}{more} Nothing was kept; mend the file, or leave the bad lines out with --skip-bad."
    )
