"""Opening a pack for the workbench: new ones in the zone of the machine, samples by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock
from core.clocks.instants import parse_instant
from core.errors import NotFound, PackFull
from core.pack.commands import Write
from tests.core.store.test_space import fill, small_disk
from workbench.opening import new_pack, open_session
from workbench.samples import sample_named

__all__ = ["small_disk"]

NOW = parse_instant("2026-11-30T07:30:00Z")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "new.pack"


def test_a_new_pack_has_its_days_in_the_zone_of_the_machine(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    session = open_session(path, seat="ana")
    assert session.zone == "Asia/Tokyo"
    assert session.is_empty
    session.pack.close()


def test_a_pack_that_is_there_keeps_its_zone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new_pack(path, seat="ana", client="test").close()
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    session = open_session(path, seat="ana")
    assert (session.zone, session.machine) == ("UTC", "Asia/Tokyo")
    session.pack.close()


def test_a_sample_opens_in_its_own_workspace(path: Path) -> None:
    session = open_session(path, sample="changing_facts", seat="ana", clock=ScriptedClock(NOW))
    assert session.pack.workspace == sample_named("changing_facts").workspace
    assert session.morning.due.cards
    session.pack.close()


def test_a_sample_that_is_not_there_is_named_and_leaves_nothing(path: Path) -> None:
    with pytest.raises(NotFound, match="there is no sample pack 'nothing'"):
        open_session(path, sample="nothing", seat="ana")
    assert not path.exists()


def test_a_full_disk_lets_the_pack_be_read_and_the_next_act_that_finds_room_be_written(
    small_disk: Path,
) -> None:
    path = small_disk / "small.pack"
    with new_pack(path, seat="ana", client="test") as pack:
        pack.log.compact()  # no free page is left in its file: the next write needs room
    fill(small_disk / "filler")
    session = open_session(path, seat="ana")
    try:
        assert session.why_it_reads.startswith("The disk is full")
        assert (session.pack.writes, session.reader_of, session.is_empty) == (False, "", True)
        act = Write(draft=Draft(text="The lift holds eight people."))
        with pytest.raises(PackFull, match="full"):
            session.submit(act)
        (small_disk / "filler").unlink()
        assert session.submit(act).outcome == "add"
    finally:
        session.pack.close()
