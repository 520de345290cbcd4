"""Local time: what a clock on a wall says, as an instant, also in the hours that come twice or never."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

from core.clocks.instants import EARLIEST, LATEST, MICROSECOND, Instant, from_datetime, to_datetime
from core.errors import Refused

Occurs = Literal["once", "twice", "never"]

_NO_OFFSET: Final = timedelta(0)


def instant_of(naive: datetime, zone: ZoneInfo) -> tuple[Instant, Occurs]:
    """The instant of a wall-clock time: the first of two, and for a skipped one the next valid instant.

    Raises `Refused` outside the years 1 to 9999.
    """
    before, after = (offset_of(naive.replace(tzinfo=zone, fold=fold)) for fold in (0, 1))
    plain = within_range(from_datetime(naive.replace(tzinfo=zone, fold=0)))
    if before == after:
        return plain, "once"
    if before > after:
        return plain, "twice"
    return _end_of_gap(plain - (after - before) // timedelta(microseconds=1), plain, zone), "never"


def offset_of(moment: datetime) -> timedelta:
    """The UTC offset of an aware datetime."""
    return moment.utcoffset() or _NO_OFFSET


def within_range(instant: Instant) -> Instant:
    """The instant, if it can be written. Raises `Refused` outside the years 1 to 9999."""
    if not EARLIEST <= instant <= LATEST:
        raise Refused("that time lies outside the years 1 to 9999; give a year within them.")
    return instant


def _end_of_gap(low: Instant, high: Instant, zone: ZoneInfo) -> Instant:
    """The instant of the transition between one before it and one at or after it."""
    before = offset_of(to_datetime(low).astimezone(zone))
    while high - low > 1:
        middle = (low + high) // 2
        if offset_of(to_datetime(middle).astimezone(zone)) == before:
            low = middle
        else:
            high = middle
    return high


def written_offset(moment: datetime) -> str:
    """The offset of an aware datetime as `+01:00`."""
    seconds = round(offset_of(moment).total_seconds())
    hours, rest = divmod(abs(seconds), 3600)
    minutes, seconds_left = divmod(rest, 60)
    tail = f":{seconds_left:02d}" if seconds_left else ""
    return f"{'-' if seconds < 0 else '+'}{hours:02d}:{minutes:02d}{tail}"


_WHOLE: Final = {"year": "with", "month": "with", "day": "on"}
"""Precisions of an end that holds the period it names, and how the period is named."""


def end_written(end: Instant, zone: ZoneInfo, precision: str = "min") -> str:
    """An end in a sentence: `on 2026-12-04`, `with 2026-12` or `at 2026-12-04 15:00`."""
    if precision in _WHOLE:
        return f"{_WHOLE[precision]} {written_in(end - MICROSECOND, zone, precision)}"
    return f"at {written_in(end, zone)}"


_FORMS: Final = {"year": 4, "month": 7, "day": 10}
"""Signs of a written local time up to the year, the month, the day."""
_MINUTE: Final = len("2026-03-14 09:12")


def written_in(instant: Instant, zone: ZoneInfo, precision: str = "min") -> str:
    """`2026-03-14 09:12` on a wall clock of the zone; of a year, a month or a day as much as that."""
    moment = to_datetime(min(max(instant, EARLIEST), LATEST))
    try:
        local = moment.astimezone(zone)
    except OverflowError:  # within a day of the ends of the calendar
        local = moment
    return local.replace(tzinfo=None).isoformat(" ", "minutes")[: _FORMS.get(precision, _MINUTE)]
