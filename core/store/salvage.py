"""Salvage: a log written out although records of it are damaged, so that the others are saved.

A damaged record leaves a stand-in of its number and time, so that what later records say of each other holds.
What the projections still hold of it, behind checksums of their own, the stand-in brings back.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

from core.clocks.instants import EARLIEST, Instant
from core.errors import PackDamaged
from core.store import datafile, layout, log_rows, meta, naming, tables
from core.store.pages import Pages
from core.store.record import LOST, Effect, LogRecord
from core.store.rescued import Found, Rescued

VERB: Final = LOST
"""Verb of a stand-in."""
ACTOR: Final = "packbench"

LOOKS: Final = 5
"""Times that a file is read while somebody goes on writing it."""

_NO_COMMAND: Final = msgspec.msgpack.encode({"verb": VERB})
_ABOUT_A_CLAIM: Final = frozenset({tables.REVIEW, tables.USE, tables.LINK, tables.DECLINED, tables.LENS})
"""Tables whose keys name claims."""


def is_stand_in(record: LogRecord) -> bool:
    """Whether a record stands for one that was damaged: its pack is a salvage."""
    return record.verb == VERB


class Lost(msgspec.Struct, frozen=True):
    """A record that could not be read."""

    tx: int
    name: str
    """What is still known of it, as a person would name it."""
    brought_back: int
    """Effects of it that the projections still held."""


class Salvaged(msgspec.Struct, frozen=True):
    """A log without its damaged records."""

    records: tuple[LogRecord, ...]
    lost: tuple[Lost, ...]
    left_out: int
    """Effects of good records that spoke of a claim of which nothing is left."""


class Origin(msgspec.Struct, frozen=True):
    """What a damaged file still says of itself."""

    lineage: str | None
    created: Instant | None


def salvage_at(path: str | os.PathLike[str]) -> tuple[Salvaged, Origin]:
    """What can be read of the pack at a path, also of one too damaged to be opened as usual.

    The file is read page by page, without LMDB, and page by page again while somebody writes it.
    Raises `NotAPack` for what is none or of another format, `PackDamaged` when no record can be read.
    """
    folder = Path(path)
    datafile.refuse_missing(folder)
    rescued = Rescued()
    for _ in range(LOOKS):
        with datafile.readable(folder), Pages(folder / datafile.DATA) as pages:
            rescued.look_at(pages)
            if not rescued.missing or not pages.changed():
                break
    number = rescued.said(meta.FORMAT)
    if number is not None:
        meta.refuse_other_format(folder, number)
    origin = Origin(rescued.said(meta.PACK), rescued.said(meta.CREATED))
    return _salvage(folder, rescued), origin


def _salvage(folder: Path, rescued: Rescued) -> Salvaged:
    read = {tx: rescued.record(tx) for tx in range(1, rescued.last + 1)}
    if not any(isinstance(record, LogRecord) for record in read.values()):
        raise PackDamaged(f"no record of {folder} can be read any more. {layout.NOTHING_LEFT}")
    held = rescued.held()
    records: list[LogRecord] = []
    lost: list[Lost] = []
    t_tx = _before_the_first(read, held)
    for tx, record in read.items():
        if not isinstance(record, LogRecord):
            name = _name(tx, record, held[tx])
            lost.append(Lost(tx, name, len(held[tx])))
            record = _stand_in(tx, t_tx, name, held[tx])
        t_tx = record.t_tx
        records.append(record)
    sound = _without_claims_that_are_gone(records)
    return Salvaged(tuple(sound), tuple(lost), _effects(records) - _effects(sound))


def _before_the_first(read: dict[int, LogRecord | bytes], held: dict[int, list[Found]]) -> Instant:
    """A time from which stand-ins can be counted up to the first record whose time is known."""
    for tx, record in read.items():
        if isinstance(record, LogRecord) or held[tx]:
            first = record.t_tx if isinstance(record, LogRecord) else held[tx][0][0]
            return max(EARLIEST, first - tx)
    return EARLIEST


def _name(tx: int, sealed: bytes, held: list[Found]) -> str:
    times = [t_tx for t_tx, _ in held]
    values = [effect.value for _, effect in held]
    return naming.describe_damaged(tx, log_rows.body_in(sealed), values, times[0] if times else None)


def _stand_in(tx: int, after: Instant, name: str, held: list[Found]) -> LogRecord:
    times = {t_tx for t_tx, _ in held if t_tx > after}
    return LogRecord(
        tx=tx,
        t_tx=min(times, default=after + 1),
        actor=ACTOR,
        client=ACTOR,
        verb=VERB,
        payload=_NO_COMMAND,
        effects=tuple(effect for _, effect in held),
        summary=f"stands for {name}, which was damaged",
    )


def _without_claims_that_are_gone(records: list[LogRecord]) -> list[LogRecord]:
    """The records without what they say of claims that no record puts any more."""
    claims = {effect.key for one in records for effect in one.effects if effect.table == tables.CLAIM}
    return [
        msgspec.structs.replace(one, effects=tuple(each for each in one.effects if _stands(each, claims)))
        for one in records
    ]


def _stands(effect: Effect, claims: set[str]) -> bool:
    if effect.table == tables.PROPOSAL:
        proposal = effect.value
        return proposal is None or {proposal.new, proposal.old} <= claims
    if effect.table not in _ABOUT_A_CLAIM:
        return True
    names = effect.key.split("|")
    return set(names[1:] if effect.table == tables.LENS else names) <= claims


def _effects(records: list[LogRecord]) -> int:
    return sum(len(record.effects) for record in records)
