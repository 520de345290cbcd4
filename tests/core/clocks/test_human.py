"""Dates as people write them: what is understood, how it is echoed, and what is refused."""

from __future__ import annotations

import re
from calendar import month_abbr, month_name, monthrange
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from dateparser.languages.loader import default_loader
from hypothesis import given
from hypothesis import strategies as st

from core.clocks.date_words import LANGUAGES
from core.clocks.human import Moment, read_moment
from core.clocks.instants import (
    DAY,
    EARLIEST,
    LATEST,
    format_instant,
    from_datetime,
    parse_instant,
)
from core.errors import PackError, Refused

BERLIN = "Europe/Berlin"
NOW = parse_instant("2026-06-17T13:30:12.000345Z")  # a Wednesday
ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "Pacific/Kiritimati",
    "Australia/Lord_Howe",
    "America/Havana",
    "Africa/Cairo",
)


def read(text: str, **options: object) -> Moment:
    return read_moment(text, **{"zone": BERLIN, "now": NOW, **options})  # type: ignore[arg-type]


def wall(text: str, zone: str = BERLIN, **options: object) -> tuple[str, str]:
    """The local wall-clock time that was understood, and its precision."""
    moment = read(text, zone=zone, **options)
    local = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=moment.instant)).astimezone(
        ZoneInfo(zone)
    )
    return f"{local:%Y-%m-%d %H:%M}", moment.precision


FIGURES = [
    ("2026-03-14", "2026-03-14 00:00", "2026-03-15 00:00", "day"),
    ("2026-03", "2026-03-01 00:00", "2026-04-01 00:00", "month"),
    ("2026-3", "2026-03-01 00:00", "2026-04-01 00:00", "month"),
    ("2026", "2026-01-01 00:00", "2027-01-01 00:00", "year"),
    ("2026-12", "2026-12-01 00:00", "2027-01-01 00:00", "month"),
    ("2028-02-29", "2028-02-29 00:00", "2028-03-01 00:00", "day"),
    ("14.03.2026", "2026-03-14 00:00", "2026-03-15 00:00", "day"),
    ("14. 3. 2026", "2026-03-14 00:00", "2026-03-15 00:00", "day"),
    ("2026-03-14 09:12", "2026-03-14 09:12", "2026-03-14 09:12", "min"),
    ("2026-03-14T09:12:13", "2026-03-14 09:12", "2026-03-14 09:12", "s"),
    ("2026-03-14 09:12:13.25", "2026-03-14 09:12", "2026-03-14 09:12", "us"),
    ("2026-03-14T09:12Z", "2026-03-14 10:12", "2026-03-14 10:12", "min"),
    ("2026-03-14T09:12+05:30", "2026-03-14 04:42", "2026-03-14 04:42", "min"),
    ("２０２６-０３-１４", "2026-03-14 00:00", "2026-03-15 00:00", "day"),
    ("20260314", "2026-03-14 00:00", "2026-03-15 00:00", "day"),
    ("2026/3/14", "2026-03-14 00:00", "2026-03-15 00:00", "day"),
    ("13/4/2026", "2026-04-13 00:00", "2026-04-14 00:00", "day"),
    ("4/13/2026", "2026-04-13 00:00", "2026-04-14 00:00", "day"),
    ("13-04-2026", "2026-04-13 00:00", "2026-04-14 00:00", "day"),
    ("3/3/2026", "2026-03-03 00:00", "2026-03-04 00:00", "day"),
    ("2026-W12", "2026-03-16 00:00", "2026-03-23 00:00", "day"),
    ("2026W12", "2026-03-16 00:00", "2026-03-23 00:00", "day"),
    ("2026-W01", "2025-12-29 00:00", "2026-01-05 00:00", "day"),
    ("2026-W12-3", "2026-03-18 00:00", "2026-03-19 00:00", "day"),
    ("2026-03-14 9am", "2026-03-14 09:00", "2026-03-14 09:00", "min"),
]
STEPS = [
    ("today", "2026-06-17 00:00", "2026-06-18 00:00", "day"),
    ("yesterday", "2026-06-16 00:00", "2026-06-17 00:00", "day"),
    ("Tomorrow", "2026-06-18 00:00", "2026-06-19 00:00", "day"),
    ("-3m", "2026-03-17 00:00", "2026-03-18 00:00", "day"),
    ("−3m", "2026-03-17 00:00", "2026-03-18 00:00", "day"),
    ("- 2 w", "2026-06-03 00:00", "2026-06-04 00:00", "day"),
    ("+1y", "2027-06-17 00:00", "2027-06-18 00:00", "day"),
    ("3 months ago", "2026-03-17 00:00", "2026-03-18 00:00", "day"),
    ("a year ago", "2025-06-17 00:00", "2025-06-18 00:00", "day"),
    ("in 2 weeks", "2026-07-01 00:00", "2026-07-02 00:00", "day"),
    ("2 hours ago", "2026-06-17 13:30", "2026-06-17 13:30", "us"),
    ("-90min", "2026-06-17 14:00", "2026-06-17 14:00", "us"),
    ("now", "2026-06-17 15:30", "2026-06-17 15:30", "us"),
]
WORDS = [
    ("March 2026", "2026-03-01 00:00", "2026-04-01 00:00", "month"),
    ("mar 2026", "2026-03-01 00:00", "2026-04-01 00:00", "month"),
    ("14 March 2026", "2026-03-14 00:00", "2026-03-15 00:00", "day"),
    ("March 14th, 2026", "2026-03-14 00:00", "2026-03-15 00:00", "day"),
    ("14 March 2026 09:12", "2026-03-14 09:12", "2026-03-14 09:12", "min"),
    ("last month", "2026-05-01 00:00", "2026-06-01 00:00", "month"),
    ("this year", "2026-01-01 00:00", "2027-01-01 00:00", "year"),
    ("last week", "2026-06-08 00:00", "2026-06-15 00:00", "day"),
    ("Q1 2026", "2026-01-01 00:00", "2026-04-01 00:00", "month"),
    ("friday", "2026-06-12 00:00", "2026-06-13 00:00", "day"),
    ("next friday", "2026-06-19 00:00", "2026-06-20 00:00", "day"),
    ("friday 9:30", "2026-06-12 09:30", "2026-06-12 09:30", "min"),
    ("yesterday at 9:30", "2026-06-16 09:30", "2026-06-16 09:30", "min"),
    ("yesterday 5pm", "2026-06-16 17:00", "2026-06-16 17:00", "min"),
    ("friday 5:30 p.m.", "2026-06-12 17:30", "2026-06-12 17:30", "min"),
    ("friday 9:30 UTC", "2026-06-12 11:30", "2026-06-12 11:30", "min"),
    ("14. März 2026", "2026-03-14 00:00", "2026-03-15 00:00", "day"),
    ("vor 3 Monaten", "2026-03-17 00:00", "2026-03-18 00:00", "day"),
    ("letzten Monat", "2026-05-01 00:00", "2026-06-01 00:00", "month"),
    ("gestern", "2026-06-16 00:00", "2026-06-17 00:00", "day"),
    ("il y a 2 jours", "2026-06-15 00:00", "2026-06-16 00:00", "day"),
    ("mars 2026", "2026-03-01 00:00", "2026-04-01 00:00", "month"),
    ("hace 3 meses", "2026-03-17 00:00", "2026-03-18 00:00", "day"),
    ("14 марта 2026", "2026-03-14 00:00", "2026-03-15 00:00", "day"),
    ("3 месяца назад", "2026-03-17 00:00", "2026-03-18 00:00", "day"),
    ("昨天", "2026-06-16 00:00", "2026-06-17 00:00", "day"),
    ("2026年3月14日", "2026-03-14 00:00", "2026-03-15 00:00", "day"),
    ("어제", "2026-06-16 00:00", "2026-06-17 00:00", "day"),
    ("أمس", "2026-06-16 00:00", "2026-06-17 00:00", "day"),
]


@pytest.mark.parametrize(
    ("text", "start", "end", "precision"),
    FIGURES + STEPS + WORDS,
    ids=[row[0] for row in FIGURES + STEPS + WORDS],
)
def test_a_date_is_the_whole_of_what_it_names(text: str, start: str, end: str, precision: str) -> None:
    assert wall(text) == (start, precision)
    assert wall(text, bound="end") == (end, precision)


def counted_lengths(language: str) -> list[tuple[str, str]]:
    """Each length of time that a language counts, with a number word and with its figure."""
    known = default_loader.get_locale(language).info
    pairs = [pair for one in known.get("simplifications", ()) for pair in one.items()]
    numbers = [
        (word, figure) for word, figure in pairs if figure.isdigit() and re.fullmatch(r"[^\W\d_]+", word)
    ]
    forms = [form for said in known["relative-type-regex"].values() for form in said]
    counted = [form.replace(COUNT, "{} ", 1).replace("\\s*", "") for form in forms if form.count(COUNT) == 1]
    return [
        (" ".join(form.format(word).split()), " ".join(form.format(figure).split()))
        for form in counted
        if re.fullmatch(r"[\w {}']+", form)
        for word, figure in numbers
    ]


COUNT = r"(\d++[.,]?\d*+)"
WITH_NUMBER_WORDS = ("en", "de", "fr", "es", "pt", "ru", "uk", "sv")
MOST = 12
"""Lengths of each language that are read, in each run the same: the library takes its time."""


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_a_number_in_words_reads_as_its_figure(language: str) -> None:
    lengths = counted_lengths(language)
    read_both = 0
    for words, figures in Random(7).sample(lengths, min(MOST, len(lengths))):
        with suppress(Refused):
            said, meant = read(words, bound="end"), read(figures, bound="end")
            assert (said.instant, said.precision) == (meant.instant, meant.precision), words
            read_both += 1
    assert read_both > 0 or language not in WITH_NUMBER_WORDS


@pytest.mark.parametrize(
    ("words", "figures"),
    [
        ("two weeks ago", "2 weeks ago"),
        ("a fortnight ago", "2 weeks ago"),
        ("two fortnights ago", "4 weeks ago"),
        ("two years ago", "2 years ago"),
        ("twenty-one months ago", "21 months ago"),
        ("in three months", "in 3 months"),
        ("vor einer Woche", "1 week ago"),
        ("vor fünf Jahren", "5 years ago"),
        ("vor 5 Jahren", "5 years ago"),
        ("hace una semana", "1 week ago"),
        ("неделю назад", "1 week ago"),
        ("قبل أسبوعين", "2 weeks ago"),
        ("півроку тому", "6 months ago"),
    ],
)
def test_lengths_in_words_are_counted_in_days(words: str, figures: str) -> None:
    assert wall(words) == wall(figures)
    assert wall(words, bound="end") == wall(figures, bound="end")


@pytest.mark.parametrize(
    ("text", "past", "future"),
    [
        ("friday", "2026-06-12", "2026-06-19"),
        ("14 March", "2026-03-14", "2027-03-14"),
        ("May", "2026-05-01", "2027-05-01"),
    ],
)
def test_a_date_without_a_year_is_the_nearest_one_in_the_direction_asked(
    text: str, past: str, future: str
) -> None:
    assert wall(text)[0][:10] == past
    assert wall(text, toward="future")[0][:10] == future


@pytest.mark.parametrize(
    ("text", "past", "future"),
    [
        ("noon", "2026-06-17 12:00", "2026-06-18 12:00"),
        ("Midnight", "2026-06-17 00:00", "2026-06-18 00:00"),
        ("9:12", "2026-06-17 09:12", "2026-06-18 09:12"),
        ("23:05", "2026-06-16 23:05", "2026-06-17 23:05"),
        ("5pm", "2026-06-16 17:00", "2026-06-17 17:00"),
        ("5 PM", "2026-06-16 17:00", "2026-06-17 17:00"),
        ("12am", "2026-06-17 00:00", "2026-06-18 00:00"),
        ("12:15 pm", "2026-06-17 12:15", "2026-06-18 12:15"),
    ],
)
def test_a_time_without_a_day_is_the_last_one_or_the_next(text: str, past: str, future: str) -> None:
    assert wall(text) == (past, "min")
    assert wall(text, toward="future") == (future, "min")
    for toward, day in (("past", past), ("future", future)):
        named = {"2026-06-16": "yesterday", "2026-06-17": "today", "2026-06-18": "tomorrow"}[day[:10]]
        assert day in read(text, toward=toward).understood
        assert read(text, toward=toward).understood.endswith(f"; taken as {named}")


UNKNOWN = (
    "",
    " ",
    "recently",
    "soon",
    "12",
    "1",
    "a",
    "on",
    "month",
    "25:00",
    "9:60",
    "Friday at 9",
    "friday 13",
    "monday the 5th",
    "45",
    "14 mar 26",
    "the fuse is Borda",
    "2026-03-14 9",
    "tomorrow at 9",
    "3 days ago at 14",
    "yesterday 2025",
    "tomorrow 2026-06-30",
    "now 5",
    "heute um 9",
    "mañana a las 9",
    "-3x",
    "999999999y",
    "March 0000",
    "[/]",
    "x" * 500,
)


@pytest.mark.parametrize("text", UNKNOWN)
def test_what_is_no_date_is_refused_with_what_is_expected(text: str) -> None:
    with pytest.raises(Refused, match="write a date like 2026-03-14"):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-30", "2026-13", "2026-03-14 25:00", "31.02.2026", "0000", "2026-03-14T09:00+99:00",
        "20260230", "2026/14/3", "31/2/2026", "2026-W54", "2026-W00",
        "31 February 2026", "31 feb", "feb 31", "30 Feb", "31st of June", "Sept 31st", "29 Feb 2026",
        "31. Februar", "45 march", "march 0", "jan 99", "the 32nd", "0th",
    ],
)  # fmt: skip
def test_a_day_that_is_in_no_calendar_is_refused_by_name(text: str) -> None:
    with pytest.raises(Refused, match="is not in the calendar"):
        read(text)


@pytest.mark.parametrize("text", ["3/4/2026", "03-04-2026", "3.4.26", "13/4/26"])
def test_figures_that_can_be_read_in_two_ways_are_refused(text: str) -> None:
    with pytest.raises(Refused, match="two ways"):
        read(text)


def test_the_years_end_at_1_and_9999() -> None:
    assert read("9999").precision == "year"
    assert "9999-12-01" in read("9999-11", bound="end").understood
    for text, options in (
        ("9999", {"bound": "end"}),
        ("9999-12-31", {"bound": "end"}),
        ("0001-01-01", {}),
        ("-9000y", {}),
    ):
        with pytest.raises(Refused, match="years 1 to 9999"):
            read(text, **options)


def test_a_leap_second_is_the_last_microsecond_of_its_minute() -> None:
    moment = read("2016-12-31T23:59:60Z")
    assert format_instant(moment.instant) == "2016-12-31T23:59:59.999999Z"
    assert moment.understood.endswith("; a leap second, taken as the last microsecond before it")


# clocks that go forward and back


def test_a_time_that_comes_twice_is_the_first_and_says_so() -> None:
    moment = read("2026-10-25 02:30")
    assert format_instant(moment.instant).startswith("2026-10-25T00:30")
    assert (
        moment.understood
        == "2026-10-25 02:30 +02:00 (Europe/Berlin); that time comes twice there, and the first is taken"
    )


def test_a_time_that_is_skipped_is_the_next_valid_instant_and_says_so() -> None:
    moment = read("2026-03-29 02:30")
    assert format_instant(moment.instant).startswith("2026-03-29T01:00:00.000000")
    assert moment.understood.startswith("2026-03-29 03:00 +02:00 (Europe/Berlin); the clocks skip that time")


def test_a_day_whose_midnight_is_skipped_begins_when_it_begins() -> None:
    assert wall("2026-04-24", "Africa/Cairo") == ("2026-04-24 01:00", "day")
    begins, ends = (
        read_moment("2026-04-24", zone="Africa/Cairo", now=NOW, bound=bound) for bound in ("start", "end")
    )
    assert "the clocks skip that time" in begins.understood
    assert "skip" not in ends.understood


def test_a_day_that_a_zone_left_out_is_refused() -> None:
    with pytest.raises(Refused, match="the clocks of Pacific/Apia skip 2011-12-30"):
        read("2011-12-30", zone="Pacific/Apia")


def test_an_hour_ago_is_an_hour_even_when_the_clocks_change() -> None:
    now = parse_instant("2026-10-25T01:30:00Z")
    assert now - read("1 hour ago", now=now).instant == 3600 * 1_000_000


# what is echoed


@pytest.mark.parametrize(
    ("text", "options", "echo"),
    [
        ("2026-03-14", {}, "2026-03-14 00:00 +01:00 (Europe/Berlin)"),
        ("2026-05-31", {"bound": "end"}, "the end of 2026-05-31, 2026-06-01 00:00 +02:00 (Europe/Berlin)"),
        ("2026-03", {"bound": "end"}, "the end of 2026-03, 2026-04-01 00:00 +02:00 (Europe/Berlin)"),
        ("2026-03-14 09:12", {}, "2026-03-14 09:12 +01:00 (Europe/Berlin)"),
        ("2026-03-14T09:12+05:30", {}, "2026-03-14 09:12 +05:30"),
        ("last week", {}, "the week of 2026-06-08, from 2026-06-08 00:00 +02:00 (Europe/Berlin)"),
        ("0999-02-03", {"zone": "UTC"}, "0999-02-03 00:00 +00:00 (UTC)"),
        ("March 2026", {}, "2026-03, from 2026-03-01 00:00 +01:00 (Europe/Berlin)"),
        ("2 hours ago", {}, "2026-06-17 13:30:12 +02:00 (Europe/Berlin)"),
        ("two hours ago", {}, "2026-06-17 13:30:12 +02:00 (Europe/Berlin)"),
        ("2026-03-14", {"machine": "UTC"}, "2026-03-14 00:00 +01:00 (Europe/Berlin)"),
        ("2026-06-17 09:12", {"machine": BERLIN}, "2026-06-17 09:12 +02:00 (Europe/Berlin)"),
        (
            "2026-06-17 09:12",
            {"machine": "UTC"},
            "2026-06-17 09:12 +02:00 (Europe/Berlin); 2026-06-17 07:12 on this machine's clock (UTC)",
        ),
    ],
)
def test_the_understanding_is_echoed_with_its_offset_and_zone(
    text: str, options: dict[str, object], echo: str
) -> None:
    assert read(text, **options).understood == echo


def test_an_unknown_zone_is_refused() -> None:
    with pytest.raises(Refused, match="no time zone"):
        read("today", zone="Mars/Olympus")


# rules that hold for every date in every zone

days = st.dates().filter(lambda day: 2 < day.toordinal() < 3_652_050)
zones = st.sampled_from(ZONES)


@given(days, zones)
def test_a_day_ends_where_the_next_one_begins(day: object, zone: str) -> None:
    text = str(day)
    try:
        start, end = (read_moment(text, zone=zone, now=NOW, bound=bound) for bound in ("start", "end"))  # type: ignore[arg-type]
    except Refused as refusal:
        assert "skip" in str(refusal)  # noqa: PT017
        return
    assert start.instant < end.instant <= start.instant + 2 * DAY
    local = datetime.fromisoformat(format_instant(start.instant)).astimezone(ZoneInfo(zone))
    assert local.date().isoformat() == text


@given(st.integers(EARLIEST + 2 * DAY, LATEST - 2 * DAY), zones)
def test_an_instant_written_in_any_zone_is_read_back(instant: int, zone: str) -> None:
    local = datetime.fromisoformat(format_instant(instant)).astimezone(ZoneInfo(zone))
    offset = local.utcoffset() or timedelta(0)
    if offset % timedelta(minutes=1):
        return  # ISO 8601 writes offsets in minutes, and the zones of the nineteenth century knew seconds
    assert read_moment(local.isoformat(), zone="UTC", now=NOW).instant == instant


@given(st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2100, 1, 1)), zones)  # noqa: DTZ001
def test_a_local_time_is_never_read_as_an_earlier_one(naive: datetime, zone: str) -> None:
    moment = read_moment(naive.isoformat(), zone=zone, now=NOW)
    shown = (
        datetime.fromisoformat(format_instant(moment.instant)).astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    )
    assert shown == naive or ("skip" in moment.understood and shown > naive)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        moment = read_moment(text, zone=BERLIN, now=NOW)
    except PackError:
        return
    assert EARLIEST <= moment.instant <= LATEST


@given(st.integers(1, 400), st.sampled_from(["d", "w", "m", "y"]))
def test_a_step_back_lies_before_today_and_a_step_ahead_after_it(count: int, unit: str) -> None:
    back, ahead = (read(f"{sign}{count}{unit}").instant for sign in "-+")
    assert back < from_datetime(datetime(2026, 6, 17, tzinfo=ZoneInfo(BERLIN))) < ahead


months = st.integers(1, 12)
names = st.sampled_from([month_name, month_abbr])


@given(st.integers(1, 31), months, names, st.booleans(), st.sampled_from(["past", "future"]))
def test_a_day_and_a_month_in_words_are_that_day_and_month_or_refused(
    day: int, month: int, named: Sequence[str], day_first: bool, toward: str
) -> None:
    text = f"{day} {named[month]}" if day_first else f"{named[month]} {day}"
    if day > monthrange(2000, month)[1]:
        with pytest.raises(Refused, match="is not in the calendar"):
            read(text, toward=toward)
        return
    assert wall(text, toward=toward)[0][5:10] == f"{month:02d}-{day:02d}"


@given(st.dates(date(1990, 1, 1), date(2080, 1, 1)), st.integers(1, 31), st.sampled_from(["past", "future"]))
def test_a_day_of_the_month_is_the_nearest_one_on_its_side(today: date, day: int, toward: str) -> None:
    now = from_datetime(datetime(today.year, today.month, today.day, 12, tzinfo=UTC))
    ending = "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    said, precision = wall(f"the {day}{ending}", zone="UTC", now=now, toward=toward)
    found = date.fromisoformat(said[:10])
    low, high = sorted((today, found))
    assert precision == "day"
    assert found.day == day
    assert (found <= today) if toward == "past" else (found >= today)
    assert [at for at in range(low.toordinal(), high.toordinal() + 1) if date.fromordinal(at).day == day] == [
        found.toordinal()
    ]


@pytest.mark.parametrize(
    ("text", "today", "near", "until", "past"),
    [
        ("1 December", "2026-11-30", "2026-12-01", "2026-12-01", "2025-12-01"),
        ("5 January", "2026-11-30", "2027-01-05", "2027-01-05", "2026-01-05"),
        ("20 November", "2026-11-30", "2026-11-20", "2026-11-20", "2026-11-20"),
        ("December", "2026-11-30", "2026-12-01", "2026-12-01", "2025-12-01"),
        ("Monday", "2026-11-30", "2026-11-30", "2026-11-30", "2026-11-30"),
        ("Montag", "2026-11-30", "2026-11-30", "2026-11-30", "2026-11-30"),
        ("Tuesday", "2026-11-30", "2026-12-01", "2026-12-01", "2026-11-24"),
        ("Friday", "2026-11-30", "2026-11-27", "2026-12-04", "2026-11-27"),
        ("the 1st", "2026-11-30", "2026-12-01", "2026-12-01", "2026-11-01"),
        ("the 29th", "2026-11-30", "2026-11-29", "2026-12-29", "2026-11-29"),
        ("last monday", "2026-11-30", "2026-11-23", "2026-11-23", "2026-11-23"),
        ("1 December 2025", "2026-11-30", "2025-12-01", "2025-12-01", "2025-12-01"),
    ],
)
def test_a_date_that_is_left_open_is_the_nearest_one(
    text: str, today: str, near: str, until: str, past: str
) -> None:
    now = parse_instant(f"{today}T18:00:00Z")
    for toward, day in (("near", near), ("until", until), ("past", past)):
        assert wall(text, "UTC", now=now, toward=toward)[0][:10] == day, toward


def test_it_is_told_which_date_was_taken() -> None:
    now = parse_instant("2026-11-30T18:00:00Z")

    def told(text: str, toward: str) -> str:
        return read(text, zone="UTC", now=now, toward=toward).understood.split("(UTC)")[1]

    assert told("1 December", "near") == "; taken as tomorrow"
    assert told("5 January", "near") == "; taken as 36 days ahead, in 2027"
    assert told("1 December", "past") == "; taken as 364 days ago, in 2025, more than half a year off"
    assert told("1 December 2025", "near") == told("two years ago", "past") == ""


@given(
    st.dates(date(1990, 1, 1), date(2080, 1, 1)),
    months,
    st.integers(1, 28),
)
def test_a_day_of_the_year_is_never_more_than_half_a_year_off(today: date, month: int, day: int) -> None:
    now = from_datetime(datetime(today.year, today.month, today.day, 12, tzinfo=UTC))
    said = wall(f"{day} {month_name[month]}", "UTC", now=now, toward="near")[0]
    assert abs(date.fromisoformat(said[:10]) - today) <= timedelta(days=183)
