"""The second line: all screens by name, the present one marked; a click goes there."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import RenderResult
from textual.message import Message
from textual.widget import Widget

from workbench.cells import width
from workbench.plain import styled


class TabLine(Widget):
    """The names of the screens in one row."""

    DEFAULT_CSS = """
    TabLine { height: 1; background: $background; color: $text-muted; }
    """

    class Chosen(Message):
        """A screen was clicked."""

        def __init__(self, mode: str) -> None:
            super().__init__()
            self.mode = mode

    def __init__(self, tabs: Sequence[tuple[str, str]], current: str) -> None:
        """`tabs` are (mode, title) in order."""
        super().__init__(id="tab-line")
        self._tabs = tuple(tabs)
        self._current = current

    def render(self) -> RenderResult:
        """The row as content; the present screen stands in brackets where that fits, and is bold."""
        parts: list[tuple[str, str]] = []
        for (start, _, mode), (_, title) in zip(self._places(), self._tabs, strict=True):
            used = sum(width(text) for text, _ in parts)
            parts.append((" " * (start - used), ""))
            parts.append((title, "bold underline $text" if mode == self._current else "$text-muted"))
        return styled(parts)

    def _places(self) -> list[tuple[int, int, str]]:
        """(first cell, cell after, mode) of each tab, tighter where the row is narrow."""
        for gap in (2, 1):
            places, at = [], 1
            for mode, title in self._tabs:
                places.append((at, at + width(title), mode))
                at += width(title) + gap
            if at - gap <= self.size.width:
                break
        return places

    def on_click(self, event: events.Click) -> None:
        """Go to the screen under the pointer."""
        for start, after, mode in self._places():
            if start <= event.x < after:
                self.post_message(self.Chosen(mode))
