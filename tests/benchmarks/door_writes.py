"""Writing through the door: durable commits of single claims, beside an empty commit and FTS5."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import lmdb

from core.errors import Refused
from core.pack.commands import Write
from core.pack.pack import Pack
from core.search.ranking import POOL
from tests.benchmarks.filled import Filled
from tests.benchmarks.filling import draft_of
from tests.benchmarks.measuring import Spread, Taken, heading, row, settled, spread

WRITES = 300


class EmptyCommit:
    """A transaction of one small row, made durable as LMDB does by default."""

    def __init__(self, folder: Path) -> None:
        self._env = lmdb.open(str(folder), map_size=1 << 26)
        self._count = 0

    def __call__(self) -> None:
        self._count += 1
        with self._env.begin(write=True) as txn:
            txn.put(b"k", str(self._count).encode())


class DurableFts5:
    """SQLite FTS5 in a file, with its default journal and synchronous commits."""

    def __init__(self, path: Path, texts: list[str]) -> None:
        self._base = sqlite3.connect(path)
        with self._base:
            self._base.execute("create virtual table claims using fts5(text, tokenize='porter unicode61')")
            self._base.executemany("insert into claims(text) values (?)", [(text,) for text in texts])

    def add(self, text: str) -> None:
        """Insert and commit."""
        with self._base:
            self._base.execute("insert into claims(text) values (?)", (text,))


def run(pack: Filled) -> None:
    """The tables of writing."""
    heading(f"Pack.submit(Write) at {pack.size:,} claims, each durable: ms, p50 and p95")
    with pack.writing("writes") as opened:
        empty = EmptyCommit(pack.scratch / "empty")
        fts5 = DurableFts5(pack.scratch / "fts5", [line.claim.text for line in opened.claims()])
        opened.search("what do we know")
        premises = list(opened.ids()[:2])
        first = Taken()
        commands = [(Write(draft=draft_of(one, premises)), one.author) for one in pack.more()]
        first.of(lambda: opened.preview(commands[0][0], actor=commands[0][1]))
        times = {name: Taken() for name in ("write", "empty", "fts5", "search", "preview")}
        with settled():
            for command, author in commands[1:]:
                if len(times["write"].wall) < WRITES:
                    _one(opened, command, author, empty, fts5, times)
    row(
        "first preview, which builds the index of the rules, s", f"{first.wall[0]:.3f} cpu {first.cpu[0]:.3f}"
    )
    _tell(times)


def _one(
    pack: Pack, command: Write, author: str, empty: EmptyCommit, fts5: DurableFts5, times: dict[str, Taken]
) -> None:
    text = command.draft.text
    try:
        times["preview"].of(lambda: pack.preview(command, actor=author))
    except Refused:  # longer than a claim may be
        times["preview"].wall.pop()
        return
    times["write"].of(lambda: pack.submit(command, actor=author))
    times["empty"].of(empty)
    times["fts5"].of(lambda: fts5.add(text))
    times["search"].of(lambda: pack.search(text))
    found = pack.search(text, limit=POOL)  # among so many claims two words may say more of another one
    assert text in {hit.line.claim.text for hit in found.hits}


def _tell(times: dict[str, Taken]) -> None:
    write, empty = spread(times["write"].wall), spread(times["empty"].wall)
    row("write with rules, links and clock", times["write"])
    row("an empty default-sync commit of the same run", times["empty"])
    left = Spread(write.p50 - empty.p50, write.p95 - empty.p95)
    row("write minus the empty commit", left, "must: p50 <= 5; design: p50 <= 1")
    row(
        "SQLite FTS5, insert and commit",
        times["fts5"],
        f"ours is {write.p50 / spread(times['fts5'].wall).p50:.2f} x",
    )
    row("preview", times["preview"], "typing waits for it")
    row("the search after a write, which sees it", times["search"])
