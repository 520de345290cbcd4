"""Instants: whole microseconds of UTC since 1970, and their one written form."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from core.errors import Refused, as_given

Instant = int
"""Microseconds since 1970-01-01T00:00:00Z; negative before it."""

MICROSECOND: Final = 1
SECOND: Final = 1_000_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
EARLIEST: Final = -62_135_596_800 * SECOND
"""0001-01-01T00:00:00Z, the first instant that can be written."""
LATEST: Final = 253_402_300_800 * SECOND - 1
"""9999-12-31T23:59:59.999999Z, the last instant that can be written."""


def from_datetime(moment: datetime) -> Instant:
    """The instant of an aware datetime. Raises `Refused` for a naive one."""
    if moment.tzinfo is None:
        raise Refused(f"{moment.isoformat()} has no zone; write it with Z or an offset such as +02:00.")
    return (moment - EPOCH) // timedelta(microseconds=1)


def to_datetime(instant: Instant) -> datetime:
    """The UTC datetime of an instant. Raises `Refused` outside the years 1 to 9999."""
    if not is_writable(instant):
        raise Refused("that time lies outside the years 1 to 9999; give a year within them.")
    return EPOCH + timedelta(microseconds=instant)


def is_writable(instant: Instant) -> bool:
    """Whether an instant lies within the years 1 to 9999."""
    return EARLIEST <= instant <= LATEST


def format_instant(instant: Instant) -> str:
    """ISO 8601 with six digits and `Z`: the form on the wire."""
    return to_datetime(instant).strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")


def parse_instant(text: str) -> Instant:
    """Read ISO 8601 with a zone; a leap second (`:60`) is read as the last microsecond of its minute.

    Raises `Refused` for anything else, also for a time without a zone.
    """
    written = text.strip()
    leap = len(written) > 18 and written[17:19] == "60"
    plain = f"{written[:17]}59.999999{written[19:].lstrip('.0123456789')}" if leap else written
    try:
        moment = datetime.fromisoformat(plain)
    except ValueError:
        raise Refused(f"{as_given(text)} is not a time; write it like 2026-03-14T09:12:00Z.") from None
    try:
        return from_datetime(moment)
    except OverflowError:
        raise Refused(f"{as_given(text)} lies outside the years 1 to 9999.") from None
