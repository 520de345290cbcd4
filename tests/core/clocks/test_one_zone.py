"""One zone for all of a date, whatever the machine's is; and lengths of time, which no zone touches."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.clocks.human import read_moment
from core.clocks.instants import DAY, HOUR, MINUTE, SECOND, parse_instant
from core.errors import Refused
from tests.core.clocks.test_human import NOW, ZONES, read

zones = st.sampled_from(ZONES)

LENGTHS = [
    ("2 hours ago", -2 * HOUR),
    ("two hours ago", -2 * HOUR),
    ("-2h", -2 * HOUR),
    ("- 2 hours", -2 * HOUR),
    ("an hour ago", -HOUR),
    ("1 hour 30 minutes ago", -90 * MINUTE),
    ("30 min ago", -30 * MINUTE),
    ("thirty minutes ago", -30 * MINUTE),
    ("10 seconds ago", -10 * SECOND),
    ("2 hours ago UTC", -2 * HOUR),
    ("1 day and 2 hours ago", -26 * HOUR),
    ("in two hours", 2 * HOUR),
    ("in 45 minutes", 45 * MINUTE),
    ("+90min", 90 * MINUTE),
    ("2 hours from now", 2 * HOUR),
    ("vor zwei Stunden", -2 * HOUR),
    ("il y a 2 heures", -2 * HOUR),
    ("hace 30 minutos", -30 * MINUTE),
    ("2 часа назад", -2 * HOUR),
    ("2時間前", -2 * HOUR),
]
BARE = [("2 hours", 2 * HOUR), ("two hours", 2 * HOUR), ("30 minutes", 30 * MINUTE), ("2 Stunden", 2 * HOUR)]
STEPS_OF_THE_CLOCKS = [
    parse_instant(text)
    for text in (
        "2026-03-29T01:30:00Z",  # Europe goes an hour ahead
        "2026-10-25T01:30:00.5Z",  # and back
        "2026-03-08T07:15:00Z",  # New York goes ahead
        "2026-11-01T06:15:00.000001Z",  # and back
        "2026-04-04T15:30:00Z",  # Lord Howe goes back by half an hour
    )
]
nows = st.sampled_from(STEPS_OF_THE_CLOCKS) | st.integers(
    parse_instant("2000-01-01T00:00Z"), parse_instant("2060-01-01T00:00Z")
)


@pytest.mark.parametrize("machine", ["UTC", "Asia/Tokyo", "America/St_Johns"])
@pytest.mark.parametrize(("text", "length"), LENGTHS + BARE, ids=[row[0] for row in LENGTHS + BARE])
def test_a_length_of_time_is_that_long_whatever_the_zones(
    text: str, length: int, machine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", machine)
    time.tzset()
    try:
        for zone in ("Asia/Tokyo", "Europe/Berlin"):
            for now in (NOW, *STEPS_OF_THE_CLOCKS[:2]):
                _is_that_long(text, length, zone, now, machine)
    finally:
        monkeypatch.undo()
        time.tzset()


@settings(max_examples=60)
@given(st.sampled_from(LENGTHS + BARE), zones, zones, nows)
def test_a_length_of_time_is_that_long_at_any_time(
    row: tuple[str, int], zone: str, machine: str, now: int
) -> None:
    _is_that_long(*row, zone, now, machine)


def _is_that_long(text: str, length: int, zone: str, now: int, machine: str) -> None:
    leaning = (text, length) in BARE
    for toward, sign in (("past", -1 if leaning else 1), ("future", 1)):
        moment = read_moment(text, zone=zone, now=now, toward=toward, machine=machine)  # type: ignore[arg-type]
        assert (moment.instant - now, moment.precision) == (sign * length, "us"), moment
        assert f"({zone})" in moment.understood
        assert ("taken as" in moment.understood) == leaning


def test_a_length_alone_lies_in_the_direction_asked_and_the_answer_says_so() -> None:
    assert "taken as back from now, write “in …” for ahead" in read("2 days").understood
    ahead = read("2 days", toward="future", bound="end").understood
    assert "taken as ahead from now, write “… ago” for back" in ahead
    assert "taken" not in read("2 days ago").understood + read("monday").understood


@settings(max_examples=30)
@given(zones, zones, st.sampled_from(["", " 17:00", " noon", " 5pm", " at 9:30"]))
def test_a_day_and_its_time_are_of_the_same_zone(zone: str, machine: str, time_of_day: str) -> None:
    for day in ("yesterday", "today", "tomorrow", "2026-03-14", "14 March 2026", "friday"):
        options = {"zone": zone, "machine": machine}
        named = read(day, **options)
        try:
            moment = read(f"{day}{time_of_day}", **options)
        except Refused:
            continue
        assert 0 <= moment.instant - named.instant < DAY, (day, moment, named)


def test_a_time_of_day_alone_is_of_the_zone_in_which_days_are() -> None:
    for text in ("noon", "9:12", "5pm"):
        assert read(text, machine="Asia/Tokyo").instant == read(text).instant
