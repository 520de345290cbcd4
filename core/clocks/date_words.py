"""Dates in words, in several languages. The library that reads them is loaded at the first such date."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final, Literal

from msgspec.structs import replace

from core.clocks.number_words import counts
from core.clocks.periods import (
    DAY,
    EXACT,
    MONTH,
    QUARTER,
    TO_THE_MINUTE,
    TO_THE_SECOND,
    WEEK,
    YEAR,
    Reading,
    Unit,
    beginning,
    midnight,
)
from core.errors import Refused

Toward = Literal["past", "future"]

LANGUAGES: Final = ("de", "fr", "es", "it", "pt", "nl", "ru", "uk", "pl", "tr", "sv", "ar", "zh", "ja", "ko")
"""Languages tried after English, as the library names them."""

LONGEST: Final = 60
"""Characters of a date in words; longer text is no date."""

YEAR_FIGURES: Final = 4
"""Figures of a year beside words; fewer may be a day."""

# A word of three letters, a quarter, or a letter of a script whose words are shorter.
_CUE: Final = re.compile(r"[^\W\d_]{3}|[qQ][1-4]|[\u0600-\u06ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_FIGURE: Final = re.compile(r"\d+")
_TIME_OF_DAY: Final = re.compile(r"\d{1,2}:\d{2}", re.ASCII)

_NUDGE: Final = timedelta(minutes=37, seconds=11, microseconds=123)
"""How far now is moved to see whether a text moves along: `two hours ago` does, `yesterday 17:00` not."""
_TAKEN: Final[dict[Toward, str]] = {
    "past": "; taken as back from now, write “in …” for ahead",
    "future": "; taken as ahead from now, write “… ago” for back",
}
_OTHER: Final[dict[Toward, Toward]] = {"past": "future", "future": "past"}

_PERIODS: Final[dict[str, Unit]] = {
    "year": YEAR,
    "quarter": QUARTER,
    "month": MONTH,
    "week": WEEK,
    "day": DAY,
    "time": EXACT,
    "part_of_day": TO_THE_MINUTE,
}


def read_words(text: str, now: datetime, toward: Toward) -> Reading | None:
    """Read a date in words; None when it is not understood. `now` is aware, and days are those of its zone.

    A day or month without a year is the nearest one in the direction `toward`, and `2 hours` lie there.
    """
    if len(text) > LONGEST or not _CUE.search(text):
        return None
    wall = now.replace(tzinfo=None)
    for languages in (("en",), LANGUAGES):
        reading = _in_languages(text, wall, languages, toward)
        if reading is not None:
            lost = _leaves_a_figure(text, reading, wall, languages, toward)
            return None if lost else _from_now(reading, now)
    return None


def _from_now(reading: Reading, now: datetime) -> Reading:
    """A point that was counted from now, counted in time that passed and not on the wall clock."""
    if reading.unit is not EXACT or reading.start.tzinfo is not None:
        return reading
    passed = reading.start - now.replace(tzinfo=None)
    try:
        return replace(reading, start=(now.astimezone(UTC) + passed).astimezone(now.tzinfo))
    except OverflowError:
        raise Refused("that time lies outside the years 1 to 9999; take a smaller step.") from None


def _in_languages(text: str, now: datetime, languages: tuple[str, ...], toward: Toward) -> Reading | None:
    return _relative(text, now, languages, toward) or _absolute(text, now, languages, toward)


def _leaves_a_figure(
    text: str, reading: Reading, now: datetime, languages: tuple[str, ...], toward: Toward
) -> bool:
    """Whether a figure of the text was passed over: another one in its place reads the same.

    The library takes `tomorrow at 9` for the whole of tomorrow.
    """
    for figure in _FIGURE.finditer(text):
        other = f"{text[: figure.start()]}{int(figure[0]) + 1:0{len(figure[0])}d}{text[figure.end() :]}"
        if _in_languages(other, now, languages, toward) == reading:
            return True
    return False


def _relative(text: str, now: datetime, languages: tuple[str, ...], toward: Toward) -> Reading | None:
    """`last month` is that whole month, `2 months ago` and `two months ago` the day; hours are exact."""
    found = _parsed(text, languages, "relative-time", now, toward)
    if found is None:
        return None
    moment, unit, language = found
    taken = _TAKEN[toward] if _parsed(text, languages, "relative-time", now, _OTHER[toward]) != found else ""
    if unit in (EXACT, TO_THE_MINUTE):
        if _follows(text, moment, now, languages, toward):
            return Reading(moment.replace(tzinfo=None), EXACT, taken)
        return Reading(moment, _exactness(moment))
    if any(sign.isdigit() for sign in text) or counts(text, language):
        return Reading(midnight(moment), DAY, taken)
    return Reading(beginning(unit, moment), unit, taken)


def _follows(text: str, moment: datetime, now: datetime, languages: tuple[str, ...], toward: Toward) -> bool:
    """Whether the text is counted from now: then it moves as now moves."""
    later = _parsed(text, languages, "relative-time", now + _NUDGE, toward)
    return later is not None and later[0] - moment == _NUDGE


def _absolute(text: str, now: datetime, languages: tuple[str, ...], toward: Toward) -> Reading | None:
    found = _parsed(text, languages, "absolute-time", now, toward)
    if found is None:
        return None
    moment, unit, _ = found
    has_figures = any(sign.isdigit() for sign in text)
    has_year = _parsed(text, languages, "absolute-time", now, toward, "year") is not None
    if unit in (YEAR, QUARTER, MONTH) and has_figures and not _writes_year(text, moment.year):
        return None  # a figure was taken for a month, or a day for a year: `31 feb` for 1931
    if unit is DAY and has_figures and not _is_of_figures(text, moment):
        return None  # two figures were taken for a year
    if unit is DAY and has_figures and not _parsed(text, languages, "absolute-time", now, toward, "month"):
        return None  # a day of any month was taken for one of January
    if unit in (EXACT, TO_THE_MINUTE):
        dated = has_year or _parsed(text, languages, "absolute-time", now, toward, "month", "day") is not None
        if not (dated or _weekday_and_time(text, moment, now, languages, toward)):
            return None
        return Reading(moment, _exactness(moment))
    if unit is DAY and not has_figures and _is_todays_weekday(text, moment, now, languages, toward):
        return Reading(midnight(now), DAY)
    return Reading(beginning(unit, moment), unit)


def _is_todays_weekday(
    text: str, moment: datetime, now: datetime, languages: tuple[str, ...], toward: Toward
) -> bool:
    """Whether a weekday without more is that of today, for which the library goes a week back or ahead."""
    day = midnight(moment.replace(tzinfo=None))
    if abs(day - midnight(now)) != WEEK.step:
        return False
    other = _parsed(text, languages, "absolute-time", now, _OTHER[toward])
    return other is not None and abs(midnight(other[0].replace(tzinfo=None)) - day) == 2 * WEEK.step


def _writes_year(text: str, year: int) -> bool:
    return any(len(figure) == YEAR_FIGURES and int(figure) == year for figure in _FIGURE.findall(text))


def _is_of_figures(text: str, day: datetime) -> bool:
    """Whether each figure is the day, the month, or the whole year."""
    return {int(figure) for figure in _FIGURE.findall(text)} <= {day.year, day.month, day.day}


def _weekday_and_time(
    text: str, moment: datetime, now: datetime, languages: tuple[str, ...], toward: Toward
) -> bool:
    """Whether the text without its time of day names a day, and the same one."""
    rest, times = _TIME_OF_DAY.subn("", text)
    day = _parsed(rest.strip(" ,"), languages, "absolute-time", now, toward) if times == 1 else None
    if day is None:
        return False
    apart = midnight(moment.replace(tzinfo=None)) - day[0].replace(tzinfo=None)
    return abs(apart) in (timedelta(0), timedelta(weeks=1))


def _exactness(moment: datetime) -> Unit:
    return TO_THE_SECOND if moment.second else TO_THE_MINUTE


def _parsed(
    text: str, languages: tuple[str, ...], parser: str, now: datetime, toward: Toward, *parts: str
) -> tuple[datetime, Unit, str] | None:
    """The moment, what it is exact to, and the language that was understood."""
    try:
        found = _reader(languages, parser, now, toward, parts).get_date_data(text)
    except (ValueError, OverflowError, TypeError, AttributeError, IndexError):
        return None  # the library stumbles over some texts that are no dates
    if found.date_obj is None or found.period not in _PERIODS:
        return None
    return found.date_obj, _PERIODS[found.period], str(found.locale)


@lru_cache(maxsize=16)
def _reader(
    languages: tuple[str, ...], parser: str, now: datetime, toward: Toward, parts: tuple[str, ...]
) -> Any:
    from dateparser.date import DateDataParser

    return DateDataParser(
        languages=list(languages),
        settings={
            "RELATIVE_BASE": now,
            "PREFER_DATES_FROM": toward,
            "PREFER_DAY_OF_MONTH": "first" if parser == "absolute-time" else "current",
            "PREFER_MONTH_OF_YEAR": "first" if parser == "absolute-time" else "current",
            "RETURN_TIME_AS_PERIOD": True,
            "PARSERS": [parser],
            "REQUIRE_PARTS": list(parts),
        },
    )
