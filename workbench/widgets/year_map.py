"""A year of days as a map: a column a week, Monday at the top, darker where more was done."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from core.clocks.study_day import StudyDay, date_of

SHADES = "░▒▓█"
NOTHING = "·"
WEEKS = 53
"""Columns of a whole year."""
DAYS = ("Mon", "", "Wed", "", "Fri", "", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
MARGIN = 4
"""Cells before the first week, for the names of the days."""


def year_map(done: Mapping[StudyDay, int], last: StudyDay, weeks: int = WEEKS, cells: int = 1) -> list[str]:
    """Eight lines: the months, then a line a weekday; `weeks` columns of `cells` cells up to the last day.

    Days after the last one stay empty.
    """
    first = _monday(last) - 7 * (weeks - 1)
    bounds = levels(done)
    lines = [" " * MARGIN + _months(first, weeks, cells)]
    for weekday, name in enumerate(DAYS):
        days = range(first + weekday, first + 7 * weeks, 7)
        marks = (" " if day > last else shade(done.get(day, 0), bounds) for day in days)
        lines.append(name.ljust(MARGIN) + "".join(mark.ljust(cells) for mark in marks))
    return lines


def levels(done: Mapping[StudyDay, int]) -> tuple[int, ...]:
    """The least numbers of the four shades: quarters of the days on which anything was done."""
    numbers = sorted(number for number in done.values() if number > 0)
    if not numbers:
        return (1, 2, 3, 4)
    bounds = [1]
    for quarter in (1, 2, 3):
        bounds.append(max(bounds[-1] + 1, numbers[quarter * len(numbers) // 4]))
    return tuple(bounds)


def shade(number: int, bounds: tuple[int, ...]) -> str:
    """The mark of a day on which so much was done."""
    reached = sum(number >= bound for bound in bounds)
    return SHADES[reached - 1] if reached else NOTHING


def legend(bounds: tuple[int, ...]) -> str:
    """What the shades mean: `· none  ░ 1–4  ▒ 5–9  ▓ 10–19  █ 20 and more`."""
    said = [f"{NOTHING} none"]
    for mark, low, above in zip(SHADES, bounds, (*bounds[1:], None), strict=True):
        if above is None:
            said.append(f"{mark} {low} and more")
        else:
            said.append(f"{mark} {low}" if above - 1 == low else f"{mark} {low}–{above - 1}")
    return "  ".join(said)


def _monday(day: StudyDay) -> StudyDay:
    return day - date_of(day).weekday()


def _months(first: StudyDay, weeks: int, cells: int) -> str:
    """A month's name above the first week that begins in it, where there is room for it."""
    line = ""
    before = 0
    for week in range(weeks):
        month = (date_of(first) + timedelta(weeks=week)).month
        at = week * cells
        if month != before and len(line) < at + (not week):
            line = line.ljust(at) + MONTHS[month - 1]
        before = month
    return line[: weeks * cells]
