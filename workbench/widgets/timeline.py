"""Events of two clocks on one axis: where a step leads, and how the strip looks."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import pairwise
from typing import Literal

from workbench.cells import pad
from workbench.graph.canvas import BLANK, Row, Segment
from workbench.widgets.bar import Axis, spark

Clock = Literal["both", "believed", "true"]
Step = Literal["event", "day", "month", "all"]
Marks = tuple[tuple[int | None, int | None], ...]
"""Marked pairs of (believed, true); None is now."""

MICROSECONDS_A_DAY = 86_400_000_000
STEPS: dict[Step, int] = {"day": MICROSECONDS_A_DAY, "month": 30 * MICROSECONDS_A_DAY}

LANE_CELLS = 12
"""Cells of the names left of the lanes."""

MARK_NAMES = "①②"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Timeline:
    """Instants in microseconds UTC: what the pack learned when, and what began or ended in the world."""

    believed: tuple[int, ...] = ()
    """Sorted; none after now."""
    true: tuple[int, ...] = ()
    """Sorted; may lie long before the pack began, and after now."""
    now: int = 0
    zone: tzinfo = UTC
    """For the dates on the axis."""

    def axis(self, moving: Clock) -> Axis:
        """What the strip shows: the life of the pack, or the world's events when only those are walked."""
        told = self.true if moving == "true" else self.believed
        first = min([*told[:1], *self.believed[:1], self.now])
        return Axis(first, max([*told[-1:], self.now]))

    def events(self, moving: Clock) -> tuple[int, ...]:
        """The instants at which the moving clocks show something new."""
        if moving == "both":
            return tuple(sorted({*self.believed, *self.true}))
        return self.believed if moving == "believed" else self.true

    def lanes(self, moving: Clock) -> tuple[tuple[int, ...], ...]:
        """The sorted instants among which a step of the moving clocks looks for the next event."""
        if moving == "both":
            return self.believed, self.true
        return (self.believed,) if moving == "believed" else (self.true,)


def instant_of(axis: Axis, column: int, cells: int) -> int:
    """The first instant of a cell of the axis."""
    return axis.first - (-column * (axis.last - axis.first)) // max(1, cells - 1)


def stepped(
    timeline: Timeline,
    moving: Clock,
    believed: int | None,
    true: int | None,
    step: Step,
    direction: Literal[-1, 1],
) -> tuple[int | None, int | None]:
    """Where the two cursors stand after a step; what is believed never goes past now."""
    if moving == "true":
        return believed, _moved(timeline, moving, true, step, direction)
    there = _moved(timeline, moving, believed, step, direction)
    return there, (there if moving == "both" else true)


def _moved(
    timeline: Timeline, moving: Clock, at: int | None, step: Step, direction: Literal[-1, 1]
) -> int | None:
    """The next instant from `at`, held inside the axis; None when that is now."""
    axis = timeline.axis(moving)
    here = timeline.now if at is None else at
    if step == "all":
        there = timeline.now if direction == 1 else axis.first
    elif step == "event":
        there = _next_event(timeline.lanes(moving), here, direction, timeline.now)
    else:
        there = here + direction * STEPS[step]
    there = min(max(there, axis.first), axis.last)
    return None if there == timeline.now else there


def _next_event(lanes: Sequence[Sequence[int]], here: int, direction: Literal[-1, 1], now: int) -> int:
    """The nearest event on that side; now counts as one, so that one can always walk back to it."""
    if direction == 1:
        after = [lane[place] for lane in lanes if (place := bisect_right(lane, here)) < len(lane)]
        return min([*after, *([now] if here < now else [])], default=here)
    before = [lane[place - 1] for lane in lanes if (place := bisect_left(lane, here))]
    return max([*before, *([now] if here > now else [])], default=here)


def strip_rows(
    timeline: Timeline,
    width: int,
    believed: int | None,
    true: int | None,
    moving: Clock = "both",
    marks: Marks = (),
) -> tuple[Row, ...]:
    """Four rows of exactly `width` cells: marks, the believed lane, the true lane, dates.

    Roles: blank, name, event, axis, cursor, mark.
    """
    name = min(LANE_CELLS, width)
    cells = max(0, width - name)
    axis = timeline.axis(moving)
    at = [timeline.now if cursor is None else cursor for cursor in (believed, true)]
    marked = [next((one for one in mark if one is not None), timeline.now) for mark in marks]
    return (
        _row("", name, _marks_row(axis, cells, marked)),
        _row(_name("believed", moving != "true"), name, _lane(axis, timeline.believed, cells, at[0])),
        _row(_name("true", moving != "believed"), name, _lane(axis, timeline.true, cells, at[1])),
        _row("", name, _dates(timeline, axis, cells)),
    )


def _name(clock: str, moves: bool) -> str:
    return f"{'▸' if moves else ' '} {clock}"


def _row(name: str, name_cells: int, cells: list[tuple[str, str]]) -> Row:
    """The lane's name and its cells, neighbours of one role together."""
    out = [Segment(pad(name, name_cells), "name")] if name_cells else []
    for text, role in cells:
        if out and out[-1].role == role:
            out[-1] = Segment(out[-1].text + text, role)
        else:
            out.append(Segment(text, role))
    return tuple(out)


def _lane(axis: Axis, instants: Sequence[int], cells: int, cursor: int) -> list[tuple[str, str]]:
    """How much happened in each cell, the cursor over it; events beyond the axis are not drawn."""
    counts = _counts(axis, instants, cells)
    lane = [
        (level, "event") if count else (" ", BLANK)
        for level, count in zip(spark(counts), counts, strict=True)
    ]
    if lane:
        lane[axis.column(cursor, cells)] = ("┃", "cursor")
    return lane


def _counts(axis: Axis, instants: Sequence[int], cells: int) -> list[int]:
    """How many of the sorted instants lie in each cell: two look-ups a cell, however many there are."""
    if not cells:
        return []
    span, parts = max(1, axis.last - axis.first), max(1, cells - 1)
    begins = [axis.first - (-column * span) // parts for column in range(cells)]
    edges = [bisect_left(instants, begin) for begin in begins]
    edges.append(max(edges[-1], bisect_right(instants, axis.last)))
    return [after - before for before, after in pairwise(edges)]


def _marks_row(axis: Axis, cells: int, marked: Sequence[int]) -> list[tuple[str, str]]:
    """The signs of the marks; two on one cell stand beside each other."""
    row = [(" ", BLANK)] * cells
    places = [axis.column(instant, cells) for instant in marked]
    if len(set(places)) < len(places) <= cells:
        first = min(places[0], cells - len(places))
        places = list(range(first, first + len(places)))
    for name, place in zip(MARK_NAMES, places, strict=False):
        if row:
            row[place] = (name, "mark")
    return row


def _dates(timeline: Timeline, axis: Axis, cells: int) -> list[tuple[str, str]]:
    """Dates where they have room, each beginning at its cell; now is named first."""
    row = [("─", "axis")] * cells
    _put(row, min(axis.column(timeline.now, cells), cells - len("now")), "now")
    for instant, label in _ticks(axis, timeline.zone, cells):
        _put(row, axis.column(instant, cells), label)
    return row


def _put(row: list[tuple[str, str]], column: int, label: str) -> None:
    """Write the label if it fits and touches no other."""
    around = row[max(0, column - 1) : column + len(label) + 1]
    if column >= 0 and column + len(label) <= len(row) and all(text == "─" for text, _ in around):
        row[column : column + len(label)] = [(character, "axis") for character in label]


_MINUTES = "%H:%M "
_UNITS: tuple[tuple[str, float], ...] = (
    (_MINUTES, 1 / 60), ("%H:%M", 1), ("%d %b", 24), ("%Y-%m", 24 * 30), ("%Y", 24 * 365),
)  # fmt: skip
"""Formats of dates on the axis and about how many hours each is long; the first counts minutes."""

MOST_UNITS = 12
"""Units that may lie between two dates on the axis before a longer unit is taken."""


def _ticks(axis: Axis, zone: tzinfo, cells: int) -> Iterator[tuple[int, str]]:
    """Round dates along the axis, in the finest unit that does not skip too many."""
    hours = (axis.last - axis.first) / 3_600_000_000
    wanted = max(1, cells // 10)
    form, length = next((unit for unit in _UNITS if hours / unit[1] <= wanted * MOST_UNITS), _UNITS[-1])
    step = max(1, round(hours / length / wanted))
    for count in range(wanted * 4):
        try:
            start = (_EPOCH + timedelta(microseconds=axis.first)).astimezone(zone)
            tick = _rounded(start, form, count * step)
            instant = (tick.astimezone(UTC) - _EPOCH) // timedelta(microseconds=1)
        except (OverflowError, ValueError):
            return  # Beyond the years that dates can be written for.
        if axis.first <= instant <= axis.last:
            yield instant, tick.strftime(form).strip()


def _rounded(start: datetime, form: str, count: int) -> datetime:
    """The beginning of the minute, hour, day, month or year that lies `count` of them after `start`."""
    midnight = start.replace(hour=0, minute=0, second=0, microsecond=0)
    if form == "%Y":
        return midnight.replace(month=1, day=1, year=start.year + count)
    if form == "%Y-%m":
        months = start.year * 12 + start.month - 1 + count
        return midnight.replace(year=months // 12, month=months % 12 + 1, day=1)
    if form == "%d %b":
        return midnight + timedelta(days=count)
    if form == _MINUTES:
        return start.replace(second=0, microsecond=0) + timedelta(minutes=count)
    return start.replace(minute=0, second=0, microsecond=0) + timedelta(hours=count)
