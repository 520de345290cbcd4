"""Copying: by every way there is, and a true word about what came of it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from textual.app import App

from workbench.clipboard import MOST_BYTES, copy


class Bare(App[None]):
    """An app with nothing in it."""


@pytest.fixture
def no_pyperclip(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which pyperclip is not installed."""
    monkeypatch.setitem(sys.modules, "pyperclip", None)


@pytest.fixture
def pyperclip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A pyperclip that copies into a file, as its tools do into a clipboard."""
    board = tmp_path / "board"
    (tmp_path / "pyperclip.py").write_text(
        f"import pathlib\ndef copy(text):\n    pathlib.Path({str(board)!r}).write_text(text)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "pyperclip", raising=False)
    return board


@pytest.mark.usefixtures("no_pyperclip")
async def test_the_terminal_is_asked_and_the_person_told_what_to_try_else() -> None:
    app = Bare()
    async with app.run_test():
        copied = copy(app, "默认 [/]", environ={})
        assert app.clipboard == "默认 [/]"
        assert not copied.certain
        assert "hold shift" in copied.sentence


@pytest.mark.usefixtures("no_pyperclip")
@pytest.mark.parametrize(
    ("environ", "text", "words"),
    [
        ({"TMUX": "/tmp/tmux"}, "a", "set-clipboard on"),
        ({"TERM_PROGRAM": "Apple_Terminal"}, "a", "does not let programs copy"),
        ({}, "a" * (MOST_BYTES + 1), "too long"),
    ],
)
async def test_where_the_terminal_may_refuse_the_sentence_says_so(
    environ: dict[str, str], text: str, words: str
) -> None:
    app = Bare()
    async with app.run_test():
        assert words in copy(app, text, environ).sentence


async def test_the_systems_clipboard_is_certain(pyperclip: Path) -> None:
    app = Bare()
    async with app.run_test():
        copied = copy(app, "four", environ={})
        assert copied.certain
        assert copied.sentence == "Copied 4 characters."
        assert pyperclip.read_text() == "four"


async def test_over_ssh_the_other_machines_clipboard_is_left_alone(pyperclip: Path) -> None:
    app = Bare()
    async with app.run_test():
        assert not copy(app, "four", environ={"SSH_CONNECTION": "1 2 3 4"}).certain
        assert not pyperclip.exists()
