"""Power cuts: whatever the disk had not flushed may be lost or torn; what was acknowledged may not."""

from __future__ import annotations

import random
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.store.auditing import audit
from core.store.checking import check
from core.store.lmdb_log import LmdbLog
from tests.core.store.disk_trace import Event, Flush, Said, Write, disks_after_a_cut, events, trace
from tests.core.store.records import remembered

ROOT = Path(__file__).parents[3]
COMMITS = 20


@dataclass(frozen=True, slots=True)
class Recording:
    """A file before, what was done to it, and the file after."""

    before: bytes
    happened: list[Event]
    after: bytes


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """A writer of `COMMITS` commits, seen from its disk."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not on this machine")
    folder = tmp_path_factory.mktemp("traced")
    path = folder / "a.pack"
    LmdbLog.create(path).close()
    before = (path / "data.mdb").read_bytes()
    command = [sys.executable, "-m", "tests.core.store.writing_child", str(path), str(COMMITS)]
    why = trace(command, folder / "trace", ROOT)
    if why is not None:
        pytest.skip(f"strace cannot trace here: {why}")
    lines = (folder / "trace").read_text().splitlines()
    return Recording(before, list(events(lines, path / "data.mdb")), (path / "data.mdb").read_bytes())


def test_a_commit_is_flushed_before_it_is_acknowledged(
    recorded: Recording,
) -> None:
    happened = recorded.happened
    assert sum(isinstance(event, Said) for event in happened) == COMMITS
    assert sum(isinstance(event, Flush) for event in happened) >= COMMITS
    pending = 0
    for event in happened:
        match event:
            case Write(durable=False):
                pending += 1
            case Flush():
                pending = 0
            case Said():
                assert pending == 0


def test_no_power_cut_loses_an_acknowledged_record(tmp_path: Path, recorded: Recording) -> None:
    path = tmp_path / "a.pack"
    path.mkdir()
    states = 0
    for disk, said in disks_after_a_cut(recorded.before, recorded.happened, random.Random(7)):
        (path / "data.mdb").write_bytes(disk)
        (path / "lock.mdb").unlink(missing_ok=True)
        assert audit(path) == []
        acknowledged = int(said.split()[1]) if said else 0
        with LmdbLog.open(path) as log:
            last = log.last()[0]
            assert last >= acknowledged
            assert list(log.read(max(1, last - 5))) == [
                remembered(tx) for tx in range(max(1, last - 5), last + 1)
            ]
            report = check(log)
            assert report.ok, report.first
        states += 1
    assert states > 300


def test_with_nothing_lost_the_replayed_disk_is_the_real_one(recorded: Recording) -> None:
    *_, (disk, _) = disks_after_a_cut(recorded.before, recorded.happened, random.Random(7))
    assert disk == recorded.after
