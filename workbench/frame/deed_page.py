"""Deeds, verbatim, on a page of their own over the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from core.claims.deed import Deed
from workbench.moments import day_words
from workbench.plain import plain, styled


class DeedPage(ModalScreen[None]):
    """One or more deeds; any of escape, enter and the key that opened it closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,o", "dismiss_page", "back")]

    DEFAULT_CSS = """
    DeedPage { align: center middle; }
    DeedPage > VerticalScroll {
        width: 84%; height: auto; max-height: 84%;
        border: round $border; padding: 0 1; background: $surface;
    }
    """

    def __init__(self, deeds: Sequence[Deed], zone: str) -> None:
        super().__init__()
        self._deeds, self._zone = tuple(deeds), zone

    def compose(self) -> ComposeResult:
        """The deeds under each other."""
        with VerticalScroll() as page:
            page.border_title = plain("deed" if len(self._deeds) == 1 else f"{len(self._deeds)} deeds")
            page.border_subtitle = plain("escape closes")
            for deed in self._deeds:
                yield Static(_words(deed, self._zone))

    def on_mount(self) -> None:
        """Let arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def action_dismiss_page(self) -> None:
        """Back to the screen."""
        self.dismiss()


def _words(deed: Deed, zone: str) -> Content:
    said = deed.said_at if deed.said_at is not None else deed.t_recorded
    source = f" · {deed.source}" if deed.source else ""
    who = deed.speaker or deed.actor
    head = f"{deed.accession} · {deed.kind} · {day_words(said, zone)} · {who}{source}"
    return styled([(head + "\n", "bold"), (deed.body + "\n", "")])
