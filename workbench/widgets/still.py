"""Widgets that say other words without the screen being laid out anew, unless these need another room.

A layout of the screen costs more than most searches, and Textual lays out once more for each widget whose
room has changed, in case it has a scroll bar.
"""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Static

from workbench.cells import width


class Words(Static):
    """Words as high as they are."""

    virtual_size = Reactive(Size(0, 0), layout=False)
    """Nothing scrolls inside."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.said = Content("")

    def say(self, words: Content) -> None:
        """Say this instead."""
        if not words.is_same(self.said):
            self.said = words
            self.update(words, layout=self._needs_room(words))

    def _needs_room(self, words: Content) -> bool:
        cells, lines = self.content_size
        return not cells or len(words.wrap(cells)) != lines


class OneLine(Words):
    """Words in one line. With the class `-grows` it is as wide as the longest words that it has said."""

    DEFAULT_CSS = """
    OneLine { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    OneLine.-grows { width: auto; text-align: right; }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._widest = 0

    def _needs_room(self, words: Content) -> bool:
        grown = width(words.plain) > self._widest
        self._widest = max(self._widest, width(words.plain))
        return grown and self.has_class("-grows")

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The longest words so far."""
        return self._widest


class StillScroll(VerticalScroll):
    """A part that scrolls: what lies in it may grow without anything around it moving."""

    virtual_size = Reactive(Size(0, 0), layout=False)
    """The scroll bar asks for a layout by itself when it comes or goes."""
