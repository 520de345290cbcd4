"""A file that is written anew is the same pack: small, whole, and followed by whoever reads it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import PackFull, Refused
from core.store.checking import check
from core.store.lmdb_log import LmdbLog
from tests.core.store.killing import killed_at_each
from tests.core.store.records import filled, remembered
from tests.core.store.test_backup import contents
from tests.core.store.test_readers import reader
from tests.core.store.test_space import fill, small_disk

__all__ = ["small_disk"]

ROOT = Path(__file__).parents[3]


def worn(path: Path, count: int = 40) -> Path:
    """A closed pack with many free pages in its file."""
    with filled(path, count) as log:
        log.put_blob("columns", bytes(1_000_000), tx=count, format=1)
        log.drop_blob("columns")
    return path


def size_of(path: Path) -> int:
    return (path / "data.mdb").stat().st_size


def test_the_file_is_smaller_and_the_pack_the_same(tmp_path: Path) -> None:
    path = worn(tmp_path / "a.pack")
    before, size = contents(path), size_of(path)
    with LmdbLog.open(path, mode="write") as log:
        log.compact()
        assert check(log).ok
        log.append([remembered(41)], log.epoch)
    assert size_of(path) < size / 4
    with LmdbLog.open(path) as log:
        assert (log.pack_id, log.created, list(log.read())[:-1]) == before[:3]
    assert check(path).ok
    assert sorted(entry.name for entry in path.iterdir()) == ["data.mdb", "lock.mdb", "pack.lock"]


def test_only_the_holder_writes_the_file_anew(tmp_path: Path) -> None:
    path = worn(tmp_path / "a.pack")
    with LmdbLog.open(path) as log, pytest.raises(Refused, match="opened for reading"):
        log.compact()


def test_a_reader_beside_follows_each_time(tmp_path: Path) -> None:
    path = worn(tmp_path / "a.pack")
    with LmdbLog.open(path, mode="write") as log, reader(path) as ask:
        for tx in range(41, 47):
            log.compact()
            assert ask() == str(tx - 1)
            log.append([remembered(tx)], log.epoch)
            assert ask() == str(tx)


IN_THE_MIDDLE = """
import sys
from core.store import log_rows
from core.store.lmdb_log import LmdbLog
log = LmdbLog.open(sys.argv[1])
with log.environment.reading() as txn:
    rows = log_rows.rows(log.environment, txn)
    first = log_rows.decode(*next(rows))
    print("reading", flush=True)
    sys.stdin.readline()
    print(first.tx, *(log_rows.decode(*row).tx for row in rows), flush=True)
print(log.last()[0], flush=True)
"""


def test_a_reader_in_the_middle_of_a_read_ends_it_on_the_old_file(tmp_path: Path) -> None:
    path = worn(tmp_path / "a.pack")
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", IN_THE_MIDDLE, path]
    with LmdbLog.open(path, mode="write") as log:
        child = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)
        assert child.stdout is not None
        assert child.stdout.readline() == "reading\n"
        for tx in range(41, 61):
            log.compact()
            log.append([remembered(tx)], log.epoch)
        out, _ = child.communicate("go on\n")
    assert child.returncode == 0
    assert out == " ".join(map(str, range(1, 41))) + "\n60\n"


CHANGES = """
import sys
from core.store.lmdb_log import LmdbLog
log = LmdbLog.open(sys.argv[1])
for line in sys.stdin:
    print(log.generation(), flush=True)
"""


def test_what_tells_a_reader_that_something_changed_rises_over_a_compaction(tmp_path: Path) -> None:
    path = worn(tmp_path / "a.pack")
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", CHANGES, path]
    with LmdbLog.open(path, mode="write") as log:
        child = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True, bufsize=1)
        assert child.stdin is not None
        assert child.stdout is not None
        told = []
        for tx in range(41, 45):
            for step in (log.compact, lambda tx=tx: log.append([remembered(tx)], log.epoch)):
                step()
                child.stdin.write("changed?\n")
                told.append((int(child.stdout.readline()), log.generation()))
        child.communicate()
    for seen in zip(*told, strict=True):
        assert list(seen) == sorted(set(seen))


def test_a_full_disk_leaves_the_file_as_it_was(small_disk: Path) -> None:
    path = worn(small_disk / "a.pack")
    with LmdbLog.open(path, mode="write") as log:
        before = (path / "data.mdb").read_bytes()
        fill(small_disk / "filler")
        with pytest.raises(PackFull, match="full"):
            log.compact()
        assert (path / "data.mdb").read_bytes() == before
        assert sorted(entry.name for entry in path.iterdir()) == ["data.mdb", "lock.mdb", "pack.lock"]
        assert check(log).ok
        (small_disk / "filler").unlink()
        log.compact()
        log.append([remembered(41)], log.epoch)
    assert check(path).ok


def test_what_a_killed_compaction_left_is_gone_after_the_next_opening_for_writing(tmp_path: Path) -> None:
    path = worn(tmp_path / "a.pack")
    (path / "compacting").mkdir()
    (path / "compacting" / "data.mdb").write_bytes(bytes(4096))
    LmdbLog.open(path, mode="write").close()
    assert not (path / "compacting").exists()


COMPACT = """
import sys
from core.store.lmdb_log import LmdbLog
with LmdbLog.open(sys.argv[1], mode="write") as log:
    log.compact()
"""


@pytest.mark.slow
def test_a_compaction_killed_at_any_call_leaves_the_same_pack(tmp_path: Path) -> None:
    for pack in killed_at_each(COMPACT, lambda folder: worn(folder / "a.pack", 5), tmp_path):
        report = check(pack)
        assert report.ok, report.first
        with LmdbLog.open(pack, mode="write") as log:
            assert list(log.read()) == [remembered(tx) for tx in range(1, 6)]
            log.append([remembered(6)], log.epoch)
        assert check(pack).ok
