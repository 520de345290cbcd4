"""A fresh process that opens a pack, searches once, and says what that took.

Arguments: the pack, `arrays` or `scratch`, a query. Answer: seconds of processor time with and without the
imports, wall seconds, resident megabytes, and the rows that came from stored arrays.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from time import perf_counter, process_time

START = perf_counter(), process_time()


def main(path: str, how: str, query: str) -> dict[str, float]:
    """Open, search, measure; `scratch`: nothing that is stored beside the log is read."""
    import numpy  # noqa: F401

    from core.pack import index_keeping, searching, shelving  # noqa: F401
    from core.pack.pack import Pack

    imported = process_time()
    if how == "scratch":
        index_keeping.KeptIndex._stored = lambda *_: None  # type: ignore[method-assign]
        shelving._base = lambda *_: None
    pack = Pack.open(path, seat="maya")
    _ = pack.reader
    loaded = process_time()
    found = pack.search(query)
    assert found.hits
    done = process_time()
    return {
        "wall": perf_counter() - START[0],
        "cpu": done,
        "load": loaded - imported,
        "search": done - loaded,
        "rss": _most_resident(),
    }


def _most_resident() -> float:
    """Megabytes of memory at the most; what the parent had is in the figure of `getrusage`, too."""
    told = Path("/proc/self/status")
    if not told.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return int(told.read_text().partition("VmHWM:")[2].split()[0]) / 1024


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:4])))
