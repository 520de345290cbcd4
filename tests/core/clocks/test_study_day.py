"""Study days over a year of any zone, and at the ends of the calendar."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.clocks.instants import DAY, EARLIEST, HOUR, LATEST, MINUTE, parse_instant
from core.clocks.study_day import begins, date_of, offset_minutes, study_day, zone_named
from core.errors import Refused

ZONES = ("UTC", "Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Apia", "Pacific/Chatham")
zones = st.sampled_from(ZONES)
hours = st.integers(0, 23)


@given(
    st.integers(parse_instant("2000-01-01T00:00:00Z"), parse_instant("2040-01-01T00:00:00Z")), zones, hours
)
def test_a_day_later_is_the_next_study_day_give_or_take_a_change_of_clocks(
    instant: int, zone: str, hour: int
) -> None:
    days = [study_day(instant + step, zone, hour) for step in (0, DAY - 2 * HOUR, DAY, DAY + 2 * HOUR)]
    assert days == sorted(days)
    assert 0 <= days[2] - days[0] <= 2
    assert days[3] - days[0] >= 1


@pytest.mark.parametrize("zone", ZONES)
def test_every_day_of_a_year_is_a_study_day_once(zone: str) -> None:
    start = parse_instant("2026-01-01T12:00:00Z")
    days = [study_day(start + step * DAY, zone) for step in range(366)]
    assert days == list(range(days[0], days[0] + 366))


@given(hours, st.integers(1, 365))
def test_the_day_begins_at_the_rollover_hour_to_the_microsecond(hour: int, day: int) -> None:
    start = parse_instant("2026-01-01T00:00:00Z") + day * DAY + hour * HOUR
    assert study_day(start, "UTC", hour) == study_day(start - 1, "UTC", hour) + 1


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("hour", [0, 4, 23])
def test_the_ends_of_the_calendar_have_a_study_day(zone: str, hour: int) -> None:
    for instant, edge in ((EARLIEST, date.min), (LATEST, date.max)):
        for near in (instant, instant + (DAY if instant < 0 else -DAY)):
            assert abs(study_day(near, zone, hour) - edge.toordinal()) <= 2
            assert date_of(study_day(near, zone, hour)).year == edge.year
        assert abs(offset_minutes(instant, zone)) <= 15 * 60


@pytest.mark.parametrize("instant", [EARLIEST - 1, LATEST + 1])
def test_beyond_the_calendar_there_is_no_day(instant: int) -> None:
    with pytest.raises(Refused, match="years 1 to 9999"):
        study_day(instant, "UTC")


NO_ZONES = ("posixrules", "localtime", "Factory", "x" * 500)


@pytest.mark.parametrize(
    "name", ["", "Nowhere/City", "../etc/passwd", "/etc/localtime", "UTC\0", "europe", *NO_ZONES]
)
def test_what_is_no_zone_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="is no time zone") as refusal:
        zone_named(name)
    assert len(str(refusal.value)) < 130


def test_a_zone_that_skips_a_day_skips_a_study_day() -> None:
    """Samoa went from the 29th to the 31st of December 2011."""
    noon = parse_instant("2011-12-29T22:00:00Z")
    days = [date_of(study_day(noon + step * DAY, "Pacific/Apia")) for step in (0, 1, 2)]
    assert days == [date(2011, 12, 29), date(2011, 12, 31), date(2012, 1, 1)]


def test_offsets_are_whole_minutes_east() -> None:
    noon = parse_instant("2026-01-15T12:00:00Z")
    assert [offset_minutes(noon, zone) for zone in ZONES] == [0, 60, -480, 330, 780, 825]
    assert offset_minutes(noon + MINUTE, "UTC") == 0


@given(
    st.integers(parse_instant("2000-01-01T00:00:00Z"), parse_instant("2040-01-01T00:00:00Z")), zones, hours
)
def test_a_study_day_begins_with_its_first_instant(instant: int, zone: str, hour: int) -> None:
    day = study_day(instant, zone, hour)
    start = begins(day, zone, hour)
    assert start <= instant
    assert study_day(start, zone, hour) == day
    assert study_day(start - 1, zone, hour) < day
