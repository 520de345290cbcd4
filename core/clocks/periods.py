"""Periods of the calendar as people name them: a year, a month, a week, a day, or a point in time."""

from __future__ import annotations

import calendar
from datetime import datetime, timedelta
from typing import Final

import msgspec


class Unit(msgspec.Struct, frozen=True):
    """A length of time that a person names."""

    name: str
    precision: str
    """How it is kept with a claim (`year`, `month`, `day`, `min`, `s`, `us`)."""
    months: int = 0
    step: timedelta = timedelta(0)
    """Length of a unit that is not counted in months; zero for a point in time."""

    @property
    def whole(self) -> bool:
        """Whether it covers whole days, so that its end is the end of the last of them."""
        return bool(self.months) or self.step >= timedelta(days=1)

    def after(self, start: datetime, count: int = 1) -> datetime:
        """The same place in the calendar `count` units later; the 31st becomes the last day of a month.

        Raises `OverflowError` outside the years 1 to 9999.
        """
        return shifted(start, self.months * count) if self.months else start + self.step * count


def shifted(start: datetime, months: int) -> datetime:
    """`start` some months later or earlier, on the last day of the month where it has no such day."""
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        raise OverflowError(f"year {year}")
    day = min(start.day, calendar.monthrange(year, month + 1)[1])
    return start.replace(year=year, month=month + 1, day=day)


YEAR: Final = Unit("year", "year", months=12)
QUARTER: Final = Unit("quarter", "month", months=3)
MONTH: Final = Unit("month", "month", months=1)
WEEK: Final = Unit("week", "day", step=timedelta(weeks=1))
DAY: Final = Unit("day", "day", step=timedelta(days=1))
HOUR: Final = Unit("hour", "us", step=timedelta(hours=1))
MINUTE: Final = Unit("minute", "us", step=timedelta(minutes=1))
SECOND: Final = Unit("second", "us", step=timedelta(seconds=1))
TO_THE_MINUTE: Final = Unit("to the minute", "min")
TO_THE_SECOND: Final = Unit("to the second", "s")
EXACT: Final = Unit("exact", "us")


class Reading(msgspec.Struct, frozen=True):
    """What a text says: the start of a unit, on a wall clock or (aware) with an offset of its own."""

    start: datetime
    unit: Unit
    taken: str = ""
    """How words that leave the direction open were taken; empty for others."""


def midnight(moment: datetime) -> datetime:
    """00:00 of the day of a wall-clock time."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def beginning(unit: Unit, moment: datetime) -> datetime:
    """00:00 of the first day of the year, quarter, month, week (Monday) or day that holds `moment`."""
    day = midnight(moment)
    if unit is WEEK:
        return day - timedelta(days=day.weekday())
    if unit.months:
        return day.replace(day=1, month=(day.month - 1) // unit.months * unit.months + 1)
    return day
