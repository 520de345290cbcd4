"""A flipped bit anywhere in a pack's files is found by the check, or changes no read of the pack."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from core.store.checking import check
from core.store.lmdb_log import LmdbLog
from tests.core.store.everything import everything
from tests.core.store.flips import DEFECT, FOUND, HARMLESS, Bench, Flip, lived, table
from tests.core.store.flips_child import turn


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack that was lived in."""
    return lived(tmp_path_factory.mktemp("lived") / "a.pack", lines=60, single=40)


@pytest.fixture(scope="module")
def long_pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack that was lived in for long: several hundred records."""
    return lived(tmp_path_factory.mktemp("lived") / "a.pack")


def judge(pack: Path, flips: list[Flip], *, door: bool = False) -> dict[str, dict[str, int]]:
    """The table of what became of the flips; none of them may be neither found nor harmless."""
    with Bench(pack, door=door) as bench:
        outcomes = list(bench.outcomes(flips))
    assert [one for one in outcomes if one.result == DEFECT] == []
    return table(outcomes)


def test_a_flip_anywhere_is_found_or_harmless(pack: Path) -> None:
    with Bench(pack) as bench:
        flips = bench.anywhere(40, seed=40)
    rows = judge(pack, flips)
    assert sum(row[FOUND] for row in rows.values()) > 5
    assert sum(row[HARMLESS] for row in rows.values()) > 5


@pytest.mark.slow
def test_200_flips_anywhere_are_found_by_the_command_or_harmless(long_pack: Path) -> None:
    with Bench(long_pack) as bench:
        flips = bench.anywhere(200, seed=200)
    judge(long_pack, flips, door=True)


@pytest.mark.slow
def test_a_flip_in_each_kind_of_byte_is_found_or_harmless(long_pack: Path) -> None:
    with Bench(long_pack) as bench:
        flips = bench.in_each_kind(10, seed=10) + random.Random(4).sample(bench.every_root_bit(), 200)
    rows = judge(long_pack, flips)
    assert {"branch, log", "leaf, chain", "overflow, log", "free page", "slack"} <= rows.keys()


def test_a_flip_in_a_key_of_the_index_is_found(pack: Path) -> None:
    """LMDB finds every row on a walk and some not by their key: what misled it once is tried on purpose."""
    with Bench(pack) as bench:
        spans = [span for span in bench.map.spans() if span.kind == "branch, log"]
        flips = [Flip(at, 2) for span in spans for at in range(span.start, span.stop, 29)][:8]
    judge(pack, flips)


def test_a_flip_that_hides_the_last_write_is_found(pack: Path, tmp_path: Path) -> None:
    """The number of a root decides which state is read, and LMDB keeps the state before the last one."""
    copy = tmp_path / "a.pack"
    shutil.copytree(pack, copy)
    for page in (0, 4096):
        for bit in range(8):
            turn(copy, page + 144, 1 << bit)
            assert not check(copy).ok, (page, bit)
            turn(copy, page + 144, 1 << bit)
    assert check(copy).ok


def test_flips_in_the_lock_files_are_harmless(pack: Path, tmp_path: Path) -> None:
    sound = everything(pack)
    copy = tmp_path / "a.pack"
    shutil.copytree(pack, copy)
    places = random.Random(6)
    for name in ("pack.lock", "lock.mdb"):
        file = copy / name
        content = file.read_bytes()
        for _ in range(10):
            flipped = bytearray(content)
            flipped[places.randrange(min(len(content), 400))] ^= 1 << places.randrange(8)
            file.write_bytes(flipped)
            assert check(copy).ok
        assert everything(copy) == sound
        with LmdbLog.open(copy, mode="write") as log:
            assert log.last()[0] == log.stats().records
        shutil.copytree(pack, copy, dirs_exist_ok=True)
