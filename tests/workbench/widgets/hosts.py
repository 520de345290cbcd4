"""An app around one widget, with the messages it posted and the layouts that it cost."""

from __future__ import annotations

import pytest
from textual._compositor import ReflowResult
from textual.app import App, ComposeResult
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button

from workbench.themes import THEMES


class Host(App[None]):
    """One widget, and a button below it to take the focus away."""

    CSS = "Button { height: 1; min-width: 8; border: none; } Host { background: $background; }"

    def __init__(self, widget: Widget, theme: str = "packbench-dark") -> None:
        super().__init__()
        for own in THEMES:
            self.register_theme(own)
        self.theme = theme
        self.widget = widget
        self.seen: list[Message] = []

    def compose(self) -> ComposeResult:
        yield self.widget
        yield Button("away", id="away")

    def note(self, message: Message) -> None:
        """For `run_test(message_hook=...)`: keep what our own widgets post."""
        if type(message).__module__.startswith("workbench.") and message not in self.seen:
            self.seen.append(message)

    def told(self, kind: type[Message]) -> list[Message]:
        """The messages of a kind, in order."""
        return [message for message in self.seen if isinstance(message, kind)]


def layouts(host: Host, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each layout of the screen from now on."""
    laid: list[int] = []
    compositor = host.screen._compositor
    reflow = compositor.reflow

    def noted(parent: Widget, size: Size) -> ReflowResult:
        laid.append(1)
        return reflow(parent, size)

    monkeypatch.setattr(compositor, "reflow", noted)
    return laid
