"""Capture: turns a second as a pack grows, and what opening it costs then, in time and memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from core.pack.commands import PutDeed
from core.pack.pack import Pack
from core.pack.shelving import NAME
from core.store.lmdb_log import LmdbLog
from tests.benchmarks.filled import Filled
from tests.benchmarks.measuring import heading, row

TURNS = 40_000
STEP = 10_000
WORDS = 25
"""Of a turn: about 200 bytes."""
TALK = 300
"""Turns of a conversation."""
OPEN = """
import json, sys, time
import numpy
import core.pack.reader, core.pack.shelving
from core.pack.pack import Pack
def own():
    with open("/proc/self/status") as status:
        return int(next(line for line in status if line.startswith("VmRSS")).split()[1]) / 1024
before, wall, cpu = own(), time.perf_counter(), time.process_time()
pack = Pack.open(sys.argv[1], seat="maya")
count = len(pack.reader.held.deeds)
print(json.dumps({"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu,
                  "rss": own() - before, "count": count}))
"""


def run(pack: Filled) -> None:
    """The table of capture."""
    heading(f"Capture of {TURNS:,} turns, in groups")
    path = pack.scratch / "captured.pack"
    _fill(path)
    _row(path, "open, columns stored")
    with LmdbLog.open(path, mode="write") as log:
        log.drop_blob(NAME)
    _row(path, "open, columns lost: all words are gone through")


def _fill(path: Path) -> None:
    marks = [(perf_counter(), process_time())]

    def tell(seen: int) -> None:
        if seen % STEP:
            return
        now, former = (perf_counter(), process_time()), marks[-1]
        marks.append(now)
        wall, cpu = (STEP / (after - before) for before, after in zip(former, now, strict=True))
        row(
            f"turns {seen - STEP:,} to {seen:,}", f"{wall:,.0f} /s  cpu {cpu:,.0f} /s", "must: 1,500 /s, flat"
        )

    with Pack.create(path, seat="maya") as pack:
        pack.put_deeds(_turns(), tell)
    size = (path / "data.mdb").stat().st_size / 2**20
    row("size of the file", f"{size:,.0f} MB", "the words lie in it three times: command, record, chain")


def _turns() -> Iterator[PutDeed]:
    random = Random(1)
    words = [f"word{number}" for number in range(5_000)]
    for place in range(TURNS):
        yield PutDeed(
            body=" ".join(random.choices(words, k=WORDS)),
            kind="turn",
            conversation=f"talk {place // TALK}",
            position=place % TALK,
            speaker=("Ana", "Bo")[place % 2],
            said_at=place,
        )


def _row(path: Path, what: str) -> None:
    child = subprocess.run(
        [sys.executable, "-c", OPEN, str(path)], check=True, capture_output=True, text=True
    )
    told = json.loads(child.stdout)
    assert told["count"] == TURNS
    row(what, f"{told['wall'] * 1e3:.0f} ms  cpu {told['cpu'] * 1e3:.0f} ms", f"RSS + {told['rss']:.0f} MB")
