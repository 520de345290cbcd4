"""A rule between parts of the frame; the lower one carries the last word the program has to say."""

from __future__ import annotations

from textual.app import RenderResult
from textual.widget import Widget

from workbench.cells import cut, width
from workbench.plain import styled


class RuleLine(Widget):
    """A horizontal line, with a sentence set into it where there is one."""

    DEFAULT_CSS = """
    RuleLine { height: 1; background: $background; color: $border-blurred; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.sentence = ""
        self._style = ""

    def say(self, sentence: str, style: str = "bold $text") -> None:
        """Set a sentence into the rule; an empty one takes it out."""
        if (sentence, style) != (self.sentence, self._style):
            self.sentence, self._style = sentence, style
            self.refresh()

    def render(self) -> RenderResult:
        """The rule as content."""
        cells = self.size.width
        if not self.sentence or cells < 8:
            return styled([("─" * cells, "")])
        shown = f" {cut(self.sentence, cells - 4)} "
        return styled([("─", ""), (shown, self._style), ("─" * (cells - 1 - width(shown)), "")])
