"""What LMDB can read of a damaged pack, record by record, each in a transaction of its own."""

from __future__ import annotations

import os
from pathlib import Path

from core.errors import PackError
from core.store import log_rows
from core.store.environment import Environment


def readable_alone(pack: Path, count: int) -> set[int]:
    """Numbers of the records that can be read; a read that kills its process is one that failed."""
    found: set[int] = set()
    tx = 1
    while tx <= count:
        tried = _tried_from(pack, tx, count)
        found |= {number for number, read in tried.items() if read}
        tx = max(tried, default=tx) + 1
        if not tried:
            return found
    return found


def _tried_from(pack: Path, tx: int, count: int) -> dict[int, bool]:
    """Of each record from one on whether it was read; the last one may have been the end of the reader."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        _try(pack, tx, count, theirs)
    os.close(theirs)
    with os.fdopen(ours, "rb") as answers:
        said = answers.read().decode().split()
    os.waitpid(child, 0)
    tried: dict[int, bool] = {}
    for word in said:
        tried[int(word[1:])] = word[0] == "+"
    return tried


def _try(pack: Path, tx: int, count: int, to: int) -> None:
    try:
        env = Environment(pack, writable=False)
        for number in range(tx, count + 1):
            os.write(to, f"?{number} ".encode())
            try:
                with env.reading() as txn:
                    sound = log_rows.get(env, txn, number).tx == number
            except PackError:
                continue
            os.write(to, f"{'+' if sound else '-'}{number} ".encode())
    except PackError:
        pass
    finally:
        os._exit(0)
