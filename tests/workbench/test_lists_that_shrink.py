"""A screen that was seen, and whose list shrank while another was shown, is shown again without a fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.clocks.instants import DAY
from tests.workbench.desks import typed
from tests.workbench.looks import settle
from tests.workbench.sample_desk import NOW, sample_app
from workbench.frame.messages import ViewChanged
from workbench.screens import SCREENS
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.timeline import Clock

MODES = tuple(entry.mode for entry in SCREENS)


async def test_the_list_of_the_other_clock_is_no_place_for_the_row_that_was_chosen(tmp_path: Path) -> None:
    with sample_app("project_log", tmp_path) as app:
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(app, pilot)
            await pilot.press("f5")
            await settle(app, pilot)
            await pilot.press("f3", "escape", "t")
            await typed(pilot, "2026-08-15")
            await pilot.press("enter", "V", "escape", "f5")
            await settle(app, pilot)
            assert app.mishaps == []
            assert app.current_mode == "time"


@pytest.mark.parametrize("clock", ["both", "true"])
async def test_every_screen_is_shown_again_after_its_list_shrank(tmp_path: Path, clock: Clock) -> None:
    with sample_app("project_log", tmp_path) as app:
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(app, pilot)
            for mode in MODES:
                await app.go(mode)
                await settle(app, pilot)
                for listed in app.screen.query(ClaimList):
                    listed.cursor = len(listed.source) - 1
            app.session.moving = clock
            for at in (NOW - 60 * DAY, NOW - 4000 * DAY):
                believed = None if clock == "true" else at
                app.post_message(ViewChanged(true_at=at, believed_at=believed))
                for mode in MODES:
                    await app.go(mode)
                    await settle(app, pilot)
                    assert app.mishaps == [], (mode, app.mishaps[0].trace)
