"""Rows of the log: records in and out, each behind its checksum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import lmdb
import msgspec

from core.clocks.instants import EARLIEST, Instant
from core.errors import NotFound, PackDamaged, StaleRevision
from core.store import layout, projections
from core.store.environment import Environment
from core.store.record import LogRecord

PAGE: Final = 512
"""Records that one read transaction fetches, so that a slow reader pins no old pages."""

Last = tuple[int, Instant]
"""`tx` and `t_tx` of the last record."""


class _Stamp(msgspec.Struct, frozen=True, array_like=True):
    """The beginning of a record; what follows is skipped."""

    tx: int
    t_tx: Instant


_DECODE: Final = msgspec.msgpack.Decoder(LogRecord).decode
_DECODE_STAMP: Final = msgspec.msgpack.Decoder(_Stamp).decode

encode: Final = msgspec.msgpack.Encoder().encode
"""The stored bytes of a record."""


def decode(key: bytes, sealed: bytes) -> LogRecord:
    """The record of a row. Raises `PackDamaged`."""
    tx = layout.TX.unpack(key)[0] if len(key) == layout.TX.size else "?"
    body = layout.unseal(key, sealed, f"record {tx} of the log")
    try:
        return _DECODE(body)
    except msgspec.DecodeError as error:
        raise PackDamaged(f"record {tx} of the log cannot be read ({error}). Restore a backup.") from None


def put(env: Environment, txn: lmdb.Transaction[bytes], record: LogRecord, body: bytes) -> None:
    """Write one row, in place of what was there."""
    key = layout.log_key(record.tx)
    txn.put(key, layout.seal(key, body), db=env[layout.LOG])


def append(
    env: Environment, txn: lmdb.Transaction[bytes], records: Sequence[LogRecord], bodies: Sequence[bytes]
) -> None:
    """Add records and project them. Raises `StaleRevision` for one that does not follow the last."""
    tx, t_tx = last(env, txn)
    for record, body in zip(records, bodies, strict=True):
        if record.tx != tx + 1 or record.t_tx <= t_tx:
            raise StaleRevision(
                f"record {record.tx} does not follow record {tx}; the log has moved on. Read again and retry."
            )
        put(env, txn, record, body)
        projections.project(env, txn, record)
        tx, t_tx = record.tx, record.t_tx


def last(env: Environment, txn: lmdb.Transaction[Any]) -> Last:
    """`(tx, t_tx)` of the last record; `(0, EARLIEST)` when there is none."""
    with txn.cursor(db=env[layout.LOG]) as cursor:
        if not cursor.last():
            return 0, EARLIEST
        key, sealed = bytes(cursor.key()), bytes(cursor.value())
    body = layout.unseal(key, sealed, f"record {layout.TX.unpack(key)[0]}, the last of the log,")
    stamp = _DECODE_STAMP(body)
    return stamp.tx, stamp.t_tx


def get(env: Environment, txn: lmdb.Transaction[bytes], tx: int) -> LogRecord:
    """One record. Raises `NotFound` or `PackDamaged`."""
    key = layout.log_key(max(tx, 0))
    sealed = txn.get(key, db=env[layout.LOG])
    if sealed is None:
        raise NotFound(f"{env.folder.name} has no transaction {tx}.")
    return decode(key, sealed)


def rows(env: Environment, txn: lmdb.Transaction[bytes], from_tx: int = 1) -> Iterator[tuple[bytes, bytes]]:
    """Key and sealed record of each row from `from_tx` on, inside the transaction."""
    with txn.cursor(db=env[layout.LOG]) as cursor:
        if cursor.set_range(layout.log_key(max(from_tx, 0))):
            yield from cursor.iternext()


def page(env: Environment, txn: lmdb.Transaction[bytes], from_tx: int) -> list[LogRecord]:
    """At most `PAGE` records from `from_tx` on."""
    return [decode(*row) for row, _ in zip(rows(env, txn, from_tx), range(PAGE), strict=False)]
