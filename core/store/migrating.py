"""Migration: a pack of an earlier format is brought up to date, after a copy of it as it was.

One step leads from each format to the next; all that are needed run in one transaction, so that a pack is in
the old format or in the new one, whenever the power fails.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Final

import lmdb

from core.errors import NotAPack, PackError
from core.store import layout, log_rows, meta, tables
from core.store.copying import keep_copy
from core.store.environment import Environment
from core.store.lease import Lease

Step = Callable[[Environment, "lmdb.Transaction[bytes]"], None]
"""Changes a file of one format into one of the next."""


def migrate(env: Environment, lease: Lease) -> Path | None:
    """Bring the file up to date, under the lease; returns where the copy lies, None when nothing was to do.

    Raises `NotAPack` for a format that is newer or unknown, `PackDamaged` when a record is damaged, and
    `PackFull`; then the pack is as it was, and no copy is left.
    """
    with env.reading() as txn:
        number: int = meta.get(env, txn, meta.FORMAT)
    if number == layout.FORMAT:
        return None
    steps = _steps_from(env, number)
    copy = keep_copy(env, _beside(env.folder))
    try:
        env.write(lambda txn: _take(env, txn, steps), guard=lease.refuse_if_lost)
    except (PackError, OSError):
        shutil.rmtree(copy, ignore_errors=True)
        raise
    return copy


def _steps_from(env: Environment, number: int) -> list[Step]:
    if number > layout.FORMAT:
        meta.refuse_other_format(env.folder, number)
    missing = [step for step in range(number, layout.FORMAT) if step not in STEPS]
    if missing:
        raise NotAPack(f"{env.folder.name} is written in format {number}, which no Packbench has written.")
    return [STEPS[step] for step in range(number, layout.FORMAT)]


def _take(env: Environment, txn: lmdb.Transaction[bytes], steps: list[Step]) -> None:
    for step in steps:
        step(env, txn)
    meta.put(env, txn, meta.FORMAT, layout.FORMAT)


def _beside(folder: Path) -> Path:
    """A name that is free: an earlier attempt may have been killed and have left its copy."""
    name = f"{folder.name}.before-format-{layout.FORMAT}"
    number = 1
    while (free := folder.with_name(name if number == 1 else f"{name}.{number}")).exists():
        number += 1
    return free


def _add_digests(env: Environment, txn: lmdb.Transaction[bytes]) -> None:
    """1 to 2: a row of the log was its checksum and its record; the digest of the log goes between them."""
    digest, tx = log_rows.NO_HISTORY, 0
    while True:
        page = [row for row, _ in zip(log_rows.rows(env, txn, tx + 1), range(log_rows.PAGE), strict=False)]
        for key, sealed in page:
            tx = layout.TX.unpack(key)[0]
            body = layout.unseal(key, sealed, f"record {tx} of the log")
            digest = log_rows.put(env, txn, tx, body, digest)
        if not page:
            return


def _turn_links(env: Environment, txn: lmdb.Transaction[bytes]) -> None:
    """2 to 3: rows of links lay by their pairs. One that is damaged stays so, and `check` names it."""
    db, prefix, now = env[layout.CHAIN], b"\x03", layout.table_prefix(tables.LINK)
    with txn.cursor(db=db) as cursor:
        there = cursor.iternext() if cursor.set_range(prefix) else iter(())
        links = list(takewhile(lambda row: row[0].startswith(prefix), there))
    for raw, _ in links:
        txn.delete(raw, db=db)
    for raw, sealed in links:
        turned = now + raw[-8:] + raw[1:-9]
        fits = layout.sound(raw, sealed)
        txn.put(turned, layout.seal(turned, sealed[layout.CHECKSUM.size :]) if fits else sealed, db=db)


STEPS: Final[Mapping[int, Step]] = {1: _add_digests, 2: _turn_links}
"""Format, and the step that leads from it to the next."""
