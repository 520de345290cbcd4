"""What a process did to its file, by `strace`, and the disks that a power cut could have left.

A write through a handle opened with O_DSYNC is durable by itself; any other at the next flush of the file.
"""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SECTOR = 4096
CALLS = "lseek,pwrite64,pwritev,pwritev2,write,writev,fsync,fdatasync,msync,openat,ftruncate"

_CALL = re.compile(r"(?P<name>\w+)\((?P<fd>\d+)<(?P<path>(?:\\x..)*)>(?P<rest>.*)\)\s+= (?P<result>-?\d+)")
_OPENED = re.compile(r"openat\(.*(?P<flags>O_\w+(?:\|O_\w+)*).*= (?P<fd>\d+)<(?P<path>(?:\\x..)*)>")
_STRING = re.compile(r'"((?:\\x..)*)"')


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes at an offset."""

    offset: int
    content: bytes
    durable: bool


@dataclass(frozen=True, slots=True)
class Flush:
    """Everything written before is durable."""


@dataclass(frozen=True, slots=True)
class Said:
    """The process wrote to its standard output."""

    text: str


Event = Write | Flush | Said


def trace(command: list[str], to: Path, cwd: Path) -> str | None:
    """Run a command under `strace`; None when well, else why it could not be traced."""
    run = subprocess.run(
        ["strace", "-f", "-y", "-xx", "-s", "4000000", "-o", to, "-e", f"trace={CALLS}", *command],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.stderr.strip() or f"it ended with {run.returncode}" if run.returncode else None


def events(lines: list[str], file: Path) -> Iterator[Event]:
    """What happened to `file`, and what was said, in order."""
    synchronous: set[int] = set()
    position: dict[int, int] = {}
    for line in lines:
        opened = _OPENED.search(line)
        if opened:
            fd = int(opened["fd"])
            (synchronous.add if "O_DSYNC" in line else synchronous.discard)(fd)
            position[fd] = 0
            continue
        call = _CALL.search(line)
        if call is None or int(call["result"]) < 0:
            continue
        fd, name, rest, result = int(call["fd"]), call["name"], call["rest"], int(call["result"])
        content = b"".join(map(_bytes, _STRING.findall(rest)))
        if fd == 1 and name == "write":
            yield Said(content.decode())
        elif _bytes(call["path"]).decode() != str(file):
            continue
        elif name in ("fsync", "fdatasync", "msync"):
            yield Flush()
        elif name == "lseek":
            position[fd] = result
        elif name in ("pwrite64", "pwritev", "pwritev2"):
            offset = (
                int(rest.removesuffix(", 0").rsplit(", ", 1)[1])
                if name == "pwritev2"
                else int(rest.rsplit(", ", 1)[1])
            )
            yield Write(offset, content[:result], fd in synchronous)
        elif name in ("write", "writev"):
            yield Write(position[fd], content[:result], fd in synchronous)
            position[fd] += result
        else:
            raise AssertionError(f"a call that this reader does not know: {name}")


def disks_after_a_cut(
    base: bytes, happened: list[Event], chance: random.Random
) -> Iterator[tuple[bytes, str]]:
    """`(disk, last said)` for a cut after each event: with nothing, all or a torn half of what is pending."""
    durable, pending, said = bytearray(base), [], ""
    for event in happened:
        if isinstance(event, Said):
            said = event.text
        elif isinstance(event, Flush):
            _apply(durable, pending)
            pending = []
        elif event.durable:
            _apply(durable, [event])
        else:
            pending.append(event)
        for kept in ([], pending, _half(pending, chance)):
            disk = bytearray(durable)
            _apply(disk, kept)
            yield bytes(disk), said


def _half(pending: list[Write], chance: random.Random) -> list[Write]:
    sectors = [sector for write in pending for sector in _sectors(write)]
    chance.shuffle(sectors)
    return sectors[: len(sectors) // 2]


def _sectors(write: Write) -> Iterator[Write]:
    start = 0
    while start < len(write.content):
        stop = start + SECTOR - (write.offset + start) % SECTOR
        yield Write(write.offset + start, write.content[start:stop], write.durable)
        start = stop


def _apply(disk: bytearray, writes: list[Write]) -> None:
    for write in writes:
        end = write.offset + len(write.content)
        if len(disk) < end:
            disk.extend(bytes(end - len(disk)))
        disk[write.offset : end] = write.content


def _bytes(escaped: str) -> bytes:
    return bytes.fromhex(escaped.replace("\\x", ""))
