"""A pack of an earlier format is brought up to date after a copy of it; one of a newer is refused by name.

`data/format_N.mdb` was written by the program when format N was the present one, and `data/format_1.jsonl` is
what the first of these programs exported of it.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import NotAPack, PackDamaged, PackFull
from core.store import layout, lease, meta
from core.store.check_child import check_apart
from core.store.checking import check
from core.store.environment import Environment
from core.store.export import export_log
from core.store.lmdb_log import LmdbLog
from core.store.rebuilding import rebuild
from tests.core.store.killing import killed_at_each
from tests.core.store.records import filled
from tests.core.store.test_space import fill, small_disk

__all__ = ["small_disk"]

ROOT = Path(__file__).parents[3]
DATA = Path(__file__).parent / "data"


@pytest.fixture(params=range(1, layout.FORMAT))
def old(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A pack of each earlier format."""
    return old_pack(tmp_path, request.param)


@pytest.fixture
def oldest(tmp_path: Path) -> Path:
    """A pack of format 1."""
    return old_pack(tmp_path)


def old_pack(folder: Path, number: int = 1) -> Path:
    path = folder / "a.pack"
    path.mkdir()
    shutil.copy(DATA / f"format_{number}.mdb", path / "data.mdb")
    return path


def exported() -> list[str]:
    return (DATA / "format_1.jsonl").read_text(encoding="utf-8").splitlines()


def format_of(path: Path) -> int:
    env = Environment(path, writable=False)
    try:
        with env.reading() as txn:
            return int(meta.get(env, txn, meta.FORMAT))
    finally:
        env.close()


def set_format(path: Path, number: int) -> None:
    with LmdbLog.open(path, mode="write") as log:
        log.write(lambda txn: meta.put(log.environment, txn, meta.FORMAT, number), log.epoch)


def copies(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.name}.before-format-*"))


def test_opening_for_writing_brings_an_old_pack_up_to_date(old: Path) -> None:
    with LmdbLog.open(old, mode="write") as log:
        assert list(export_log(log)) == exported()
        assert check(log).ok
        assert log.digest(log.last()[0]) != log.digest(0)
    assert format_of(old) == layout.FORMAT
    assert check(old).ok
    with LmdbLog.open(old, mode="write") as log:
        assert not log.audited
        assert rebuild(log) == log.last()[0]
    assert len(copies(old)) == 1


def test_a_migrated_pack_has_the_digest_of_one_that_was_never_old(old: Path, tmp_path: Path) -> None:
    from core.store.export import import_log

    with LmdbLog.open(old, mode="write") as log, LmdbLog.create(tmp_path / "new.pack") as new:
        import_log(new, exported())
        last = log.last()[0]
        assert [log.digest(tx) for tx in range(last + 1)] == [new.digest(tx) for tx in range(last + 1)]


def test_the_links_of_an_old_pack_are_found_where_new_ones_are(old: Path) -> None:
    with LmdbLog.open(old, mode="write") as log:
        links = {effect.key for record in log.read() for effect in record.effects if effect.table == "link"}
        assert links
        chains = {key: [(tx, value) for tx, _, value in log.chain("link", key)] for key in links}
        rebuild(log)
        assert chains == {key: [(tx, value) for tx, _, value in log.chain("link", key)] for key in links}
        assert all(chains.values())


def test_the_copy_beside_it_is_the_pack_as_it_was(old: Path) -> None:
    was = format_of(old)
    LmdbLog.open(old, mode="write").close()
    [copy] = copies(old)
    assert copy.name == f"a.pack.before-format-{layout.FORMAT}"
    assert format_of(copy) == was
    with LmdbLog.open(copy, mode="write") as log:
        assert list(export_log(log)) == exported()


def test_a_reader_says_plainly_that_an_old_pack_must_be_opened_for_writing_once(old: Path) -> None:
    was = format_of(old)
    with pytest.raises(
        NotAPack, match=rf"format {was}, of an earlier.*reads format 3.*writing once.*compact"
    ):
        LmdbLog.open(old)
    assert "writing once" in check_apart(old).first
    assert format_of(old) == was
    assert copies(old) == []


def test_a_newer_format_is_refused_by_its_number_for_reading_and_writing(tmp_path: Path) -> None:
    filled(tmp_path / "a.pack").close()
    set_format(tmp_path / "a.pack", layout.FORMAT + 7)
    before = (tmp_path / "a.pack" / "data.mdb").read_bytes()
    for mode in ("read", "write"):
        with pytest.raises(NotAPack, match=r"format 10; this Packbench reads format 3\. Update Packbench"):
            LmdbLog.open(tmp_path / "a.pack", mode=mode)  # type: ignore[arg-type]
    assert "format 10" in check_apart(tmp_path / "a.pack").first
    assert (tmp_path / "a.pack" / "data.mdb").read_bytes() == before
    assert lease.who_holds(tmp_path / "a.pack") is None


def test_a_format_that_nobody_wrote_is_refused(tmp_path: Path) -> None:
    filled(tmp_path / "a.pack").close()
    set_format(tmp_path / "a.pack", 0)
    with pytest.raises(NotAPack, match="which no Packbench has written"):
        LmdbLog.open(tmp_path / "a.pack", mode="write")
    assert copies(tmp_path / "a.pack") == []


def test_a_damaged_record_stops_the_migration_and_leaves_everything_as_it_was(oldest: Path) -> None:
    data = oldest / "data.mdb"
    content = data.read_bytes()
    assert b"Minutes of Monday" in content
    data.write_bytes(content.replace(b"Minutes of Monday", b"Minutes of Sunday"))
    with pytest.raises(PackDamaged, match=r"record \d+ of the log is damaged"):
        LmdbLog.open(oldest, mode="write")
    assert format_of(oldest) == 1
    assert copies(oldest) == []


def test_a_full_disk_leaves_an_old_pack_as_it_was_or_wholly_new(small_disk: Path) -> None:
    """Whether it is full before the copy, in it, at the commit, or only when the migrated pack is signed."""
    as_it_was, brought_up = (1, 0), (layout.FORMAT, 1)
    seen = []
    for room in range(8, 200, 8):
        path = old_pack(small_disk)
        leave(small_disk, room << 10)
        with contextlib.suppress(PackFull):
            LmdbLog.open(path, mode="write").close()
        seen.append((format_of(path), len(copies(path))))
        for entry in small_disk.iterdir():
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    assert set(seen) == {as_it_was, brought_up}
    assert seen == sorted(seen)


def leave(disk: Path, room: int) -> None:
    """Fill the disk but for so many bytes."""
    (disk / "room").write_bytes(bytes(room))
    fill(disk / "rest")
    (disk / "room").unlink()


MIGRATE = """
import os, signal, sys
from core.store import log_rows
from core.store.lmdb_log import LmdbLog

former, steps = log_rows.put, int(sys.argv[2])

def put(*given):
    global steps
    steps -= 1
    if not steps:
        os.kill(os.getpid(), signal.SIGKILL)
    return former(*given)

log_rows.put = put
LmdbLog.open(sys.argv[1], mode="write").close()
"""


def killed_after(path: Path, rows: int) -> int:
    """Migrate in a process that is killed when it has rewritten some rows; its exit code."""
    command = [sys.executable, "-c", MIGRATE, str(path), str(rows)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode


def test_a_migration_that_is_killed_leaves_the_old_pack_or_the_new(oldest: Path) -> None:
    codes = [killed_after(oldest, rows) for rows in (1, 8, 19)]
    assert codes == [-9, -9, -9]
    assert format_of(oldest) == 1
    assert killed_after(oldest, 1_000) == 0
    assert format_of(oldest) == layout.FORMAT
    report = check(oldest)
    assert report.ok, report.first
    assert len(copies(oldest)) == 4
    with LmdbLog.open(oldest) as log:
        assert list(export_log(log)) == exported()


OPEN = "import sys; from core.store.lmdb_log import LmdbLog; LmdbLog.open(sys.argv[1], mode='write').close()"


@pytest.mark.slow
def test_a_migration_killed_at_any_call_leaves_the_old_pack_or_the_new(tmp_path: Path) -> None:
    formats = []
    for pack in killed_at_each(OPEN, old_pack, tmp_path):
        formats.append(format_of(pack))
        with LmdbLog.open(pack, mode="write") as log:
            assert list(export_log(log)) == exported()
            assert check(log).ok
    assert set(formats) == {1, layout.FORMAT}
