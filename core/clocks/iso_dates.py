"""Dates in figures: ISO 8601 by year, month, day or time of day, and short steps such as `-3m`."""

from __future__ import annotations

import re
from calendar import month_name, monthrange
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
    shifted,
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

_COMPACT: Final = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
_WEEK: Final = re.compile(r"(\d{4})-?W(\d{2})(?:-?([1-7]))?", re.IGNORECASE | re.ASCII)
_YEAR_FIRST: Final = re.compile(r"(\d{4})(?P<sign>[/.])(\d{1,2})(?P=sign)(\d{1,2})", re.ASCII)
_GERMAN: Final = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})", re.ASCII)
_YEAR_LAST: Final = re.compile(r"(\d{1,2})(?P<sign>[/.-])(\d{1,2})(?P=sign)(\d{4}|\d{2})", re.ASCII)

_HALF_DAY: Final = re.compile(
    r"(?<![\d:.])(?P<hour>0?[1-9]|1[0-2])(?::(?P<minute>[0-5]\d))? ?(?P<half>[ap])\.?m\b\.?",
    re.IGNORECASE | re.ASCII,
)
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
_DAY_NAMES: Final = {days: name for name, days in _DAYS.items()}


MONTHS_TO_ANY_DAY: Final = 4
"""Months that hold every day of a month, beginning anywhere: no two in a row lack the 31st."""

LEAP_YEAR: Final = 2000
"""Stands for any year where none is written: it has the 29th of February."""

LETTERS_OF_A_MONTH: Final = 3
_MONTHS: Final = tuple(name.casefold() for name in month_name)

_ORDINAL: Final = r"(?P<day>\d{1,2})"
_YEAR_BEHIND: Final = r"(?:,? (?P<year>\d{4}))?"
_DAY_OF_MONTH: Final = re.compile(rf"(?:on )?(?:the )?{_ORDINAL}(?:st|nd|rd|th)", re.ASCII)
_DAY_MONTH: Final = re.compile(
    rf"(?:the )?{_ORDINAL}(?:st|nd|rd|th|\.)? ?(?:of )?(?P<month>[a-z]+)\.?{_YEAR_BEHIND}", re.ASCII
)
_MONTH_DAY: Final = re.compile(
    rf"(?P<month>[a-z]+)\.? (?:the )?{_ORDINAL}(?:st|nd|rd|th)?{_YEAR_BEHIND}", re.ASCII
)


def with_whole_hours(text: str) -> str:
    """The text with `5pm` and `9:30 a.m.` written as `17:00` and `09:30`."""
    return _HALF_DAY.sub(_of_24_hours, text)


def _of_24_hours(found: re.Match[str]) -> str:
    afternoon = found["half"].casefold() == "p"
    return f"{int(found['hour']) % 12 + 12 * afternoon:02d}:{found['minute'] or '00'}"


def read_figures(text: str) -> Reading | None:
    """Read ISO 8601, whole or cut short, and days in figures that can be read in one way only.

    None for anything else. Raises `Refused` for a day that is in no calendar, or that may be two days.
    """
    match = _ISO.fullmatch(text)
    if match is None:
        return _read_week(text) or _read_day(text)
    part = match.groupdict()
    unit = _unit(part)
    fraction = (part["fraction"] or "").ljust(6, "0")[:6]
    second, microsecond = int(part["second"] or 0), int(fraction)
    taken = ""
    if second == 60:
        second, microsecond, taken = 59, 999_999, LEAP_SECOND
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
    return Reading(start, unit, taken)


LEAP_SECOND: Final = "; a leap second, taken as the last microsecond before it"


def _read_week(text: str) -> Reading | None:
    """`2026-W12`, a week of ISO 8601 from its Monday, or with `-3` behind it a day of that week."""
    match = _WEEK.fullmatch(text)
    if match is None:
        return None
    year, week, day = match.groups()
    try:
        start = datetime.fromisocalendar(int(year), int(week), int(day or 1))
    except ValueError as error:
        raise Refused(f"{text!r} is not in the calendar ({error}); check the week.") from None
    return Reading(start, DAY if day else WEEK)


def _read_day(text: str) -> Reading | None:
    """A day in figures, in the one order of day and month in which there is such a day."""
    if found := _COMPACT.fullmatch(text):
        return Reading(_only_day(text, [(int(found[1]), int(found[2]), int(found[3]))]), DAY)
    if found := _YEAR_FIRST.fullmatch(text):
        return Reading(_only_day(text, [(int(found[1]), int(found[3]), int(found[4]))]), DAY)
    if found := _GERMAN.fullmatch(text):
        return Reading(_only_day(text, [(int(found[3]), int(found[2]), int(found[1]))]), DAY)
    if found := _YEAR_LAST.fullmatch(text):
        if len(found[4]) < 4:
            raise Refused(_TWO_WAYS.format(text))
        first, second, year = int(found[1]), int(found[3]), int(found[4])
        return Reading(_only_day(text, [(year, second, first), (year, first, second)]), DAY)
    return None


_TWO_WAYS: Final = "{!r} can be read in two ways; write year, month and day, like 2026-03-14."


def _only_day(text: str, orders: list[tuple[int, int, int]]) -> datetime:
    """Midnight of the one day that year, month and day can mean in one of these orders."""
    days, why = set(), ""
    for year, month, day in orders:
        try:
            days.add(datetime.fromisoformat(f"{year:04d}-{month:02d}-{day:02d}"))
        except ValueError as error:
            why = str(error)
    if not days:
        raise Refused(f"{text!r} is not in the calendar ({why}); check the day and month.")
    if len(days) > 1:
        raise Refused(_TWO_WAYS.format(text))
    return days.pop()


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
    return Reading(today + timedelta(days=days), TO_THE_MINUTE, f"; taken as {_DAY_NAMES[days]}")


def read_day_of_month(text: str, now: datetime, ahead: bool) -> Reading | None:
    """Read `the 13th`: the last such day up to today, or the first one from today; None for others."""
    match = _DAY_OF_MONTH.fullmatch(text)
    if match is None:
        return None
    day, today = int(match["day"]), midnight(now.replace(tzinfo=None))
    for months in range(MONTHS_TO_ANY_DAY):
        first = shifted(today.replace(day=1), months if ahead else -months)
        if not 1 <= day <= monthrange(first.year, first.month)[1]:
            continue
        found = first.replace(day=day)
        if (found >= today) if ahead else (found <= today):
            return Reading(found, DAY)
    raise Refused(f"{text!r} is not in the calendar (no month has such a day); check the day.")


def refuse_no_such_day(text: str) -> None:
    """Raise `Refused` for a day that its month never has, such as `31 feb` or `30 February 2024`."""
    plain = text.casefold()
    match = _DAY_MONTH.fullmatch(plain) or _MONTH_DAY.fullmatch(plain)
    if match is None or (month := _month_named(match["month"])) is None:
        return
    year = int(match["year"] or LEAP_YEAR)
    days = monthrange(min(max(1, year), 9999), month)[1]
    if not 1 <= int(match["day"]) <= days:
        said = " ".join(part for part in (month_name[month], match["year"]) if part) + f" has {days} days"
        raise Refused(f"{text!r} is not in the calendar ({said}); check the day and month.")


def _month_named(word: str) -> int | None:
    known = len(word) >= LETTERS_OF_A_MONTH
    return next((at for at in range(1, 13) if known and _MONTHS[at].startswith(word)), None)


def _stepped(now: datetime, unit: Unit, count: int) -> Reading:
    try:
        if unit.whole:
            return Reading(midnight(unit.after(now.replace(tzinfo=None), count)), DAY)
        return Reading(unit.after(now.astimezone(UTC), count).astimezone(now.tzinfo), EXACT)
    except OverflowError:
        raise Refused("that time lies outside the years 1 to 9999; take a smaller step.") from None
