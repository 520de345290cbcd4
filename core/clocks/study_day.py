"""The study day: the local date after a rollover hour. The one function for the day, used by everything."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from core.clocks.instants import EARLIEST, LATEST, Instant, to_datetime
from core.clocks.local_time import instant_of
from core.errors import Refused, as_given

StudyDay = int
"""Proleptic Gregorian ordinal of the local date (`date.toordinal`)."""

ROLLOVER_HOUR: Final = 4
"""Hours after local midnight at which the next study day begins."""

_NO_ZONES: Final = frozenset({"Factory", "localtime", "posixrules"})
"""Files beside the zones: each machine has other hours in them, or none."""


@lru_cache(maxsize=64)
def zone_named(name: str) -> ZoneInfo:
    """The zone of an IANA name. Raises `Refused` for an unknown one."""
    try:
        if name not in _NO_ZONES:
            return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass
    raise Refused(f"{as_given(name)} is no time zone; write an IANA name such as Europe/Berlin.")


def days_words(days: int) -> str:
    """A length in days, as every face says it: `1 day`, `41 days`."""
    return "1 day" if days == 1 else f"{days} days"


def study_day(instant: Instant, zone: str, rollover_hour: int = ROLLOVER_HOUR) -> StudyDay:
    """The study day of an instant: its wall-clock time in `zone`, set back by the rollover hour.

    Within a day of the ends of the calendar it is the calendar's own first or last day.
    """
    moment = to_datetime(instant)
    try:
        local = moment.astimezone(zone_named(zone)).replace(tzinfo=None)
        return (local - timedelta(hours=rollover_hour)).date().toordinal()
    except OverflowError:
        return (date.min if instant < 0 else date.max).toordinal()


def begins(day: StudyDay, zone: str, rollover_hour: int = ROLLOVER_HOUR) -> Instant:
    """The first instant of a study day, as far as it can be written."""
    try:
        start = datetime.combine(date_of(day), time(rollover_hour))
        return instant_of(start, zone_named(zone))[0]
    except (Refused, OverflowError):
        return EARLIEST if day < date.max.toordinal() // 2 else LATEST


def offset_minutes(instant: Instant, zone: str) -> int:
    """UTC offset in force at an instant, in minutes east."""
    try:
        offset = to_datetime(instant).astimezone(zone_named(zone)).utcoffset()
    except OverflowError:  # within a day of the ends of the calendar
        return 0
    return 0 if offset is None else round(offset.total_seconds() / 60)


def date_of(day: StudyDay) -> date:
    """The calendar date of a study day."""
    return date.fromordinal(day)
