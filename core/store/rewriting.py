"""Rewriting: the one exception to a log that only grows, for when a secret or the law asks for erasure."""

from __future__ import annotations

from collections.abc import Sequence

import lmdb

from core.errors import Refused
from core.store import blobs, log_rows, projections, tables
from core.store.environment import Environment
from core.store.lmdb_log import LmdbLog
from core.store.record import LogRecord


def rewrite(log: LmdbLog, replaced: Sequence[LogRecord], appended: Sequence[LogRecord]) -> None:
    """Put `replaced` in the place of the records with their numbers, add `appended`, and purge the file.

    One transaction, then the file is written anew, so that the former bytes are in none of its pages; every
    blob is dropped. The digests from there on are made anew too: a guess at what was erased cannot be tried
    on them. Raises `Refused` when a record would change its time, `NotFound` when there is none of
    its number, and as `append` does. When the purge fails for lack of room the rewrite stands: call
    `LmdbLog.compact` again.
    """
    env = log.environment
    log.write(lambda txn: _rewrite(env, txn, replaced, appended), log.epoch)
    log.compact()


def _rewrite(
    env: Environment,
    txn: lmdb.Transaction[bytes],
    replaced: Sequence[LogRecord],
    appended: Sequence[LogRecord],
) -> None:
    reviewed: set[str] = set()
    for record in replaced:
        former = log_rows.get(env, txn, record.tx)
        if former.t_tx != record.t_tx:
            raise Refused(f"record {record.tx} keeps its time when it is rewritten; nothing was changed.")
        for effect in former.effects:
            projections.withdraw(env, txn, record, effect)
        log_rows.put(env, txn, record.tx, log_rows.encode(record), log_rows.NO_HISTORY)
        for effect in record.effects:
            projections.enter(env, txn, record, effect)
        both = (*former.effects, *record.effects)
        reviewed.update(effect.key for effect in both if effect.table == tables.REVIEW)
    projections.settle_due(env, txn, frozenset(reviewed))
    if replaced:
        log_rows.chain_anew(env, txn, min(record.tx for record in replaced))
    log_rows.append(env, txn, appended, [log_rows.encode(record) for record in appended])
    for name in blobs.blob_names(env, txn):
        blobs.drop_blob(env, txn, name)
