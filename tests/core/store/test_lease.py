"""The lease: one writer, and whoever comes second is told who it is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.errors import PackHeld
from core.store.lease import LOCK, RECORD_BYTES, Holder, Lease, who_holds
from core.store.lmdb_log import LmdbLog
from tests.core.store.records import ANA, MARCH, filled, remembered

ROOT = Path(__file__).parents[3]

HOLD = """
import sys
from core.store.lease import Holder
from core.store.lmdb_log import LmdbLog
holder = Holder.here("nora", "workbench", since=1773479520000000)
log = LmdbLog.open(sys.argv[1], mode="write", holder=holder)
if len(sys.argv) > 2:
    log.announce(sys.argv[2])
print("held", flush=True)
sys.stdin.read()
log.close()
"""


@contextmanager
def holding(path: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lease of a pack until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, path, *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
    finally:
        process.communicate()


def test_the_second_process_is_told_who_holds_the_pack_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    filled(path).close()
    with holding(path) as process, pytest.raises(PackHeld) as refusal:
        LmdbLog.open(path, mode="write")
    sentence = str(refusal.value)
    assert "\n" not in sentence
    for part in (
        "a.pack",
        "nora",
        "workbench",
        f"pid {process.pid}",
        os.uname().nodename,
        "2026-03-14 09:12 UTC",
    ):
        assert part in sentence
    assert "close it there" in sentence
    LmdbLog.open(path, mode="write").close()


def test_a_holder_that_listens_is_named_with_its_socket(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    filled(path).close()
    with holding(path, "/run/pack.sock"), pytest.raises(PackHeld, match=r"send commands to /run/pack\.sock"):
        LmdbLog.open(path, mode="write")


def test_whoever_looks_learns_the_holder_without_taking_the_lease(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    filled(path).close()
    assert who_holds(path) is None
    with holding(path) as process:
        seen = who_holds(path)
        assert seen is not None
        assert (seen.seat, seen.pid, seen.since) == ("nora", process.pid, MARCH)
    assert who_holds(path) is None
    assert who_holds(tmp_path / "missing.pack") is None


def test_the_lease_of_a_process_that_was_killed_is_free_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    filled(path).close()
    with holding(path) as process:
        process.kill()
        process.wait()
        assert who_holds(path) is None
        with LmdbLog.open(path, mode="write") as log:
            assert log.audited


def test_the_same_process_cannot_take_it_twice(tmp_path: Path) -> None:
    lease = Lease.take(tmp_path, Holder.here("ana", "cli", since=MARCH))
    with pytest.raises(PackHeld, match=r"ana \(cli"):
        Lease.take(tmp_path, ANA)
    lease.release(clean=True)
    Lease.take(tmp_path, ANA).release(clean=True)


def test_the_record_is_json_that_others_can_read(tmp_path: Path) -> None:
    lease = Lease.take(tmp_path, ANA)
    written = json.loads((tmp_path / LOCK).read_text())
    assert written["holder"]["seat"] == "ana"
    assert written["holder"]["since"] == "2026-03-14T09:12:00.000000Z"
    assert (tmp_path / LOCK).stat().st_mode & 0o444 == 0o444
    lease.release(clean=True)


def test_a_child_of_the_holder_does_not_keep_the_lease(tmp_path: Path) -> None:
    lease = Lease.take(tmp_path, ANA)
    child = subprocess.Popen(
        [sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE, close_fds=False
    )
    lease.release(clean=True)
    Lease.take(tmp_path, ANA).release(clean=True)
    child.communicate()


def test_a_record_that_cannot_be_read_hinders_nobody(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_bytes(b'{"holder": {"pid"\x00')
    Lease.take(tmp_path, ANA).release(clean=True)


@pytest.mark.parametrize("seat", ["s" * 5000, "默" * 5000])
def test_a_long_name_neither_outgrows_the_record_nor_spoils_the_next(tmp_path: Path, seat: str) -> None:
    lease = Lease.take(tmp_path, Holder.here(seat, "workbench"))
    assert (tmp_path / LOCK).stat().st_size == RECORD_BYTES
    found = who_holds(tmp_path)
    assert found is not None
    assert seat.startswith(found.seat)
    lease.release(clean=True)


def test_a_record_over_a_longer_one_is_read(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_bytes(b"x" * 3 * RECORD_BYTES)
    lease = Lease.take(tmp_path, ANA)
    assert who_holds(tmp_path) == ANA
    lease.release(clean=True)


def test_a_lock_that_was_replaced_stops_the_writer(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack") as log:
        (tmp_path / "a.pack" / LOCK).unlink()
        with pytest.raises(PackHeld, match="was replaced"):
            log.append([remembered(21)], log.epoch)
        assert log.last()[0] == 20


def test_reading_never_asks_for_the_lease(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    filled(path).close()
    with holding(path), LmdbLog.open(path) as log:
        assert log.last()[0] == 20
        with pytest.raises(PackHeld, match="nora"):
            log.take_lease(ANA)
        assert log.last()[0] == 20
