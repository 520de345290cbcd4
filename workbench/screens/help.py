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
from workbench.cells import pad
from workbench.frame.base_screen import BaseScreen
from workbench.glossary import terms_for
from workbench.keys import reason_against
from workbench.plain import styled

KEY_CELLS = 20


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
            yield Static(help_content(self._frame))

    def on_mount(self) -> None:
        """Let arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def action_dismiss_page(self) -> None:
        """Back to the screen."""
        self.dismiss()


def help_content(frame: BaseScreen) -> Content:
    """The purpose, then the keys by scope; why a key is grey is said once for a run of keys."""
    parts: list[tuple[str, str]] = [(frame.PURPOSE + "\n", "bold")]
    for scope in (frame.SCOPE, *frame.ALSO, "app"):
        said: str | None = None
        for place, action in enumerate(in_scope(scope)):
            if place == 0:
                parts.append((f"\n{SCOPE_TITLES[scope]}\n", "bold $text-accent"))
            reason = reason_against(action, frame.situation())
            parts.extend(_line(action, reason, again=reason == said))
            said = reason
    return styled([*parts, *_words(frame.SCOPE)])


def _words(scope: Scope) -> Iterator[tuple[str, str]]:
    """What the words on the screen mean, one line each."""
    for place, term in enumerate(terms_for(scope)):
        if place == 0:
            yield "\nWords on this screen\n", "bold $text-accent"
        yield f"  {pad(term.word, KEY_CELLS)}", "bold"
        yield f"{term.meaning}\n", ""


def _line(action: Action, reason: str | None, *, again: bool) -> Iterator[tuple[str, str]]:
    keys = pad(", ".join(map(shown_key, action.keys)), KEY_CELLS)
    grey = reason is not None
    yield f"  {keys}", "$text-muted" if grey else "bold $text-accent"
    yield f"{action.help}{' (not now)' if grey else ''}\n", "$text-muted" if grey else ""
    if grey and not again:
        yield f"  {' ' * KEY_CELLS}{reason}\n", "italic $text-muted"
