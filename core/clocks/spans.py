"""Spans of time that a question speaks of: "in May 2023", "last week", "since March", "between … and …".

Whole-word cues are looked for first, so that a question without one costs next to nothing; the dates
themselves are read by the one reader of dates. What is not understood is no span: nothing is guessed.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from core.clocks.human import Bound, read_moment
from core.clocks.instants import Instant, to_datetime
from core.clocks.local_time import instant_of
from core.clocks.periods import MONTH, WEEK, YEAR, beginning
from core.clocks.study_day import zone_named
from core.errors import Refused

_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th)?"
_YEAR: Final = r"(?:19|20)\d{2}"
_UNIT: Final = r"(?:day|week|month|year)"
_WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_DATE: Final = (
    rf"(?:{_YEAR}-\d{{2}}(?:-\d{{2}})?"
    rf"|{_DAY}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR})?"
    rf"|{_MONTH}\s+{_DAY}(?:,?\s+{_YEAR})?(?!\d)"
    rf"|{_MONTH},?\s+{_YEAR}"
    rf"|(?:\d+|a|an|one|two|three|four|five|six)\s+{_UNIT}s?\s+ago"
    rf"|(?:last|this)\s+(?:{_UNIT}|{_WEEKDAY}|{_MONTH})"
    r"|yesterday|today)"
)
"""A date that is one by itself."""
_BARE: Final = rf"(?:{_DATE}|{_MONTH}|{_YEAR})"
"""A date, or a month or a year, which is one only behind a word that says so."""

_ABOUT: Final = re.compile(r"(?:two|three|four|five|six)\s+(week|month|year)s?\s+ago", re.IGNORECASE)
"""A question that does not count in figures asks about the whole of that week, month or year."""
_UNITS: Final = {"week": WEEK, "month": MONTH, "year": YEAR}

_Edge = tuple[int, Bound]
"""Which date of a match, and which end of it."""


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b{pattern}\b", re.IGNORECASE)


_FORMS: Final[tuple[tuple[re.Pattern[str], _Edge | None, _Edge | None], ...]] = (
    (_form(rf"(?:between|from)\s+({_BARE})\s+(?:and|to|until)\s+({_BARE})"), (1, "start"), (2, "end")),
    (_form(rf"since\s+({_BARE})"), (1, "start"), None),
    (_form(rf"after\s+({_BARE})"), (1, "end"), None),
    (_form(rf"(?:before|until|till)\s+({_BARE})"), None, (1, "start")),
    (_form(rf"(?:in|during|on)\s+({_BARE})"), (1, "start"), (1, "end")),
    (_form(rf"({_DATE})"), (1, "start"), (1, "end")),
)
"""Forms in which a question names a span, with where it starts and ends; the first that fits is taken."""

_ORDINAL: Final = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b", re.IGNORECASE)
_LAST: Final = re.compile(rf"\b(?:last|this)\s+(?={_MONTH})", re.IGNORECASE)
"""A month without a year is read as the last one anyway."""
_OF: Final = re.compile(r"\bof\s+", re.IGNORECASE)


class Span(msgspec.Struct, frozen=True):
    """A span of time, and the words it was read from."""

    start: Instant | None
    end: Instant | None
    """Exclusive."""
    words: str


def span_in(question: str, asked_on: Instant, zone: str) -> Span | None:
    """The span that a question speaks of, as of the instant it was asked; None when it speaks of none.

    A month without a year is the last one before then.
    """
    for pattern, start, end in _FORMS:
        if found := pattern.search(question):
            return _span(found, asked_on, zone, start, end)
    return None


def _span(
    found: re.Match[str], asked_on: Instant, zone: str, start: _Edge | None, end: _Edge | None
) -> Span | None:
    try:
        first, last = (_read(found, edge, asked_on, zone) for edge in (start, end))
    except Refused:
        return None
    if first is not None and last is not None and first >= last:
        return None
    return Span(first, last, found.group().strip())


def _read(found: re.Match[str], edge: _Edge | None, asked_on: Instant, zone: str) -> Instant | None:
    if edge is None:
        return None
    group, bound = edge
    date = found.group(group)
    for needless in (_ORDINAL, _OF, _LAST):
        date = needless.sub("", date)
    about = _ABOUT.fullmatch(date)
    if about is None:
        return read_moment(date, zone=zone, now=asked_on, bound=bound).instant
    unit, home = _UNITS[about[1].casefold()], zone_named(zone)
    day = to_datetime(read_moment(date, zone=zone, now=asked_on).instant).astimezone(home)
    start = beginning(unit, day.replace(tzinfo=None))
    return instant_of(start if bound == "start" else unit.after(start), home)[0]
