"""A pack that was written out and read in elsewhere gives the same answers on every date (invariant 18)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from core.claims.review_state import ReviewState
from core.clocks.clock import ScriptedClock
from core.errors import Refused
from core.pack import commands as c
from core.pack.handover import Incoming, adopt, export_lines, export_pack, is_empty, read_handover, read_lines
from core.pack.pack import Pack
from core.store import tables
from core.store.archive import write_folder
from core.store.archive_soundness import refuse_unsound
from core.store.export import export_log
from core.store.lmdb_log import LmdbLog
from core.store.record import Effect, LogRecord
from tests.core.pack.desk import Desk, read_all
from tests.core.pack.laws import Memory
from tests.core.pack.parted import exported, go_on, packs, past, take_in
from tests.core.pack.walks import RANDOMS
from tests.core.store.records import claim


def ways(desk: Desk, folder: Path) -> Iterator[Incoming]:
    """What comes of a pack by each way out: lines, a folder, an archive."""
    yield read_lines(list(export_lines(desk.pack)))
    export_pack(desk.pack, folder / "out")
    yield read_handover(folder / "out")
    export_pack(desk.pack, folder / "out.zip", archive=True)
    yield read_handover(folder / "out.zip")


@settings(
    max_examples=3,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(random=RANDOMS)
def test_every_way_gives_the_same_pack_on_every_date(random: Random) -> None:
    """Around every record, a microsecond before it, at it and after it, on both clocks."""
    with packs() as made:
        desk = made.new("here")
        go_on(desk, random, 20)
        records = list(desk.pack.log.read())
        stamps = [record.t_tx for record in records]
        dates = sorted(
            {at + step for at in random.sample(stamps, min(4, len(stamps))) for step in (-1, 0, 1)}
        )
        incoming = list(ways(desk, made.folder))
        assert all(list(one.records) == records for one in incoming)
        path = made.folder / "there.pack"
        adopt(incoming[-1], path, seat="ana")
        with Pack.open(path, seat="ana", clock=ScriptedClock(desk.clock.now())) as pack:
            there = Desk(pack, ScriptedClock(desk.clock.now()))
            assert past(there) == past(desk)
            assert Memory.of(there) == Memory.of(desk)
            for believed in dates:
                for true in (None, dates[0], dates[-1]):
                    at = believed if true is None else true
                    assert read_all(pack, at, believed) == read_all(desk.pack, at, believed)


def test_an_empty_pack_adopts_and_one_with_a_record_does_not(tmp_path: Path, desk: Desk) -> None:
    desk.write("The gateway listens on port 8080.")
    path = tmp_path / "empty.pack"
    LmdbLog.create(path).close()
    assert is_empty(path)
    assert not is_empty(tmp_path)
    assert not is_empty(tmp_path / "none")
    assert adopt(exported(desk), path, seat="ana") == 1
    with pytest.raises(Refused, match="there already"):
        adopt(exported(desk), path, seat="ana")
    with LmdbLog.open(path) as log:
        assert log.pack_id == desk.pack.log.pack_id


SPOILT = {
    "a claim under another id": lambda claim: Effect.put(tables.CLAIM, "other", claim),
    "a window that is empty": lambda claim: Effect.put(
        tables.CLAIM, claim.id, msgspec.structs.replace(claim, t_valid=5, t_invalid=5)
    ),
    "a time out of range": lambda claim: Effect.put(
        tables.CLAIM, claim.id, msgspec.structs.replace(claim, t_observed=1 << 62)
    ),
    "bytes that are no claim": lambda claim: Effect(tables.CLAIM, claim.id, b"\xc1"),
    "text that is no claim": lambda claim: Effect(tables.CLAIM, claim.id, b"\xa4text"),
    "a key of no length": lambda claim: Effect.put(tables.USE, "", 1),
    "a key too long": lambda claim: Effect.put(tables.USE, "k" * 600, 1),
    "a link of one claim": lambda claim: Effect.put(tables.LINK, "a", 0.5),
    "a link the wrong way round": lambda claim: Effect.put(tables.LINK, "b|a", 0.5),
    "a weight of nothing": lambda claim: Effect.put(tables.LINK, "a|b", 0.0),
    "a weight over one": lambda claim: Effect.put(tables.LENS, "Vera|a|b", 1.5),
    "a due day before all days": lambda claim: Effect.put(tables.REVIEW, claim.id, ReviewState(0, 1)),
    "a due day after all days": lambda claim: Effect.put(tables.REVIEW, claim.id, ReviewState(1 << 40, 1)),
    "uses below zero": lambda claim: Effect.put(tables.USE, claim.id, -1),
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_no_pack_would_have_written_is_refused_by_record_and_key(desk: Desk, what: str) -> None:
    """Checksums that fit say only that nobody changed it on the way; the sender may be anybody."""
    desk.write("The gateway listens on port 8080.")
    desk.write("The cache holds eleven nodes.")
    claim = desk.pack.reader.held.columns.versions[0]
    records = list(desk.pack.log.read())
    refuse_unsound(records)
    records[1] = msgspec.structs.replace(records[1], effects=(SPOILT[what](claim),))
    with pytest.raises(Refused, match="record 2"):
        refuse_unsound(records)


def test_an_unsound_record_is_refused_where_it_is_read(desk: Desk, tmp_path: Path) -> None:
    log = LmdbLog.create(tmp_path / "forged.pack")
    with log:
        log.append([LogRecord(1, 1, "eve", "cli", "fire", b"", (SPOILT["uses below zero"](claim()),))], 1)
        lines = list(export_log(log))
        write_folder(log, tmp_path / "out")
    for read in (lambda: read_lines(lines), lambda: read_handover(tmp_path / "out")):
        with pytest.raises(Refused, match="record 1 holds a use 'c1'"):
            read()


def test_an_export_of_a_pack_that_merged_says_where_each_record_is_from(desk: Desk) -> None:
    with packs() as made:
        other = made.new("other")
        other.write("The cache holds eleven nodes.", by="maya")
        take_in(desk, other)
        [record] = exported(desk).records
        told = msgspec.msgpack.decode(record.payload, type=c.Merge)
        assert (told.actor, told.did, told.lineage) == ("maya", "write", other.pack.log.pack_id)
        assert record.summary.endswith("by maya")
