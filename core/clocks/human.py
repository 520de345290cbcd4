"""Dates as people write them: the one reader of dates for every face.

A date is the whole day (month, year) it names; as an end it holds that day to its last instant. A day without
a year is the nearest one, of two as near the one that is over; the weekday of today is today. Who asks for
the past (what was believed, what was done since) or the future gets the nearest one there.
"""

from __future__ import annotations

import unicodedata
from datetime import datetime, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from core.clocks.date_words import Toward, read_words
from core.clocks.instants import Instant, from_datetime, to_datetime
from core.clocks.iso_dates import (
    read_day_of_month,
    read_figures,
    read_steps,
    read_time_of_day,
    refuse_no_such_day,
    with_whole_hours,
)
from core.clocks.local_time import instant_of, within_range, written_in, written_offset
from core.clocks.periods import Reading, Unit, midnight
from core.clocks.study_day import zone_named
from core.errors import Refused

Bound = Literal["start", "end"]
Side = Literal["past", "future", "near", "until"]
"""Where a date lies whose words leave it open. `until` is for ends: the nearest in a year, else the next."""

NOW: Final = "now"
EXPECTED: Final = (
    "write a date like 2026-03-14, 2026-03 or 2026, a time like 2026-03-14 09:12 or 5pm, "
    "or words like yesterday, 3 months ago, -3m, March 2026 or last monday"
)

_TWICE: Final = "; that time comes twice there, and the first is taken"
_NEVER: Final = "; the clocks skip that time, and the next one is taken"
_OCCURS: Final = {"once": "", "twice": _TWICE, "never": _NEVER}


class Moment(msgspec.Struct, frozen=True):
    """A date that was read."""

    instant: Instant
    """The first instant of what was named; for an end, the first instant after it."""
    precision: str
    """Of what was written: `year`, `month`, `day`, `min`, `s` or `us`."""
    understood: str
    """How it was read, with its offset and zone, to be echoed to the person who wrote it."""


def read_moment(
    text: str,
    *,
    zone: str,
    now: Instant,
    bound: Bound = "start",
    toward: Side = "past",
    machine: str | None = None,
) -> Moment:
    """Read a date in ISO 8601 or in words, in `zone`, the one in which times are shown too.

    As an `end`, a date is the first instant after that day, month or year. A day without a year, a time
    without a day, and a length such as `2 hours` lie `toward` the past or the future, or where it is nearer.
    What was understood is told in the zone of the `machine` too, where its clock shows another time. Raises
    `Refused`, with what is expected, for anything else.
    """
    written = " ".join(unicodedata.normalize("NFKC", text).replace("−", "-").split())
    home = zone_named(zone)
    here = to_datetime(now).astimezone(home)
    if written.casefold() == NOW:
        moment = Moment(now, "us", _shown(here, "us", home))
    else:
        reading = _read_on(with_whole_hours(written), here, toward)
        if reading is None:
            raise Refused(f"{text.strip()[:60]!r} is not a date; {EXPECTED}.")
        moment = _placed(reading, home, bound)
    told_apart = machine is not None and moment.precision not in _NAMES
    return _told_there(moment, home, zone_named(str(machine))) if told_apart else moment


def _placed(reading: Reading, home: ZoneInfo, bound: Bound) -> Moment:
    if reading.unit.whole:
        return _whole(reading, home, bound)
    return _point(reading, home)


A_MONTH: Final = timedelta(days=70)
"""More than lies between two days that come once a month, and less than between two that come once a year."""
HALF_A_YEAR: Final = 183
"""Days beyond which a date is told to lie far off."""


def _read_on(written: str, here: datetime, side: Side) -> Reading | None:
    """The date on one side of now; where words leave it open, it is told which one was taken."""
    first: Toward = "future" if side == "future" else "past"
    one = _read(written, here, first)
    if one is None or (side == first and not _far(one, here)):
        return one
    other = _read(written, here, "future" if first == "past" else "past")
    if other is None or (one.start, one.unit) == (other.start, other.unit):
        return one
    if side == "near" or (side == "until" and abs(other.start - one.start) > A_MONTH):
        taken = min(one, other, key=lambda reading: _distance(reading, here))
    else:
        taken = other if side == "until" else one
    return taken if taken.taken or not taken.unit.whole else replace(taken, taken=_which(taken, here))


def _far(reading: Reading, here: datetime) -> bool:
    return reading.unit.whole and (reading.start.year != here.year or abs(_days(reading, here)) > HALF_A_YEAR)


def _days(reading: Reading, here: datetime) -> int:
    return reading.start.toordinal() - here.toordinal()


def _distance(reading: Reading, here: datetime) -> timedelta:
    """How far a date lies from now: of a whole day, month or year in days, none while it lasts."""
    wall = here.replace(tzinfo=None)
    if not reading.unit.whole:
        start = reading.start if reading.start.tzinfo is None else reading.start.astimezone(here.tzinfo)
        return abs(start.replace(tzinfo=None) - wall)
    today, last = midnight(wall), _following(reading.unit, reading.start) - timedelta(days=1)
    return max(reading.start - today, today - last, timedelta(0))


_NEAR_DAYS: Final = {-1: "yesterday", 0: "today", 1: "tomorrow"}


def _which(reading: Reading, here: datetime) -> str:
    days = _days(reading, here)
    said = _NEAR_DAYS.get(days, f"{abs(days)} days {'ago' if days < 0 else 'ahead'}")
    far = ", more than half a year off" if abs(days) > HALF_A_YEAR else ""
    year = f", in {reading.start.year}" if reading.start.year != here.year else ""
    return f"; taken as {said}{year}{far}"


def _read(written: str, here: datetime, toward: Toward) -> Reading | None:
    plain = written.casefold()
    refuse_no_such_day(written)
    return (
        read_figures(written)
        or read_steps(plain, here)
        or read_time_of_day(plain, here, toward == "future")
        or read_day_of_month(plain, here, toward == "future")
        or read_words(written, here, toward)
    )


def _told_there(moment: Moment, home: ZoneInfo, machine: ZoneInfo) -> Moment:
    """The moment, told on the machine's clock too where that shows another time."""
    there, shown = (written_in(moment.instant, zone) for zone in (machine, home))
    if there == shown:
        return moment
    return replace(moment, understood=f"{moment.understood}; {there} on this machine's clock ({machine.key})")


def _point(reading: Reading, home: ZoneInfo) -> Moment:
    """A point in time: with an offset of its own it stands, without one it is on the clocks of `home`."""
    precision, start = reading.unit.precision, reading.start
    if start.tzinfo is not None:
        instant = within_range(from_datetime(start))
        counted = home if start.tzinfo is home else None
        return Moment(instant, precision, _shown(start, precision, counted) + reading.taken)
    instant, occurs = instant_of(start, home)
    shown = _shown(to_datetime(instant).astimezone(home), precision, home)
    return Moment(instant, precision, shown + _OCCURS[occurs] + reading.taken)


def _whole(reading: Reading, days: ZoneInfo, bound: Bound) -> Moment:
    """A day, week, month, quarter or year, by its first instant or the first one after it."""
    start, unit = reading.start.replace(tzinfo=None), reading.unit
    named = _named(unit, start)
    instant, occurs = instant_of(start, days)
    if unit.precision == "day" and to_datetime(instant).astimezone(days).date() != start.date():
        raise Refused(f"the clocks of {days.key} skip {named}; write the day before or after it.")
    if bound == "end":
        instant, _ = instant_of(_following(unit, start), days)
    edge = _shown(to_datetime(instant).astimezone(days), "min", days)
    begins = edge if unit.name == "day" else f"{named}, from {edge}"
    said = begins if bound == "start" else f"the end of {named}, {edge}"
    noted = (_OCCURS[occurs] if bound == "start" else "") + reading.taken
    return Moment(instant, unit.precision, said + noted)


def _following(unit: Unit, start: datetime) -> datetime:
    try:
        return unit.after(start)
    except OverflowError:
        raise Refused("that time ends outside the years 1 to 9999; give an earlier one.") from None


_NAMES: Final = {"year": "%Y", "month": "%Y-%m", "day": "%Y-%m-%d"}


def _named(unit: Unit, start: datetime) -> str:
    if unit.name == "week":
        return f"the week of {_written(start, '%Y-%m-%d')}"
    if unit.name == "quarter":
        return f"{_written(start, '%Y')} quarter {(start.month + 2) // 3}"
    return _written(start, _NAMES[unit.precision])


def _written(moment: datetime, form: str) -> str:
    """`strftime`, with four figures for every year."""
    return moment.strftime(form.replace("%Y", f"{moment.year:04d}"))


_POINTS: Final = {"min": "%Y-%m-%d %H:%M", "s": "%Y-%m-%d %H:%M:%S", "us": "%Y-%m-%d %H:%M:%S"}


def _shown(moment: datetime, precision: str, zone: ZoneInfo | None) -> str:
    """A time with its offset, and the zone that the offset comes from."""
    name = f" ({zone.key})" if zone is not None else ""
    return f"{_written(moment, _POINTS[precision])} {written_offset(moment)}{name}"


__all__ = ["EXPECTED", "Bound", "Moment", "Side", "Toward", "read_moment"]
