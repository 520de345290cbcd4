"""Cached arrays: kept under a name with the transaction they stand for, or honestly absent."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.store import blobs, mapped
from core.store.blobs import Blob
from core.store.lmdb_log import LmdbLog
from tests.core.store.records import filled


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> LmdbLog:
    return filled(tmp_path_factory.mktemp("blobs") / "a.pack")


@given(content=st.binary(max_size=10_000), tx=st.integers(0, 2**40), number=st.integers(0, 2**16))
def test_a_blob_comes_back_as_it_went_in(log: LmdbLog, content: bytes, tx: int, number: int) -> None:
    log.put_blob("columns", content, tx=tx, format=number)
    assert log.get_blob("columns") == Blob("columns", tx, number, content)


def test_the_memory_of_an_array_can_be_stored_as_it_is(log: LmdbLog) -> None:
    array = memoryview(bytearray(range(100)))[10:20]
    log.put_blob("slice", array, tx=1, format=1)
    blob = log.get_blob("slice")
    assert blob is not None
    assert blob.content == bytes(range(10, 20))


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="needs a list of what is in memory")
def test_a_large_blob_that_was_read_is_in_memory_once(log: LmdbLog) -> None:
    content = bytes(range(256)) * (32 << 10)
    log.put_blob("large", content, tx=1, format=1)
    for _ in range(2):
        blob = log.get_blob("large")
        assert blob is not None
        assert blob.content == content
        assert mapped_bytes(log.path / "data.mdb") < len(content) // 4


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="needs a list of what is in memory")
def test_the_map_of_a_file_that_is_read_through_is_given_back_and_reads_the_same(log: LmdbLog) -> None:
    file, content = log.path / "data.mdb", bytes(range(256)) * 64
    log.put_blob("small", content, tx=1, format=1)
    with log.environment.reading() as txn:
        for _ in range(2):
            assert blobs.get_blob(log.environment, txn, "small") == Blob("small", 1, 1, content)
            assert mapped_bytes(file) >= len(content)
            mapped.give_back_all(file)
            assert mapped_bytes(file) == 0


def mapped_bytes(file: Path) -> int:
    """Bytes of a mapped file that are in this process's memory."""
    _, _, after = Path("/proc/self/smaps").read_text().partition(str(file))
    return int(after.partition("\nRss:")[2].split()[0]) << 10


def test_blobs_are_listed_by_prefix_and_can_be_dropped(log: LmdbLog) -> None:
    for name in ("vectors/a", "vectors/b", "words"):
        log.put_blob(name, b"x", tx=1, format=1)
    assert log.blob_names("vectors/") == ["vectors/a", "vectors/b"]
    assert log.drop_blob("vectors/a")
    assert not log.drop_blob("vectors/a")
    assert log.blob_names("vectors/") == ["vectors/b"]
    assert log.get_blob("vectors/a") is None


@pytest.mark.parametrize("key", [b"columns", b"columns\x00"], ids=["head", "bytes"])
def test_a_damaged_blob_is_no_blob(tmp_path: Path, key: bytes) -> None:
    with filled(tmp_path / "a.pack") as log:
        log.put_blob("columns", b"0123456789", tx=20, format=1)
        env = log.environment

        def spoil(txn):  # type: ignore[no-untyped-def]
            stored = bytearray(txn.get(key, db=env["blob"]))
            stored[5] ^= 1
            txn.put(key, bytes(stored), db=env["blob"])

        log.write(spoil, log.epoch)
        assert log.get_blob("columns") is None


def test_a_reader_stores_no_blob(tmp_path: Path) -> None:
    filled(tmp_path / "a.pack").close()
    with LmdbLog.open(tmp_path / "a.pack") as log, pytest.raises(Refused, match="for reading"):
        log.put_blob("columns", b"x", tx=1, format=1)
