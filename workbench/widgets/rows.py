"""What a list shows: rows of cells, handed over whole or made when they are seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from workbench.cells import Align


class Cell(msgspec.Struct, frozen=True):
    """A text in a column; `role` is one of `ROLES`, `marks` are spans to be seen at once (matched words)."""

    text: str
    role: str = ""
    marks: Sequence[tuple[int, int]] = ()


ROLES = ("", "muted", "strong", "struck", "good", "warning", "bad", "accent")
"""How a cell may look; `strong` is bold and `struck` struck through, the others are colours."""


class Row(msgspec.Struct, frozen=True):
    """One row: whose it is, its cells, and a mark of one cell before them (`⊗` closed, `+` new)."""

    id: str
    cells: tuple[Cell, ...]
    mark: str = ""


class Column(msgspec.Struct, frozen=True):
    """How wide a column is, in cells; 0 shares what the others leave.

    `from_width` is the width of the list from which on the column is shown.
    """

    cells: int = 0
    align: Align = "left"
    from_width: int = 0


class RowSource(Protocol):
    """Rows by position; `row` is asked for visible rows only, so a million cost what a screenful costs."""

    def __len__(self) -> int: ...

    def row(self, index: int) -> Row: ...

    def index_of(self, id: str) -> int | None: ...


class Rows:
    """A source over rows that are all there."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self._rows = tuple(rows)
        self._index = {row.id: at for at, row in enumerate(self._rows)}

    def __len__(self) -> int:
        return len(self._rows)

    def row(self, index: int) -> Row:
        """The row at a position."""
        return self._rows[index]

    def index_of(self, id: str) -> int | None:
        """The position of an id, or None."""
        return self._index.get(id)


def column_widths(columns: Sequence[Column], width: int) -> tuple[int, ...]:
    """Cells for each column, one cell between two that are shown; 0 for a column left out.

    Fixed columns give way from the right until the sharing ones have room.
    """
    widths = [column.cells if width >= column.from_width else -1 for column in columns]
    sharing = [at for at, column in enumerate(columns) if column.cells == 0 and widths[at] == 0]
    for at in reversed(range(len(widths))):
        if _room(widths, width) >= LEAST_SHARED * len(sharing):
            break
        if widths[at] > 0:
            widths[at] = -1
    room = max(0, _room(widths, width))
    for place, at in enumerate(sharing):
        widths[at] = room // len(sharing) + (place < room % len(sharing))
    return tuple(max(0, cells) for cells in widths)


LEAST_SHARED = 16
"""Cells that a sharing column wants before a fixed one may stand beside it."""


def _room(widths: Sequence[int], width: int) -> int:
    shown = [cells for cells in widths if cells >= 0]
    return width - sum(shown) - max(0, len(shown) - 1)
