"""Projections: what the log says of each key, kept where it can be read without replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import lmdb

from core.claims.review_state import ReviewState
from core.errors import Refused
from core.store import chains, layout, tables
from core.store.environment import Environment
from core.store.record import Effect, LogRecord

PROJECTIONS = (layout.CHAIN, layout.DUE)
"""Sub-databases that can be dropped and made again from the log."""


def project(env: Environment, txn: lmdb.Transaction[bytes], record: LogRecord) -> None:
    """Put the effects of a new record into the projections. Of two effects on one key the later counts.

    Raises `Refused` for a table that is unknown or a key that cannot be stored.
    """
    db = env[layout.CHAIN]
    links: dict[str, bytes | None] = {}
    for effect in record.effects:
        if effect.table == tables.LINK:
            links[effect.key] = effect.stored
            continue
        if effect.table == tables.REVIEW:
            _move_due(env, txn, effect)
        _enter(db, txn, record, effect)
    if links:
        _enter_links(db, txn, record, links)


def enter(env: Environment, txn: lmdb.Transaction[bytes], record: LogRecord, effect: Effect) -> None:
    """Put one effect of a record into its chain, and nowhere else. Raises as `project` does."""
    _enter(env[layout.CHAIN], txn, record, effect)


def _enter_links(
    db: Any, txn: lmdb.Transaction[bytes], record: LogRecord, values: Mapping[str, bytes | None]
) -> None:
    """Put links in the order of the file, so that each page is filled before the next one is begun."""
    for key, row in layout.link_rows(record.tx, record.t_tx, values):
        if not txn.put(key, row, db=db, append=True):  # refused where it would not be the last of all
            txn.put(key, row, db=db)


def _enter(db: Any, txn: lmdb.Transaction[bytes], record: LogRecord, effect: Effect) -> None:
    if effect.table not in layout.TABLE_CODES:
        raise Refused(f"there is no table {effect.table!r}; this record was made by a newer Packbench.")
    key = layout.chain_key(effect.table, effect.key, record.tx)
    txn.put(key, layout.chain_row(key, record.t_tx, effect.stored), db=db)


def withdraw(env: Environment, txn: lmdb.Transaction[bytes], record: LogRecord, effect: Effect) -> None:
    """Take one effect of a record out of its chain, and out of nowhere else."""
    txn.delete(layout.chain_key(effect.table, effect.key, record.tx), db=env[layout.CHAIN])


def settle_due(env: Environment, txn: lmdb.Transaction[bytes], keys: frozenset[str]) -> None:
    """Put the named claims where their present review clocks say, wherever the queue holds them now."""
    with txn.cursor(db=env[layout.DUE]) as cursor:
        rows = list(cursor.iternext(keys=True, values=False))
    for row in rows:
        if layout.split_due_key(row)[1] in keys:
            txn.delete(row, db=env[layout.DUE])
    for key in keys:
        present = head_row(env, txn, tables.REVIEW, key)
        stored = None if present is None else layout.split_chain_row(*present)[1]
        if stored is not None:
            txn.put(layout.due_key(_state(stored), key), b"", db=env[layout.DUE])


def head_row(
    env: Environment, txn: lmdb.Transaction[bytes], table: str, key: str
) -> tuple[bytes, bytes] | None:
    """Raw key and sealed row of the last value of a key."""
    with txn.cursor(db=env[layout.CHAIN]) as cursor:
        return chains.last_row(cursor, table, key)


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
