"""Typing a query: letters are seen before anything is searched, and only the last query's hits stay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.strip import Strip

from core.pack.searching import Found
from tests.workbench.desks import until
from tests.workbench.looks import settle, text
from tests.workbench.screens.lives import COMBSUM, LivedDesk
from workbench.app import WorkbenchApp
from workbench.screens.claims import ClaimsScreen
from workbench.screens.claims_field import SearchField
from workbench.widgets.claim_list import ClaimList


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[LivedDesk]:
    made = LivedDesk(tmp_path)
    yield made
    made.close()


class Watched:
    """What was searched while a query was typed, and what the field showed at that moment."""

    def __init__(self, app: WorkbenchApp, monkeypatch: pytest.MonkeyPatch) -> None:
        self.searched: list[tuple[str, str]] = []
        """(query, value of the field as it was painted last)."""
        self.types_during: list[str] = []
        """Letters that the person types while a search runs, one for each search."""
        self._app = app
        self._painted = ""
        self._search = app.session.pack.search
        paint = SearchField.render_line

        def painted(field: SearchField, y: int) -> Strip:
            self._painted = field.value
            return paint(field, y)

        monkeypatch.setattr(SearchField, "render_line", painted)
        monkeypatch.setattr(app.session.pack, "search", self.search)

    def search(self, query: str, *arguments: Any, **named: Any) -> Found:
        """As the pack does."""
        self.searched.append((query, self._painted))
        if self.types_during:
            type_quickly(self._app, self.types_during.pop(0))
        return self._search(query, *arguments, **named)


def type_quickly(app: WorkbenchApp, letters: str) -> None:
    """All letters in one packet, as a slow line brings them."""
    for letter in letters:
        app.post_message(events.Key(letter, letter))


def listed(app: WorkbenchApp) -> list[str]:
    source = app.screen.query_one("#claims-list", ClaimList).source
    return [source.row(place).id for place in range(len(source))]


async def in_the_field(app: WorkbenchApp, pilot: Any) -> None:
    await pilot.press("slash")
    await until(pilot, lambda: isinstance(app.frame, ClaimsScreen))
    await settle(app, pilot)


async def test_letters_typed_quickly_are_searched_once_they_rest(
    desk: LivedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = desk.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await in_the_field(app, pilot)
        watched = Watched(app, monkeypatch)
        type_quickly(app, "default fuse")
        await until(pilot, lambda: watched.searched[-1:] == [("default fuse", "default fuse")])
        await settle(app, pilot)
        assert len(watched.searched) <= 3
        hits = desk.pack.search("default fuse", app.session.view).hits
        assert listed(app)[0] == hits[0].line.claim.id
        assert COMBSUM in text(app)
    assert app.mishaps == []


async def test_what_is_typed_while_a_search_runs_is_painted_before_it_is_searched(
    desk: LivedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = desk.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await in_the_field(app, pilot)
        watched = Watched(app, monkeypatch)
        watched.types_during = ["f", "u", "se"]
        type_quickly(app, "default ")
        await until(pilot, lambda: bool(watched.searched) and watched.searched[-1][0] == "default fuse")
        await settle(app, pilot)
        for query, painted in watched.searched:
            assert painted == query
        hits = desk.pack.search("default fuse", app.session.view).hits
        assert listed(app)[0] == hits[0].line.claim.id
        assert app.screen.query_one(SearchField).value == "default fuse"
    assert app.mishaps == []


async def test_an_emptied_field_lists_everything_again(
    desk: LivedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = desk.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await in_the_field(app, pilot)
        everything = listed(app)
        watched = Watched(app, monkeypatch)
        type_quickly(app, "fuse")
        await until(pilot, lambda: watched.searched[-1:] == [("fuse", "fuse")])
        app.screen.query_one(SearchField).value = ""
        await until(pilot, lambda: listed(app) == everything)
        assert "live · c shows closed too" in text(app)
