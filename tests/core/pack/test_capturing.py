"""Capture: many deeds in a row, in groups of one commit each; nothing of it becomes a claim."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import PackFull, Refused
from core.pack import capturing
from core.pack import commands as c
from core.pack.capturing import Captured
from core.pack.pack import Pack
from core.state.view import View
from core.store.checking import check
from tests.core.pack.desk import Desk, scratch_desk


def turns(number: int, *, begin: int = 0) -> Iterator[c.PutDeed]:
    for place in range(begin, begin + number):
        yield c.PutDeed(
            body=f"We decided on port {place}.",
            kind="turn",
            conversation="standup",
            position=place,
            said_at=place,
        )


@pytest.fixture
def in_tens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capturing, "GROUP", 10)


def test_600_turns_leave_600_deeds_and_no_claim(desk: Desk) -> None:
    told = desk.pack.put_deeds(turns(600))
    assert (told.added, told.known, told.refused, told.untimed) == (600, 0, 0, 0)
    assert told.last_tx == told.first_tx + 599 if told.first_tx else False
    assert desk.pack.claims(View(shows="history", resting=True)) == ()
    assert desk.pack.proposals(status=None) == ()
    assert [deed.position for deed in desk.reopen_file().pack.deeds()] == list(range(600))


def test_twice_is_once_and_what_has_grown_keeps_its_names(desk: Desk) -> None:
    desk.pack.put_deeds(turns(30))
    before = desk.pack.accessions()
    assert desk.pack.put_deeds(turns(30)) == Captured(known=30)
    told = desk.pack.put_deeds(turns(35))
    assert (told.added, told.known) == (5, 30)
    assert desk.pack.accessions()[:30] == before


def test_the_same_turn_twice_in_one_run_is_kept_once(desk: Desk) -> None:
    told = desk.pack.put_deeds([*turns(3), *turns(3)])
    assert (told.added, told.known) == (3, 3)


def test_what_is_no_deed_is_left_out_and_told(desk: Desk) -> None:
    given = [*turns(2), c.PutDeed(body=""), c.PutDeed(body="x", kind="claim"), c.PutDeed(body="a note")]
    told = desk.pack.put_deeds(given)
    assert (told.added, told.refused, told.untimed) == (3, 2, 1)
    assert [one.number for one in told.reasons] == [3, 4]
    assert "without a body" in told.reasons[0].reason
    assert len(desk.pack.accessions()) == 3


@pytest.mark.usefixtures("in_tens")
def test_one_commit_holds_a_group_and_progress_is_told_after_it(desk: Desk) -> None:
    durable: list[tuple[int, int]] = []
    desk.pack.put_deeds(turns(25), lambda seen: durable.append((seen, desk.pack.log.last()[0])))
    assert durable == [(10, 10), (20, 20), (25, 25)]


def test_long_deeds_make_small_groups(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capturing, "GROUP_CHARACTERS", 1000)
    seen: list[int] = []
    desk.pack.put_deeds((c.PutDeed(body=f"{number}" * 600) for number in range(5)), seen.append)
    assert seen == [2, 4, 5]


@pytest.mark.usefixtures("in_tens")
@pytest.mark.parametrize("error", [KeyboardInterrupt, PackFull])
def test_a_cancel_leaves_a_whole_pack_and_the_groups_before(desk: Desk, error: type[BaseException]) -> None:
    def cancelled() -> Iterator[c.PutDeed]:
        yield from turns(25)
        raise error

    with pytest.raises(error):
        desk.pack.put_deeds(cancelled())
    assert len(desk.pack.accessions()) == 20
    assert check(desk.pack.log).ok
    assert desk.pack.put_deeds(turns(25)).added == 5


@pytest.mark.usefixtures("in_tens")
def test_inside_a_batch_all_of_it_is_one_commit(desk: Desk) -> None:
    with desk.pack.batched():
        assert desk.pack.put_deeds(turns(25)).added == 25
        assert desk.pack.log.last()[0] == 0
    assert desk.pack.log.last()[0] == 25


def test_a_pack_open_for_reading_takes_none(desk: Desk) -> None:
    path = desk.pack.path
    desk.pack.close()
    desk.pack = Pack.open(path, seat="ana", clock=desk.clock)
    with pytest.raises(Refused, match="open for reading"):
        desk.pack.put_deeds(turns(1))


def test_a_capture_is_taken_back_as_a_range(desk: Desk) -> None:
    told = desk.pack.put_deeds(turns(5))
    desk.do(c.Undo(tx=told.first_tx, through=told.last_tx))
    assert desk.pack.accessions() == ()
    assert desk.pack.put_deeds(turns(5)).added == 5


PLACES = st.tuples(
    st.sampled_from(["yes", "no", "数"]), st.sampled_from([None, "one"]), st.none() | st.integers(0, 2)
)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(places=st.lists(PLACES, max_size=20), first=st.integers(0, 20))
def test_what_is_kept_are_the_different_ones_however_the_runs_are_cut(
    places: list[tuple[str, str | None, int | None]], first: int
) -> None:
    commands = [c.PutDeed(body=body, source=source, position=at) for body, source, at in places]
    with scratch_desk() as desk:
        one, other = desk.pack.put_deeds(commands[:first]), desk.pack.put_deeds(commands[first:])
        assert one.added + other.added == len(set(places))
        assert one.known + other.known == len(places) - len(set(places))
        kept = [(deed.body, deed.source, deed.position) for deed in desk.reopen_file().pack.deeds()]
        assert kept == list(dict.fromkeys(places))
