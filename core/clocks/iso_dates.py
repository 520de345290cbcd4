"""Dates in figures: ISO 8601 by year, month, day or time of day, and short steps such as `-3m`."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Final

from core.clocks.periods import (
    DAY,
    EXACT,
    HOUR,
    MINUTE,
    MONTH,
    SECOND,
    TO_THE_MINUTE,
    TO_THE_SECOND,
    WEEK,
    YEAR,
    Reading,
    Unit,
    midnight,
)
from core.errors import Refused

_ISO: Final = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2})"
    r"(?:[T ]+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,](?P<fraction>\d+))?)?"
    r" ?(?P<offset>Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?",
    re.IGNORECASE | re.ASCII,
)
_STEP: Final = re.compile(r"(?P<sign>[+-]) ?(?P<count>\d{1,6}) ?(?P<unit>[a-z]+)", re.ASCII)
_AGO: Final = re.compile(r"(?P<count>\d{1,6}|an?|one) (?P<unit>[a-z]+?)s? ago", re.ASCII)
_AHEAD: Final = re.compile(r"in (?P<count>\d{1,6}|an?|one) (?P<unit>[a-z]+?)s?", re.ASCII)

_TIME: Final = re.compile(r"(?P<hour>\d{1,2}):(?P<minute>\d{2})", re.ASCII)
_TIMES: Final = {"noon": "12:00", "midnight": "0:00"}

STEP_UNITS: Final = {
    "y": YEAR,
    "m": MONTH,
    "mo": MONTH,
    "w": WEEK,
    "d": DAY,
    "h": HOUR,
    "min": MINUTE,
    "s": SECOND,
}
"""Units of a step: `-3m` is three months back, `+90min` an hour and a half ahead."""

_NAMED: Final = {unit.name: unit for unit in STEP_UNITS.values()} | {"min": MINUTE, "sec": SECOND}
_DAYS: Final = {"today": 0, "yesterday": -1, "tomorrow": 1}


def read_figures(text: str) -> Reading | None:
    """Read ISO 8601, whole or cut short; None for anything else. Raises `Refused` for a day that is none."""
    match = _ISO.fullmatch(text)
    if match is None:
        return None
    part = match.groupdict()
    unit = _unit(part)
    fraction = (part["fraction"] or "").ljust(6, "0")[:6]
    second, microsecond = int(part["second"] or 0), int(fraction)
    if second == 60:
        second, microsecond = 59, 999_999
    try:
        start = datetime(
            int(part["year"]),
            int(part["month"] or 1),
            int(part["day"] or 1),
            int(part["hour"] or 0),
            int(part["minute"] or 0),
            second,
            microsecond,
            tzinfo=_offset(part["offset"]),
        )
    except ValueError as error:
        raise Refused(f"{text!r} is not in the calendar ({error}); check the month, day and hour.") from None
    return Reading(start, unit)


def _unit(part: dict[str, str | None]) -> Unit:
    found = (("fraction", EXACT), ("second", TO_THE_SECOND), ("minute", TO_THE_MINUTE), ("day", DAY))
    return next((unit for name, unit in found if part[name]), MONTH if part["month"] else YEAR)


def _offset(text: str | None) -> tzinfo | None:
    if text is None:
        return None
    if text.upper() == "Z":
        return UTC
    digits = text[1:].replace(":", "").ljust(4, "0")
    ahead = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    if ahead >= timedelta(days=1):
        raise ValueError("an offset lies within 24 hours")
    return timezone(-ahead if text[0] == "-" else ahead)


def read_steps(text: str, now: datetime) -> Reading | None:
    """Read `today`, `yesterday`, `tomorrow`, `-3m`, `3 months ago`, `in 2 weeks`; None for anything else.

    `now` is aware. Steps of a day or more name the whole day of its zone, shorter ones a point in time.
    Raises `Refused` when the step leaves the years 1 to 9999.
    """
    if text in _DAYS:
        return _stepped(now, DAY, _DAYS[text])
    for pattern, units in ((_STEP, STEP_UNITS), (_AGO, _NAMED), (_AHEAD, _NAMED)):
        match = pattern.fullmatch(text)
        unit = units.get(match["unit"]) if match else None
        if match and unit:
            count = int(match["count"]) if match["count"].isdigit() else 1
            back = match.groupdict().get("sign", "-" if pattern is _AGO else "+") == "-"
            return _stepped(now, unit, -count if back else count)
    return None


def read_time_of_day(text: str, now: datetime, ahead: bool) -> Reading | None:
    """Read `noon`, `midnight` or `9:12`, the last one before `now` or the next after it; None for others."""
    match = _TIME.fullmatch(_TIMES.get(text, text))
    if match is None or int(match["hour"]) > 23 or int(match["minute"]) > 59:
        return None
    wall = now.replace(tzinfo=None)
    today = wall.replace(hour=int(match["hour"]), minute=int(match["minute"]), second=0, microsecond=0)
    days = int(today < wall) if ahead else -int(today > wall)
    return Reading(today + timedelta(days=days), TO_THE_MINUTE)


def _stepped(now: datetime, unit: Unit, count: int) -> Reading:
    try:
        if unit.whole:
            return Reading(midnight(unit.after(now.replace(tzinfo=None), count)), DAY)
        return Reading(unit.after(now.astimezone(UTC), count).astimezone(now.tzinfo), EXACT)
    except OverflowError:
        raise Refused("that time lies outside the years 1 to 9999; take a smaller step.") from None
