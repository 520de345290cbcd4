"""Times in words: a study day that goes on past midnight."""

from __future__ import annotations

import pytest

from core.clocks.instants import parse_instant
from core.clocks.study_day import study_day
from workbench.cli.times import Times


@pytest.mark.parametrize(
    ("now", "rollover", "said"),
    [
        ("2026-11-30T03:33:00Z", 4, "; the new day begins at 04:00"),
        ("2026-11-30T04:00:00Z", 4, ""),
        ("2026-11-29T23:59:00Z", 4, ""),
        ("2026-11-30T09:30:00Z", 10, "; the new day begins at 10:00"),
        ("2026-11-30T00:00:00Z", 0, ""),
    ],
)
def test_before_the_rollover_hour_the_day_is_still_the_last_one(now: str, rollover: int, said: str) -> None:
    instant = parse_instant(now)
    day = study_day(instant, "UTC", rollover)
    times = Times("UTC", instant, day, rollover)
    assert times.before_rollover(day) == said
    assert times.before_rollover(day - 1) == ""


@pytest.mark.parametrize(
    ("days", "said"), [(0, "due today"), (1, "due today after 04:00"), (2, "due tomorrow"), (3, "due 3 Dec")]
)
def test_past_midnight_a_day_is_due_by_the_calendar_that_a_person_looks_at(days: int, said: str) -> None:
    instant = parse_instant("2026-11-30T15:28:00Z")
    today = study_day(instant, "Asia/Tokyo", 4)
    assert Times("Asia/Tokyo", instant, today, 4).due(today + days) == said
