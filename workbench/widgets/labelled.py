"""Lines with a label before each, the text behind it wrapped under itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.app import RenderResult
from textual.content import Content
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widget import Widget

from workbench.cells import pad
from workbench.cells import width as cells_of
from workbench.plain import plain

LEAST_TEXT = 12
"""Cells that the text wants; where there are fewer, the label stands on a line of its own."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One label and what it says."""

    label: str
    text: Content


class LabelledLines(Widget):
    """Labels in one column, texts in the other."""

    virtual_size = Reactive(Size(0, 0), layout=False)
    """Nothing scrolls inside."""

    DEFAULT_CSS = """
    LabelledLines { height: auto; }
    """

    def __init__(
        self, rows: Sequence[Labelled] = (), *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.rows = tuple(rows)

    def show(self, rows: Sequence[Labelled]) -> None:
        """Show these instead."""
        self.rows = tuple(rows)
        cells, lines = self.content_size
        self.refresh(layout=not cells or len(labelled_lines(self.rows, cells)) != lines)

    def render(self) -> RenderResult:
        """The lines as content."""
        return Content("\n").join(labelled_lines(self.rows, self.content_size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the texts need at this width."""
        return len(labelled_lines(self.rows, width))


def labelled_lines(rows: Sequence[Labelled], cells: int) -> list[Content]:
    """The rows as lines of at most `cells` cells; labels share the width of the longest."""
    label = max((cells_of(row.label) for row in rows if row.label), default=-2) + 2
    if cells - label < LEAST_TEXT:
        return [line for row in rows for line in _stacked(row, max(1, cells))]
    return [line for row in rows for line in _beside(row, label, cells - label)]


def _beside(row: Labelled, label: int, cells: int) -> list[Content]:
    first, *others = row.text.wrap(cells) or [Content("")]
    indent = Content(" " * label)
    return [plain(pad(row.label, label), "$text-muted") + first, *(indent + line for line in others)]


def _stacked(row: Labelled, cells: int) -> list[Content]:
    head = [plain(pad(row.label, cells).rstrip(), "$text-muted")] if row.label else []
    return [*head, *row.text.wrap(cells)]
