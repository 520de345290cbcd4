"""Stats: what was graded is counted, on the date shown, at any width."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.clocks.instants import DAY
from core.pack.commands import Grade
from tests.workbench.desks import Desk
from tests.workbench.looks import settle, text
from workbench.frame.messages import ViewChanged
from workbench.screens import stats_words as words

SIZES = ((120, 40), (80, 24), (200, 60))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


@pytest.fixture
def reviewed(desk: Desk) -> Desk:
    """Every claim graded twice, a week apart, one of them not held."""
    for grades in ((3,) * len(desk.ids), (1, *(3,) * (len(desk.ids) - 1))):
        for claim_id, grade in zip(desk.ids, grades, strict=True):
            desk.pack.submit(Grade(id=claim_id, grade=grade, milliseconds=6_000))
        desk.clock.set(desk.clock.now() + 7 * DAY)
    return desk


@pytest.mark.parametrize("size", SIZES)
async def test_what_was_held_stands_beside_what_was_predicted(reviewed: Desk, size: tuple[int, int]) -> None:
    app = reviewed.app()
    async with app.run_test(size=size) as pilot:
        await pilot.press("f10")
        await settle(app, pilot)
        asked = len(reviewed.ids)
        held = round(100 * (asked - 1) / asked)
        shown = text(app)
        assert "due in the next 30 days" in shown
        app.screen.query_one("#stats").scroll_end(animate=False)
        await pilot.pause()
        every = str(app.screen.query_one("#stats-page").render())
        assert f"{asked:>7}{held:>7}%" in every
        assert f"{2 * asked} grades on 2 days" in every
        assert "6 s a claim" in every
    assert app.mishaps == []


async def test_an_empty_log_says_what_will_be_counted(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.press("f10")
        await settle(app, pilot)
        assert words.NOTHING in text(app)
        assert "graded, day by day" not in text(app)


async def test_another_date_shows_the_figures_of_that_date(reviewed: Desk) -> None:
    app = reviewed.app()
    async with app.run_test(size=SIZES[0]) as pilot:
        await pilot.press("f10")
        await settle(app, pilot)
        asked = len(reviewed.ids)
        assert f"{2 * asked} grades on 2 days" in text(app)
        earlier = reviewed.clock.now() - 9 * DAY
        app.post_message(ViewChanged(true_at=earlier, believed_at=earlier))
        await settle(app, pilot)
        assert f"{asked} grades on 1 day" in text(app)
        assert words.FEW in text(app)
