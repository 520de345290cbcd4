"""The log as text, one JSON line per record, and back: a handover that any program can read.

A value that JSON cannot carry to the byte travels beside its readable form, as base64.
"""

from __future__ import annotations

import base64
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final
from zlib import crc32

import msgspec

from core.clocks.instants import format_instant, parse_instant
from core.errors import BadHandover, PackDamaged, PackError, Refused
from core.store import layout, log_rows, tables, wire
from core.store.lmdb_log import LmdbLog
from core.store.record import Effect, LogRecord

NAME: Final = "packbench-log"
FORMAT: Final = 1
"""Number of the line format; a higher one is refused."""

MOST_LINE_BYTES: Final = 64 << 20
"""Longest line that is read: far above any record, far below what would fill the memory."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line."""

    name: str = NAME
    format: int = FORMAT
    pack: str
    """The lineage."""
    created: str
    records: int


class _Effect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    table: str
    key: str
    value: Any
    stored: str | None = None


class _Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    tx: int
    t_tx: str
    actor: str
    client: str
    verb: str
    summary: str
    undoes: tuple[int, ...]
    payload: Any
    payload_stored: str | None = None
    effects: tuple[_Effect, ...]
    crc32: str
    """Checksum of the record as stored, in hex: it covers every field, whatever the spacing of the line."""


def export_log(
    log: LmdbLog, *, through: int | None = None, watch: Callable[[LogRecord], object] | None = None
) -> Iterator[str]:
    """The header and every record (or those up to `through`) as lines of JSON, without line ends.

    `watch` is shown each record before its line.
    """
    last = log.last()[0] if through is None else through
    yield _text(Header(pack=log.pack_id, created=format_instant(log.created), records=last))
    for record in log.read():
        if record.tx > last:
            return
        if watch is not None:
            watch(record)
        yield _text(_line(record))


def read_export(lines: Iterable[str | bytes]) -> tuple[Header, Iterator[LogRecord]]:
    """The header and the records of an export, each verified as it is drawn.

    Raises `BadHandover` for text that is no export, `PackDamaged` for a line whose checksum does not fit, for
    a gap in the numbers and for an end before the last record.
    """
    numbered = enumerate(lines, start=1)
    header = _header(_without_mark(next(numbered, (1, ""))[1]))
    return header, _records(header, numbered)


def import_log(log: LmdbLog, lines: Iterable[str | bytes]) -> int:
    """Adopt an export in an empty pack: same lineage, `tx` and `t_tx`. All or nothing; returns the records.

    Raises `Refused` when the pack holds records already, and as `read_export` does.
    """
    if log.last()[0]:
        raise Refused(f"{log.path.name} is not empty; import into a new pack, or merge instead.")
    header, drawn = read_export(lines)
    records = list(drawn)
    log.adopt(header.pack, records)
    return len(records)


def _line(record: LogRecord) -> _Line:
    payload, payload_stored = _readable_payload(record.payload)
    return _Line(
        tx=record.tx,
        t_tx=format_instant(record.t_tx),
        actor=record.actor,
        client=record.client,
        verb=record.verb,
        summary=record.summary,
        undoes=record.undoes,
        payload=payload,
        payload_stored=payload_stored,
        effects=tuple(map(_effect_out, record.effects)),
        crc32=_checksum(record),
    )


def _effect_out(effect: Effect) -> _Effect:
    if effect.stored is None:
        return _Effect(table=effect.table, key=effect.key, value=None)
    written = _plain(wire.to_json_as_stored(effect.table, effect.value, effect.stored))
    exact = written is not None and _stored_again(effect.table, written) == effect.stored
    return _Effect(
        table=effect.table,
        key=effect.key,
        value=written,
        stored=None if exact else base64.b64encode(effect.stored).decode(),
    )


def _effect_in(effect: _Effect) -> Effect:
    if effect.table not in tables.VALUE_TYPES:
        raise Refused(f"there is no table {effect.table!r}")
    if effect.stored is not None:
        return Effect(effect.table, effect.key, base64.b64decode(effect.stored, validate=True))
    if effect.value is None:
        return Effect.drop(effect.table, effect.key)
    return Effect(effect.table, effect.key, wire.stored_from_json(effect.table, effect.value))


def _stored_again(table: str, written: Any) -> bytes | None:
    try:
        return wire.stored_from_json(table, written)
    except PackError:
        return None


def _readable_payload(payload: bytes) -> tuple[Any, str | None]:
    try:
        written = _plain(msgspec.msgpack.decode(payload))
        exact = msgspec.msgpack.encode(written) == payload
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError):
        written, exact = None, False
    return written, None if exact else base64.b64encode(payload).decode()


def _plain(value: Any) -> Any:
    """The value after a trip through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _without_mark(line: str | bytes) -> str | bytes:
    """The first line without the mark of UTF-8 that some editors and shells put before it."""
    if isinstance(line, str):
        return line.removeprefix("\ufeff")
    return line.removeprefix(BOM_UTF8)


def _header(line: str | bytes) -> Header:
    try:
        header = msgspec.json.decode(_limited(line, 1), type=Header)
    except msgspec.MsgspecError:
        header = None
    if header is None or header.name != NAME:
        raise BadHandover(
            "this is no export of a pack: its first line is not a header. Name a file that `export` wrote."
        )
    if header.format > FORMAT:
        raise BadHandover(
            f"this export has format {header.format}; this Packbench reads {FORMAT}. Update Packbench."
        )
    return header


def _records(header: Header, numbered: Iterator[tuple[int, str | bytes]]) -> Iterator[LogRecord]:
    tx = 0
    for number, line in numbered:
        if not line.strip():
            continue
        record = _record(number, line)
        if record.tx <= tx:
            raise PackDamaged(f"line {number} repeats record {record.tx}; take that line out.")
        if record.tx != tx + 1:
            raise PackDamaged(f"line {number}: record {record.tx} follows record {tx}; lines are missing.")
        tx = record.tx
        yield record
    if tx != header.records:
        raise PackDamaged(
            f"the export ends at record {tx} of {header.records}; it is cut off. Export it again."
        )


def _record(number: int, line: str | bytes) -> LogRecord:
    try:
        read = msgspec.json.decode(_limited(line, number), type=_Line)
        record = _record_of(read)
    except (msgspec.MsgspecError, PackError, ValueError, TypeError) as error:
        raise BadHandover(f"line {number} is no record of a pack ({error}). Export the pack again.") from None
    if _checksum(record) != read.crc32:
        raise PackDamaged(f"line {number} (record {record.tx}) was changed: its checksum does not fit.")
    return record


def _record_of(line: _Line) -> LogRecord:
    stored = line.payload_stored
    return LogRecord(
        tx=line.tx,
        t_tx=parse_instant(line.t_tx),
        actor=line.actor,
        client=line.client,
        verb=line.verb,
        payload=msgspec.msgpack.encode(line.payload)
        if stored is None
        else base64.b64decode(stored, validate=True),
        effects=tuple(map(_effect_in, line.effects)),
        summary=line.summary,
        undoes=line.undoes,
    )


def _limited(line: str | bytes, number: int) -> str | bytes:
    if len(line) > MOST_LINE_BYTES:
        raise BadHandover(f"line {number} has {len(line)} bytes; at most {MOST_LINE_BYTES} are read.")
    return line


def _checksum(record: LogRecord) -> str:
    return f"{crc32(log_rows.encode(record), crc32(layout.log_key(record.tx))):08x}"


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
