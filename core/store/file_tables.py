"""The tables of a pack read from its file: one key when it is asked for, a whole table in one pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final
from zlib import crc32

import lmdb

from core.clocks.instants import Instant
from core.store import chains, datafile, layout, log_rows, mapped, tables
from core.store.chains import Place, Version
from core.store.environment import Environment
from core.store.record import LogRecord

Row = tuple[str, int, Instant, bytes]
"""Key, transaction, its time, and the stored bytes; none where the key holds nothing from there on."""

_HEAD: Final = layout.ROW_HEAD.size
_BODY: Final = layout.CHECKSUM.size
ROWS_AT_ONCE: Final = 1 << 12
"""Rows of a table after which the pages read so far are given back: rows lie far apart, and with each page
the system maps its neighbours."""


class Moment:
    """The file as it was at one moment, while the block that gave it lasts. Reads raise `PackDamaged`."""

    def __init__(self, env: Environment, txn: lmdb.Transaction[bytes]) -> None:
        self._env = env
        self._txn = txn

    def rows(self, table: str) -> Iterator[Row]:
        """Every row of a table, by key and transaction, links the other way; each checksum is looked at."""
        prefix, checksum = layout.table_prefix(table), crc32
        split = layout.split_links_key if table == tables.LINK else layout.split_others_key
        unpack_head = layout.ROW_HEAD.unpack_from
        with self._txn.cursor(db=self._env[layout.CHAIN]) as cursor:
            pairs = cursor.iternext() if cursor.set_range(prefix) else ()
            for count, (raw, sealed) in enumerate(pairs, 1):
                if raw[:1] != prefix:
                    return
                if not count % ROWS_AT_ONCE:
                    mapped.give_back_all(self._env.folder / datafile.DATA)
                told, t_tx = unpack_head(sealed)
                if told != checksum(sealed[_BODY:], checksum(raw)):
                    raise chains.damaged(raw)
                yield *split(raw), t_tx, sealed[_HEAD:]

    def heads(self, table: str, tx: int) -> Iterator[Row]:
        """The last row up to a transaction of every key of a table that is not links, in key order."""
        db = self._env[layout.CHAIN]
        for raw in _last_of_each(self._txn, db, layout.table_prefix(table), tx):
            sealed = self._txn.get(raw, db=db)
            if sealed is None or not layout.sound(raw, sealed):
                raise chains.damaged(raw)
            t_tx = layout.ROW_HEAD.unpack_from(sealed)[1]
            yield *layout.split_others_key(raw), t_tx, sealed[_HEAD:]

    def records(self, from_tx: int) -> Iterator[LogRecord]:
        """The records from one on, in order."""
        for row in log_rows.rows(self._env, self._txn, from_tx):
            yield log_rows.decode(*row)


class FileTables:
    """What the tables of a log hold in its file, by key and instant. Reads raise `PackDamaged`."""

    def __init__(self, env: Environment) -> None:
        self._env = env

    @contextmanager
    def moment(self) -> Iterator[Moment]:
        """Several reads of one moment."""
        with self._env.reading() as txn:
            yield Moment(self._env, txn)

    def chain(self, table: str, key: str, tx: int) -> list[Version]:
        """The versions of one key up to a transaction, oldest first."""
        with self._env.reading(buffers=True) as txn:
            found = chains.read_chain(txn, self._env[layout.CHAIN], table, key, tables.decoder(table))
        return [version for version in found if version[0] <= tx]

    def heads(self, table: str, keys: Iterable[str], tx: int) -> dict[str, Version]:
        """The last versions of several keys up to a transaction; missing keys are left out."""
        with self._env.reading() as txn:
            return chains.read_heads(txn, self._env[layout.CHAIN], table, keys, tx)

    def versions_at(self, table: str, places: Sequence[Place]) -> list[Version | None]:
        """The versions of some places; None for one that was erased."""
        with self._env.reading() as txn:
            return chains.read_versions(txn, self._env[layout.CHAIN], table, places)

    def keys(self, table: str, tx: int) -> list[str]:
        """Every key that a table had by a transaction, in key order."""
        found: set[str] = set()
        db, prefix = self._env[layout.CHAIN], layout.table_prefix(table)
        with self._env.reading() as txn, txn.cursor(db=db) as cursor:
            there = cursor.set_range(prefix)
            for raw in cursor.iternext(keys=True, values=False) if there else ():
                if raw[:1] != prefix:
                    break
                if layout.tx_in(raw) <= tx:
                    found.add(layout.name_in(raw))
        return sorted(found)

    def tx_at(self, instant: Instant) -> int:
        """The last record that is not after an instant; 0 when there is none."""
        with self._env.reading() as txn:
            return log_rows.tx_at(self._env, txn, instant)


def _last_of_each(txn: lmdb.Transaction[Any], db: Any, prefix: bytes, tx: int) -> list[bytes]:
    """Raw key of the last row up to a transaction of every chain of a table, in key order."""
    found: list[bytes] = []
    beyond = layout.TX.pack(tx + 1)
    with chains.collector_paused(), txn.cursor(db=db) as cursor:
        there = cursor.set_range(prefix)
        former = b""
        for raw in cursor.iternext(keys=True, values=False) if there else ():
            if raw[:1] != prefix:
                break
            if raw[-8:] >= beyond:
                continue
            if former and raw[:-8] != former[:-8]:
                found.append(former)
            former = raw
        if former:
            found.append(former)
    return found
