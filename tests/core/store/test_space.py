"""Room: the map grows by itself; a full disk or address space is said in words and loses nothing."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from core.errors import PackFull
from core.store.checking import check
from core.store.lmdb_log import LmdbLog
from core.store.record import Effect, LogRecord
from tests.core.store.records import record, remembered

ROOT = Path(__file__).parents[3]
SMALL_MAP = 256 << 10


def test_the_map_grows_by_itself(tmp_path: Path) -> None:
    records = [remembered(tx) for tx in range(1, 3_001)]
    with LmdbLog.create(tmp_path / "a.pack", map_bytes=SMALL_MAP) as log:
        for start in range(0, len(records), 100):
            log.append(records[start : start + 100], log.epoch)
        assert log.stats().map_bytes > 4 * SMALL_MAP
        assert list(log.read()) == records
        assert check(log).ok


def test_a_batch_many_times_the_map_goes_in_whole(tmp_path: Path) -> None:
    records = [remembered(tx) for tx in range(1, 3_001)]
    with LmdbLog.create(tmp_path / "a.pack", map_bytes=SMALL_MAP) as log:
        log.append(records, log.epoch)
        assert log.last()[0] == 3_000


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 8 MB of its own."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root can mount a small disk")
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"no tmpfs can be mounted here: {mounted.stderr.decode().strip()}")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


def test_a_full_disk_is_said_in_words_and_nothing_committed_is_lost(small_disk: Path) -> None:
    filler = small_disk / "filler"
    filler.write_bytes(bytes(2 << 20))
    with LmdbLog.create(small_disk / "a.pack") as log:
        with pytest.raises(PackFull, match="full; nothing was changed"):
            append_for_ever(log)
        last = log.last()[0]
        assert last
        assert list(log.read()) == [bulky(tx) for tx in range(1, last + 1)]
        assert check(log).ok
        filler.unlink()
        log.append([bulky(last + 1)], log.epoch)
    with LmdbLog.open(small_disk / "a.pack", mode="write") as log:
        assert log.last()[0] == last + 1
    assert check(small_disk / "a.pack").ok


def test_a_full_disk_does_not_keep_a_pack_from_being_read(small_disk: Path) -> None:
    with LmdbLog.create(small_disk / "a.pack") as log:
        log.append([bulky(1)], log.epoch)
    fill(small_disk / "filler")
    with LmdbLog.open(small_disk / "a.pack") as log:
        assert log.record(1) == bulky(1)
        with pytest.raises(PackFull):
            append_for_ever(log)
        assert log.record(1) == bulky(1)


def bulky(tx: int) -> LogRecord:
    return record(tx, Effect.put("setting", "long", "x" * 50_000))


def append_for_ever(log: LmdbLog) -> None:
    """Every record is acknowledged before the next one, until there is no room."""
    log.take_lease()
    for tx in count(log.last()[0] + 1):
        log.append([bulky(tx)], log.epoch)
        assert log.last()[0] == tx


def fill(path: Path) -> None:
    """Take all the room that is left on the disk."""
    with path.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(4096)):
            pass


LITTLE_ADDRESS_SPACE = """
import resource, sys
from core.errors import PackFull
from core.store.lmdb_log import LmdbLog
from core.store.checking import check
from tests.core.store.test_space import bulky

used = 4096 * int(open("/proc/self/statm").read().split()[0])
hard = resource.getrlimit(resource.RLIMIT_AS)[1]
resource.setrlimit(resource.RLIMIT_AS, (used + (48 << 20), hard))
log = LmdbLog.create(sys.argv[1])
assert log.stats().map_bytes < 48 << 20, log.stats()
written = 0
try:
    while True:
        log.append([bulky(written + 1)], log.epoch)
        written += 1
except PackFull as error:
    assert "address space" in str(error), error
assert written
assert log.last()[0] == written
resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
log.append([bulky(written + 1)], log.epoch)
assert check(log).ok
log.close()
print("well")
"""


def test_little_address_space_gives_a_smaller_map_and_then_words(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", LITTLE_ADDRESS_SPACE, tmp_path / "a.pack"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (0, "well\n"), run.stderr
