"""The pack into memory, its deeds without their words; and the shelf's columns into the file."""

from __future__ import annotations

from typing import Final

from core.errors import NotFound
from core.state import shelf_blobs
from core.state.deeds import DeedShelf
from core.state.held import Held
from core.store import tables
from core.store.chains import Version
from core.store.lmdb_log import ALL_TABLES, LmdbLog

NAME: Final = "deeds"
"""Under which the columns are stored."""
WORTH_KEEPING: Final = 256
"""New rows from which on the columns are stored anew, when they are an eighth of all too: so few are read in
milliseconds, and who puts one deed does not store the columns of all."""

_WHOLE: Final = tuple(name for name in ALL_TABLES if name != tables.DEED)


def load_held(log: LmdbLog) -> Held:
    """Everything that the log has said so far. Raises `PackDamaged`."""
    shelf, since = _kept(log)

    def take(accession: str, version: Version) -> None:
        tx, t_tx, deed = version
        shelf.append(tx, t_tx, accession, deed)

    last, stored = log.load_beside(_WHOLE, tables.DEED, since, take)
    return Held.load(stored.items(), last, shelf)


def keep_shelf(log: LmdbLog, held: Held) -> None:
    """Store the columns, if enough has changed since they were stored. Needs the lease."""
    shelf = held.deeds
    new = len(shelf) - shelf.rows_kept
    if new < max(WORTH_KEEPING, shelf.rows_kept // 8):
        return
    content = shelf_blobs.to_blob(shelf, log.digest(held.tx))
    log.put_blob(NAME, content, tx=held.tx, format=shelf_blobs.FORMAT)
    shelf.rows_kept = len(shelf)


def _kept(log: LmdbLog) -> tuple[DeedShelf, int]:
    """The shelf as it was stored, and the last transaction that it knows of; else an empty one."""
    blob = log.get_blob(NAME)
    if blob is not None and blob.format == shelf_blobs.FORMAT:
        try:
            shelf = shelf_blobs.from_blob(blob.content, log.digest(blob.tx), log)
        except NotFound:
            shelf = None
        if shelf is not None:
            shelf.rows_kept = len(shelf)
            return shelf, blob.tx
    return DeedShelf(log), 0
