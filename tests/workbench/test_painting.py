"""What is painted of a change is what Textual would paint, with less asked of the widgets below."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from textual import events
from textual._compositor import Compositor
from textual.app import RenderResult
from textual.geometry import Region
from textual.widgets import Static

from tests.workbench.desks import until
from tests.workbench.looks import settle
from tests.workbench.screens.lives import LivedDesk
from workbench.app import WorkbenchApp
from workbench.frame.first_line import FirstLine
from workbench.frame.painting import LeanCompositor
from workbench.screens import SCREENS
from workbench.screens.claims_field import SearchField
from workbench.screens.time_strip import TimeDock
from workbench.screens.today import TodayScreen
from workbench.widgets.claim_card import ClaimCard
from workbench.widgets.claim_list import ClaimList

CHANGES = 12
"""Random changes that are compared on each screen."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[LivedDesk]:
    made = LivedDesk(tmp_path)
    yield made
    made.close()


def lean(app: WorkbenchApp) -> LeanCompositor:
    compositor = app.screen._compositor
    assert isinstance(compositor, LeanCompositor)
    return compositor


def some_region(chance: Random, width: int, height: int) -> Region:
    x, y = chance.randrange(width), chance.randrange(height)
    return Region(x, y, chance.randint(1, width - x), chance.randint(1, height - y))


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_every_change_looks_as_textual_paints_it(desk: LivedDesk, size: tuple[int, int]) -> None:
    app, chance = desk.app(), Random(1)
    async with app.run_test(size=size) as pilot:
        for entry in SCREENS:
            await app.go(entry.mode)
            await settle(app, pilot)
            compositor = lean(app)
            for _ in range(CHANGES):
                regions = [some_region(chance, *size) for _ in range(chance.randint(1, 3))]
                spans = list(compositor._regions_to_spans(regions))
                lines = {y for y, _, _ in spans}
                crop = Region.from_union(regions)
                theirs = Compositor._render_chops(compositor, crop, lines.__contains__)
                ours = compositor._painted(spans)
                for y, first, end in spans:
                    pieces = [cut for cut in compositor.cuts[y][:-1] if first <= cut < end]
                    assert [ours[y][cut] for cut in pieces] == [theirs[y][cut] for cut in pieces]


async def test_a_letter_in_the_field_asks_nothing_of_the_list(
    desk: LivedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = desk.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await app.go("claims", "search")
        await settle(app, pilot)
        asked: list[str | None] = []
        for kind in (SearchField, ClaimList):
            paint = kind.render_lines

            def noted(self: SearchField | ClaimList, crop: Region, paint: object = paint) -> object:
                asked.append(self.id)
                return paint(self, crop)  # type: ignore[operator]

            monkeypatch.setattr(kind, "render_lines", noted)
        field = app.screen.query_one(SearchField)
        field.refresh()
        app.screen._compositor.update_widgets({field})
        assert app.screen._compositor.render_update() is not None
    assert asked == ["claims-query"]


@pytest.mark.parametrize("mode", ["time", "claims"])
async def test_another_date_is_shown_by_strip_and_screen_in_one_picture(
    desk: LivedDesk, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    app = desk.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await app.go(mode)
        await settle(app, pilot)
        await pilot.press("t", "enter")
        await settle(app, pilot)
        where = app.screen.query_one(TimeDock).query_one(".strip-where", Static)
        pictures: list[str] = []
        paint = FirstLine.render

        def painted(line: FirstLine) -> RenderResult:
            pictures.append(str(where.content))
            return paint(line)

        monkeypatch.setattr(FirstLine, "render", painted)
        await pilot.press("left")
        await until(pilot, lambda: not app.session.is_now and bool(pictures))
        await settle(app, pilot)
        assert pictures[0] == str(where.content) != "What we hold now about how things are now"
    assert app.mishaps == []


async def test_a_grade_is_told_and_the_next_card_shown_in_one_picture(
    desk: LivedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = desk.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        screen, before = app.screen, app.screen.query_one(ClaimCard).card
        assert isinstance(screen, TodayScreen)
        told: list[bool] = []
        picture = screen._compositor_refresh

        def noted() -> None:
            card = screen.query_one(ClaimCard)
            if screen.said:
                told.append(card.card != answered and not card._layout_required)
            picture()

        await pilot.press("space")
        await settle(app, pilot)
        answered = screen.query_one(ClaimCard).card
        assert answered != before
        monkeypatch.setattr(screen, "_compositor_refresh", noted)
        app.post_message(events.Key("3", "3"))
        await until(pilot, lambda: bool(told))
        await settle(app, pilot)
        assert all(told)
