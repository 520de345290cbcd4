"""Rebuild: the projections dropped and made again from the log."""

from __future__ import annotations

import lmdb

from core.store import blobs, log_rows, projections
from core.store.environment import Environment
from core.store.lmdb_log import LmdbLog


def rebuild(log: LmdbLog) -> int:
    """Drop the projections and make them again from the log, in one transaction; returns the records read.

    Cached vectors are kept where they are sound, other blobs dropped. Raises `PackDamaged`, and changes
    nothing, when a record of the log is damaged: then the projection may hold the only good copy.
    """
    env = log.environment
    return log.write(lambda txn: _rebuild(env, txn), log.epoch)


def _rebuild(env: Environment, txn: lmdb.Transaction[bytes]) -> int:
    for name in projections.PROJECTIONS:
        txn.drop(env[name], delete=False)
    blobs.keep_vectors(env, txn)
    count = 0
    for count, row in enumerate(log_rows.rows(env, txn), start=1):  # noqa: B007
        projections.project(env, txn, log_rows.decode(*row))
    return count
