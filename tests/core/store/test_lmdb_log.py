"""The log in LMDB: what is appended is there, in order, or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import lmdb
import pytest

from core.clocks.instants import EARLIEST
from core.errors import NotAPack, NotFound, PackDamaged, PackError, PackHeld, Refused, StaleRevision
from core.store import layout, lmdb_log, meta, tables
from core.store.chains import Version
from core.store.lmdb_log import LmdbLog
from core.store.log import Log
from core.store.record import Effect
from tests.core.store.records import ANA, MARCH, claim, filled, record, remembered, review


def test_a_new_pack_is_empty_and_keeps_its_lineage(tmp_path: Path) -> None:
    with LmdbLog.create(tmp_path / "a.pack", pack_id="lineage", created=MARCH) as log:
        assert (log.last(), list(log.read()), log.epoch) == ((0, EARLIEST), [], 1)
        assert list(log.chains("claim")) == []
    with LmdbLog.open(tmp_path / "a.pack") as log:
        assert (log.pack_id, log.created, log.epoch) == ("lineage", MARCH, 0)


def test_it_is_a_log(tmp_path: Path) -> None:
    log: Log
    with filled(tmp_path / "a.pack", 2) as log:
        assert log.last() == (2, remembered(2).t_tx)


def test_what_is_appended_can_be_read_from_any_transaction(tmp_path: Path) -> None:
    count = 1_100  # more than two pages of reading
    with filled(tmp_path / "a.pack", count) as log:
        assert [seen.tx for seen in log.read()] == list(range(1, count + 1))
        assert list(log.read(count - 1)) == [remembered(count - 1), remembered(count)]
        assert log.record(7) == remembered(7)
        assert list(log.read(count + 1)) == []


@pytest.mark.parametrize("tx", [-1, 0, 21])
def test_an_unknown_transaction_is_not_found(tmp_path: Path, tx: int) -> None:
    with filled(tmp_path / "a.pack") as log, pytest.raises(NotFound):
        log.record(tx)


@pytest.mark.parametrize(
    "batch",
    [
        pytest.param([record(22)], id="a gap"),
        pytest.param([record(20)], id="a number that is taken"),
        pytest.param([record(21), record(23)], id="a gap inside the batch"),
        pytest.param(
            [record(21), record(22).__class__(22, MARCH, "", "", "", b"", ())], id="time that stands still"
        ),
        pytest.param([record(21, Effect("no such table", "k", b"\x01"))], id="an unknown table"),
        pytest.param([record(21, Effect.put("use", "k" * 600, 1))], id="a key that is too long"),
        pytest.param([record(21, Effect.put("use", "", 1))], id="an empty key"),
        pytest.param([record(21, Effect.put("use", "a\x00b", 1))], id="a NUL in a key"),
        pytest.param([record(21, Effect("use", "a", b""))], id="a value of no bytes"),
    ],
)
def test_a_batch_with_one_record_that_does_not_fit_changes_nothing(tmp_path: Path, batch: list) -> None:  # type: ignore[type-arg]
    with filled(tmp_path / "a.pack") as log:
        before = log.generation()
        with pytest.raises((StaleRevision, Refused)):
            log.append(batch, log.epoch)
        assert (log.last()[0], log.generation()) == (20, before)


def test_a_chain_tells_every_value_of_a_key_and_head_the_last_up_to_a_transaction(tmp_path: Path) -> None:
    with LmdbLog.create(tmp_path / "a.pack") as log:
        first, second = claim("c", 1), claim("c", 2)
        log.append(
            [
                record(1, Effect.put("claim", "c", first), Effect.put("claim", "cc", first)),
                record(2, Effect.put("claim", "c", second)),
                record(3, Effect.drop("claim", "c")),
            ],
            log.epoch,
        )
        times = [record(tx).t_tx for tx in (1, 2, 3)]
        assert log.chain("claim", "c") == [(1, times[0], first), (2, times[1], second), (3, times[2], None)]
        assert [log.head("claim", "c", tx) for tx in (0, 1, 2, None)] == [
            None,
            (1, times[0], first),
            (2, times[1], second),
            (3, times[2], None),
        ]
        assert log.head("claim", "nobody") is None
        assert log.chain("claim", "nobody") == []
        assert [key for key, _ in log.chains("claim")] == ["c", "cc"]
        assert log.heads("claim", ["cc", "nobody"]) == {"cc": (1, times[0], first)}


def _into(told: list[tuple[str, Version]]) -> Callable[[str, Version], None]:
    return lambda key, version: told.append((key, version))


@pytest.mark.parametrize("few", [0, 1000], ids=["by the chains", "by the log"])
def test_what_a_table_got_after_a_record_is_told_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(lmdb_log, "FEW_RECORDS", few)
    with LmdbLog.create(tmp_path / "a.pack", holder=ANA) as log:
        log.append(
            [
                record(1, Effect.put("use", "b", 1)),
                record(2, Effect.put("use", "c", 2), Effect.put("use", "a", 1), Effect.put("use", "a", 2)),
                record(3, Effect.put("claim", "a", claim("a")), Effect.drop("use", "b")),
            ],
            log.epoch,
        )
        times = [record(tx).t_tx for tx in (1, 2, 3)]
        every = [
            ("b", (1, times[0], 1)),
            ("a", (2, times[1], 2)),
            ("c", (2, times[1], 2)),
            ("b", (3, times[2], None)),
        ]
        for after in range(5):
            told: list[tuple[str, Version]] = []
            last, found = log.load_beside(("claim",), "use", after, _into(told))
            assert told == [one for one in every if one[1][0] > after]
            assert (last[0], [key for key, _ in found["claim"]]) == (3, ["a"])
        places = [(key, version[0]) for key, version in every]
        assert log.versions_at("use", places) == [version for _, version in every]
        assert log.versions_at("use", [("b", 2), ("nobody", 1)]) == [None, None]


def test_every_table_of_the_pack_has_a_code_of_its_own() -> None:
    assert layout.TABLE_CODES.keys() == tables.VALUE_TYPES.keys()
    assert len(set(layout.TABLE_CODES.values())) == len(layout.TABLE_CODES)


def test_load_gives_all_tables_of_one_moment(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack", 3) as log:
        last, loaded = log.load()
        assert last == log.last() == (3, remembered(3).t_tx)
        assert loaded.keys() == tables.VALUE_TYPES.keys()
        assert [(key, versions[0][2].id) for key, versions in loaded["claim"]] == [
            (f"claim{n:04d}",) * 2 for n in (1, 2, 3)
        ]
        stored = log.load_stored(["claim"])[1]["claim"]
        assert [tables.decode("claim", versions[0][2]) for _, versions in stored] == [
            versions[0][2] for _, versions in loaded["claim"]
        ]


def test_the_due_queue_holds_each_claim_on_the_day_of_its_present_clock(tmp_path: Path) -> None:
    with LmdbLog.create(tmp_path / "a.pack") as log:
        log.append(
            [
                record(
                    1,
                    *(
                        Effect.put("review", name, review(day))
                        for name, day in (("a", 300), ("b", 5), ("c", 299))
                    ),
                ),
                record(2, Effect.put("review", "a", review(7)), Effect.drop("review", "c")),
                record(3, Effect.put("review", "b", review(256))),
            ],
            log.epoch,
        )
        assert log.due_until(6) == {}
        assert log.due_until(7) == {"a": 7}
        assert log.due_until(255) == {"a": 7}
        assert list(log.due_until(10_000).items()) == [("a", 7), ("b", 256)]


def test_a_writer_whose_epoch_has_passed_is_refused(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack") as log, pytest.raises(PackHeld, match="taken over"):
        log.append([remembered(21)], log.epoch - 1)


def test_the_epoch_rises_with_each_acquisition_and_with_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    LmdbLog.create(path).close()
    LmdbLog.open(path).close()
    with LmdbLog.open(path, mode="write") as log:
        assert log.epoch == 2


def test_a_reader_can_become_the_writer_and_a_reader_again(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    filled(path).close()
    with LmdbLog.open(path) as log:
        assert log.take_lease(ANA) == 2
        log.append([remembered(21)], log.epoch)
        log.release_lease()
        assert (log.last()[0], log.epoch, log.holder) == (21, 0, None)
        with pytest.raises(Refused, match="for reading"):
            log.append([remembered(22)], 2)
        assert log.take_lease(ANA) == 3
        assert not log.audited


def test_reading_does_not_change_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    filled(path).close()
    before = (path / "data.mdb").read_bytes()
    with LmdbLog.open(path) as log:
        log.load()
        log.due_until(800_000)
        list(log.read())
        log.stats()
        log.get_blob("columns")
    assert (path / "data.mdb").read_bytes() == before


def test_a_folder_that_is_taken_is_not_made_into_a_pack(tmp_path: Path) -> None:
    (tmp_path / "a.pack").mkdir()
    (tmp_path / "a.pack" / "letter.txt").write_text("dear")
    with pytest.raises(Refused, match="there already"):
        LmdbLog.create(tmp_path / "a.pack")
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.pack"]


@pytest.mark.parametrize("mode", ["read", "write"])
def test_a_folder_without_a_pack_is_refused_and_left_alone(tmp_path: Path, mode: str) -> None:
    for path in (tmp_path, tmp_path / "missing.pack"):
        with pytest.raises(NotAPack):
            LmdbLog.open(path, mode=mode)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", ["read", "write"])
def test_an_lmdb_file_of_another_program_is_refused(tmp_path: Path, mode: str) -> None:
    env = lmdb.open(str(tmp_path / "a.pack"), lib_version=0, max_dbs=2)
    env.open_db(b"theirs")
    env.close()
    with pytest.raises(NotAPack):
        LmdbLog.open(tmp_path / "a.pack", mode=mode)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", ["read", "write"])
def test_a_file_of_the_other_lmdb_format_is_refused(tmp_path: Path, mode: str) -> None:
    lmdb.open(str(tmp_path / "a.pack"), lib_version=1).close()
    with pytest.raises((NotAPack, PackDamaged)):
        LmdbLog.open(tmp_path / "a.pack", mode=mode)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", ["read", "write"])
def test_a_newer_format_is_refused_by_its_number(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "a.pack"
    with filled(path) as log:
        log.write(lambda txn: meta.put(log.environment, txn, meta.FORMAT, layout.FORMAT + 1), log.epoch)
    with pytest.raises(NotAPack, match=rf"format {layout.FORMAT + 1}"):
        LmdbLog.open(path, mode=mode)  # type: ignore[arg-type]


def test_a_pack_is_opened_once_in_a_process(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack"), pytest.raises(PackError, match="open in this process already"):
        LmdbLog.open(tmp_path / "a.pack")


def test_a_closed_log_says_so(tmp_path: Path) -> None:
    log = filled(tmp_path / "a.pack")
    log.close()
    log.close()
    with pytest.raises(PackError, match="is closed"):
        log.last()


def test_a_file_that_was_swapped_under_the_writer_takes_no_write(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    with filled(path) as log:
        log.copy(tmp_path / "copy", compact=False)
        os.replace(tmp_path / "copy" / "data.mdb", path / "data.mdb")
        with pytest.raises(PackDamaged, match="replaced or deleted"):
            log.append([remembered(21)], log.epoch)
    with LmdbLog.open(path) as log:
        assert log.last()[0] == 20


def test_a_file_that_was_deleted_under_the_writer_takes_no_write(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack") as log:
        (tmp_path / "a.pack" / "data.mdb").unlink()
        with pytest.raises(PackDamaged, match="replaced or deleted"):
            log.append([remembered(21)], log.epoch)


def test_a_reader_follows_a_file_that_was_swapped(tmp_path: Path) -> None:
    path, other = tmp_path / "a.pack", tmp_path / "b.pack"
    filled(path, 2).close()
    filled(other, 5).close()
    with LmdbLog.open(path) as log:
        assert log.last()[0] == 2
        (path / "lock.mdb").unlink()
        os.replace(other / "data.mdb", path / "data.mdb")
        assert log.last()[0] == 5


def test_a_reader_of_a_pack_that_was_deleted_is_told_so_each_time(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    filled(path, 2).close()
    with LmdbLog.open(path) as log:
        for entry in path.iterdir():
            entry.unlink()
        for _ in range(2):
            with pytest.raises(NotAPack, match="any more"):
                log.last()


def test_a_forked_child_is_refused(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack") as log:
        child = os.fork()
        if child == 0:
            refusals = 0
            for attempt in (log.last, lambda: log.append([remembered(21)], log.epoch), log.generation):
                try:
                    attempt()
                except PackError as error:
                    refusals += "forked" in str(error)
            os._exit(refusals)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
        assert log.last()[0] == 20


def test_stats_count_what_is_there(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack", 3) as log:
        log.put_blob("columns", b"12", tx=3, format=1)
        stats = log.stats()
    assert (stats.records, stats.rows, stats.due, stats.blobs) == (3, 6, 3, 1)
    assert 0 < stats.used_bytes <= stats.file_bytes < stats.map_bytes


def test_the_generation_rises_with_a_write_and_only_with_one(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack") as log:
        before = log.generation()
        log.load()
        assert log.generation() == before
        log.append([remembered(21)], log.epoch)
        assert log.generation() > before
