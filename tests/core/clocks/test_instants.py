"""Instants and study days: the one written form, the years that can be written, and where a day begins."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.clocks.clock import ScriptedClock, next_transaction_time
from core.clocks.instants import EARLIEST, LATEST, format_instant, from_datetime, parse_instant, to_datetime
from core.clocks.study_day import date_of, offset_minutes, study_day
from core.errors import Refused


@given(st.integers(EARLIEST, LATEST))
def test_the_written_form_of_an_instant_is_read_back(instant: int) -> None:
    written = format_instant(instant)
    assert len(written) == len("2026-03-14T09:12:00.000000Z")
    assert parse_instant(written) == instant


@given(st.lists(st.integers(EARLIEST, LATEST), min_size=2))
def test_written_instants_sort_as_instants_do(instants: list[int]) -> None:
    assert sorted(map(format_instant, instants)) == [format_instant(instant) for instant in sorted(instants)]


@pytest.mark.parametrize("text", ["2026-03-14T09:12:00", "2026-03-14", "yesterday", ""])
def test_a_time_without_a_zone_is_refused_on_the_wire(text: str) -> None:
    with pytest.raises(Refused):
        parse_instant(text)


def test_a_naive_datetime_is_refused() -> None:
    with pytest.raises(Refused, match="has no zone"):
        from_datetime(datetime(2026, 3, 14))  # noqa: DTZ001


@pytest.mark.parametrize("instant", [EARLIEST - 1, LATEST + 1])
def test_years_that_cannot_be_written_are_refused(instant: int) -> None:
    with pytest.raises(Refused, match="years 1 to 9999"):
        to_datetime(instant)


def test_a_leap_second_is_the_last_microsecond_of_its_minute() -> None:
    assert parse_instant("2016-12-31T23:59:60Z") == parse_instant("2016-12-31T23:59:59.999999Z")


@pytest.mark.parametrize(
    ("time", "zone", "hour", "day"),
    [
        ("2026-03-14T03:59:59Z", "UTC", 4, date(2026, 3, 13)),
        ("2026-03-14T04:00:00Z", "UTC", 4, date(2026, 3, 14)),
        ("2026-03-14T04:00:00Z", "America/New_York", 4, date(2026, 3, 13)),
        ("2026-03-13T20:00:00Z", "Asia/Tokyo", 4, date(2026, 3, 14)),
        ("2026-03-29T01:59:00Z", "Europe/Berlin", 4, date(2026, 3, 28)),
        ("2026-03-29T02:00:00Z", "Europe/Berlin", 4, date(2026, 3, 29)),
        ("2026-03-14T00:00:00Z", "UTC", 0, date(2026, 3, 14)),
    ],
)
def test_a_study_day_begins_at_the_rollover_hour_of_the_wall_clock(
    time: str, zone: str, hour: int, day: date
) -> None:
    assert date_of(study_day(parse_instant(time), zone, hour)) == day


def test_the_offset_is_that_of_the_instant() -> None:
    summer, winter = (from_datetime(datetime(2026, month, 1, tzinfo=UTC)) for month in (7, 1))
    assert (offset_minutes(summer, "Europe/Berlin"), offset_minutes(winter, "Europe/Berlin")) == (120, 60)


def test_transaction_times_rise_though_the_wall_clock_steps_back() -> None:
    clock = ScriptedClock(1_000)
    first = next_transaction_time(clock.now(), 0)
    clock.set(10)
    assert next_transaction_time(clock.now(), first) == first + 1
