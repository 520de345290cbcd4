"""Help: what a screen is for, its keys, grey ones with the reason, and what its words mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from workbench.actions import SCOPE_TITLES, Action, Scope, in_scope, shown_key
from workbench.cells import pad, wrap
from workbench.frame.base_screen import BaseScreen
from workbench.glossary import terms_for
from workbench.keys import reason_against
from workbench.plain import styled

KEY_CELLS = 20
"""Cells of the keys, and of the words, before what they mean."""

LEAST_CELLS, WIDEST = KEY_CELLS + 18, 110
"""Cells of a line at least, and at most."""


class HelpPage(ModalScreen[None]):
    """The keys of one screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,question_mark,f1,q", "dismiss_page", "back")
    ]

    DEFAULT_CSS = """
    HelpPage { align: center middle; }
    HelpPage > VerticalScroll {
        width: 90%; max-width: 110; height: auto; max-height: 90%;
        border: round $border; padding: 0 2; background: $surface;
    }
    """

    def __init__(self, frame: BaseScreen) -> None:
        super().__init__()
        self._frame = frame

    def compose(self) -> ComposeResult:
        """One page that scrolls."""
        with VerticalScroll() as page:
            page.border_title = styled([(f"Help: {SCOPE_TITLES[self._frame.SCOPE]}", "bold")])
            page.border_subtitle = styled([("arrows scroll · end: words · escape closes", "")])
            yield Static()

    def on_mount(self) -> None:
        """Let arrows scroll."""
        self.screen.set_focus(self.query_one(VerticalScroll))

    def on_resize(self) -> None:
        """Break the lines where the page ends, with room for a scroll bar that comes when they are there."""
        page = self.query_one(VerticalScroll)
        cells = page.outer_size.width - page.gutter.width - page.styles.scrollbar_size_vertical
        self.query_one(Static).update(help_content(self._frame, max(cells, LEAST_CELLS)))

    def action_dismiss_page(self) -> None:
        """Back to the screen."""
        self.dismiss()


def help_content(frame: BaseScreen, cells: int = WIDEST) -> Content:
    """The purpose, then the keys by scope, why one is grey once for a run of keys; lines of so many cells."""
    beside = cells - KEY_CELLS - 2
    purpose = "\n".join(wrap(frame.PURPOSE, cells))
    parts: list[tuple[str, str]] = [(f"{purpose}\n", "bold")]
    for scope in frame.scopes:
        said: str | None = None
        for place, action in enumerate(in_scope(scope)):
            if place == 0:
                parts.append((f"\n{SCOPE_TITLES[scope]}\n", "bold $text-accent"))
            reason = reason_against(action, frame.situation())
            parts.extend(_line(action, reason, beside, again=reason == said))
            said = reason
    return styled([*parts, *_words(frame.SCOPE, beside)])


def _words(scope: Scope, cells: int) -> Iterator[tuple[str, str]]:
    """What the words on the screen mean, one line each."""
    for place, term in enumerate(terms_for(scope)):
        if place == 0:
            yield "\nWords on this screen\n", "bold $text-accent"
        yield f"  {pad(term.word, KEY_CELLS)}", "bold"
        yield _hanging(term.meaning, cells), ""


def _hanging(text: str, cells: int) -> str:
    """Lines under each other, beside the column of keys."""
    return f"\n{' ' * (KEY_CELLS + 2)}".join(wrap(text, cells)) + "\n"


def _line(action: Action, reason: str | None, cells: int, *, again: bool) -> Iterator[tuple[str, str]]:
    keys = pad(", ".join(map(shown_key, action.keys)), KEY_CELLS)
    grey = reason is not None
    yield f"  {keys}", "$text-muted" if grey else "bold $text-accent"
    yield _hanging(f"{action.help}{' (not now)' if grey else ''}", cells), "$text-muted" if grey else ""
    if reason is not None and not again:
        yield f"  {' ' * KEY_CELLS}{_hanging(reason, cells)}", "italic $text-muted"
