"""A writer that is killed loses nothing that it acknowledged, and leaves a sound pack."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import PackDamaged
from core.store import datafile
from core.store.checking import check
from core.store.lmdb_log import LmdbLog
from tests.core.store.records import filled, remembered

ROOT = Path(__file__).parents[3]


def write_and_be_killed(path: Path, after: int) -> int:
    """Start a writer, kill it some time after its n-th acknowledgement; the last acknowledged tx."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.core.store.writing_child", path],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(after)]
    process.kill()
    lines += process.stdout.readlines()
    process.wait()
    process.stdout.close()
    assert process.returncode == -9
    return int([line for line in lines if line.endswith("\n")][-1].split()[1])


def outlive(path: Path, kills: int, seed: int) -> None:
    """Kill a writer again and again, and look at the pack each time."""
    moments = random.Random(seed)
    LmdbLog.create(path).close()
    for _ in range(kills):
        acknowledged = write_and_be_killed(path, moments.randint(1, 12))
        with LmdbLog.open(path, mode="write") as log:
            assert log.audited
            last = log.last()[0]
            assert last >= acknowledged
            assert list(log.read()) == [remembered(tx) for tx in range(1, last + 1)]
            report = check(log)
            assert report.ok, report.first
            assert (report.records, report.effects) == (last, 2 * last)


def test_kill_9_loses_no_acknowledged_record(tmp_path: Path) -> None:
    outlive(tmp_path / "a.pack", kills=3, seed=3)


@pytest.mark.slow
def test_kill_9_thirty_times_loses_no_acknowledged_record(tmp_path: Path) -> None:
    outlive(tmp_path / "a.pack", kills=30, seed=30)


def test_a_pack_that_was_closed_is_opened_without_verification(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    filled(path).close()
    with LmdbLog.open(path, mode="write") as log:
        assert not log.audited


def test_a_file_that_was_touched_after_it_was_closed_is_verified(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    filled(path).close()
    (path / datafile.DATA).touch()
    with LmdbLog.open(path, mode="write") as log:
        assert log.audited
    with LmdbLog.open(path, mode="write") as log:
        assert not log.audited


def test_a_pack_that_was_not_closed_and_does_not_hold_together_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    LmdbLog.create(path).close()
    write_and_be_killed(path, 3)
    damage_a_page(path / datafile.DATA)
    for _ in range(2):  # the second time too: a refusal is no proper close
        with pytest.raises(PackDamaged, match="is damaged: its file does not hold together"):
            LmdbLog.open(path, mode="write")
    report = check(path)
    assert not report.ok
    assert report.faults[0].where == "file"


def damage_a_page(file: Path) -> None:
    """Zero the header of the page that the newer meta page names as the root of the main tree."""
    content = bytearray(file.read_bytes())
    metas = [content[start : start + 4096] for start in (0, 4096)]
    newer = max(metas, key=lambda page: int.from_bytes(page[144:152], "little"))
    root = int.from_bytes(newer[16 + 24 + 48 + 40 : 16 + 24 + 48 + 48], "little")
    content[root * 4096 : root * 4096 + 16] = bytes(16)
    file.write_bytes(content)


@pytest.mark.parametrize("mode", ["read", "write"])
def test_a_file_that_was_cut_off_is_refused_before_it_can_kill_the_reader(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "a.pack"
    filled(path, 200).close()
    whole = (path / datafile.DATA).read_bytes()
    (path / datafile.DATA).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(PackDamaged, match="cut off"):
        LmdbLog.open(path, mode=mode)  # type: ignore[arg-type]


@pytest.mark.parametrize("content", [b"", b"hello" * 4_000, bytes(16_384)], ids=["empty", "text", "zeros"])
@pytest.mark.parametrize("mode", ["read", "write"])
def test_a_file_that_is_no_lmdb_file_is_refused_and_left_as_it_is(
    tmp_path: Path, mode: str, content: bytes
) -> None:
    path = tmp_path / "a.pack"
    path.mkdir()
    (path / datafile.DATA).write_bytes(content)
    with pytest.raises(PackDamaged):
        LmdbLog.open(path, mode=mode)  # type: ignore[arg-type]
    assert (path / datafile.DATA).read_bytes() == content
