"""Bars in a line of text: of a value, of a window of time, of a series."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget

from workbench.cells import cut, pad, visible
from workbench.cells import width as cells_of
from workbench.plain import styled

EIGHTHS = " ▏▎▍▌▋▊▉"
LEVELS = "▁▂▃▄▅▆▇█"

TIGHTEST = 4
"""Least cells of a bar; where there are fewer, the label gives way."""


def bar(value: float, largest: float, cells: int) -> str:
    """A bar of exactly `cells` cells, `largest` filling all of them; a value above nothing always shows."""
    if cells <= 0:
        return ""
    share = min(1.0, max(0.0, value / largest)) if largest > 0 else 0.0
    eighths = round(share * cells * 8)
    if value > 0:
        eighths = max(1, eighths)
    whole, part = divmod(eighths, 8)
    return ("█" * whole + (EIGHTHS[part] if part else "")).ljust(cells)


def thin_bar(value: float, largest: float, cells: int) -> str:
    """As `bar`, but a line in half cells: bars in neighbouring rows stay apart, also under a cursor."""
    if cells <= 0:
        return ""
    share = min(1.0, max(0.0, value / largest)) if largest > 0 else 0.0
    whole, half = divmod(max(round(share * cells * 2), 1 if value > 0 else 0), 2)
    return ("━" * whole + ("╸" if half else "")).ljust(cells)


def spark(values: Sequence[float], cells: int | None = None) -> str:
    """One block a value, the largest highest; with `cells`, the values summed into that many columns.

    A value of nothing is a low line, so that the axis shows.
    """
    shown = list(values) if cells is None else _in_columns(values, cells)
    largest = max(shown, default=0.0)
    return "".join(_level(value, largest) for value in shown)


def _level(value: float, largest: float) -> str:
    if value <= 0 or largest <= 0:
        return LEVELS[0]
    return LEVELS[max(1, round(value / largest * (len(LEVELS) - 1)))]


def _in_columns(values: Sequence[float], cells: int) -> list[float]:
    """Sums of equal stretches; fewer values than columns are spread out, each once."""
    sums = [0.0] * max(0, cells)
    for at, value in enumerate(values if sums else ()):
        sums[at * cells // max(1, len(values))] += value
    return sums


class Window(msgspec.Struct, frozen=True):
    """`[start, end)` in any unit of time; no start is "always", no end "until further notice"."""

    start: int | None
    end: int | None


class Axis(msgspec.Struct, frozen=True):
    """The stretch of time that a bar shows, `first` at its left edge, `last` at its right edge."""

    first: int
    last: int

    def column(self, instant: int, cells: int) -> int:
        """The cell of an instant, held inside the bar."""
        span = max(1, self.last - self.first)
        return min(max(0, (instant - self.first) * (cells - 1) // span), max(0, cells - 1))


def axis_of(windows: Iterable[Window], now: int) -> Axis:
    """The stretch that shows all stated ends of the windows and now, with a tenth of room on both sides."""
    stated = [instant for window in windows for instant in (window.start, window.end) if instant is not None]
    first, last = min([*stated, now]), max([*stated, now])
    room = max(1, (last - first) // 10)
    return Axis(first - room, last + room)


def window_bar(window: Window, axis: Axis, cells: int) -> str:
    """The window in exactly `cells` cells: `├──┤` with stated ends, `◀` always, `▶` until further notice.

    What goes on outside the axis ends in an arrow too; a window without length is `│`.
    """
    if cells <= 0:
        return ""
    start = 0 if window.start is None else axis.column(window.start, cells)
    end = cells - 1 if window.end is None else axis.column(window.end, cells)
    if start >= end:
        return (" " * start + "│").ljust(cells)
    left = "◀" if window.start is None or window.start < axis.first else "├"
    right = "▶" if window.end is None or window.end > axis.last else "┤"
    return (" " * start + left + "─" * (end - start - 1) + right).ljust(cells)


class BarRow(msgspec.Struct, frozen=True):
    """One row of bars: what it is of, how much, and the figure as a person reads it."""

    label: str
    value: float
    figure: str


class Bars(Widget):
    """Labelled horizontal bars, one a row, all on one scale."""

    DEFAULT_CSS = """
    Bars { height: auto; }
    """

    def __init__(
        self,
        rows: Sequence[BarRow] = (),
        *,
        label_cells: int = 24,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._rows = tuple(rows)
        self._label_cells = label_cells

    def show(self, rows: Sequence[BarRow]) -> None:
        """Draw these rows instead."""
        self._rows = tuple(rows)
        self.refresh(layout=True)

    def render(self) -> RenderResult:
        """The rows as content."""
        return Content("\n").join(self._lines(self.content_size.width))

    def _lines(self, cells: int) -> list[Content]:
        largest = max((row.value for row in self._rows), default=0.0)
        figure = max((cells_of(visible(row.figure)) for row in self._rows), default=0)
        label = max(0, min(self._label_cells, cells - figure - TIGHTEST - 2))
        room = max(0, cells - label - figure - 2)
        return [
            styled(
                [
                    (pad(row.figure, figure, "right") + " ", "$text-muted"),
                    (bar(row.value, largest, room) + " ", "$text-primary"),
                    (pad(row.label, label), ""),
                ]
            )
            for row in self._rows
        ]


class WindowRow(msgspec.Struct, frozen=True):
    """One claim's window with its name and its dates in words."""

    label: str
    window: Window
    dates: str = ""


class WindowBars(Widget):
    """Windows of several claims on one axis, now marked, each with its dates in words."""

    DEFAULT_CSS = """
    WindowBars { height: auto; }
    """

    LABEL_CELLS = 12

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._rows: tuple[WindowRow, ...] = ()
        self._now = 0
        self._mark = "now"

    def show(self, rows: Sequence[WindowRow], now: int, mark: str) -> None:
        """Draw these windows, `now` in the same unit as theirs; `mark` is what that instant is called."""
        self._rows, self._now, self._mark = tuple(rows), now, mark
        self.refresh(layout=True)

    def render(self) -> RenderResult:
        """The windows as content, the mark of now on a line of its own."""
        cells = self.content_size.width
        axis = axis_of((row.window for row in self._rows), self._now)
        dates = max((cells_of(visible(row.dates)) for row in self._rows), default=0)
        label = min(self.LABEL_CELLS, max(0, cells - dates - TIGHTEST - 2))
        room = max(TIGHTEST, cells - label - dates - 2)
        lines = [
            styled(
                [
                    (pad(row.label, label) + " ", ""),
                    (window_bar(row.window, axis, room) + " ", "$text-primary"),
                    (cut(row.dates, dates), "$text-muted"),
                ]
            )
            for row in self._rows
        ]
        mark = " " * (label + 1 + axis.column(self._now, room)) + f"▲ {self._mark}"
        return Content("\n").join([*lines, styled([(cut(mark, cells), "$text-muted")])] if lines else [])


class Spark(Widget):
    """A series in one line, with words after it."""

    DEFAULT_CSS = """
    Spark { height: 1; width: auto; }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._values: tuple[float, ...] = ()
        self._words = ""

    def show(self, values: Sequence[float], words: str = "") -> None:
        """Draw this series, one block a value, and the words after it."""
        same_room = (len(values), words) == (len(self._values), self._words)
        self._values, self._words = tuple(values), words
        self.refresh(layout=not same_room)

    def render(self) -> RenderResult:
        """The series as content."""
        words = f"  {self._words}" if self._words else ""
        return styled([(spark(self._values), "$text-primary"), (words, "$text-muted")])
