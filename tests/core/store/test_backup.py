"""A backup is a pack: whole, compact, of one moment, and never written over another."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import Refused
from core.store.backup import backup
from core.store.checking import check
from core.store.lmdb_log import LmdbLog
from tests.core.store.records import filled, remembered
from tests.core.store.test_lease import holding


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


def test_a_backup_is_compact(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack") as log:
        log.put_blob("columns", bytes(2_000_000), tx=20, format=1)
        log.drop_blob("columns")
        backup(log, tmp_path / "b.pack")
    sizes = [(tmp_path / name / "data.mdb").stat().st_size for name in ("a.pack", "b.pack")]
    assert sizes[1] < sizes[0] / 4
