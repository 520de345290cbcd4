"""Check finds a planted flip wherever it is, and names the first record that disagrees."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import lmdb
import pytest

from core.errors import NotAPack, PackDamaged, PackError
from core.store import layout, log_rows, meta
from core.store.check_child import check_apart, read_report
from core.store.checking import check
from core.store.lmdb_log import LmdbLog
from core.store.naming import describe
from core.store.rebuilding import rebuild
from core.store.record import Effect
from tests.core.store.pages import PageMap
from tests.core.store.records import claim, filled, record, remembered, review
from tests.core.store.test_crash import damage_a_page
from tests.core.store.test_lease import holding

ROOT = Path(__file__).parents[3]

Edit = Callable[[lmdb.Transaction, dict[str, object]], None]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A sound pack of 20 records, closed."""
    path = tmp_path / "a.pack"
    filled(path, 20).close()
    return path


def flip(pack: Path, database: str, key: bytes, at: int) -> None:
    """Turn one bit of a stored value, in the file itself."""
    env = lmdb.open(str(pack), lib_version=0, max_dbs=16)
    with env.begin(db=env.open_db(database.encode())) as txn:
        value = txn.get(key)
    env.close()
    assert value is not None
    file = pack / "data.mdb"
    content = bytearray(file.read_bytes())
    start = content.find(key + value)
    assert start >= 0
    while start >= 0:
        content[start + len(key) + at] ^= 0x10
        start = content.find(key + value, start + 1)
    file.write_bytes(content)


def test_a_sound_pack_is_found_sound(pack: Path) -> None:
    report = check(pack)
    assert (report.ok, report.first, report.records, report.effects, report.audited) == (
        True,
        "",
        20,
        40,
        True,
    )


@pytest.mark.parametrize("at", [0, 3, 4, 20, -1])
def test_a_flip_in_the_log_names_the_record(pack: Path, at: int) -> None:
    key = layout.log_key(7)
    flip(pack, "log", key, at if at >= 0 else 60)
    report = check(pack)
    assert [(fault.where, fault.tx) for fault in report.faults] == [("log", 7)]
    assert report.first.startswith("record 7 (")
    assert "2026-03-14 09:19" in report.first
    assert "on “The build takes nine minutes.” is damaged in the log" in report.first
    with LmdbLog.open(pack) as log, pytest.raises(PackDamaged, match="record 7"):
        list(log.read())


@pytest.mark.parametrize("at", [1, 6, 12, 30])
def test_a_flip_in_a_projection_names_the_record_that_wrote_it(pack: Path, at: int) -> None:
    flip(pack, "chain", layout.chain_key("claim", "claim0012", 12), at)
    report = check(pack)
    assert [(fault.where, fault.tx) for fault in report.faults] == [("chain", 12)]
    named = "the claim claim0012 “The build takes nine minutes.”"
    assert report.first.startswith(f"{describe(remembered(12))}: {named} in the projection is damaged")
    assert report.first.endswith("`packbench check --rebuild` makes it again from the log.")
    with LmdbLog.open(pack) as log, pytest.raises(PackDamaged, match="claim0012"):
        list(log.chains("claim"))


@pytest.mark.parametrize("name", sorted(meta.TYPES))
def test_a_flip_in_what_the_pack_says_of_itself_is_named(pack: Path, name: str) -> None:
    flip(pack, "meta", name.encode(), 4)
    report = check(pack)
    assert [(fault.where, fault.tx) for fault in report.faults] == [("meta", None)]
    assert f"the {name} of the pack" in report.first


def test_a_record_is_named_as_a_person_would() -> None:
    assert describe(record(412, verb="close")) == "record 412 (close, 2026-03-14 16:04 by ana)"


def put_chain(table: str, key: str, tx: int, value: object) -> Edit:
    def edit(txn: lmdb.Transaction, db: dict[str, object]) -> None:
        raw = layout.chain_key(table, key, tx)
        txn.put(
            raw,
            layout.chain_row(raw, remembered(tx).t_tx, Effect.put(table, key, value).stored),
            db=db["chain"],
        )

    return edit


def delete(name: str, key: bytes) -> Edit:
    return lambda txn, db: txn.delete(key, db=db[name])


def put(name: str, key: bytes, value: bytes) -> Edit:
    return lambda txn, db: txn.put(key, value, db=db[name])


def put_record(tx: int, *effects: Effect, t_tx: int | None = None, at: int | None = None) -> Edit:
    made = record(tx, *effects)
    if t_tx is not None:
        made = type(made)(tx, t_tx, *[getattr(made, name) for name in made.__struct_fields__[2:]])

    def edit(txn: lmdb.Transaction, db: dict[str, object]) -> None:
        key = layout.log_key(at or tx)
        former = log_rows.NO_HISTORY
        if tx > 1 and (row := txn.get(layout.log_key((at or tx) - 1), db=db["log"])):
            former = log_rows.digest_in(row)
        body = log_rows.encode(made)
        txn.put(key, layout.seal(key, log_rows.digest_of(former, key, body) + body), db=db["log"])

    return edit


@pytest.mark.parametrize(
    ("edit", "where", "tx", "says"),
    [
        pytest.param(
            put_chain("claim", "claim0005", 5, claim("claim0005", text="It lies.")),
            "chain",
            5,
            "differs from the log",
            id="another value",
        ),
        pytest.param(
            delete("chain", layout.chain_key("review", "claim0005", 5)),
            "chain",
            5,
            "is missing",
            id="a value gone",
        ),
        pytest.param(
            put_chain("claim", "ghost", 5, claim("ghost")),
            "chain",
            5,
            "the log says nothing of the claim ghost",
            id="a value too many",
        ),
        pytest.param(
            put_chain("claim", "ghost", 99, claim("ghost")),
            "chain",
            99,
            "says nothing",
            id="a value of no record",
        ),
        pytest.param(
            put("chain", b"\xee junk", b"junk"), "chain", None, "no row of a chain", id="a row of no table"
        ),
        pytest.param(
            delete("due", layout.due_key(review(739_005), "claim0005")),
            "due",
            5,
            "not in the due queue",
            id="not due",
        ),
        pytest.param(
            put("due", layout.due_key(review(9), "claim0005"), b""),
            "due",
            None,
            "holds claim0005",
            id="due twice",
        ),
        pytest.param(delete("log", layout.log_key(5)), "log", 5, "record 5 is missing", id="a record gone"),
        pytest.param(put_record(22), "log", 21, "record 21 is missing", id="a gap at the end"),
        pytest.param(put_record(21, t_tx=1), "log", 21, "not later", id="time that goes back"),
        pytest.param(
            put_record(22, at=21), "log", 21, "in the place of record 21", id="a record in another's place"
        ),
        pytest.param(
            put_record(21, Effect("claim", "c", b"\x01")),
            "log",
            21,
            "cannot be read",
            id="a value of another shape",
        ),
        pytest.param(
            put_record(21, Effect("clam", "c", b"\x01")), "log", 21, "cannot be read", id="an unknown table"
        ),
        pytest.param(
            put_record(21, Effect.put("use", "c", 1)),
            "chain",
            21,
            "is missing",
            id="a record that was never projected",
        ),
    ],
)
def test_what_log_and_projections_do_not_agree_on_is_named(
    pack: Path, edit: Edit, where: str, tx: int | None, says: str
) -> None:
    env = lmdb.open(str(pack), lib_version=0, max_dbs=16)
    handles = {name: env.open_db(name.encode()) for name in layout.SUB_DATABASES}
    with env.begin(write=True) as txn:
        edit(txn, handles)
    env.close()
    report = check(pack)
    assert (where, tx) in [(fault.where, fault.tx) for fault in report.faults]
    assert any(says in fault.sentence for fault in report.faults), report.faults


def test_the_first_of_many_faults_comes_first_and_all_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    with filled(path, 300) as log:
        log.write(lambda txn: txn.drop(log.environment["chain"], delete=False), log.epoch)
    report = check(path)
    assert (report.found, len(report.faults), report.faults[0].tx) == (600, 100, 1)


def test_a_rebuild_mends_projections_and_keeps_vectors(pack: Path) -> None:
    with LmdbLog.open(pack, mode="write") as log:
        log.put_blob("columns", b"derived", tx=20, format=1)
        log.put_blob("vectors/model", b"expensive", tx=20, format=1)
        log.write(lambda txn: txn.drop(log.environment["chain"], delete=False), log.epoch)
        assert not check(log).ok
        assert rebuild(log) == 20
        assert check(log).ok
        assert log.blob_names() == ["vectors/model"]


def test_a_rebuild_from_a_damaged_log_is_refused_and_changes_nothing(pack: Path) -> None:
    flip(pack, "log", layout.log_key(7), 30)
    with LmdbLog.open(pack, mode="write") as log:
        with pytest.raises(PackDamaged, match="record 7"):
            rebuild(log)
        assert log.chain("claim", "claim0007")


def test_blobs_are_outside_of_the_comparison(pack: Path) -> None:
    with LmdbLog.open(pack, mode="write") as log:
        log.put_blob("columns", b"whatever", tx=1, format=1)
    assert check(pack).ok


def test_a_pack_can_be_checked_beside_its_writer(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    filled(path).close()
    with holding(path):
        report = check(path)
    assert (report.ok, report.audited) == (True, False)


def test_a_damaged_array_is_named_and_a_rebuild_takes_it_out(pack: Path) -> None:
    with LmdbLog.open(pack, mode="write") as log:
        log.put_blob("words", b"derived" * 9, tx=20, format=1)
        log.put_blob("vectors/one", b"expensive" * 9, tx=20, format=1)
        log.put_blob("vectors/two", b"costly" * 9, tx=20, format=1)
    content = (pack / "data.mdb").read_bytes()
    (pack / "data.mdb").write_bytes(content.replace(b"derived", b"berived").replace(b"costly", b"mostly"))
    report = check(pack)
    assert [(fault.where, fault.tx) for fault in report.faults] == [("blob", None), ("blob", None)]
    assert report.first.startswith("the cached array vectors/two is damaged; it is not used")
    with LmdbLog.open(pack, mode="write") as log:
        rebuild(log)
        assert log.blob_names() == ["vectors/one"]
        assert log.get_blob("vectors/one") is not None
    assert check(pack).ok


def test_a_record_that_was_exchanged_for_another_with_a_right_checksum_is_named(pack: Path) -> None:
    env = lmdb.open(str(pack), lib_version=0, max_dbs=16)
    with env.begin(write=True, db=env.open_db(b"log")) as txn:
        key = layout.log_key(7)
        digest = log_rows.digest_in(txn.get(key))
        body = log_rows.encode(record(7, *remembered(7).effects, verb="accept"))
        txn.put(key, layout.seal(key, digest + body))
    env.close()
    report = check(pack)
    assert [(fault.where, fault.tx) for fault in report.faults] == [("log", 7)]
    assert report.first.startswith("record 7 (accept, 2026-03-14 09:19 by ana) was not written after")


def test_two_packs_with_one_digest_hold_the_same_history(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack", 9) as one, filled(tmp_path / "b.pack", 9) as other:
        assert check(one).digest == check(other).digest == one.digest(9) == other.digest(9)
        one.append([remembered(10)], one.epoch)
        other.append([record(10, verb="fire")], other.epoch)
        assert one.digest(9) == other.digest(9)
        assert one.digest(10) != other.digest(10)


@pytest.mark.parametrize("bytes_left", [10, 4_096, 9_000, 30_000])
def test_a_file_that_was_cut_off_is_a_fault_in_words(pack: Path, bytes_left: int) -> None:
    content = (pack / "data.mdb").read_bytes()
    (pack / "data.mdb").write_bytes(content[:bytes_left])
    report = check_apart(pack)
    assert (report.found, report.faults[0].where) == (1, "file")
    assert "backup" in report.first


@pytest.mark.parametrize("tail", [b"x", bytes(4_096), b"junk" * 5_000])
def test_what_was_appended_to_the_file_is_no_fault_and_said(pack: Path, tail: bytes) -> None:
    with (pack / "data.mdb").open("ab") as file:
        file.write(tail)
    report = check(pack)
    assert report.ok, report.first
    assert report.notes == (
        f"{len(tail)} bytes behind the last page in use are never read; `packbench compact` drops them.",
    )
    with LmdbLog.open(pack, mode="write") as log:
        log.compact()
    assert check(pack).notes == ()


def test_any_page_that_was_zeroed_is_found_unless_it_is_free(pack: Path) -> None:
    content = (pack / "data.mdb").read_bytes()
    pages = PageMap(content)
    said = {}
    for page in range(pages.pages):
        start = page * pages.size
        (pack / "data.mdb").write_bytes(content[:start] + bytes(pages.size) + content[start + pages.size :])
        report = check(pack)
        kind = pages.kind_at(start)
        assert report.ok == (kind == "free page"), (page, kind, report.first)
        said[pages.kind_at(start + pages.size - 1)] = report.first
    assert "in the log: " in said["leaf, log"]
    assert "in the projection of the log: " in said["leaf, chain"]


def test_an_open_log_can_be_checked(tmp_path: Path) -> None:
    with filled(tmp_path / "a.pack") as log:
        assert check(log).ok


def test_a_path_without_a_pack_cannot_be_checked(tmp_path: Path) -> None:
    with pytest.raises(NotAPack):
        check(tmp_path)
    with pytest.raises(PackError, match="no pack"):
        check_apart(tmp_path)


def test_the_child_reports_what_the_check_finds(pack: Path) -> None:
    assert check_apart(pack) == check(pack)
    flip(pack, "log", layout.log_key(7), 30)
    assert check_apart(pack) == check(pack)
    assert not check_apart(pack).ok


def test_the_child_prints_json(pack: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "core.store.check_child", pack], cwd=ROOT, capture_output=True, check=False
    )
    written = json.loads(run.stdout)
    assert (run.returncode, written["records"], written["faults"]) == (0, 20, [])


def test_a_file_whose_pages_are_broken_is_reported_and_not_read_further(pack: Path) -> None:
    damage_a_page(pack / "data.mdb")
    report = check_apart(pack)
    assert report.faults[0].where == "file"
    assert "does not hold together" in report.first


def test_a_check_that_was_killed_by_what_it_read_is_a_finding() -> None:
    report = read_report(-7, b"", b"")
    assert (report.ok, report.faults[0].where) == (False, "file")
    assert "SIGBUS" in report.first
