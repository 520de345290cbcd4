"""A backup is a pack: whole, compact, of one moment, and never written over another."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import PackFull, Refused
from core.store.backup import backup
from core.store.checking import check
from core.store.lmdb_log import LmdbLog
from tests.core.store.records import filled, remembered
from tests.core.store.test_lease import holding
from tests.core.store.test_space import fill, small_disk

__all__ = ["small_disk"]

ROOT = Path(__file__).parents[3]


def contents(path: Path) -> tuple[object, ...]:
    with LmdbLog.open(path) as log:
        return log.pack_id, log.created, list(log.read()), log.load_stored()


def test_a_backup_holds_the_same_and_can_be_opened_at_once(tmp_path: Path) -> None:
    filled(tmp_path / "a.pack").close()
    backup(tmp_path / "a.pack", tmp_path / "b.pack")
    assert contents(tmp_path / "b.pack") == contents(tmp_path / "a.pack")
    assert check(tmp_path / "b.pack").ok
    with LmdbLog.open(tmp_path / "b.pack", mode="write") as log:
        assert not log.audited
        log.append([remembered(21)], log.epoch)


def test_a_pack_that_is_being_written_can_be_backed_up(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack") as log:
        backup(log, tmp_path / "b.pack")
        log.append([remembered(21)], log.epoch)
    with LmdbLog.open(tmp_path / "b.pack") as log:
        assert log.last()[0] == 20
    with holding(tmp_path / "a.pack"):
        backup(tmp_path / "a.pack", tmp_path / "c.pack")
    with LmdbLog.open(tmp_path / "c.pack") as log:
        assert log.last()[0] == 21


def test_a_backup_is_never_written_over_anything(tmp_path: Path) -> None:
    filled(tmp_path / "a.pack").close()
    (tmp_path / "b.pack").mkdir()
    with pytest.raises(Refused, match="there already"):
        backup(tmp_path / "a.pack", tmp_path / "b.pack")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["a.pack", "b.pack"]
    assert list((tmp_path / "b.pack").iterdir()) == []


def test_backups_while_another_process_writes_are_sound_packs(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    filled(path).close()
    command = [sys.executable, "-m", "tests.core.store.writing_child", path]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    lasts = []
    try:
        for number in range(4):
            acknowledged = int(child.stdout.readline().split()[1])
            backup(path, tmp_path / f"{number}.pack")
            report = check(tmp_path / f"{number}.pack")
            assert report.ok, report.first
            assert report.audited
            assert report.records >= acknowledged
            lasts.append(report.records)
    finally:
        child.kill()
        child.communicate()
    assert lasts == sorted(lasts)


def test_a_reader_that_stayed_open_copies_the_file_that_lies_there_now(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    filled(path).close()
    code = "import sys; from core.store.lmdb_log import LmdbLog; from core.store.backup import backup\n"
    code += "log = LmdbLog.open(sys.argv[1], map_bytes=1 << 20); print(log.last()[0], flush=True)\n"
    code += "sys.stdin.readline(); backup(log, sys.argv[2])"
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", code, path, tmp_path / "b.pack"]
    child = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "20\n"
    with LmdbLog.open(path, mode="write") as log:
        log.compact()
        log.put_blob("columns", bytes(3_000_000), tx=20, format=1)
        log.append([remembered(21)], log.epoch)
        child.communicate("now\n")
    assert child.returncode == 0
    with LmdbLog.open(tmp_path / "b.pack") as log:
        assert log.last()[0] == 21


def test_a_full_disk_leaves_no_half_backup(small_disk: Path, tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack", 400) as log:
        fill(small_disk / "filler")
        with pytest.raises(PackFull, match="full"):
            backup(log, small_disk / "b.pack")
        (small_disk / "filler").unlink()
        (small_disk / "some").write_bytes(bytes(7 << 20))
        fill_but(small_disk, 100 << 10)
        with pytest.raises(PackFull, match="full"):
            backup(log, small_disk / "b.pack")
        assert sorted(entry.name for entry in small_disk.iterdir()) == ["rest", "some"]
        (small_disk / "rest").unlink()
        (small_disk / "some").unlink()
        backup(log, small_disk / "b.pack")
    assert check(small_disk / "b.pack").ok


def fill_but(disk: Path, room: int) -> None:
    """Fill a disk but for so many bytes."""
    (disk / "room").write_bytes(bytes(room))
    fill(disk / "rest")
    (disk / "room").unlink()


def test_a_backup_is_compact(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack") as log:
        log.put_blob("columns", bytes(2_000_000), tx=20, format=1)
        log.drop_blob("columns")
        backup(log, tmp_path / "b.pack")
    sizes = [(tmp_path / name / "data.mdb").stat().st_size for name in ("a.pack", "b.pack")]
    assert sizes[1] < sizes[0] / 4
