"""Keys that arrive in one packet do what they would do one by one."""

from __future__ import annotations

from pathlib import Path

from textual import events

from tests.workbench.looks import settle
from tests.workbench.sample_desk import sample_app
from workbench.app import WorkbenchApp
from workbench.screens.claims import SearchField


def burst(app: WorkbenchApp, *keys: str) -> None:
    """Put keys into the app's queue at once, as a slow line does."""
    for key in keys:
        app.post_message(events.Key(key, key if len(key) == 1 else None))


async def test_letters_behind_the_slash_go_into_the_field(tmp_path: Path) -> None:
    with sample_app("project_log", tmp_path) as app:
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(app, pilot)
            burst(app, "slash", *"xzprx")
            await settle(app, pilot)
            await pilot.pause(0.2)
            assert app.screen.query_one(SearchField).value == "xzprx"
            assert not app.session.done_here()


async def test_a_burst_of_grades_grades_once(tmp_path: Path) -> None:
    with sample_app("project_log", tmp_path) as app:
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(app, pilot)
            burst(app, "space", *"3333")
            await settle(app, pilot)
            await pilot.pause(0.2)
            assert [event.verb for event in app.session.done_here()] == ["grade"]
