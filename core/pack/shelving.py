"""The pack into memory, most of it left in the file; and the columns of what memory holds into the file."""

from __future__ import annotations

from typing import Final

from core.errors import NotFound, PackDamaged
from core.state import held_blobs, shelf_blobs
from core.state.deeds import DeedShelf
from core.state.held import Held
from core.state.held_base import STORED, Base, scanned
from core.store import tables
from core.store.chains import Version
from core.store.file_tables import FileTables
from core.store.lmdb_log import ALL_TABLES, LmdbLog

NAME: Final = "deeds"
"""Under which the columns of the deeds are stored."""
HELD: Final = "held/"
"""Begins the names of the parts of all else."""
WORTH_KEEPING: Final = 256
"""New rows of deeds from which on their columns are stored anew, when they are an eighth of all too: so few
are read in milliseconds, and who puts one deed does not store the columns of all. New records from which on
the rest is stored anew, when they are a two-hundredth of all."""
FEW: Final = 1000
"""So many records are read from the log at any rate; more only where they are at most a quarter of it."""

_WHOLE: Final = tuple(name for name in ALL_TABLES if name not in (*STORED, tables.DEED))


def load_held(log: LmdbLog) -> Held:
    """Everything that the log has said so far. Raises `PackDamaged`."""
    shelf, since = _kept(log)

    def take(accession: str, version: Version) -> None:
        tx, t_tx, deed = version
        shelf.append(tx, t_tx, accession, deed)

    last, few = log.load_beside(_WHOLE, tables.DEED, since, take)
    file = FileTables(log.environment)
    base = _base(log, file, last[0])
    if base is not None:
        held = Held.over(base, few.items(), shelf)
        held.kept_tx = held.tx
        try:
            _catch_up(held, file, last[0])
        except PackDamaged:  # of the log: all that it says is in the tables too
            pass
        else:
            return held
    return Held.over(scanned(file, last), few.items(), shelf)


def keep_shelf(log: LmdbLog, held: Held) -> None:
    """Store the columns of the deeds, if enough has changed since they were stored. Needs the lease."""
    shelf = held.deeds
    new = len(shelf) - shelf.rows_kept
    if new < max(WORTH_KEEPING, shelf.rows_kept // 8):
        return
    content = shelf_blobs.to_blob(shelf, log.digest(held.tx))
    log.put_blob(NAME, content, tx=held.tx, format=shelf_blobs.FORMAT)
    shelf.rows_kept = len(shelf)


def keep_held(log: LmdbLog, held: Held) -> None:
    """Store the columns of all else, if enough has changed since they were stored. Needs the lease."""
    if held.tx - held.kept_tx < max(WORTH_KEEPING, held.tx // 200):
        return
    for name, content in held_blobs.to_blobs(held, log.digest(held.tx)).items():
        log.put_blob(HELD + name, content, tx=held.tx, format=held_blobs.FORMAT)
    held.kept_tx = held.tx


def _base(log: LmdbLog, file: FileTables, last: int) -> Base | None:
    """What was stored, unless so much came since that reading the tables through is quicker."""
    claims = log.get_blob(HELD + held_blobs.CLAIMS)
    if claims is None or last - claims.tx > max(FEW, last // 4):
        return None
    tx, stored = claims.tx, claims.content if claims.format == held_blobs.FORMAT else None

    def part(name: str) -> bytes | None:
        blob = log.get_blob(HELD + name)
        return blob.content if blob and (blob.tx, blob.format) == (tx, held_blobs.FORMAT) else None

    try:
        return held_blobs.from_blobs(stored, part, log.digest(tx), tx, file)
    except (NotFound, PackDamaged):
        return None


def _catch_up(held: Held, file: FileTables, last: int) -> None:
    """Take in the records after those that the columns stand for; the deeds are there already."""
    with file.moment() as moment:
        for record in moment.records(held.tx + 1):
            if record.tx > last:
                return
            held.apply(record, deeds_too=False)


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
