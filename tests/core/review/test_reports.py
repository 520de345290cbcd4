"""What went wrong in other review tools, row by row of the list of reports; the number is the row's.

Days and zones are here, grades and their undoing in `test_reports_of_grades.py`. Where other rows are held:

| row | what | where |
|---|---|---|
| 21 | Again <= Hard <= Good <= Easy <= longest | `test_clock.py`: a better grade never comes back sooner |
| 25 to 28 | resize, quit, keys before the reveal, pasted ones | `tests/workbench/screens/test_today.py` |
| 37 to 40 | a backlog, its order, its spreading | `test_reports_of_mornings.py`, `test_spread.py` |
| 43 | grades under a second | `test_histories.py`; that they are kept with their time is here |
| 45 | a reset is ignored | not applicable: no clock is reset, an act is undone |
| 46 | instants of an import | `tests/core/foreign/test_review_lines.py` |
| 47 | the least number of reviews of a fit | `tests/workbench/cli/test_fitting.py` |
| 48 | leeches | `test_leech.py`; what can be done about one: `test_reports_of_mornings.py` |
| 49 to 51 | log in handovers, resuming, caps | `test_reports_of_mornings.py` |
| 52 | keys alone | `tests/workbench/test_the_walk.py` |
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.clocks.instants import DAY, HOUR, MINUTE, Instant, from_datetime, parse_instant
from core.clocks.study_day import date_of, study_day
from core.errors import Refused
from core.pack import commands as c
from core.review.rows import ReviewRow
from tests.core.pack.desk import Desk, scratch_desk

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4
TEXT = "The lift holds eight people."


def local(zone: str, *when: int) -> Instant:
    """The instant of a wall-clock time."""
    return from_datetime(datetime(*when, tzinfo=ZoneInfo(zone)))  # type: ignore[misc, arg-type]


@contextmanager
def in_zone(zone: str, *when: int, **settings: Any) -> Iterator[Desk]:
    """A pack in a zone, at a wall-clock time there."""
    with scratch_desk(local(zone, *when), zone=zone, **settings) as desk:
        yield desk


def asked(desk: Desk) -> list[str]:
    return [card.line.claim.text for card in desk.pack.due().cards]


def graded(desk: Desk, claim_id: str | None, grade: int = GOOD) -> ReviewRow:
    """A grade, as the log tells it."""
    tx = desk.do(c.Grade(id=claim_id or "", grade=grade)).tx
    return next(row for row in desk.pack.review_log() if row.tx == tx)


def state(desk: Desk, claim_id: str | None) -> Any:
    return desk.pack.reader.held.review(claim_id or "")


# a day is a day


def test_row_01_reviewed_in_the_evening_a_claim_of_one_day_is_due_next_morning() -> None:
    with in_zone("Europe/Berlin", 2026, 3, 2, 9) as desk:
        claim_id = desk.write(TEXT).id
        desk.clock.set(local("Europe/Berlin", 2026, 3, 3, 21))
        graded(desk, claim_id, AGAIN)
        assert asked(desk) == []
        desk.clock.set(local("Europe/Berlin", 2026, 3, 4, 8))
        assert asked(desk) == [TEXT]


@pytest.mark.parametrize("minute", [*range(0, 60 * 24, 97), 60 * 24 - 1])
def test_row_02_whenever_in_the_day_it_was_reviewed_it_is_due_when_the_day_begins(minute: int) -> None:
    with in_zone("Europe/Berlin", 2026, 3, 2, 4) as desk:
        claim_id = desk.write(TEXT).id
        desk.pass_time(DAY + minute * MINUTE)
        graded(desk, claim_id, AGAIN)
        desk.clock.set(local("Europe/Berlin", 2026, 3, 4, 4) - 1)
        assert asked(desk) == []
        desk.pass_time(1)
        assert asked(desk) == [TEXT]


@pytest.mark.parametrize("hour", [0, 4])
def test_row_03_the_day_after_the_change_of_clocks_begins_at_its_hour(hour: int) -> None:
    with in_zone("Europe/Berlin", 2026, 10, 24, 9, rollover_hour=hour) as desk:
        desk.write(TEXT)
        desk.clock.set(local("Europe/Berlin", 2026, 10, 25, hour) - 1)
        assert asked(desk) == []
        desk.pass_time(1)
        assert asked(desk) == [TEXT]
        assert desk.pack.due().day == date(2026, 10, 25).toordinal()


@pytest.mark.parametrize("change", [date(2026, 3, 29), date(2026, 10, 25)])
@pytest.mark.parametrize("rollover", [0, 1, 2, 3, 4, 12, 23])
def test_row_04_around_both_changes_of_the_year_a_day_turns_once_and_at_its_hour(
    change: date, rollover: int
) -> None:
    zone, before = ZoneInfo("Europe/Berlin"), None
    start = local("Europe/Berlin", change.year, change.month, change.day - 1)
    for quarter in range(4 * 24 * 3):
        instant = start + quarter * 15 * MINUTE
        day = study_day(instant, "Europe/Berlin", rollover)
        wall = datetime.fromtimestamp(instant / 1e6, zone)
        assert day == (wall.replace(tzinfo=None) - timedelta(hours=rollover)).date().toordinal()
        assert before is None or day - before in (0, 1)
        before = day


@pytest.mark.parametrize(
    "zone", ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu"]
)
def test_row_05_days_counted_are_the_difference_of_two_dates_for_four_hundred_days(zone: str) -> None:
    first = datetime(2026, 1, 1, 7, 30, tzinfo=ZoneInfo(zone))
    days = [study_day(from_datetime(first + timedelta(days=ahead)), zone) for ahead in range(400)]
    assert [day - days[0] for day in days] == list(range(400))


def test_row_06_a_review_of_summer_stays_on_its_day_once_it_is_winter() -> None:
    with in_zone("Europe/Berlin", 2026, 7, 1, 9) as desk:
        claim_id = desk.write(TEXT).id
        desk.clock.set(local("Europe/Berlin", 2026, 7, 15, 4, 30))
        before = graded(desk, claim_id)
        desk.clock.set(local("Europe/Berlin", 2026, 12, 15, 9))
        desk.write("The hall has nine doors.")
        (after,) = desk.pack.review_log()
        assert after == before
        assert (date_of(after.study_day), after.offset_min, after.rollover_h) == (date(2026, 7, 15), 120, 4)


def test_row_07_before_and_after_midnight_the_days_ahead_are_the_same() -> None:
    with in_zone("Europe/Berlin", 2026, 3, 2, 9) as desk:
        for number, grade in enumerate((AGAIN, HARD, GOOD, EASY)):
            claim_id = desk.write(f"Lamp {number} is off at night.").id
            desk.pass_time(DAY)
            graded(desk, claim_id, grade)
        desk.clock.set(local("Europe/Berlin", 2026, 3, 6, 23, 59))
        evening = desk.pack.due()
        desk.pass_time(2 * MINUTE)
        night = desk.pack.due()
        assert (night.day, night.ahead) == (evening.day, evening.ahead)


def test_row_08_another_rollover_hour_moves_no_day_of_the_past() -> None:
    with in_zone("Europe/Berlin", 2026, 3, 2, 9) as desk:
        claim_id = desk.write(TEXT).id
        desk.clock.set(local("Europe/Berlin", 2026, 3, 4, 2))
        row, before = graded(desk, claim_id), state(desk, claim_id)
        desk.do(c.Configure(name="rollover_hour", value=0))
        desk.do(c.Configure(name="zone", value="Asia/Tokyo"))
        assert desk.pack.review_log() == (row,)
        assert state(desk, claim_id) == before
        assert date_of(row.study_day) == date(2026, 3, 3)


# travelling


def test_row_09_every_grade_keeps_the_zone_and_the_offset_in_which_it_was_given() -> None:
    with in_zone("Europe/Berlin", 2026, 3, 2, 9) as desk:
        ids = [desk.write(f"Lamp {number} is off at night.").id for number in range(3)]
        desk.pass_time(DAY)
        for zone, claim_id in zip(("Europe/Berlin", "Asia/Tokyo", "America/Los_Angeles"), ids, strict=True):
            desk.do(c.Configure(name="zone", value=zone))
            row, clock = graded(desk, claim_id), state(desk, claim_id)
            assert (row.zone, clock.zone) == (zone, zone)
            assert row.offset_min == clock.offset_minutes
        assert [row.offset_min for row in desk.pack.review_log()] == [60, 540, -480]


def test_row_10_flying_west_a_day_comes_twice_and_a_claim_is_graded_once_on_it() -> None:
    with in_zone("Asia/Tokyo", 2026, 3, 2, 9) as desk:
        one, other = desk.write(TEXT).id, desk.write("The hall has nine doors.").id
        desk.clock.set(local("Asia/Tokyo", 2026, 3, 4, 20))
        tokyo = graded(desk, one)
        desk.clock.set(local("America/Los_Angeles", 2026, 3, 4, 9))
        desk.do(c.Configure(name="zone", value="America/Los_Angeles"))
        assert graded(desk, other).study_day == tokyo.study_day
        with pytest.raises(Refused, match="graded today already"):
            graded(desk, one)


def test_row_10_flying_east_a_day_is_missing_and_its_claims_are_due_on_the_next() -> None:
    with in_zone("America/Los_Angeles", 2026, 3, 2, 20) as desk:
        desk.write(TEXT)  # due on 3 March, of which little is left where the plane lands
        desk.clock.set(local("America/Los_Angeles", 2026, 3, 2, 23))
        assert asked(desk) == []
        desk.clock.set(local("Asia/Tokyo", 2026, 3, 4, 9))
        desk.do(c.Configure(name="zone", value="Asia/Tokyo"))
        assert asked(desk) == [TEXT]


def test_row_11_a_fit_gets_the_study_day_that_was_counted_where_the_grade_was_given() -> None:
    with in_zone("Europe/Berlin", 2026, 3, 2, 9) as desk:
        claim_id = desk.write(TEXT).id
        desk.clock.set(local("Europe/Berlin", 2026, 3, 3, 22))
        first = graded(desk, claim_id)
        desk.clock.set(local("Asia/Tokyo", 2026, 3, 6, 6))  # still the 5th in Berlin
        desk.do(c.Configure(name="zone", value="Asia/Tokyo"))
        second = graded(desk, claim_id)
        assert second.study_day - first.study_day == 3
        assert [row.study_day for row in desk.pack.review_log()] == [first.study_day, second.study_day]


@pytest.mark.parametrize(
    ("zone", "hour", "day"),
    [("Etc/GMT+8", 22, 2), ("Etc/GMT-9", 1, 1), ("Etc/GMT-9", 4, 2), ("Etc/GMT+8", 3, 1)],
)
def test_row_12_evenings_far_west_and_nights_far_east_are_of_their_own_day(
    zone: str, hour: int, day: int
) -> None:
    assert date_of(study_day(local(zone, 2026, 3, 2, hour), zone)) == date(2026, 3, day)


def test_row_13_in_the_west_what_is_due_tomorrow_is_not_asked_when_it_is_tomorrow_in_utc() -> None:
    with in_zone("America/Los_Angeles", 2026, 3, 2, 9) as desk:
        desk.write(TEXT)
        desk.clock.set(local("America/Los_Angeles", 2026, 3, 2, 17, 30))  # 01:30 UTC of the 3rd
        assert asked(desk) == []
        assert desk.pack.due().day == date(2026, 3, 2).toordinal()


def test_row_14_another_hour_of_the_day_changes_the_queue_at_once() -> None:
    with in_zone("Europe/Berlin", 2026, 3, 2, 9) as desk:
        desk.write(TEXT)
        desk.clock.set(local("Europe/Berlin", 2026, 3, 3, 5))
        assert asked(desk) == [TEXT]
        desk.do(c.Configure(name="rollover_hour", value=6))
        assert asked(desk) == []


@settings(
    max_examples=25,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(
    at=st.integers(parse_instant("2026-01-01T00:00:00Z"), parse_instant("2027-12-31T00:00:00Z")),
    zone=st.sampled_from(["Europe/Berlin", "America/Los_Angeles", "Asia/Kathmandu", "Pacific/Auckland"]),
    hour=st.integers(0, 23),
)
def test_row_15_whoever_asks_gets_the_same_day(at: Instant, zone: str, hour: int) -> None:
    """A write, the queue from the file and from memory, a grade, and its row in the log."""
    with scratch_desk(at, zone=zone, rollover_hour=hour) as desk:
        receipt = desk.write(TEXT)
        assert receipt.due_day == study_day(receipt.t_tx, zone, hour) + 1
        desk.pass_time(DAY + 3 * HOUR)
        day = study_day(desk.clock.now(), zone, hour)
        assert desk.pack.due().day == day == desk.pack.reader.day_of(desk.clock.now())
        desk.reopen_file()
        assert desk.pack.due().day == day
        assert not desk.pack.loaded
        row = graded(desk, receipt.id)
        assert row.study_day == state(desk, receipt.id).last_day == day


def test_row_16_half_an_hour_after_midnight_is_yesterday_and_skips_no_day() -> None:
    with in_zone("Europe/Berlin", 2026, 3, 2, 9) as desk:
        claim_id = desk.write(TEXT).id
        desk.clock.set(local("Europe/Berlin", 2026, 3, 4, 0, 30))
        row = graded(desk, claim_id, AGAIN)
        assert date_of(row.study_day) == date(2026, 3, 3)
        desk.clock.set(local("Europe/Berlin", 2026, 3, 4, 4))
        assert asked(desk) == [TEXT]
