"""Times as the original writes them: 24 characters, milliseconds, `Z`, so that they sort as text."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Final

from core.clocks.instants import (
    DAY,
    EARLIEST,
    HOUR,
    Instant,
    format_instant,
    from_datetime,
    is_writable,
    parse_instant,
)
from core.clocks.study_day import StudyDay, date_of, study_day, zone_named

LENGTH: Final = 24
"""Characters of a written time."""
MILLISECOND: Final = 1_000


def write_time(instant: Instant) -> str:
    """`2026-01-02T00:24:06.000Z`; what is finer than a millisecond is cut off."""
    return format_instant(instant // MILLISECOND * MILLISECOND)[: LENGTH - 1] + "Z"


def read_time(text: str) -> Instant:
    """Read a time as the original's parser does: `Z` or an offset, `T` or a space, any fraction.

    Raises `Refused` for anything else.
    """
    return parse_instant(text)


def day_begins(day: StudyDay, zone: str, rollover_hour: int) -> Instant:
    """The first whole hour of a study day in a zone: `study_day` of it is `day`."""
    try:
        local = datetime.combine(date_of(day), time(rollover_hour), tzinfo=zone_named(zone))
        instant = from_datetime(local.astimezone(UTC))
    except OverflowError:
        instant = from_datetime(datetime.combine(date_of(day), time(), tzinfo=UTC))
    around = (instant + step * HOUR for step in (0, 1, -1, 2))
    fits = (at for at in around if is_writable(at) and study_day(at, zone, rollover_hour) == day)
    return next(fits, max(EARLIEST, instant))


def days_between(earlier: StudyDay, later: StudyDay) -> int:
    """Days from one study day to another, at least one."""
    return max(1, later - earlier)


SECONDS_A_DAY: Final = DAY // 1_000_000
