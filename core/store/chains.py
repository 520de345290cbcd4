"""Chains read from the file: the values of a key, or of every key of a table, in transaction time."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import contextmanager
from typing import Any
from zlib import crc32

import lmdb

from core.clocks.instants import Instant
from core.errors import PackDamaged
from core.store import layout, tables

Version = tuple[int, Instant, Any]
"""`(tx, t_tx, value or None)`: from this transaction on the key holds the value."""
Place = tuple[str, int]
"""A key, and the transaction that left a value there."""
Chain = tuple[str, list[Version]]
"""A key and its versions, oldest first."""


def read_chains(
    txn: lmdb.Transaction[memoryview], db: Any, prefix: bytes, decode: Callable[[memoryview], Any]
) -> list[Chain]:
    """Every chain whose raw keys begin with `prefix`, in key order; links not. Raises `PackDamaged`."""
    found: list[Chain] = []
    present = b""
    versions: list[Version] = []
    unpack_tx, unpack_head = layout.TX.unpack_from, layout.ROW_HEAD.unpack_from
    start, head_bytes, width = layout.CHECKSUM.size, layout.ROW_HEAD.size, len(prefix)
    with collector_paused(), txn.cursor(db=db) as cursor:
        if not cursor.set_range(prefix):
            return found
        for view, sealed in cursor.iternext():
            raw = bytes(view)
            if raw[:width] != prefix:
                break
            checksum, t_tx = unpack_head(sealed)
            if checksum != crc32(sealed[start:], crc32(raw)):
                raise damaged(raw)
            if raw[:-8] != present:
                present = raw[:-8]
                versions = []
                found.append((layout.name_in(raw), versions))
            value = decode(sealed[head_bytes:]) if len(sealed) > head_bytes else None
            versions.append((unpack_tx(raw, len(raw) - 8)[0], t_tx, value))
    return found


def read_table(
    txn: lmdb.Transaction[memoryview], db: Any, table: str, decode: Callable[[memoryview], Any]
) -> list[Chain]:
    """Every chain of a table, in key order. Raises `PackDamaged`."""
    if table == tables.LINK:
        return sorted(read_links(txn, db, decode).items())
    return read_chains(txn, db, layout.table_prefix(table), decode)


def read_chain(
    txn: lmdb.Transaction[memoryview], db: Any, table: str, key: str, decode: Callable[[memoryview], Any]
) -> list[Version]:
    """The versions of one key, oldest first; empty where it never held anything. Raises `PackDamaged`."""
    if table == tables.LINK:
        return read_links(txn, db, decode, {key}).get(key, [])
    found = read_chains(txn, db, layout.chain_prefix(table, key), decode)
    return found[0][1] if found else []


def read_links(
    txn: lmdb.Transaction[Any], db: Any, decode: Callable[[Any], Any], wanted: Set[str] | None = None
) -> dict[str, list[Version]]:
    """The chains of pairs (default: of all), which lie by their records. Raises `PackDamaged`."""
    found: dict[str, list[Version]] = {}
    prefix = layout.table_prefix(tables.LINK)
    with collector_paused(), txn.cursor(db=db) as cursor:
        for view, view_sealed in cursor.iternext() if cursor.set_range(prefix) else ():
            raw = bytes(view)
            key = layout.name_in(raw)
            if wanted is not None and key not in wanted:
                continue
            sealed = bytes(view_sealed)
            if not layout.sound(raw, sealed):
                raise damaged(raw)
            found.setdefault(key, []).append(_version(raw, sealed, decode))
    return found


def rows_after(
    txn: lmdb.Transaction[memoryview], db: Any, table: str, after: int
) -> Iterator[tuple[str, Version]]:
    """Key and version of what later transactions than `after` left in a table, in the order of both.

    No other value is looked at. Raises `PackDamaged`.
    """
    prefix, found = layout.table_prefix(table), []
    with collector_paused(), txn.cursor(db=db) as cursor:
        there = cursor.set_range(prefix)
        for view in cursor.iternext(keys=True, values=False) if there else ():
            raw = bytes(view)
            if raw[:1] != prefix:
                break
            if layout.tx_in(raw) > after:
                found.append(raw)
    decode = tables.decoder(table)
    for raw in sorted(found, key=lambda one: (layout.tx_in(one), one)):
        sealed = bytes(txn.get(raw, b"", db=db))
        if not layout.sound(raw, sealed):
            raise damaged(raw)
        yield layout.name_in(raw), _version(raw, sealed, decode)


def read_versions(
    txn: lmdb.Transaction[bytes], db: Any, table: str, places: Iterable[Place]
) -> list[Version | None]:
    """What lies at some places; None where nothing does. Raises `PackDamaged`."""
    decode, found = tables.decoder(table), list[Version | None]()
    for key, tx in places:
        raw = layout.chain_key(table, key, tx)
        sealed = txn.get(raw, db=db)
        if sealed is None:
            found.append(None)
            continue
        if not layout.sound(raw, sealed):
            raise damaged(raw)
        found.append(_version(raw, sealed, decode))
    return found


def _version(raw: bytes, sealed: bytes, decode: Callable[[bytes], Any]) -> Version:
    t_tx, stored = layout.split_chain_row(raw, sealed)
    return layout.tx_in(raw), t_tx, None if stored is None else decode(stored)


def last_row(
    cursor: lmdb.Cursor[bytes], table: str, key: str, tx: int | None = None
) -> tuple[bytes, bytes] | None:
    """Raw key and sealed row of the last value of a key that is no pair, or of the last one up to `tx`."""
    prefix = layout.chain_prefix(table, key)
    found = cursor.prev() if cursor.set_range(prefix + _beyond(tx)) else cursor.last()
    return cursor.item() if found and cursor.key().startswith(prefix) else None


def read_heads(
    txn: lmdb.Transaction[bytes], db: Any, table: str, keys: Iterable[str], tx: int | None
) -> dict[str, Version]:
    """The last versions of several keys (up to `tx`); missing keys are left out. Raises `PackDamaged`."""
    found: dict[str, Version] = {}
    decode = tables.decoder(table)
    if table == tables.LINK:
        for key, versions in read_links(txn, db, decode, set(keys)).items():
            until = [version for version in versions if tx is None or version[0] <= tx]
            found |= {key: until[-1]} if until else {}
        return found
    beyond = _beyond(tx)
    with collector_paused(), txn.cursor(db=db) as cursor:
        set_range, prev, last, item = cursor.set_range, cursor.prev, cursor.last, cursor.item
        for key in keys:
            prefix = layout.chain_prefix(table, key)
            if prev() if set_range(prefix + beyond) else last():
                raw, sealed = item()
                if raw.startswith(prefix):
                    found[key] = _version(raw, sealed, decode)
    return found


def _beyond(tx: int | None) -> bytes:
    """What follows the prefix of a chain in a key behind its last row, or behind the last one up to `tx`."""
    return b"\xff" * 9 if tx is None else layout.TX.pack(tx + 1)


def damaged(raw: bytes) -> PackDamaged:
    """What to say of a row whose checksum does not fit."""
    try:
        table, key, tx = layout.split_chain_key(raw)
        named = f"the {table} {key} as record {tx} left it"
    except (ValueError, IndexError):
        named = f"a stored value, {raw[:40]!r},"
    return PackDamaged(f"{named} is damaged: its checksum does not fit its bytes. {layout.REBUILD}")


@contextmanager
def collector_paused() -> Iterator[None]:
    """Thousands of new records in one go: the collector would walk them again and again."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
