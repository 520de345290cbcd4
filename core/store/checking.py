"""Check: the file's structure, every checksum, the order of the log, and the projections against the log."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

from core.errors import PackDamaged
from core.store import datafile, layout, lease
from core.store.advice import NEXT_SAVE, agreeing, next_command
from core.store.auditing import COPY, audit
from core.store.comparing import Comparison, Fault
from core.store.environment import Environment
from core.store.lmdb_log import LmdbLog

MOST_FAULTS: Final = 100
"""Faults that a report lists; the rest are counted."""


PARTS: Final = {
    layout.META: "what it says of itself",
    layout.LOG: "the log",
    layout.CHAIN: "the projection of the log",
    layout.DUE: "the due queue",
    layout.BLOB: "the cached arrays",
}
"""The parts of the file, as a person knows them."""


class CheckReport(msgspec.Struct, frozen=True):
    """What a check found."""

    pack_id: str
    records: int
    effects: int
    audited: bool
    """Whether the structure of the file was verified too; beside a writer it cannot be."""
    found: int
    """Number of faults."""
    faults: tuple[Fault, ...] = ()
    """The first of them: those of the file, then those of its records in the order of the log."""
    digest: str = ""
    """Digest of the log, in hex: two packs that have it in common hold the same history."""
    notes: tuple[str, ...] = ()
    """What is no fault and still worth knowing."""
    next: str = ""
    """The command that comes next, when something is wrong; empty where nothing can be saved."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.found

    @property
    def first(self) -> str:
        """The first fault as a sentence; empty when there is none."""
        return self.faults[0].sentence if self.faults else ""


def check(pack: LmdbLog | str | os.PathLike[str], *, beside: int | None = None) -> CheckReport:
    """Check an open log, or the pack at a path, which is opened for reading beside whoever writes it.

    `beside` is the process of a writer that writes nothing meanwhile, so that the file can be audited.
    Raises `NotAPack` for a path that holds none, or one of another format. A file damaged so that reading it
    kills the process can only be survived from outside: see `check_child.check_apart`.
    """
    if isinstance(pack, LmdbLog):
        return _compared(pack.environment, audited=False)
    folder = Path(pack)
    audited = False
    try:
        header = datafile.read_header(folder)
        audited, findings = _audited(folder, beside)
        if findings:
            return _file_report([_in_words(found) for found in findings])
        env = Environment(folder, writable=False)
    except PackDamaged as error:
        return _file_report([str(error)])
    try:
        report = _compared(env, audited=audited)
    finally:
        env.close()
    notes = (*report.notes, *_notes(folder, header.used_bytes)) if audited else report.notes
    return msgspec.structs.replace(report, notes=notes)


def _audited(folder: Path, beside: int | None) -> tuple[bool, list[str]]:
    """Whether the file was verified, and what that found. While somebody writes it, it cannot be."""
    before = datafile.state_of(folder)
    if _may_be_written(folder, beside):
        return False, []
    findings = audit(folder)
    still = not _may_be_written(folder, beside) and datafile.state_of(folder) == before
    return still, findings if still else []


def _may_be_written(folder: Path, beside: int | None) -> bool:
    holder = lease.who_holds(folder)
    return holder is not None and holder.pid != beside


def _compared(env: Environment, *, audited: bool) -> CheckReport:
    walk = Comparison(env)
    walk.run()
    faults = sorted(agreeing(walk.faults), key=lambda fault: (fault.tx is not None, fault.tx or 0))
    return CheckReport(
        walk.pack_id,
        walk.records,
        walk.effects,
        audited,
        len(faults),
        tuple(faults[:MOST_FAULTS]),
        walk.digest.hex(),
        notes=_of_stand_ins(walk.stand_ins),
        next=next_command([fault.where for fault in faults]),
    )


def _file_report(sentences: list[str]) -> CheckReport:
    """The report on a file that is better not read any further."""
    first, *others = sentences
    said = [first if "backup" in first else f"{first} {COPY}", *others]
    faults = tuple(Fault("file", None, sentence) for sentence in said)
    then = "" if first.endswith(layout.NOTHING_LEFT) else NEXT_SAVE
    return CheckReport("", 0, 0, True, len(faults), faults[:MOST_FAULTS], next=then)


def _in_words(finding: str) -> str:
    """A finding of the audit, after the part of the pack that it is about."""
    for name, part in PARTS.items():
        if finding.startswith(f"main/{name} DB"):
            return f"the file does not hold together, in {part}: {finding}."
    return f"the file does not hold together: {finding}."


def _of_stand_ins(number: int) -> tuple[str, ...]:
    if not number:
        return ()
    stand = "1 record stands for a damaged one" if number == 1 else f"{number} records stand for damaged ones"
    return (f"this pack was made of what was saved of a damaged one: {stand} (`packbench journal`).",)


def _notes(folder: Path, used_bytes: int) -> tuple[str, ...]:
    """Bytes behind the last page are left by a write that did not end, or by another program."""
    behind = (folder / datafile.DATA).stat().st_size - used_bytes
    if behind <= 0:
        return ()
    return (f"{behind} bytes behind the last page in use are never read; `packbench compact` drops them.",)
