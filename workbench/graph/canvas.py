"""A canvas of terminal cells: braille dots under text, each cell with one role."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from workbench.cells import width as cells_of

BLANK = "blank"

DOTS_ACROSS, DOTS_DOWN = 2, 4

_BRAILLE = 0x2800
_DOT_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Unicode braille patterns: bit of the dot at [row][column] of a cell."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Neighbouring cells of one role."""

    text: str
    role: str


Row = tuple[Segment, ...]
"""One line of the picture; its texts together are exactly as wide as the canvas."""


@dataclass(slots=True)
class Canvas:
    """`width` × `height` cells; text hides the dots below it, a later role hides an earlier one."""

    width: int
    height: int
    _dots: dict[tuple[int, int], int] = field(default_factory=dict)
    _roles: dict[tuple[int, int], str] = field(default_factory=dict)
    _texts: dict[tuple[int, int], str] = field(default_factory=dict)
    _taken: set[tuple[int, int]] = field(default_factory=set)

    def dot(self, x: int, y: int, role: str) -> None:
        """Set the dot at column `x` of 2 × width, row `y` of 4 × height; outside nothing happens."""
        cell = (x // DOTS_ACROSS, y // DOTS_DOWN)
        if 0 <= cell[0] < self.width and 0 <= cell[1] < self.height:
            self._dots[cell] = self._dots.get(cell, 0) | _DOT_BITS[y % DOTS_DOWN][x % DOTS_ACROSS]
            self._roles[cell] = role

    def line(self, start: tuple[int, int], end: tuple[int, int], role: str) -> None:
        """Set the dots of a straight line (Bresenham 1965), both ends included."""
        for x, y in bresenham(start, end):
            self.dot(x, y, role)

    def write(self, column: int, row: int, text: str, role: str) -> None:
        """Write text over the dots; it must be free and fit, see `free`."""
        self._texts[column, row] = text
        self._roles[column, row] = role
        self._taken.update((column + step, row) for step in range(cells_of(text)))

    def free(self, column: int, row: int, cells: int) -> bool:
        """Whether that many cells from there are inside and hold no text yet."""
        inside = 0 <= row < self.height and column >= 0 and column + cells <= self.width
        return inside and not any((column + step, row) in self._taken for step in range(cells))

    def rows(self) -> tuple[Row, ...]:
        """The picture, top to bottom."""
        return tuple(_merged(self._pieces(row)) for row in range(self.height))

    def _pieces(self, row: int) -> Iterator[Segment]:
        column = 0
        while column < self.width:
            cell = (column, row)
            if cell in self._texts:
                yield Segment(self._texts[cell], self._roles[cell])
                column += cells_of(self._texts[cell])
            else:
                bits = self._dots.get(cell, 0)
                yield Segment(chr(_BRAILLE + bits), self._roles[cell]) if bits else Segment(" ", BLANK)
                column += 1


def bresenham(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The points of a straight line on a grid, both ends included."""
    (x, y), (end_x, end_y) = start, end
    step_x, step_y = (1 if x < end_x else -1), (1 if y < end_y else -1)
    across, down = abs(end_x - x), -abs(end_y - y)
    error = across + down
    while True:
        yield x, y
        if (x, y) == (end_x, end_y):
            return
        doubled = 2 * error
        if doubled >= down:
            error += down
            x += step_x
        if doubled <= across:
            error += across
            y += step_y


def _merged(pieces: Iterable[Segment]) -> Row:
    """Neighbours of one role as one segment."""
    out: list[Segment] = []
    for piece in pieces:
        if out and out[-1].role == piece.role:
            out[-1] = Segment(out[-1].text + piece.text, piece.role)
        else:
            out.append(piece)
    return tuple(out)
