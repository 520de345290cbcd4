"""Rewriting: the bytes are gone from the file, and the log and its projections still agree."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from core.errors import NotFound, Refused
from core.store.checking import check
from core.store.lmdb_log import LmdbLog
from core.store.record import Effect, LogRecord
from core.store.replay import replay
from core.store.rewriting import rewrite
from tests.core.store.records import claim, effects, filled, histories, record, remembered
from tests.core.store.test_readers import reader
from tests.core.store.test_replay import queue, stored

SECRET = "the door code is 4711"


def erased(former: LogRecord) -> LogRecord:
    """The record with nothing said in it."""
    return replace(
        former,
        payload=b"\x80",
        effects=tuple(
            Effect.put("claim", effect.key, claim(effect.key, text="")) for effect in former.effects
        ),
    )


def test_erased_bytes_are_in_no_file_of_the_pack_and_the_pack_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    with filled(path) as log:
        told = replace(record(21, Effect.put("claim", "c", claim("c", text=SECRET))), payload=SECRET.encode())
        log.append([told, remembered(22)], log.epoch)
        log.put_blob("words", SECRET.encode(), tx=22, format=1)
        assert SECRET.encode() in (path / "data.mdb").read_bytes()
        rewrite(log, [erased(told)], [record(23, verb="erase")])
        assert log.last()[0] == 23
        assert [seen.tx for seen in log.read()] == list(range(1, 24))
        assert log.head("claim", "c") == (21, told.t_tx, claim("c", text=""))
        assert log.get_blob("words") is None
        log.append([remembered(24)], log.epoch)
    for file in path.rglob("*"):
        assert not file.is_dir()
        assert SECRET.encode() not in file.read_bytes()
    assert check(path).ok
    with LmdbLog.open(path, mode="write") as log:
        assert (log.last()[0], log.audited) == (24, False)


@given(histories(), st.data())
@settings(max_examples=settings().max_examples // 5)
def test_any_rewritten_log_and_its_projections_agree(history: list[LogRecord], data: st.DataObject) -> None:
    chosen = [seen for seen in history if data.draw(st.booleans())]
    replaced = [replace(seen, effects=tuple(data.draw(st.lists(effects(), max_size=3)))) for seen in chosen]
    with tempfile.TemporaryDirectory() as folder, LmdbLog.create(Path(folder) / "a.pack") as log:
        log.append(history, log.epoch)
        rewrite(log, replaced, [])
        after = list(log.read())
        assert after == [{seen.tx: seen for seen in replaced}.get(seen.tx, seen) for seen in history]
        assert stored(log) == replay(after)
        assert list(log.due_until(10_000_000).items()) == [(key, day) for day, key in queue(after)]
        assert check(log).ok, check(log).first


@pytest.mark.parametrize("commits", [1, 2, 3, 4])
def test_a_reader_in_another_process_follows_the_swap(tmp_path: Path, commits: int) -> None:
    """Whatever the number of commits before: LMDB keeps two roots, and the lock says which is the newer."""
    path = tmp_path / "a.pack"
    with filled(path) as log, reader(path) as ask:
        last = 20 + commits
        for tx in range(21, last + 1):
            log.append([remembered(tx)], log.epoch)
        assert ask() == str(last)
        rewrite(log, [remembered(3)], [remembered(last + 1)])
        assert ask() == str(last + 1)
        log.append([remembered(last + 2)], log.epoch)
        assert ask() == str(last + 2)
        assert check(log).ok


@pytest.mark.parametrize(
    ("replaced", "error"),
    [(replace(remembered(3), t_tx=1), Refused), (remembered(30), NotFound)],
    ids=["another time", "no such record"],
)
def test_a_rewrite_that_would_change_history_is_refused(
    tmp_path: Path, replaced: LogRecord, error: type[Exception]
) -> None:
    with filled(tmp_path / "a.pack") as log:
        with pytest.raises(error):
            rewrite(log, [remembered(2), replaced], [])
        assert list(log.read()) == [remembered(tx) for tx in range(1, 21)]


def test_only_the_holder_rewrites(tmp_path: Path) -> None:
    filled(tmp_path / "a.pack").close()
    with LmdbLog.open(tmp_path / "a.pack") as log:
        with pytest.raises(Refused):
            rewrite(log, [remembered(3)], [])
        with pytest.raises(Refused):
            log.compact()
