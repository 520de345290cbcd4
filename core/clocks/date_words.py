"""Dates in words, in several languages. The library that reads them is loaded at the first such date."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Final, Literal

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

# A word of three letters, a quarter, or a letter of a script whose words are shorter.
_CUE: Final = re.compile(r"[^\W\d_]{3}|[qQ][1-4]|[\u0600-\u06ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})", re.ASCII)
_SLASHES: Final = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})", re.ASCII)
_FIGURE: Final = re.compile(r"\d+")
_TIME_OF_DAY: Final = re.compile(r"\d{1,2}:\d{2}", re.ASCII)

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
    """Read a date in words; None when it is not understood. `now` is wall-clock time without a zone.

    A day or month without a year is the nearest one in the direction `toward`. Raises `Refused` for figures
    that can be read in two ways.
    """
    if len(text) > LONGEST:
        return None
    if figures := _DAY_FIRST.fullmatch(text):
        return _calendar_day(text, int(figures[3]), int(figures[2]), int(figures[1]))
    if _SLASHES.fullmatch(text):
        raise Refused(f"{text!r} can be read in two ways; write year, month and day, like 2026-03-14.")
    if not _CUE.search(text):
        return None
    for languages in (("en",), LANGUAGES):
        reading = _in_languages(text, now, languages, toward)
        if reading is not None:
            return None if _leaves_a_figure(text, reading, now, languages, toward) else reading
    return None


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


def _calendar_day(text: str, year: int, month: int, day: int) -> Reading:
    try:
        return Reading(datetime.fromisoformat(f"{year:04d}-{month:02d}-{day:02d}"), DAY)
    except ValueError as error:
        raise Refused(f"{text!r} is not in the calendar ({error}); check the day and month.") from None


def _relative(text: str, now: datetime, languages: tuple[str, ...], toward: Toward) -> Reading | None:
    """`last month` is that whole month, `a month ago` written with a figure the day; hours are exact."""
    found = _parsed(text, languages, "relative-time", now, toward)
    if found is None:
        return None
    moment, unit = found
    if unit in (EXACT, TO_THE_MINUTE):
        return Reading(moment, _exactness(moment, now))
    if any(sign.isdigit() for sign in text):
        return Reading(midnight(moment), DAY)
    return Reading(beginning(unit, moment), unit)


def _absolute(text: str, now: datetime, languages: tuple[str, ...], toward: Toward) -> Reading | None:
    found = _parsed(text, languages, "absolute-time", now, toward)
    if found is None:
        return None
    moment, unit = found
    has_figures = any(sign.isdigit() for sign in text)
    has_year = _parsed(text, languages, "absolute-time", now, toward, "year") is not None
    if unit in (YEAR, QUARTER, MONTH) and has_figures and not has_year:
        return None  # a figure was taken for a month
    if unit in (EXACT, TO_THE_MINUTE):
        dated = has_year or _parsed(text, languages, "absolute-time", now, toward, "month", "day") is not None
        if not (dated or _weekday_and_time(text, moment, now, languages, toward)):
            return None
        return Reading(moment, _exactness(moment, now))
    return Reading(beginning(unit, moment), unit)


def _weekday_and_time(
    text: str, moment: datetime, now: datetime, languages: tuple[str, ...], toward: Toward
) -> bool:
    """Whether the text without its time of day names a day, and the same one."""
    rest, times = _TIME_OF_DAY.subn("", text)
    day = _parsed(rest.strip(" ,"), languages, "absolute-time", now, toward) if times == 1 else None
    return day is not None and abs(midnight(moment) - day[0]) in (timedelta(0), timedelta(weeks=1))


def _exactness(moment: datetime, now: datetime) -> Unit:
    if moment.microsecond and moment.microsecond == now.microsecond:
        return EXACT
    return TO_THE_SECOND if moment.second else TO_THE_MINUTE


def _parsed(
    text: str, languages: tuple[str, ...], parser: str, now: datetime, toward: Toward, *parts: str
) -> tuple[datetime, Unit] | None:
    try:
        found = _reader(languages, parser, now, toward, parts).get_date_data(text)
    except (ValueError, OverflowError, TypeError, AttributeError, IndexError):
        return None  # the library stumbles over some texts that are no dates
    if found.date_obj is None or found.period not in _PERIODS:
        return None
    return found.date_obj, _PERIODS[found.period]


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
            "PREFER_MONTH_OF_YEAR": "first",
            "RETURN_TIME_AS_PERIOD": True,
            "PARSERS": [parser],
            "REQUIRE_PARTS": list(parts),
        },
    )
