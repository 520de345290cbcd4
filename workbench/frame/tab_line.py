"""The second line: all screens by key and name, the present one marked; a click goes there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.app import RenderResult
from textual.message import Message
from textual.widget import Widget

from workbench.actions import BY_ID, shown_key
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
        self._keys = {mode: shown_key(BY_ID[f"app.go_{mode}"].keys[0]) for mode, _ in tabs}

    def render(self) -> RenderResult:
        """The row as content: the present screen is bold, keys stand before names where all of them fit."""
        parts: list[tuple[str, str]] = []
        for place in self._places():
            used = sum(width(text) for text, _ in parts)
            parts.append((" " * (place.start - used), ""))
            parts.append((place.key, "$text-disabled"))
            parts.append(
                (place.title, "bold underline $text" if place.mode == self._current else "$text-muted")
            )
        return styled(parts)

    def _places(self) -> list[_Place]:
        """Where each tab stands: with its key, and tighter where the row is narrow."""
        for keyed, gap in ((True, 2), (False, 2), (False, 1)):
            places: list[_Place] = []
            at = 1
            for mode, title in self._tabs:
                key = f"{self._keys[mode]} " if keyed else ""
                after = at + width(key) + width(title)
                places.append(_Place(at, after, mode, key, title))
                at = after + gap
            if at - gap <= self.size.width:
                break
        return places

    def on_click(self, event: events.Click) -> None:
        """Go to the screen under the pointer."""
        for place in self._places():
            if place.start <= event.x < place.after:
                self.post_message(self.Chosen(place.mode))


class _Place(NamedTuple):
    """A tab in the row."""

    start: int
    """Its first cell."""
    after: int
    """The cell after it."""
    mode: str
    key: str
    """With a space behind it; empty where keys do not fit."""
    title: str
