"""Commands committed together: all of them or none."""

from __future__ import annotations

from typing import Any

import pytest

from core.clocks.instants import DAY
from core.errors import PackFull, Refused
from core.pack import commands as c
from core.state.view import View
from core.store.checking import check
from tests.core.pack.desk import Desk, read_all


class Stop(Exception):
    pass


def state(desk: Desk) -> Any:
    return read_all(desk.pack, desk.clock.now())


def test_a_batch_is_one_commit_and_reads_inside_it_see_it(desk: Desk) -> None:
    with desk.pack.batched():
        first = desk.write("The gateway listens on port 8080.", key="port").id or ""
        desk.pass_time(DAY)
        desk.write("Port 9090 is used by the gateway.", key="port")
        assert desk.claim(first).closing is not None
        desk.do(c.Undo())
        assert desk.claim(first).closing is None
        assert desk.pack.log.last()[0] == 0
    assert desk.pack.log.last()[0] == 3
    before = state(desk)
    assert state(desk.reopen_file()) == before


@pytest.mark.parametrize("error", [Stop, KeyboardInterrupt])
def test_a_block_that_raises_leaves_nothing_of_itself(desk: Desk, error: type[BaseException]) -> None:
    kept = desk.write("Lamps are off on Sunday.").id or ""
    before, tx = state(desk), desk.pack.reader.held.tx

    def interrupted() -> None:
        with desk.pack.batched():
            desk.write("Shelf nine is full.")
            desk.do(c.Retract(id=kept))
            raise error

    with pytest.raises(error):
        interrupted()
    assert (state(desk), desk.pack.reader.held.tx, desk.pack.log.last()[0]) == (before, tx, tx)
    assert desk.write("Shelf nine is full.").tx == tx + 1


def test_a_refusal_that_the_block_handles_costs_only_itself(desk: Desk) -> None:
    with desk.pack.batched():
        desk.write("Shelf nine is full.")
        with pytest.raises(Refused):
            desk.write("")
        desk.write("Lamps are off on Sunday.")
    assert len(desk.pack.claims()) == 2


def test_a_batch_inside_another_joins_it(desk: Desk) -> None:

    def interrupted() -> None:
        with desk.pack.batched():
            with desk.pack.batched():
                desk.write("Shelf nine is full.")
            raise Stop

    with pytest.raises(Stop):
        interrupted()
    assert desk.pack.log.last()[0] == 0
    with desk.pack.batched():
        desk.write("Shelf nine is full.")
        with desk.pack.batched():
            desk.write("Lamps are off on Sunday.")
        assert desk.pack.log.last()[0] == 0
    assert desk.pack.log.last()[0] == 2
    assert check(desk.pack.log).ok


def test_a_commit_that_fails_takes_the_whole_batch_with_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.write("Lamps are off on Sunday.")
    before = state(desk)

    def full(*_: object) -> None:
        raise PackFull("the disk is full; everything committed is still there.")

    for batch in (True, False):
        with monkeypatch.context() as patched:
            patched.setattr(desk.pack.log, "append", full)
            with pytest.raises(PackFull):
                write_two(desk, batch)
        assert state(desk) == before
    assert len(desk.pack.claims(View(shows="history"))) == 1
    assert desk.write("Shelf nine is full.").tx == 2


def write_two(desk: Desk, batch: bool) -> None:
    if not batch:
        desk.write("Shelf nine is full.")
        return
    with desk.pack.batched():
        desk.write("Shelf nine is full.")
        desk.write("Shelf ten is full.")


def test_an_empty_batch_commits_nothing(desk: Desk) -> None:
    with desk.pack.batched():
        pass
    assert desk.pack.log.last()[0] == 0
