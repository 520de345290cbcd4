"""The strip below a screen on which one travels: what was learned and what was true, event by event."""

from __future__ import annotations

from typing import ClassVar, Literal

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from workbench.graph.canvas import BLANK, Row
from workbench.keys import bindings_for
from workbench.widgets.timeline import (
    LANE_CELLS,
    Clock,
    Marks,
    Step,
    Timeline,
    instant_of,
    stepped,
    strip_rows,
)


class TimeStrip(Widget, can_focus=True):
    """Two lanes, believed and true, with a cursor on each; keys say where to go, the app goes there."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_for("time")]

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "time-strip--name", "time-strip--event", "time-strip--axis", "time-strip--cursor", "time-strip--mark",
    }  # fmt: skip

    DEFAULT_CSS = """
    TimeStrip {
        height: 6;
        background: $panel;
        color: $text;
        border: round $border-blurred;
        border-title-color: $text;
        &:focus { border: heavy $border; }
        & > .time-strip--name { color: $text-muted; }
        & > .time-strip--event { color: $text-primary; }
        & > .time-strip--axis { color: $text-muted; }
        & > .time-strip--cursor { color: $text-warning; text-style: bold reverse; }
        & > .time-strip--mark { color: $text-accent; text-style: bold; }
    }
    """

    class Moved(Message):
        """The person asks for these two instants; None is now."""

        def __init__(self, believed: int | None, true: int | None) -> None:
            super().__init__()
            self.believed, self.true = believed, true

    class Marked(Message):
        """A mark was set; `marks` holds the last two, the older first (believed, true)."""

        def __init__(self, marks: Marks) -> None:
            super().__init__()
            self.marks = marks

    class CompareRequested(Message):
        """The two marked dates are to be compared; with fewer than two marks, `marks` is shorter."""

        def __init__(self, marks: Marks) -> None:
            super().__init__()
            self.marks = marks

    class ClockChosen(Message):
        """The keys move another clock now."""

        def __init__(self, clock: Clock) -> None:
            super().__init__()
            self.clock = clock

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.timeline = Timeline()
        self.believed: int | None = None
        self.true: int | None = None
        self.moving: Clock = "both"
        """Which of the two cursors the keys move."""
        self.marks: Marks = ()
        self._looks: dict[str, Style] = {}
        """How each role looks, found once a picture."""
        self._painted: tuple[tuple[object, ...], tuple[Row, ...]] | None = None

    def show(self, timeline: Timeline, believed: int | None = None, true: int | None = None) -> None:
        """Show these events with the cursors at these instants; None is now."""
        if timeline is not self.timeline:
            self._painted = None
        self.timeline, self.believed, self.true = timeline, believed, true
        self.refresh()

    def action_step(self, step: Step, direction: Literal[-1, 1]) -> None:
        """Ask to go one event, day or month on or back, or to the end."""
        believed, true = stepped(self.timeline, self.moving, self.believed, self.true, step, direction)
        self._go(believed, true)

    def action_only(self, clock: Clock) -> None:
        """Move only this clock from now on; the same key again moves both.

        Where both stand on one date, the other returns to now: known now about then, or held then about now.
        """
        chosen: Clock = "both" if self.moving == clock else clock
        self.move(chosen)
        if chosen != "both" and self.believed == self.true:
            self._go(None if clock == "true" else self.believed, None if clock == "believed" else self.true)

    def move(self, clock: Clock) -> None:
        """Let the keys move this clock, or both."""
        if clock != self.moving:
            self.moving = clock
            self.refresh()
            self.post_message(self.ClockChosen(clock))

    def action_mark(self) -> None:
        """Mark the two instants shown; the last two marks are kept."""
        self.marks = (*self.marks, (self.believed, self.true))[-2:]
        self.refresh()
        self.post_message(self.Marked(self.marks))

    def action_compare(self) -> None:
        """Ask for a comparison of the two marks."""
        self.post_message(self.CompareRequested(self.marks))

    def on_click(self, event: events.Click) -> None:
        """A click goes to the instant under the pointer."""
        offset = event.get_content_offset(self)
        cells = self.size.width - LANE_CELLS
        if offset is None or offset.x < LANE_CELLS or cells <= 1:
            return
        event.stop()
        at = instant_of(self.timeline.axis(self.moving), offset.x - LANE_CELLS, cells)
        there = None if at == self.timeline.now else at
        believed = self.believed if self.moving == "true" else there
        self._go(believed, self.true if self.moving == "believed" else there)

    def render_line(self, y: int) -> Strip:
        """The strip of one line."""
        width = self.size.width
        rows = self._rows(width)
        if y >= len(rows):
            return Strip.blank(width, self.rich_style)
        looks = self._looks = self._looks or self._found_looks()
        return Strip([Segment(part.text, looks[part.role]) for part in rows[y]], width)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a picture, which share their looks."""
        self._looks = {}
        return super().render_lines(crop)

    def _found_looks(self) -> dict[str, Style]:
        names = {name.removeprefix("time-strip--"): name for name in self.COMPONENT_CLASSES}
        styles = {role: self.get_component_rich_style(name) for role, name in names.items()}
        return styles | {BLANK: self.rich_style}

    def _rows(self, width: int) -> tuple[Row, ...]:
        """The rows as they stand, put together once for all of their lines."""
        shown = (width, self.believed, self.true, self.moving, self.marks)
        if self._painted is None or self._painted[0] != shown:
            rows = strip_rows(self.timeline, width, self.believed, self.true, self.moving, self.marks)
            self._painted = (shown, rows)
        return self._painted[1]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Marks, two lanes and the axis."""
        return 4

    def _go(self, believed: int | None, true: int | None) -> None:
        if (believed, true) != (self.believed, self.true):
            self.believed, self.true = believed, true
            self.post_message(self.Moved(believed, true))  # painted when the app shows it, once for all
