"""Projections: what the log says of each key, kept where it can be read without replay."""

from __future__ import annotations

import lmdb

from core.claims.review_state import ReviewState
from core.errors import Refused
from core.store import layout, tables
from core.store.environment import Environment
from core.store.record import Effect, LogRecord

PROJECTIONS = (layout.CHAIN, layout.DUE)
"""Sub-databases that can be dropped and made again from the log."""


def project(env: Environment, txn: lmdb.Transaction[bytes], record: LogRecord) -> None:
    """Put the effects of a record into the projections. Of two effects on one key the later one counts."""
    for effect in record.effects:
        if effect.table not in layout.TABLE_CODES:
            raise Refused(f"there is no table {effect.table!r}; this record was made by a newer Packbench.")
        if effect.table == tables.REVIEW:
            _move_due(env, txn, effect)
        key = layout.chain_key(effect.table, effect.key, record.tx)
        txn.put(key, layout.chain_row(key, record.t_tx, effect.stored), db=env[layout.CHAIN])


def head_row(
    env: Environment, txn: lmdb.Transaction[bytes], table: str, key: str, tx: int | None = None
) -> tuple[bytes, bytes] | None:
    """Raw key and sealed row of the last value of a key, or of the last one up to `tx`."""
    prefix = layout.chain_prefix(table, key)
    beyond = prefix + (b"\xff" * 9 if tx is None else layout.TX.pack(tx + 1))
    with txn.cursor(db=env[layout.CHAIN]) as cursor:
        found = cursor.prev() if cursor.set_range(beyond) else cursor.last()
        if not found or not cursor.key().startswith(prefix):
            return None
        return cursor.key(), cursor.value()


def _move_due(env: Environment, txn: lmdb.Transaction[bytes], effect: Effect) -> None:
    former = head_row(env, txn, effect.table, effect.key)
    if former is not None:
        _, stored = layout.split_chain_row(*former)
        if stored is not None:
            txn.delete(layout.due_key(_state(stored), effect.key), db=env[layout.DUE])
    if effect.stored is not None:
        txn.put(layout.due_key(_state(effect.stored), effect.key), b"", db=env[layout.DUE])


def _state(stored: bytes) -> ReviewState:
    state: ReviewState = tables.decode(tables.REVIEW, stored)
    return state
