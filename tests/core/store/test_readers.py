"""Readers beside a writer in another process: never in the way, always of one moment."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from core.store.lmdb_log import LmdbLog
from core.store.record import Effect
from tests.core.store.records import filled, record, remembered

ROOT = Path(__file__).parents[3]

READ = """
import sys
from core.store.lmdb_log import LmdbLog
log = LmdbLog.open(sys.argv[1], map_bytes=256 << 10)
for line in sys.stdin:
    (tx, _), loaded = log.load()
    counts = {len(loaded["claim"]), len(log.due_until(1_000_000)), sum(1 for _ in log.read()), log.last()[0]}
    print(tx if counts == {tx} else "torn", flush=True)
log.close()
"""

LOOK = """
import os, sys
import lmdb
from core.errors import PackError
from core.store.lmdb_log import LmdbLog
lmdb.open(sys.argv[2]).close()  # loads what is loaded late: the environment's folder may be the owner's alone
if os.getuid() == 0:
    os.setuid(65534)
try:
    with LmdbLog.open(sys.argv[1]) as log:
        print(log.last()[0])
except PackError as error:
    print(type(error).__name__, error)
"""

Ask = Callable[[], str]


@contextmanager
def reader(path: Path) -> Iterator[Ask]:
    """Another process that holds the pack open; each question is answered with the last tx it sees."""
    process = subprocess.Popen(
        [sys.executable, "-c", READ, path], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    asked, answered = process.stdin, process.stdout

    def ask() -> str:
        asked.write("last\n")
        asked.flush()
        return answered.readline().strip()

    try:
        yield ask
    finally:
        process.communicate()
        assert process.returncode == 0


def test_a_reader_in_another_process_sees_each_commit_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    with filled(path, 3) as log, reader(path) as ask:
        assert ask() == "3"
        log.append([remembered(4)], log.epoch)
        assert ask() == "4"


def test_a_reader_neither_waits_for_an_open_write_nor_sees_it(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    with filled(path, 3) as log, reader(path) as ask:
        seen = []

        def work(txn: object) -> None:
            txn.put(b"junk", b"junk", db=log.environment["meta"])  # type: ignore[attr-defined]
            seen.append(ask())

        log.write(work, log.epoch)
        assert seen == ["3"]


def test_a_reader_follows_a_map_that_grew(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    with LmdbLog.create(path, map_bytes=256 << 10) as log:
        log.append([remembered(1)], log.epoch)
        with reader(path) as ask:
            assert ask() == "1"
            for start in range(2, 4_002, 500):
                log.append([remembered(tx) for tx in range(start, start + 500)], log.epoch)
                assert ask() == str(start + 499)
        assert log.stats().map_bytes > 1 << 20


def test_threads_read_while_one_writes_and_the_map_grows(tmp_path: Path) -> None:
    with LmdbLog.create(tmp_path / "a.pack", map_bytes=256 << 10) as log:
        torn: list[object] = []
        done = threading.Event()

        def read() -> None:
            while not done.is_set():
                try:
                    (tx, _), loaded = log.load(["setting"])
                    versions = [version[0] for _, chain in loaded["setting"] for version in chain]
                    if versions != list(range(1, tx + 1)):
                        torn.append((tx, versions))
                except Exception as error:
                    torn.append(error)
                    return

        threads = [threading.Thread(target=read) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            for tx in range(1, 21):
                log.append([record(tx, Effect.put("setting", "long", "x" * 60_000))], log.epoch)
        finally:
            done.set()
            for thread in threads:
                thread.join()
        assert torn == []
        assert log.stats().map_bytes > 1 << 20


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder that everybody may look into, and nobody but its owner write."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
        for path in Path(folder).rglob("*"):
            path.chmod(0o755)


def looked(path: Path) -> str:
    """What somebody with no right to write finds in a pack."""
    with TemporaryDirectory() as own:
        command = [sys.executable, "-c", LOOK, path, own]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return ran.stdout.strip() or ran.stderr


def test_a_pack_that_may_not_be_written_can_be_read(shelf: Path) -> None:
    path = shelf / "a.pack"
    filled(path).close()
    for file in path.iterdir():
        file.chmod(0o444)
    path.chmod(0o555)
    assert looked(path) == "20"


def test_a_file_that_may_not_be_read_is_said(shelf: Path) -> None:
    path = shelf / "a.pack"
    filled(path).close()
    path.chmod(0o755)
    (path / "data.mdb").chmod(0o000)
    assert looked(path).startswith("NotAPack")
    assert "Permission denied" in looked(path)
