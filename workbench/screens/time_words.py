"""Where in time one is, what happened there, and how two dates differ, in words and rows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from core.clocks.human import EXPECTED, Moment, read_moment
from core.clocks.instants import Instant
from core.errors import Refused
from core.pack.events import Event
from workbench.cells import cut, width
from workbench.frame.staying_alive import sentence_of
from workbench.moments import counted, day_words, minute_words
from workbench.widgets.rows import Cell, Column, Row
from workbench.widgets.timeline import MARK_NAMES

Pair = tuple[Instant | None, Instant | None]
"""(believed on, true on); None is now."""

WHOLE = frozenset({"year", "month", "day"})
"""Precisions that name a stretch of time; asked for, its last instant is shown, but none after now."""

EXAMPLES = "try 2026-03-14, -3m, 3 months ago, last monday"
"""What to write for a date, in one line of eighty cells."""

EVENT_COLUMNS = (Column(16), Column(10, from_width=60), Column())
"""When, who, what."""


def asked_instant(text: str, zone: str, now: Instant, machine: str | None = None) -> tuple[Instant, Moment]:
    """The instant that a date in words asks for, and how it was read. Raises `Refused`.

    A time of day is told on the clock of the `machine` too, where that shows another time.
    """
    moment = read_moment(text, zone=zone, now=now, bound="end", machine=machine)
    if moment.precision not in WHOLE:
        return moment.instant, moment
    begins = read_moment(text, zone=zone, now=now).instant
    instant = now if begins <= now < moment.instant else moment.instant - 1
    named, shown = (
        moment.understood.partition(",")[0] if instant != now else "now",
        minute_words(instant, zone),
    )
    if named == f"the end of {shown[:10]}":
        named, shown = shown[:10], f"to its end {shown[11:]}"  # so short that the hour is seen
    return instant, replace(moment, understood=f"{named}, {shown}")


def no_date(refusal: Refused, written: str) -> str:
    """Why this is no date, so short that what helps is seen too."""
    said = sentence_of(refusal)
    return f"“{cut(written.strip(), 20)}” is no date; {EXAMPLES}." if EXPECTED in said else said


def pair_words(pair: Pair, zone: str) -> str:
    """`believed and true on 2026-03-14 09:12`, or each by itself."""
    believed, true = pair
    if believed is None and true is None:
        return "now"
    if believed == true:
        return f"believed and true {_on(true, zone)}"
    return f"believed {_on(believed, zone)}, true {_on(true, zone)}"


def held_words(pair: Pair, zone: str, now: Instant) -> str:
    """The two instants as a sentence for somebody who has never heard of two clocks."""
    believed, true = pair
    if believed is None and true is None:
        return "What we hold now about how things are now"
    if believed == true:
        return f"What we held on {minute_words(believed, zone)} about how things were then"
    knew = "What we know now" if believed is None else f"What we held on {minute_words(believed, zone)}"
    if true is None:
        return f"{knew} about how things are now"
    verb = "will be" if true > now else "were"
    return f"{knew} about how things {verb} on {minute_words(true, zone)}"


def _on(instant: Instant | None, zone: str) -> str:
    return "now" if instant is None else f"on {minute_words(instant, zone)}"


def short_words(pair: Pair, zone: str, date: Callable[[Instant, str], str] = minute_words) -> str:
    """The pair with its date first: `2026-03-14 09:12`, and after it whose knowledge or what day it is of."""
    believed, true = pair
    if believed is None:
        return "now" if true is None else f"{date(true, zone)}, known now"
    if believed == true:
        return date(believed, zone)
    return f"{date(believed, zone)} about {'now' if true is None else date(true, zone)}"


def marks_words(marks: Sequence[Pair], zone: str, cells: int) -> str:
    """The marked dates, each with its sign on the strip, by the day where minutes have no room."""
    by_minute, by_day = (
        " · ".join(
            f"{sign} {short_words(mark, zone, date)}" for sign, mark in zip(MARK_NAMES, marks, strict=False)
        )
        for date in (minute_words, day_words)
    )
    return by_minute if width(by_minute) <= cells else by_day


def last_event(events: Sequence[Event], at: Instant) -> int | None:
    """The place of the last event that has happened at an instant; None before the first."""
    place = bisect_right(events, at, key=lambda event: event.at)
    return place - 1 if place else None


def event_words(event: Event, zone: str) -> str:
    """`2026-03-14 09:12  ana: closed “…”`."""
    return f"{minute_words(event.at, zone)}  {event.actor}: {event.summary}"


def event_row(event: Event, place: int, zone: str, *, ahead: bool) -> Row:
    """An event as a row of the list; what lies after the date shown is muted."""
    role = "muted" if ahead else ""
    cells = (
        Cell(minute_words(event.at, zone), "muted"),
        Cell(event.actor, "muted"),
        Cell(event.summary, role),
    )
    return Row(str(place), cells, "·" if ahead else "")


class EventRows:
    """The events of one clock, newest first, made into rows when they are seen."""

    def __init__(self, events: Sequence[Event], zone: str, shown: Instant | None) -> None:
        """`shown` is the date shown on this clock; None is now."""
        self._events, self._zone, self._shown = events, zone, shown

    def __len__(self) -> int:
        return len(self._events)

    def event(self, id: str) -> Event | None:
        """The event of a row by its id; None when it is not among these."""
        index = self.index_of(id)
        return None if index is None else self._events[len(self._events) - 1 - index]

    def row(self, index: int) -> Row:
        """The row at a position; its id is the place of the event, oldest 0."""
        place = len(self._events) - 1 - index
        event = self._events[place]
        ahead = self._shown is not None and event.at > self._shown
        return event_row(event, place, self._zone, ahead=ahead)

    def index_of(self, id: str) -> int | None:
        """The position of an event by its place."""
        place = int(id)
        return len(self._events) - 1 - place if 0 <= place < len(self._events) else None


def head_words(happened: Sequence[Event], clock: str) -> str:
    """What the list of events shows, and how much there is of it."""
    if clock == "true":
        return (
            f"what was true · {counted(len(happened), 'start or end', 'starts and ends')} · enter goes there"
        )
    return f"what was believed · {counted(len(happened), 'record')} · enter goes there"
