"""A process that appends records as fast as it can and acknowledges each commit on standard output.

`python -m tests.core.store.writing_child PACK [COUNT [BATCH]]`; without a count until it is killed.
"""

from __future__ import annotations

import os
import sys
from itertools import count

from core.store.lease import Holder
from core.store.lmdb_log import LmdbLog
from tests.core.store.records import remembered

ACKNOWLEDGED = "acknowledged {}\n"


def main(path: str, commits: str = "", batch: str = "") -> None:
    log = LmdbLog.open(path, mode="write", holder=Holder.here("child", "test"))
    tx = log.last()[0]
    for commit in range(int(commits)) if commits else count():
        size = int(batch) if batch else 1 + commit % 20
        log.append([remembered(tx + step) for step in range(1, size + 1)], log.epoch)
        tx += size
        os.write(1, ACKNOWLEDGED.format(tx).encode())
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
