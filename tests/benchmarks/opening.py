"""Opening: from the start of a fresh process until the first search has its hits."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from statistics import median

from tests.benchmarks.filled import Filled
from tests.benchmarks.measuring import heading, row

TURNS = 5
QUERY = "what do we know about the main thing"
IMPORTS = "import numpy, msgspec, lmdb, rapidfuzz, Stemmer, time; print(time.process_time())"
PEER = """
import sqlite3, sys, time
found = "select rowid from claims where claims match ? order by rank limit 16"
sqlite3.connect(sys.argv[1]).execute(found, (sys.argv[2],)).fetchall()
print(time.process_time())
"""


def run(pack: Filled) -> None:
    """The table of opening."""
    heading(f"Opening {pack.size:,} claims until the first search, fresh process: s, medians of {TURNS}")
    for how, hold in (("arrays", "design: 0.25, 90 MB"), ("scratch", "design: 0.4")):
        turns = [
            _child("-m", "tests.benchmarks.opening_child", str(pack.path), how, QUERY) for _ in range(TURNS)
        ]
        told = [json.loads(turn) for turn in turns]
        middle = {name: median(one[name] for one in told) for name in told[0]}
        row(
            f"open and search, {'stored arrays' if how == 'arrays' else 'from scratch'}",
            f"{middle['wall']:.2f}  cpu {middle['cpu']:.2f}",
            f"load {middle['load']:.2f}, search {middle['search']:.2f}, RSS {middle['rss']:.0f} MB; {hold}",
        )
    row("imports alone (numpy, msgspec, lmdb, …)", f"cpu {_median('-c', IMPORTS):.2f}")
    base = _fts5(pack)
    row(
        "SQLite FTS5 in a file: open and search",
        f"cpu {_median('-c', PEER, str(base), 'know OR main OR thing'):.2f}",
    )


def _fts5(pack: Filled) -> Path:
    path = pack.scratch / "opening-fts5"
    with pack.reading() as opened, sqlite3.connect(path) as base:
        base.execute("create virtual table claims using fts5(text, tokenize='porter unicode61')")
        base.executemany(
            "insert into claims(text) values (?)", [(line.claim.text,) for line in opened.claims()]
        )
    return path


def _child(*arguments: str) -> str:
    return subprocess.run([sys.executable, *arguments], check=True, capture_output=True, text=True).stdout


def _median(*arguments: str) -> float:
    return median(float(_child(*arguments)) for _ in range(TURNS))
