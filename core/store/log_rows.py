"""Rows of the log: records in and out, each behind its checksum and the digest of the log up to it.

A checksum tells a row that was damaged. The digest, of the record and of the digest before it, also tells one
that was exchanged; and two logs hold the same history up to a record when they have its digest in common.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
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

DIGEST_BYTES: Final = 16
NO_HISTORY: Final = bytes(DIGEST_BYTES)
"""Digest of a log without a record."""

_BODY: Final = layout.CHECKSUM.size + DIGEST_BYTES
"""Where the record begins in its row."""

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


def digest_of(former: bytes, key: bytes, body: bytes) -> bytes:
    """Digest of the log up to a record, from the digest before it."""
    return blake2b(former + key + body, digest_size=DIGEST_BYTES).digest()


def digest_in(sealed: bytes) -> bytes:
    """The digest that a row holds."""
    return sealed[layout.CHECKSUM.size : _BODY]


def body_in(sealed: bytes) -> bytes:
    """The record that a row holds, as stored; its checksum is not looked at."""
    return sealed[_BODY:]


def decode(key: bytes, sealed: bytes) -> LogRecord:
    """The record of a row. Raises `PackDamaged`."""
    tx = layout.TX.unpack(key)[0] if len(key) == layout.TX.size else "?"
    body = layout.unseal(key, sealed, f"record {tx} of the log")[DIGEST_BYTES:]
    try:
        return _DECODE(body)
    except msgspec.DecodeError as error:
        raise PackDamaged(
            f"record {tx} of the log cannot be read ({error}). {layout.SAVE_THE_REST}"
        ) from None


def put(env: Environment, txn: lmdb.Transaction[bytes], tx: int, body: bytes, former: bytes) -> bytes:
    """Write one row, in place of what was there; `former` and what is returned are digests of the log."""
    key = layout.log_key(tx)
    digest = digest_of(former, key, body)
    txn.put(key, layout.seal(key, digest + body), db=env[layout.LOG])
    return digest


def chain_anew(env: Environment, txn: lmdb.Transaction[bytes], from_tx: int) -> None:
    """Give every row from `from_tx` on the digest of what now stands before it."""
    digest = digest_at(env, txn, from_tx - 1)
    while True:
        page = [row for row, _ in zip(rows(env, txn, from_tx), range(PAGE), strict=False)]
        for key, sealed in page:
            digest = put(env, txn, layout.TX.unpack(key)[0], body_in(sealed), digest)
        if not page:
            return
        from_tx = layout.TX.unpack(page[-1][0])[0] + 1


def digest_at(env: Environment, txn: lmdb.Transaction[bytes], tx: int) -> bytes:
    """Digest of the log up to a record. Raises `NotFound` or `PackDamaged`."""
    if tx == 0:
        return NO_HISTORY
    key, sealed = _row(env, txn, tx)
    return layout.unseal(key, sealed, f"record {tx} of the log")[:DIGEST_BYTES]


def append(
    env: Environment, txn: lmdb.Transaction[bytes], records: Sequence[LogRecord], bodies: Sequence[bytes]
) -> None:
    """Add records and project them. Raises `StaleRevision` for one that does not follow the last."""
    tx, t_tx, digest = _end(env, txn)
    for record, body in zip(records, bodies, strict=True):
        if record.tx != tx + 1 or record.t_tx <= t_tx:
            raise StaleRevision(
                f"record {record.tx} does not follow record {tx}; the log has moved on. Read again and retry."
            )
        digest = put(env, txn, tx + 1, body, digest)
        projections.project(env, txn, record)
        tx, t_tx = record.tx, record.t_tx


def last(env: Environment, txn: lmdb.Transaction[Any]) -> Last:
    """`(tx, t_tx)` of the last record; `(0, EARLIEST)` when there is none."""
    return _end(env, txn)[:2]


def _end(env: Environment, txn: lmdb.Transaction[Any]) -> tuple[int, Instant, bytes]:
    """What `last` says, and the digest of the log up to there."""
    with txn.cursor(db=env[layout.LOG]) as cursor:
        if not cursor.last():
            return 0, EARLIEST, NO_HISTORY
        key, sealed = bytes(cursor.key()), bytes(cursor.value())
    body = layout.unseal(key, sealed, f"record {layout.TX.unpack(key)[0]}, the last of the log,")
    stamp = _DECODE_STAMP(body[DIGEST_BYTES:])
    return stamp.tx, stamp.t_tx, body[:DIGEST_BYTES]


def tx_at(env: Environment, txn: lmdb.Transaction[bytes], instant: Instant) -> int:
    """The last record that is not after an instant; 0 when there is none. Raises `PackDamaged`."""
    low, high = 0, last(env, txn)[0]
    while low < high:
        middle = (low + high + 1) // 2
        key, sealed = _row(env, txn, middle)
        body = layout.unseal(key, sealed, f"record {middle} of the log")
        if _DECODE_STAMP(body[DIGEST_BYTES:]).t_tx <= instant:
            low = middle
        else:
            high = middle - 1
    return low


def get(env: Environment, txn: lmdb.Transaction[bytes], tx: int) -> LogRecord:
    """One record. Raises `NotFound` or `PackDamaged`."""
    return decode(*_row(env, txn, tx))


def _row(env: Environment, txn: lmdb.Transaction[bytes], tx: int) -> tuple[bytes, bytes]:
    key = layout.log_key(max(tx, 0))
    sealed = txn.get(key, db=env[layout.LOG])
    if sealed is None:
        raise NotFound(f"{env.folder.name} has no transaction {tx}.")
    return key, sealed


def rows(env: Environment, txn: lmdb.Transaction[bytes], from_tx: int = 1) -> Iterator[tuple[bytes, bytes]]:
    """Key and sealed record of each row from `from_tx` on, inside the transaction."""
    with txn.cursor(db=env[layout.LOG]) as cursor:
        if cursor.set_range(layout.log_key(max(from_tx, 0))):
            yield from cursor.iternext()


def versions_after(
    env: Environment, txn: lmdb.Transaction[Any], table: str, after: int
) -> Iterator[tuple[str, tuple[int, Instant, Any]]]:
    """Key and `(tx, t_tx, value)` of what the records after one left in a table, in the order of both."""
    for key, sealed in rows(env, txn, after + 1):
        record = decode(bytes(key), bytes(sealed))
        left = {effect.key: effect for effect in record.effects if effect.table == table}
        for name in sorted(left):
            yield name, (record.tx, record.t_tx, left[name].value)


def page(env: Environment, txn: lmdb.Transaction[bytes], from_tx: int) -> list[LogRecord]:
    """At most `PAGE` records from `from_tx` on."""
    return [decode(*row) for row, _ in zip(rows(env, txn, from_tx), range(PAGE), strict=False)]
