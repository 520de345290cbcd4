"""Keys that arrive in one packet do what they would do one by one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from core.pack.commands import Cite, PutDeed
from tests.workbench.desks import Desk, until
from tests.workbench.looks import settle
from tests.workbench.sample_desk import sample_app
from workbench.app import WorkbenchApp
from workbench.frame.asking import Asking
from workbench.frame.messages import ViewChanged
from workbench.screens.claims import SearchField
from workbench.screens.today import TodayScreen

KEYS = {" ": "space", "/": "slash", ".": "full_stop"}
SENTENCE = "The release takes two approvals."
"""Its letters are keys of half the program: t, h, e, r, l, x."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


@asynccontextmanager
async def at_desk(desk: Desk) -> AsyncIterator[tuple[WorkbenchApp, Pilot[str | None]]]:
    """The app over a desk, ready, and afterwards free of faults."""
    app = desk.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        yield app, pilot
    assert app.mishaps == []


def burst(app: WorkbenchApp, *keys: str) -> None:
    """Put keys into the app's queue at once, as a slow line does; words are typed letter by letter."""
    for key in keys:
        app.post_message(events.Key(KEYS.get(key, key), key if len(key) == 1 else None))


async def rest(app: WorkbenchApp, pilot: Pilot[Any]) -> None:
    """Wait until every key has come in and is done."""
    came_in: list[bool] = []
    app.call_later(came_in.append, True)
    await until(pilot, lambda: bool(came_in) and not app.keys_underway)
    await settle(app, pilot)


def written(app: WorkbenchApp) -> str:
    """What stands in the text of Write."""
    return app.screen.query_one("#write-text", TextArea).text


async def test_letters_behind_w_are_all_written(desk: Desk) -> None:
    async with at_desk(desk) as (app, pilot):
        burst(app, "w", *SENTENCE)
        await rest(app, pilot)
        assert written(app) == SENTENCE
        assert not app.session.done_here()


async def test_a_paste_behind_w_is_written(desk: Desk) -> None:
    async with at_desk(desk) as (app, pilot):
        burst(app, "w", "A")
        app.post_message(events.Paste(" paste"))
        burst(app, "!")
        await rest(app, pilot)
        assert written(app) == "A paste!"


async def test_letters_behind_e_are_added_to_the_claim_that_is_edited(desk: Desk) -> None:
    async with at_desk(desk) as (app, pilot):
        frame = app.frame
        assert isinstance(frame, TodayScreen)
        assert frame.card is not None
        before = frame.card.line.claim.text
        burst(app, "space", "e", *" It prunes.")
        await rest(app, pilot)
        assert written(app) == before + " It prunes."
        assert not app.session.done_here()


async def test_letters_behind_q_go_into_the_cue(desk: Desk) -> None:
    async with at_desk(desk) as (app, pilot):
        burst(app, "q", *"upgrade fuse")
        await rest(app, pilot)
        assert app.screen.query_one("#cue", Input).value == "upgrade fuse"
        assert not app.session.done_here()


async def test_letters_behind_t_go_into_the_date(desk: Desk) -> None:
    async with at_desk(desk) as (app, pilot):
        burst(app, "t", *"last may")
        await rest(app, pilot)
        focused = app.focused
        assert isinstance(focused, Input)
        assert focused.value == "last may"
        assert app.session.is_now


async def test_the_two_lines_of_x_take_what_is_typed_ahead(desk: Desk) -> None:
    async with at_desk(desk) as (app, pilot):
        burst(app, "space", "x", *"bench run", "enter", *"The default fuse is CombMNZ.")
        await rest(app, pilot)
        said = app.screen.query_one(Asking).said
        assert said == {"reason": "bench run", "corrected": "The default fuse is CombMNZ."}
        assert not app.session.done_here()


async def test_letters_behind_the_answer_wait_until_the_next_card(desk: Desk) -> None:
    async with at_desk(desk) as (app, pilot):
        burst(app, "space", "x", *"seen", "enter", "enter", "space", "3")
        await rest(app, pilot)
        assert [event.verb for event in app.session.done_here()] == ["no_longer_true", "grade"]


async def test_letters_go_into_the_lines_of_a_question_wherever_the_focus_went(desk: Desk) -> None:
    async with at_desk(desk) as (app, pilot):
        burst(app, "f3", "escape", "x")
        await rest(app, pilot)
        app.screen.set_focus(app.screen.query_one("#claims-list"))
        burst(app, *"prune")
        await rest(app, pilot)
        assert app.screen.query_one(Asking).said["reason"] == "prune"
        assert not app.session.done_here()


async def test_loading_does_not_take_the_focus_from_a_question(desk: Desk) -> None:
    async with at_desk(desk) as (app, pilot):
        deed = desk.pack.submit(PutDeed(body="seen", source="bench")).id or ""
        burst(app, "space", "x", *"se")
        await rest(app, pilot)
        burst(app, *"en")
        app.session.submit(Cite(id=desk.ids[1], deed=deed))
        app.post_message(ViewChanged(true_at=None, believed_at=None))
        burst(app, *" it")
        await rest(app, pilot)
        assert app.screen.query_one(Asking).said["reason"] == "seen it"


async def test_typing_after_f3_searches_and_does_nothing_to_claims(desk: Desk) -> None:
    async with at_desk(desk) as (app, pilot):
        burst(app, "f3", *"approvals")
        await rest(app, pilot)
        assert app.screen.query_one(SearchField).value == "approvals"
        assert not app.session.done_here()


async def test_letters_that_follow_letters_in_a_field_make_one_search(desk: Desk) -> None:
    async with at_desk(desk) as (app, pilot):
        await pilot.press("f3")
        await rest(app, pilot)
        searched: list[str] = []
        search = app.session.pack.search

        def counted(query: str, *arguments: Any, **named: Any) -> Any:
            searched.append(query)
            return search(query, *arguments, **named)

        app.session.pack.search = counted  # type: ignore[method-assign]
        burst(app, *"a long query about the writer")
        await rest(app, pilot)
        await until(pilot, lambda: bool(searched) and searched[-1] == "a long query about the writer")
        assert len(searched) <= 5


async def test_a_key_whose_widget_went_away_holds_up_no_other(desk: Desk) -> None:
    async with at_desk(desk) as (app, pilot):
        burst(app, "space", "x", "escape", "x", "escape", "t", "escape", "question_mark", "escape", "f3")
        await rest(app, pilot)
        assert app.current_mode == "claims"
        assert isinstance(app.focused, SearchField)


async def test_letters_behind_the_slash_go_into_the_field(tmp_path: Path) -> None:
    with sample_app("project_log", tmp_path) as app:
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(app, pilot)
            burst(app, "slash", *"xzprx")
            await rest(app, pilot)
            assert app.screen.query_one(SearchField).value == "xzprx"
            assert not app.session.done_here()


async def test_a_burst_of_grades_grades_once(tmp_path: Path) -> None:
    with sample_app("project_log", tmp_path) as app:
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(app, pilot)
            burst(app, "space", *"3333")
            await rest(app, pilot)
            assert [event.verb for event in app.session.done_here()] == ["grade"]
