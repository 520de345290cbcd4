"""Figures of the review log: true retention beside what was predicted, minutes a day, what lies ahead.

Pure functions of rows. Only grades that count are weighed: not taken back, the first of a study day, and at
least a day after the grade before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

import msgspec

from core.claims.review_state import ReviewState
from core.clocks.study_day import StudyDay, date_of
from core.review.clock import AGAIN
from core.review.loss import Trial
from core.review.rows import ReviewRow, answered

MATURE: Final = 21
"""Days of the interval that was planned from which a claim is mature (Anki's figure)."""
LONGEST_ANSWER_MS: Final = 60_000
"""A claim that was looked at longer was left lying: more does not count as time (Anki's figure)."""

Age = Literal["young", "mature"]


class Asked(msgspec.Struct, frozen=True):
    """One grade that counts, with what came before it."""

    row: ReviewRow
    days: int
    """Study days since the grade before."""
    planned: int
    """Days for which the grade before had planned."""
    number: int
    """Which grade of its claim it was."""
    lapses: int
    """Earlier grades of Again."""

    @property
    def recalled(self) -> bool:
        """Whether it was held: Hard, Good and Easy are recalls."""
        return self.row.grade != AGAIN

    @property
    def predicted(self) -> float | None:
        """The chance of recall that the clock gave; None where it had no memory."""
        return None if self.row.before is None else self.row.before.r

    @property
    def age(self) -> Age:
        """Young, or mature from 21 planned days on."""
        return "mature" if self.planned >= MATURE else "young"


class Retention(msgspec.Struct, frozen=True):
    """How much was held of what was asked, beside what was predicted of the same reviews."""

    asked: int
    recalled: int
    predicted: float | None
    """Mean prediction; None where there was none."""

    @property
    def rate(self) -> float | None:
        """True retention in [0, 1]; None when nothing was asked."""
        return self.recalled / self.asked if self.asked else None


class KindRate(msgspec.Struct, frozen=True):
    """What became of the questions about claims of one kind."""

    recall: Retention
    checked: int
    """Answers to "is it still true?", no longer true among them."""
    wrong: int
    """No longer true."""


class Minutes(msgspec.Struct, frozen=True):
    """Time that a study day took."""

    minutes: float
    """Of the grades whose time is known."""
    graded: int
    timed: int
    """Grades whose time is known."""


class Ahead(msgspec.Struct, frozen=True):
    """What falls due on the days from today."""

    backlog: int
    """Due before today."""
    days: tuple[int, ...]
    """Due on each day, today first, the backlog not among them."""


def asked(rows: Iterable[ReviewRow]) -> tuple[Asked, ...]:
    """The grades that count, in the order of their instants; the first of each claim is none of them."""
    of_claim: dict[str, list[ReviewRow]] = {}
    for row in rows:
        of_claim.setdefault(row.claim, []).append(row)
    found = [one for own in of_claim.values() for one in _asked(*answered(own))]
    return tuple(sorted(found, key=lambda one: (one.row.at, one.row.id)))


def in_order(rows: Iterable[ReviewRow]) -> list[ReviewRow]:
    """The grades that count, the first of each claim among them, in the order of their instants."""
    of_claim: dict[str, list[ReviewRow]] = {}
    for row in rows:
        of_claim.setdefault(row.claim, []).append(row)
    found = [row for own in of_claim.values() for row in answered(own)[1]]
    return sorted(found, key=lambda row: (row.at, row.id))


def _asked(began: ReviewState | None, rows: list[ReviewRow]) -> Iterable[Asked]:
    last = planned = None
    number = lapses = 0
    if began is not None:
        last, number, lapses = began.last_day, began.reps, began.lapses
        planned = began.due_day
    for row in rows:
        number += 1
        if last is not None:
            yield Asked(row, row.study_day - last, (planned or row.study_day) - last, number, lapses)
        last, planned = row.study_day, row.due_day
        lapses += row.grade == AGAIN


def trials(reviews: Iterable[Asked]) -> list[Trial]:
    """The grades that a prediction stood before, as `loss` weighs them."""
    return [
        Trial(one.predicted, one.recalled, one.days, one.number, one.lapses)
        for one in reviews
        if one.predicted is not None
    ]


def retention(reviews: Sequence[Asked]) -> Retention:
    """True retention of some reviews."""
    known = [one.predicted for one in reviews if one.predicted is not None]
    mean = sum(known) / len(known) if known else None
    return Retention(len(reviews), sum(one.recalled for one in reviews), mean)


def by_month(reviews: Iterable[Asked]) -> dict[str, dict[Age | Literal["all"], Retention]]:
    """True retention by month (`2026-11`, oldest first): of young and mature claims, and of all."""
    months: dict[str, list[Asked]] = {}
    for one in reviews:
        months.setdefault(date_of(one.row.study_day).isoformat()[:7], []).append(one)
    return {month: by_age(months[month]) for month in sorted(months)}


def by_age(reviews: Sequence[Asked]) -> dict[Age | Literal["all"], Retention]:
    """True retention of young and of mature claims, and of all."""
    ages: tuple[Age, Age] = ("young", "mature")
    split: dict[Age | Literal["all"], Retention] = {
        age: retention([one for one in reviews if one.age == age]) for age in ages
    }
    return {**split, "all": retention(reviews)}


def by_kind(rows: Sequence[ReviewRow], kinds: Mapping[str, str]) -> dict[str, KindRate]:
    """Recall, and how often a claim was no longer true, by kind; `kinds` gives the kind of each claim."""
    reviews: dict[str, list[Asked]] = {}
    for one in asked(rows):
        reviews.setdefault(kinds.get(one.row.claim, ""), []).append(one)
    answers = [row for row in rows if row.kind == "check" and not row.revoked]
    checked = Counter(kinds.get(row.claim, "") for row in answers)
    wrong = Counter(kinds.get(row.claim, "") for row in answers if row.truth == "wrong")
    names = sorted({*reviews, *checked} - {""})
    return {name: KindRate(retention(reviews.get(name, [])), checked[name], wrong[name]) for name in names}


def minutes_a_day(rows: Iterable[ReviewRow]) -> dict[StudyDay, Minutes]:
    """The time that each study day took, oldest first; also of grades that were taken back."""
    days: dict[StudyDay, list[int | None]] = {}
    for row in rows:
        if row.kind == "recall":
            days.setdefault(row.study_day, []).append(row.ms)
    return {day: _minutes(days[day]) for day in sorted(days)}


def _minutes(times: list[int | None]) -> Minutes:
    known = [min(LONGEST_ANSWER_MS, max(0, ms)) for ms in times if ms is not None]
    return Minutes(sum(known) / 60_000, len(times), len(known))


def graded_a_day(rows: Iterable[ReviewRow]) -> dict[StudyDay, int]:
    """Grades that stand, by study day, oldest first: the map of a year."""
    counted = Counter(row.study_day for row in rows if row.kind == "recall" and not row.revoked)
    return dict(sorted(counted.items()))


def ahead(due_days: Iterable[StudyDay], today: StudyDay, days: int = 30) -> Ahead:
    """What falls due on each of the days from today, the backlog apart."""
    counted = Counter(due_days)
    backlog = sum(number for day, number in counted.items() if day < today)
    return Ahead(backlog, tuple(counted[today + offset] for offset in range(days)))
