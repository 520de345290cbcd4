"""A list of claims that opens a million rows at once and repaints two of them when the cursor moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from workbench.cells import pad, wrap
from workbench.keys import bindings_for
from workbench.widgets.rows import ROLES, Cell, Column, Row, Rows, RowSource, column_widths

FOCUSED_CURSOR, BLURRED_CURSOR = "▸", "▹"
"""Before the row under the cursor; together with reverse or bold it shows the focus without colour."""

KEPT_LINES = 256
"""Rows kept as they were painted: a few screenfuls."""

GUTTER = 3
"""Cells before the columns: cursor, mark, space."""


class ClaimList(ScrollView, can_focus=True):
    """Rows in columns with a cursor. Rows come from a `RowSource`; the list asks for those it shows."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_for("list")]

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "claim-list--empty",
        "claim-list--cursor",
        "claim-list--cursor-blurred",
        *(f"claim-list--{role}" for role in ROLES if role),
    }

    DEFAULT_CSS = """
    ClaimList {
        background: $surface;
        color: $text;
        height: 1fr;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        & > .claim-list--empty { color: $text-muted; }
        & > .claim-list--cursor {
            color: $block-cursor-foreground;
            background: $block-cursor-background;
            text-style: bold;
        }
        & > .claim-list--cursor-blurred {
            color: $block-cursor-blurred-foreground;
            background: $block-cursor-blurred-background;
        }
        & > .claim-list--muted { color: $text-muted; }
        & > .claim-list--strong { text-style: bold; }
        & > .claim-list--struck { color: $text-muted; text-style: strike; }
        & > .claim-list--good { color: $text-success; }
        & > .claim-list--warning { color: $text-warning; }
        & > .claim-list--bad { color: $text-error; }
        & > .claim-list--accent { color: $text-accent; }
        &:nocolor > .claim-list--cursor { color: $text; background: $surface; text-style: bold reverse; }
        &:nocolor > .claim-list--cursor-blurred { color: $text; background: $surface; text-style: bold; }
    }
    """

    cursor: reactive[int] = reactive(0, repaint=False)
    """Position of the chosen row; 0 in an empty list."""

    class Highlighted(Message):
        """The cursor is on another row, or on the first one of a new source."""

        def __init__(self, claim_list: ClaimList, id: str, index: int) -> None:
            super().__init__()
            self.claim_list, self.id, self.index = claim_list, id, index

        @property
        def control(self) -> ClaimList:
            """The list it happened in."""
            return self.claim_list

    class Opened(Message):
        """A row was opened by enter or a double click."""

        def __init__(self, claim_list: ClaimList, id: str, index: int) -> None:
            super().__init__()
            self.claim_list, self.id, self.index = claim_list, id, index

        @property
        def control(self) -> ClaimList:
            """The list it happened in."""
            return self.claim_list

    def __init__(
        self,
        columns: Sequence[Column] = (Column(),),
        *,
        empty: str = "Nothing here.",
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.columns = tuple(columns)
        self.empty = empty
        self.source: RowSource = Rows()
        self._highlighted: tuple[str, int] | None = None
        self._ground = Style()
        """The look of a plain row, found once a picture: it is looked up in every widget around."""
        self._painted: LRUCache[tuple[object, ...], Strip] = LRUCache(KEPT_LINES)
        """The strips of rows, by all that decides how they look."""
        self._told: tuple[tuple[str, int], list[str]] = (("", 0), [])
        """The lines of an empty list, by its words and their width."""

    @property
    def chosen(self) -> str | None:
        """The id of the row under the cursor, or None in an empty list."""
        return self.source.row(self.cursor).id if len(self.source) else None

    def show(self, source: RowSource, choose: str | None = None, empty: str | None = None) -> None:
        """Show other rows; the cursor goes to the id given, else stays on its id, else near its position."""
        wanted = self.chosen if choose is None else choose
        index = source.index_of(wanted) if wanted is not None else None
        self.source = source
        if empty is not None:
            self.empty = empty
        self._resize_content()
        self.set_reactive(ClaimList.cursor, self._inside(self.cursor if index is None else index))
        self._scroll_to_cursor()
        self.refresh()
        self._announce()

    def choose(self, id: str) -> bool:
        """Put the cursor on a row by id; False when it is not here."""
        index = self.source.index_of(id)
        if index is not None:
            self.cursor = index
        return index is not None

    def refresh_row(self, id: str) -> None:
        """Repaint one row whose cells have changed."""
        index = self.source.index_of(id)
        if index is not None:
            self.refresh_line(index)

    def validate_cursor(self, index: int) -> int:
        """Hold the cursor inside the list."""
        return self._inside(index)

    def watch_cursor(self, old: int, new: int) -> None:
        """Repaint the two rows concerned, scroll only when the new one is out of sight."""
        self.refresh_line(old)
        self.refresh_line(new)
        self._scroll_to_cursor()
        self._announce()

    def action_cursor_down(self) -> None:
        """One row down."""
        self.cursor += 1

    def action_cursor_up(self) -> None:
        """One row up."""
        self.cursor -= 1

    def action_page_down(self) -> None:
        """One page down."""
        self.cursor += max(1, self._visible_rows - 1)

    def action_page_up(self) -> None:
        """One page up."""
        self.cursor -= max(1, self._visible_rows - 1)

    def action_first(self) -> None:
        """To the first row."""
        self.cursor = 0

    def action_last(self) -> None:
        """To the last row."""
        self.cursor = len(self.source) - 1

    def action_open(self) -> None:
        """Open the chosen row."""
        if self.chosen is not None:
            self.post_message(self.Opened(self, self.chosen, self.cursor))

    def on_click(self, event: events.Click) -> None:
        """A click chooses the row under the pointer, a double click opens it."""
        index = self._index_at(event)
        if index is None:
            return
        event.stop()
        self.cursor = index
        if event.chain == 2:
            self.action_open()

    def on_resize(self) -> None:
        """Fit the rows to the new width and keep the cursor in sight."""
        self._resize_content()
        self._scroll_to_cursor()

    def watch_show_vertical_scrollbar(self, shown: bool) -> None:
        """A bar that comes after the list was scrolled shows where the list stands."""
        if shown:
            self.vertical_scrollbar.position = self.scroll_y

    def on_focus(self) -> None:
        """Show that keys act here."""
        self.refresh_line(self.cursor)

    def on_blur(self) -> None:
        """Show that keys act elsewhere."""
        self.refresh_line(self.cursor)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a picture, which share the looks of the list."""
        self._ground = self.rich_style
        if self.styles.gutter or self.opacity < 1:
            return super().render_lines(crop)
        top, cells = self.scroll_offset.y, self.scrollable_content_region.width
        lines = [self._line(y, top + y, cells) for y in crop.line_range]
        _, ground = self.background_colors
        for line_filter in self.get_line_filters():
            lines = [line.apply_filter(line_filter, ground) for line in lines]
        return [line.crop_extend(*crop.column_span, self._ground) for line in lines]

    def notify_style_update(self) -> None:
        """Other looks: no line stays as it was."""
        super().notify_style_update()
        self._painted.clear()

    def render_line(self, y: int) -> Strip:
        """The strip of one visible line."""
        return self._line(y, y + self.scroll_offset.y, self.scrollable_content_region.width)

    def _line(self, y: int, index: int, width: int) -> Strip:
        if not len(self.source):
            return self._empty_line(y, width)
        if index >= len(self.source):
            return Strip.blank(width, self._ground)
        return self._row_line(self.source.row(index), index == self.cursor, width)

    def _row_line(self, row: Row, under_cursor: bool, width: int) -> Strip:
        """The strip of a row, kept as long as it looks the same."""
        cells = tuple((cell.text, cell.role, *cell.marks) for cell in row.cells)
        looks = (cells, row.mark, under_cursor and (True, self.has_focus), width, self._ground)
        line = self._painted.get(looks)
        if line is None:
            line = self._painted[looks] = Strip(self._segments(row, under_cursor, width), width)
        return line

    def _segments(self, row: Row, under_cursor: bool, width: int) -> list[Segment]:
        base = self._row_style(under_cursor)
        pointer = (FOCUSED_CURSOR if self.has_focus else BLURRED_CURSOR) if under_cursor else " "
        segments = [Segment(pad(pointer + pad(row.mark, 1), min(GUTTER, width)), base)]
        widths = column_widths(self.columns, width - GUTTER)
        for cell, column, cells in zip(row.cells, self.columns, widths, strict=False):
            if cells:
                style = base if under_cursor and self.has_focus else base + self._role_style(cell.role)
                segments += _marked(cell, pad(cell.text, cells, column.align), style)
                segments.append(Segment(" ", base))
        return list(Strip(segments).adjust_cell_length(width, base))

    def _row_style(self, under_cursor: bool) -> Style:
        if not under_cursor:
            return self._ground
        return self.get_component_rich_style(
            "claim-list--cursor" if self.has_focus else "claim-list--cursor-blurred"
        )

    def _role_style(self, role: str) -> Style:
        """The part of the look that the role adds; the ground stays that of the row."""
        return self.get_component_rich_style(f"claim-list--{role}", partial=True) if role else Style()

    def _empty_line(self, y: int, width: int) -> Strip:
        if self._told[0] != (self.empty, width):
            self._told = ((self.empty, width), ["", *wrap(self.empty, max(1, width - 2 * GUTTER))])
        lines = self._told[1]
        text = " " * GUTTER + lines[y] if y < len(lines) else ""
        return Strip([Segment(pad(text, width), self.get_component_rich_style("claim-list--empty"))], width)

    def _index_at(self, event: events.Click) -> int | None:
        offset = event.get_content_offset(self)
        if offset is None:
            return None
        index = offset.y + self.scroll_offset.y
        return index if index < len(self.source) else None

    def _inside(self, index: int) -> int:
        return min(max(0, index), max(0, len(self.source) - 1))

    @property
    def _visible_rows(self) -> int:
        return self.scrollable_content_region.height

    def _resize_content(self) -> None:
        """Other rows move nothing around, unless the height is theirs or the scroll bar comes or goes."""
        size, rows = Size(self.scrollable_content_region.width, len(self.source)), self._visible_rows
        stays = (self.virtual_size.height > rows) == (size.height > rows) and self.size.height
        if self.styles.is_auto_height or not stays or size.width != self.virtual_size.width:
            self.virtual_size = size
        elif size != self.virtual_size:
            self.set_reactive(ClaimList.virtual_size, size)
            self._scroll_update(size)

    def _scroll_to_cursor(self) -> None:
        top, rows = self.scroll_offset.y, self._visible_rows
        if rows and not top <= self.cursor < top + rows:
            self.scroll_to_region(Region(0, self.cursor, 1, 1), animate=False, force=True, x_axis=False)

    def _announce(self) -> None:
        """Tell once which row is under the cursor."""
        here = (self.chosen, self.cursor) if self.chosen is not None else None
        if here != self._highlighted:
            self._highlighted = here
            if here:
                self.post_message(self.Highlighted(self, *here))


MARK = Style(bold=True, underline=True)
"""Matched words, to be seen without colour too."""


def _marked(cell: Cell, shown: str, style: Style) -> list[Segment]:
    """The shown part of a cell, its marked spans set off as far as they are in sight."""
    if not cell.marks:
        return [Segment(shown, style)]
    in_sight = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(shown, cell.text, strict=False)))
    at = 0
    segments = []
    for start, end in cell.marks:
        start, end = max(at, start), min(end, in_sight)
        if start < end:
            segments += [Segment(shown[at:start], style), Segment(shown[start:end], style + MARK)]
            at = end
    return [*segments, Segment(shown[at:], style)]
