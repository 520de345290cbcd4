"""The words of the screens: one line each, on the help page of every screen that uses them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.content import Content
from textual.widgets import Static

from tests.workbench.desks import Desk
from tests.workbench.looks import settle
from workbench.cells import width
from workbench.glossary import TERMS, Term, terms_for
from workbench.screens import SCREENS
from workbench.screens.help import KEY_CELLS, help_content

GOLDENS = Path(__file__).parent / "goldens"

LINE = 120 * 9 // 10 - 8 - KEY_CELLS - 2
"""Cells beside the word on a help page at 120 columns."""


@pytest.mark.parametrize("term", TERMS, ids=[term.word for term in TERMS])
def test_a_word_is_explained_in_one_line(term: Term) -> None:
    assert width(term.word) < KEY_CELLS
    assert width(term.meaning) <= LINE
    assert not term.meaning.endswith(".")


def test_every_word_is_said_once() -> None:
    words = [part.strip() for term in TERMS for part in term.word.split(",")]
    assert len(set(words)) == len(words)


def test_every_screen_explains_some_of_its_words() -> None:
    assert all(list(terms_for(entry.mode)) for entry in SCREENS)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("term", "seen"),
    [
        ("R", r"\bR \.\d"),
        ("fire", r"\bfire[sd]?\b"),
        ("modularity", r"\bmodularity\b"),
        ("guard", r"\bguard\b"),
        ("weak", r"\bweak:"),
    ],
)
def test_what_stands_on_a_screen_is_explained_in_its_help(term: str, seen: str) -> None:
    shown = [page for page in GOLDENS.glob("*.txt") if re.search(seen, page.read_text("utf-8"))]
    screens = next(one for one in TERMS if one.word == term).screens
    assert {page.name.partition("-")[0] for page in shown} <= screens | {"welcome"}


async def test_the_help_page_of_a_screen_explains_its_words_and_no_others(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    app = desk.app()
    async with app.run_test(size=(120, 40)) as pilot:
        for entry in SCREENS:
            await app.go(entry.mode)
            await settle(app, pilot)
            assert app.frame is not None
            shown = help_content(app.frame).plain.partition("Words on this screen")[2]
            assert [term.word for term in TERMS if f"\n  {term.word} " in shown] == [
                term.word for term in terms_for(app.frame.SCOPE)
            ]
    assert app.mishaps == []
    desk.close()


@pytest.mark.parametrize("size", [(200, 60), (120, 40), (80, 24), (60, 20)])
async def test_no_line_of_the_help_page_is_broken_once_more(tmp_path: Path, size: tuple[int, int]) -> None:
    desk = Desk(tmp_path)
    app = desk.app()
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        await pilot.press("question_mark")
        await settle(app, pilot)
        shown = app.screen.query_one(Static)
        assert isinstance(shown.visual, Content)
        assert shown.size.height == len(shown.visual.plain.split("\n"))
    desk.close()
