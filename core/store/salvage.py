"""Salvage: a log written out although records of it are damaged, so that the others are saved.

A damaged record leaves a stand-in of its number and time, so that what later records say of each other holds.
What the projections still hold of it, behind checksums of their own, the stand-in brings back.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import lmdb
import msgspec

from core.clocks.instants import EARLIEST, Instant
from core.errors import PackDamaged, PackError
from core.store import layout, log_rows, meta, naming, tables
from core.store.environment import Environment
from core.store.lmdb_log import LmdbLog
from core.store.record import Effect, LogRecord

VERB: Final = "lost"
"""Verb of a stand-in."""
ACTOR: Final = "packbench"

_NO_COMMAND: Final = msgspec.msgpack.encode({"verb": VERB})
_ABOUT_A_CLAIM: Final = frozenset({tables.REVIEW, tables.USE, tables.LINK, tables.DECLINED, tables.LENS})
"""Tables whose keys name claims."""

_Found = tuple[Instant, Effect]


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


def salvage(log: LmdbLog) -> Salvaged:
    """Every record that can be read, and a stand-in for each that cannot.

    Raises `PackDamaged` when none can be read.
    """
    with log.environment.reading() as txn:
        return _salvage(log.environment, txn)


def salvage_at(path: str | os.PathLike[str]) -> tuple[Salvaged, Origin]:
    """What can be read of the pack at a path, also of one too damaged to be opened as usual.

    Raises `NotAPack` for what is none or of another format, `PackDamaged` when no record can be read.
    """
    env = Environment(Path(path), writable=False)
    try:
        with env.reading() as txn:
            number = _meta(env, txn, meta.FORMAT)
            if number is not None:
                meta.refuse_other_format(env, number)
            origin = Origin(_meta(env, txn, meta.PACK), _meta(env, txn, meta.CREATED))
            return _salvage(env, txn), origin
    finally:
        env.close()


def _meta(env: Environment, txn: lmdb.Transaction[bytes], name: str) -> Any:
    try:
        return meta.get(env, txn, name)
    except (PackError, lmdb.Error, msgspec.DecodeError):
        return None


def _salvage(env: Environment, txn: lmdb.Transaction[bytes]) -> Salvaged:
    read = {tx: _read(env, txn, tx) for tx in range(1, _last(env, txn) + 1)}
    missing = {tx for tx, record in read.items() if not isinstance(record, LogRecord)}
    if len(missing) == len(read):
        raise PackDamaged(f"no record of {env.folder} can be read any more. Restore a backup.")
    held = _held_of(env, txn, missing)
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


def _last(env: Environment, txn: lmdb.Transaction[bytes]) -> int:
    try:
        with txn.cursor(db=env[layout.LOG]) as cursor:
            if cursor.last() and len(cursor.key()) == layout.TX.size:
                entries = txn.stat(env[layout.LOG])["entries"]
                return min(int(layout.TX.unpack(cursor.key())[0]), 2 * entries)
    except lmdb.Error:
        pass  # what leads to the last record is damaged: their number is kept elsewhere
    return int(txn.stat(env[layout.LOG])["entries"])


def _read(env: Environment, txn: lmdb.Transaction[bytes], tx: int) -> LogRecord | bytes:
    """The record of a number, or the bytes that lie in its place."""
    key = layout.log_key(tx)
    try:
        sealed = txn.get(key, b"", db=env[layout.LOG])
    except lmdb.Error:
        return b""
    try:
        record = log_rows.decode(key, sealed)
        return record if record.tx == tx else sealed
    except PackError:
        return sealed


def _held_of(env: Environment, txn: lmdb.Transaction[bytes], missing: set[int]) -> dict[int, list[_Found]]:
    """What the projections hold of the missing records, where its own checksum fits."""
    found: dict[int, list[_Found]] = {tx: [] for tx in missing}
    for raw, sealed in _rows(env, txn) if missing else ():
        try:
            table, key, tx = layout.split_chain_key(raw)
            if tx in found:
                t_tx, stored = layout.split_chain_row(raw, sealed)
                effect = Effect(table, key, stored)
                _ = effect.value
                found[tx].append((t_tx, effect))
        except (PackError, ValueError, IndexError, msgspec.DecodeError):
            continue  # damaged as well
    return found


def _rows(env: Environment, txn: lmdb.Transaction[bytes]) -> Iterator[tuple[bytes, bytes]]:
    try:
        with txn.cursor(db=env[layout.CHAIN]) as cursor:
            yield from cursor.iternext()
    except lmdb.Error:
        return  # no further row can be reached


def _before_the_first(read: dict[int, LogRecord | bytes], held: dict[int, list[_Found]]) -> Instant:
    """A time from which stand-ins can be counted up to the first record whose time is known."""
    for tx, record in read.items():
        if isinstance(record, LogRecord) or held[tx]:
            first = record.t_tx if isinstance(record, LogRecord) else held[tx][0][0]
            return max(EARLIEST, first - tx)
    return EARLIEST


def _name(tx: int, sealed: bytes, held: list[_Found]) -> str:
    times = [t_tx for t_tx, _ in held]
    values = [effect.value for _, effect in held]
    return naming.describe_damaged(tx, log_rows.body_in(sealed), values, times[0] if times else None)


def _stand_in(tx: int, after: Instant, name: str, held: list[_Found]) -> LogRecord:
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
