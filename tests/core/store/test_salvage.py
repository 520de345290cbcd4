"""Of a damaged log every good record is saved, the others are named, and what comes of it is a sound pack."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest

from core.errors import PackDamaged
from core.store import layout, tables
from core.store.checking import check
from core.store.lmdb_log import LmdbLog
from core.store.record import Effect
from core.store.salvage import VERB, Salvaged, is_stand_in, salvage_at
from tests.core.store.alone import readable_alone
from tests.core.store.pages import PageMap
from tests.core.store.records import claim, filled, record, remembered, review
from tests.core.store.test_checking import flip

COUNT = 20
LONG = 70
PAGE, SECTOR = 4096, 512


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A sound pack, closed."""
    path = tmp_path / "a.pack"
    filled(path, COUNT).close()
    return path


def saved_from(pack: Path) -> Salvaged:
    return salvage_at(pack)[0]


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


def flipped_bits(content: bytearray, chance: Random) -> None:
    for _ in range(chance.choice((1, 8, 40))):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def zeroed_pages(content: bytearray, chance: Random) -> None:
    for _ in range(chance.choice((1, 2, 4))):
        at = PAGE * chance.randrange(2, len(content) // PAGE)
        content[at : at + PAGE] = bytes(PAGE)


def zeroed_sector(content: bytearray, chance: Random) -> None:
    at = SECTOR * chance.randrange(len(content) // SECTOR)
    content[at : at + SECTOR] = bytes(SECTOR)


def page_of_another_place(content: bytearray, chance: Random) -> None:
    one, other = (PAGE * chance.randrange(2, len(content) // PAGE) for _ in range(2))
    content[one : one + PAGE] = content[other : other + PAGE]


def noise_in_a_page(content: bytearray, chance: Random) -> None:
    at = PAGE * chance.randrange(2, len(content) // PAGE)
    content[at : at + PAGE] = chance.randbytes(PAGE)


DAMAGES = (flipped_bits, zeroed_pages, zeroed_sector, page_of_another_place, noise_in_a_page)


@pytest.fixture(scope="module")
def long_pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound pack whose records fill many pages, two of them pages of their own; closed."""
    path = tmp_path_factory.mktemp("long") / "long.pack"
    with filled(path, LONG - 2) as log:
        for tx in (LONG - 1, LONG):
            put = Effect.put(tables.CLAIM, f"long{tx}", claim(f"long{tx}", text="Rope. " * 2_000))
            log.append([record(tx, put)], log.epoch)
    return path


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 60))]
)
def test_every_record_that_can_be_read_alone_is_saved_and_what_is_saved_is_a_sound_pack(
    long_pack: Path, tmp_path: Path, damage: Callable[[bytearray, Random], None], seed: int
) -> None:
    pack, data = tmp_path / "a.pack", tmp_path / "a.pack" / "data.mdb"
    shutil.copytree(long_pack, pack)
    with LmdbLog.open(pack) as log:
        before = {one.tx: one for one in log.read()}
    content = bytearray(data.read_bytes())
    damage(content, Random(seed))
    data.write_bytes(content)
    saved = saved_from(pack)
    lost = {one.tx for one in saved.lost}
    kept = [one for one in saved.records if one.tx not in lost]
    assert readable_alone(pack, LONG) <= {one.tx for one in kept}
    assert [one for one in kept if one != before[one.tx]] == [] or saved.left_out
    becomes_sound(saved, tmp_path / "new.pack").close()


def test_a_zeroed_page_costs_the_records_in_it_and_no_other(long_pack: Path, tmp_path: Path) -> None:
    """LMDB reads nothing more in a transaction that has met such a page."""
    content = (long_pack / "data.mdb").read_bytes()
    pages = PageMap(content)
    log_pages = {span.start // PAGE for span in pages.spans() if span.kind == "leaf, log"}
    assert len(log_pages) > 2
    for page in log_pages:
        pack = tmp_path / f"{page}.pack"
        shutil.copytree(long_pack, pack)
        spoilt = content[: page * PAGE] + bytes(PAGE) + content[(page + 1) * PAGE :]
        (pack / "data.mdb").write_bytes(spoilt)
        unreadable = {*range(1, LONG + 1)} - readable_alone(pack, LONG)
        assert 0 < len(unreadable) < LONG / 2
        assert {one.tx for one in saved_from(pack).lost} <= unreadable


@pytest.mark.parametrize("at", range(0, 44, 3))
@pytest.mark.parametrize("page", [0, 1])
def test_a_changed_byte_in_a_root_page_costs_no_record(
    long_pack: Path, tmp_path: Path, page: int, at: int
) -> None:
    with LmdbLog.open(long_pack) as log:
        before = tuple(log.read())
    pack = tmp_path / "a.pack"
    shutil.copytree(long_pack, pack)
    content = bytearray((pack / "data.mdb").read_bytes())
    content[page * PAGE + at] ^= 0x11
    (pack / "data.mdb").write_bytes(content)
    saved = saved_from(pack)
    assert (saved.records, saved.lost) == (before, ())


@pytest.mark.parametrize("share", [0.25, 0.5, 0.9])
def test_a_file_cut_short_gives_what_it_still_holds(long_pack: Path, tmp_path: Path, share: float) -> None:
    pack = tmp_path / "a.pack"
    shutil.copytree(long_pack, pack)
    content = (pack / "data.mdb").read_bytes()
    (pack / "data.mdb").write_bytes(content[: int(len(content) * share)])
    saved = saved_from(pack)
    whole = [one.tx for one in saved.records if not is_stand_in(one)]
    assert len(whole) > LONG * share / 4
    assert len(saved.records) == LONG
    becomes_sound(saved, tmp_path / "new.pack").close()


def test_an_act_that_was_never_committed_is_not_taken_for_a_damaged_one(tmp_path: Path) -> None:
    """Pages that nothing leads to may hold rows of another past: the digest of the next record tells."""
    one, other = tmp_path / "one.pack", tmp_path / "other.pack"
    for path, text, later in ((one, "The lift is here.", 0), (other, "The boat is here.", 3 * 60_000_000)):
        first = record(1, Effect.put(tables.CLAIM, "c", claim("c", text=text)))
        with LmdbLog.create(path, pack_id="same", created=1) as log:
            for each in (first, remembered(2)):
                log.append([msgspec.structs.replace(each, t_tx=each.t_tx + later)], log.epoch)
    content = (one / "data.mdb").read_bytes().replace(b"The lift is", b"The cart is")
    (one / "data.mdb").write_bytes(content + (other / "data.mdb").read_bytes())
    saved = saved_from(one)
    assert [each.tx for each in saved.lost] == [1]
    assert "boat" not in str(saved.records)


def test_an_empty_file_is_refused(pack: Path) -> None:
    (pack / "data.mdb").write_bytes(b"")
    with pytest.raises(PackDamaged, match=r"empty.*Restore a backup"):
        saved_from(pack)


def test_a_log_of_which_nothing_can_be_read_is_refused(pack: Path) -> None:
    for tx in range(1, COUNT + 1):
        flip(pack, layout.LOG, layout.log_key(tx), 60)
    with pytest.raises(PackDamaged, match="Restore a backup"):
        saved_from(pack)
