"""Of a damaged log every good record is saved, the others are named, and what comes of it is a sound pack."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from core.errors import NotAPack, PackDamaged
from core.store import layout, tables
from core.store.checking import check
from core.store.lmdb_log import LmdbLog
from core.store.record import Effect
from core.store.salvage import VERB, Salvaged, salvage
from tests.core.store.records import claim, filled, record, review
from tests.core.store.test_checking import flip

COUNT = 20


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A sound pack, closed."""
    path = tmp_path / "a.pack"
    filled(path, COUNT).close()
    return path


def saved_from(pack: Path) -> Salvaged:
    with LmdbLog.open(pack) as log:
        return salvage(log)


def becomes_sound(saved: Salvaged, path: Path) -> LmdbLog:
    """A new pack of what was saved, which passes the check."""
    with LmdbLog.create(path) as log:
        log.adopt("lineage", saved.records)
    report = check(path)
    assert report.ok, report.first
    return LmdbLog.open(path)


def test_of_a_sound_log_everything_is_saved_as_it_is(pack: Path) -> None:
    with LmdbLog.open(pack) as log:
        records = tuple(log.read())
    assert saved_from(pack) == Salvaged(records, (), 0)


@pytest.mark.parametrize("tx", [1, 7, COUNT])
def test_what_a_damaged_record_did_is_brought_back_from_the_projections(pack: Path, tx: int) -> None:
    with LmdbLog.open(pack) as log:
        before, stored = tuple(log.read()), log.load_stored()
    flip(pack, layout.LOG, layout.log_key(tx), 60)
    saved = saved_from(pack)
    assert [(one.tx, one.brought_back) for one in saved.lost] == [(tx, 2)]
    assert saved.lost[0].name.startswith(f"record {tx} (")
    stand_in = saved.records[tx - 1]
    assert (stand_in.verb, stand_in.t_tx) == (VERB, before[tx - 1].t_tx)
    assert [one for one in saved.records if one.tx != tx] == [one for one in before if one.tx != tx]
    with becomes_sound(saved, pack.with_name("new.pack")) as log:
        assert log.load_stored() == stored


def test_what_is_damaged_in_both_places_is_left_out_with_what_speaks_of_it(tmp_path: Path) -> None:
    path = tmp_path / "a.pack"
    with LmdbLog.create(path) as log:
        put = [
            Effect.put(tables.CLAIM, "gone", claim("gone", text="The kettle is in the hall.")),
            Effect.put(tables.REVIEW, "gone", review(740_000)),
        ]
        log.append([record(1, put[0])], log.epoch)
        log.append([record(2, put[1], Effect.put(tables.SETTING, "zone", "Asia/Tokyo"))], log.epoch)
        log.append([record(3, Effect.put(tables.CLAIM, "kept", claim("kept")))], log.epoch)
    data = path / "data.mdb"
    data.write_bytes(data.read_bytes().replace(b"kettle", b"bottle"))
    saved = saved_from(path)
    assert ([one.tx for one in saved.lost], saved.lost[0].brought_back, saved.left_out) == ([1], 0, 1)
    with becomes_sound(saved, tmp_path / "new.pack") as log:
        found = log.load()[1]
    assert [key for key, _ in found[tables.CLAIM]] == ["kept"]
    assert [key for key, _ in found[tables.SETTING]] == ["zone"]
    assert not found[tables.REVIEW]


@pytest.mark.parametrize("seed", range(12))
def test_whatever_bytes_are_damaged_what_is_saved_is_a_sound_pack(pack: Path, seed: int) -> None:
    chance, data = Random(seed), pack / "data.mdb"
    with LmdbLog.open(pack) as log:
        before = {one.tx: one for one in log.read()}
    content = bytearray(data.read_bytes())
    page = 4096
    for _ in range(8):
        content[chance.randrange(2 * page, len(content))] ^= 1 << chance.randrange(8)
    data.write_bytes(content)
    try:
        saved = saved_from(pack)
    except (PackDamaged, NotAPack):
        return
    lost = {one.tx for one in saved.lost}
    assert all(one == before[one.tx] for one in saved.records if one.tx not in lost)
    becomes_sound(saved, pack.with_name("new.pack")).close()


def test_a_log_of_which_nothing_can_be_read_is_refused(pack: Path) -> None:
    for tx in range(1, COUNT + 1):
        flip(pack, layout.LOG, layout.log_key(tx), 60)
    with pytest.raises(PackDamaged, match="Restore a backup"):
        saved_from(pack)
