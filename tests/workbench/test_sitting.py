"""The end of a sitting: one line for the person, the pack closed, whatever still ran beside."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import PackError
from core.pack.commands import Grade
from core.pack.pack import Pack
from tests.workbench.desks import Desk
from tests.workbench.looks import settle
from workbench.sitting import parting


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def test_the_last_line_is_said_and_the_pack_is_free(desk: Desk, tmp_path: Path) -> None:
    session = desk.session()
    session.submit(Grade(id=desk.ids[0], grade=3))
    assert parting(session, tmp_path / "log.txt") == "Graded 1."
    with Pack.open(desk.pack.path, seat="bot", mode="write") as free:
        assert free.writes
    assert not (tmp_path / "log.txt").exists()


def test_a_pack_that_is_closed_already_is_a_matter_of_the_log(desk: Desk, tmp_path: Path) -> None:
    session = desk.session()
    desk.pack.close()
    assert parting(session, tmp_path / "log.txt") == ""
    assert "is closed; open it again" in (tmp_path / "log.txt").read_text()


async def test_a_reading_that_outlives_the_program_shows_nothing(desk: Desk) -> None:
    app, goes_on, read = desk.app(), threading.Event(), list[object]()

    def slow() -> object:
        goes_on.wait(timeout=30)
        try:
            return desk.pack.journal(1)
        except PackError as error:
            read.append(error)
            raise

    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        assert app.frame is not None
        app.frame.in_background("slow", slow, read.append)
        await pilot.press("ctrl+q")
        desk.pack.close()
        goes_on.set()
    assert app.leaving
    assert app.mishaps == []
    assert app.return_code == 0


def test_leaving_waits_for_no_reading_that_still_runs(desk: Desk, tmp_path: Path) -> None:
    app, goes_on, ended = desk.app(), threading.Event(), list[bool]()

    def slow() -> None:
        ended.append(goes_on.wait(timeout=10))

    async def sitting() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(app, pilot)
            assert app.frame is not None
            await pilot.press("space", "3")
            app.frame.in_background("slow", slow, ended.append)
            await pilot.press("ctrl+q")

    asyncio.run(sitting())
    assert ended == []
    assert parting(app.session, tmp_path / "log.txt") == "Graded 1."
    assert ended == []
    goes_on.set()
    with Pack.open(desk.pack.path, seat="bot") as again:
        assert [event.verb for event in again.journal(1)] == ["grade"]
    assert app.mishaps == []


def test_leaving_waits_for_an_act_that_still_runs(desk: Desk, tmp_path: Path) -> None:
    app, left = desk.app(), threading.Event()

    def act() -> None:
        left.wait(timeout=30)
        app.session.submit(Grade(id=desk.ids[0], grade=3))

    async def sitting() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(app, pilot)
            assert app.frame is not None
            app.frame.in_background("act", act, lambda _: None, writes=True)
            await pilot.press("ctrl+q")
        left.set()

    asyncio.run(sitting())
    assert parting(app.session, tmp_path / "log.txt") == "Graded 1."
    assert not (tmp_path / "log.txt").exists()
    assert app.mishaps == []
