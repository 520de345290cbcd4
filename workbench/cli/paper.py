"""Standard output as lines of cells: aligned, wrapped at a terminal, whole in a pipe, never markup."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from functools import cached_property
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Final, TextIO

from workbench.cells import pad, visible, width, wrap

if TYPE_CHECKING:
    from rich.console import Console

Cell = tuple[str, str]
"""A text and the name of its style (empty: plain)."""

STYLES: Final = {
    "": "",
    "title": "bold",
    "claim": "",
    "id": "dim",
    "dim": "dim",
    "kind": "cyan",
    "ended": "strike dim",
    "warn": "yellow",
    "bad": "bold red",
    "good": "green",
}
"""Styles by what they say; nothing is said by style alone."""

GAP: Final = 2
"""Cells between two columns."""
NARROWEST: Final = 20
"""Cells that the last column has at least, however narrow the terminal."""
LONGEST_LINE: Final = 100
"""Cells of a line at a wide terminal: longer ones are hard to read."""


class Paper:
    """Where a command writes its answer."""

    def __init__(self, file: TextIO | None = None, *, columns: int | None = None) -> None:
        self._file = sys.stdout if file is None else file
        self._terminal = self._file.isatty()
        self.width = min(columns or get_terminal_size().columns, LONGEST_LINE) if self._terminal else None
        """Cells to a line, or None where lines are as long as they are."""
        self._written = False

    def line(self, text: str = "", style: str = "", *, indent: int = 0) -> None:
        """One text, wrapped to the width."""
        self.row([(text, style)], (), indent=indent)

    def title(self, text: str) -> None:
        """A heading, with an empty line before it unless it is the first."""
        if self._written:
            self._put([("", "")])
        self.line(text, "title")

    def table(self, rows: Iterable[Sequence[Cell]], *, indent: int = 0) -> None:
        """Rows with every column but the last one aligned, the last one wrapped beside them."""
        kept = list(rows)
        columns = max((len(row) for row in kept), default=0)
        widths = [
            max(width(visible(row[column][0])) if column < len(row) - 1 else 0 for row in kept)
            for column in range(columns - 1)
        ]
        for row in kept:
            self.row(row, widths, indent=indent)

    def row(self, cells: Sequence[Cell], widths: Sequence[int], *, indent: int = 0) -> None:
        """One row: leading cells padded to `widths`, the last one flowing."""
        *leading, (text, style) = cells
        wide = [size for size in widths[: len(leading)] if size]
        left = indent + sum(wide) + GAP * len(wide)
        lines = self._flowing(text, left)
        head = [(" " * indent, "")]
        for (words, look), size in zip(leading, widths, strict=False):
            head += [(pad(words, size), look), (" " * GAP, "")] if size else []
        self._put([*head, (lines[0], style)])
        for line in lines[1:]:
            self._put([(" " * left, ""), (line, style)])

    def _flowing(self, text: str, left: int) -> Sequence[str]:
        if self.width is None:
            return (visible(text),)
        return wrap(text, max(NARROWEST, self.width - left)) or ("",)

    def _put(self, cells: Sequence[Cell]) -> None:
        self._written = True
        if self._terminal and not os.environ.get("NO_COLOR"):
            self._put_styled(cells)
        else:
            self._file.write("".join(text for text, _ in cells).rstrip() + "\n")

    def _put_styled(self, cells: Sequence[Cell]) -> None:
        from rich.text import Text

        line = Text.assemble(*((text, STYLES[style]) for text, style in cells))
        line.rstrip()
        self._console.print(line, soft_wrap=True)

    @cached_property
    def _console(self) -> Console:
        from rich.console import Console

        return Console(file=self._file, highlight=False, markup=False, emoji=False)
