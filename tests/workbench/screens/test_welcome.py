"""The first start: an empty pack says what it is for and what can be done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workbench.desks import Desk, until
from tests.workbench.looks import settle, text
from workbench.samples import sample_names, sample_path, samples
from workbench.screens.welcome import WelcomePage
from workbench.screens.write import WriteScreen

SIZE = (100, 30)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, drafts=())
    yield made
    made.close()


async def test_an_empty_pack_offers_the_first_claim_and_every_sample(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, WelcomePage))
        await settle(app, pilot)
        assert "This pack is empty." in text(app)
        for sample in samples():
            assert f"{sample.name}: {sample.title}" in text(app)
    assert app.mishaps == []


@pytest.mark.parametrize("key", ["enter", "w"])
async def test_the_first_claim_is_one_key_away(desk: Desk, key: str) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, WelcomePage))
        await settle(app, pilot)
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, WriteScreen))
        assert app.focused is not None
        assert app.focused.id == "write-text"


async def test_a_sample_that_is_chosen_is_what_the_program_opens_next(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, WelcomePage))
        await settle(app, pilot)
        await pilot.press("down", "enter")
        await pilot.pause()
    assert app.return_value == sample_names()[0]
    assert sample_path(desk.pack.path, sample_names()[0]).parent == desk.folder


async def test_escape_looks_around_and_today_says_how_to_begin(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: isinstance(app.screen, WelcomePage))
        await settle(app, pilot)
        await pilot.press("escape")
        await settle(app, pilot)
        assert "w writes one" in text(app)


async def test_a_pack_with_claims_does_not_ask(tmp_path: Path) -> None:
    made = Desk(tmp_path)
    app = made.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.pause()
        assert not isinstance(app.screen, WelcomePage)
    made.close()
