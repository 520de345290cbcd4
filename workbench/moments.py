"""Instants and study days in words, in the pack's zone. Knows no Textual."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

import msgspec

from core.clocks.instants import EARLIEST, HOUR, LATEST, MICROSECOND, MINUTE, Instant, to_datetime
from core.clocks.study_day import ROLLOVER_HOUR, StudyDay, date_of, days_words, zone_named

if TYPE_CHECKING:
    from core.pack.views import Basis

NEAR_DAYS = 60
"""Up to here an age is said in days, beyond in months and years."""

DAYS_A_MONTH, DAYS_A_YEAR = 30.44, 365.25

BY_THE_CLOCK: Final = 12 * HOUR
"""Up to here an age is said in minutes and hours; beyond, midnight counts as people count it."""


class Present(msgspec.Struct, frozen=True):
    """The present of what is shown: the instant, its zone, its study day, the hour when the next begins."""

    now: Instant = 0
    zone: str = "UTC"
    day: StudyDay = 0
    rollover_hour: int = ROLLOVER_HOUR

    @property
    def calendar_day(self) -> int:
        """The ordinal of the date on the calendar; after midnight the study day is still the one before."""
        return local(self.now, self.zone).toordinal()

    def ago(self, instant: Instant) -> str:
        """`just now`, `33 minutes ago`, `5 hours ago`, and from half a day on `yesterday`, `41 days ago`."""
        passed = self.now - instant
        if passed >= BY_THE_CLOCK:
            return age_words(self.calendar_day - local(instant, self.zone).toordinal())
        if passed < MINUTE:
            return "just now"
        unit, name = (MINUTE, "minute") if passed < HOUR else (HOUR, "hour")
        return f"{counted(passed // unit, name)} ago"

    def days_ago(self, day: StudyDay) -> str:
        """How long ago a study day was, where the instant is not known."""
        return age_words(self.day - day)

    def when(self, day: StudyDay) -> str:
        """`today`, `today at 04:00`, `tomorrow`, `12 Dec`, by the calendar that a person looks at."""
        if self.day < day == self.calendar_day:
            return f"today at {self.rollover_hour:02}:00"
        if self.day < day == self.calendar_day + 1:
            return "tomorrow"
        return due_words(day, self.day).removeprefix("due ")

    def due(self, day: StudyDay) -> str:
        """A due day: `due today`, `due today at 04:00`, `due tomorrow`, `due 12 Dec`."""
        return f"due {self.when(day)}"


def local(instant: Instant, zone: str) -> datetime:
    """The wall-clock time of an instant in a zone."""
    return to_datetime(min(max(instant, EARLIEST), LATEST)).astimezone(zone_named(zone))


def written(moment: datetime, form: str) -> str:
    """`strftime`, with four figures for every year."""
    return moment.strftime(form.replace("%Y", f"{moment.year:04d}"))


def minute_words(instant: Instant | None, zone: str) -> str:
    """`2026-03-14 09:12`; None is now."""
    return "now" if instant is None else written(local(instant, zone), "%Y-%m-%d %H:%M")


def day_words(instant: Instant | None, zone: str, *, none: str = "—") -> str:
    """`2026-03-14`; None is what `none` says."""
    return none if instant is None else written(local(instant, zone), "%Y-%m-%d")


def basis_words(basis: Basis, zone: str) -> str:
    """The two instants of a read: `2026-03-14 09:12` where both are that minute, else each by its clock."""
    believed, true = minute_words(basis.believed_at, zone), minute_words(basis.true_at, zone)
    return believed if believed == true else f"believed on {believed}, true on {true}"


def clock_words(instant: Instant, zone: str) -> str:
    """`07:31:12`."""
    return local(instant, zone).strftime("%H:%M:%S")


def stated_words(instant: Instant | None, precision: str, zone: str, *, none: str) -> str:
    """A world time at the precision its author stated: `2026`, `2026-03`, …; by the day where none was."""
    if instant is None:
        return none
    form = {"year": "%Y", "month": "%Y-%m", "min": "%Y-%m-%d %H:%M", "s": "%Y-%m-%d %H:%M:%S"}
    return written(local(instant, zone), form.get(precision, "%Y-%m-%d"))


WHOLE: Final = frozenset({"year", "month", "day"})
"""Precisions of an end that holds the period it names to its last instant."""


def end_words(instant: Instant | None, precision: str, zone: str, *, none: str) -> str:
    """The end of a window as people say it: the last day, month or year that it holds."""
    last = instant - MICROSECOND if instant is not None and precision in WHOLE else instant
    return stated_words(last, precision, zone, none=none)


def age_words(days: int) -> str:
    """How long ago: `today`, `yesterday`, `41 days ago`, `5 months ago`, `2 years ago`."""
    if days <= 0:
        return "today"
    if days == 1:
        return "yesterday"
    return f"{span_words(days)} ago"


def span_words(days: int) -> str:
    """A length in days for a person: `41 days`, `5 months`, `2.3 years`."""
    if days <= NEAR_DAYS:
        return days_words(days)
    if days < DAYS_A_YEAR:
        return f"{days / DAYS_A_MONTH:.0f} months"
    years = f"{days / DAYS_A_YEAR:.1f}".removesuffix(".0")
    return f"{years} year{'' if years == '1' else 's'}"


def due_words(day: StudyDay, today: StudyDay) -> str:
    """A due day beside today: `due today`, `due tomorrow`, `due 12 Dec`."""
    if day <= today:
        return "due today"
    if day == today + 1:
        return "due tomorrow"
    date = date_of(day)
    year = "" if date.year == date_of(today).year else f" {date.year}"
    return f"due {date.day} {date:%b}{year}"


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """`1 claim`, `3 claims`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
