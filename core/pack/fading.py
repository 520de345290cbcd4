"""Due, stable and fading claims with their reasons. A list: nothing moves, only reviews change a clock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from core.claims.claim import Claim
from core.claims.review_state import GRADES, ReviewState
from core.clocks.study_day import StudyDay, days_words
from core.errors import Refused
from core.pack.pages import ClaimLine, lines_of
from core.pack.reader import Reader
from core.review.ages import FADING, GIVEN_UP, STABILITIES, Ages, ages
from core.review.neglect import neglects, never_recalled
from core.state.view import Basis, View
from core.store import tables

__all__ = ["GIVEN_UP", "Ages", "Fading", "FadingLine", "Standing", "fading"]

Standing = Literal["due", "stable", "fading"]

LINKED: Final = 3
"""Links from which on a claim counts as one that others hang on."""


class FadingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A claim in one of the three lists."""

    line: ClaimLine
    standing: Standing
    reasons: tuple[str, ...]
    worth: tuple[str, ...]
    """Why somebody would miss it; empty: nothing says so."""


class Fading(msgspec.Struct, frozen=True, kw_only=True):
    """How the claims of a view stand on a study day."""

    day: StudyDay
    basis: Basis
    below: float
    """Chance of recall below which a claim counts as fading."""
    fading: tuple[FadingLine, ...]
    """Those somebody would miss first, then the least held."""
    due: tuple[FadingLine, ...]
    """The longest overdue first."""
    stable: tuple[FadingLine, ...]
    """The next to fall due first."""
    ages: tuple[Ages, ...]
    """When each default would bite: of a claim never graded, and of two that were."""


def fading(reader: Reader, view: View, below: float = FADING) -> Fading:
    """The three lists of a view as believed on B: each claim with a clock that is true on V is in one."""
    if not 0.0 < below < 1.0:
        raise Refused(f"a bound of {below} is refused; give a chance of recall between 0 and 1.")
    basis = reader.basis(view)
    day = reader.day_of(basis.believed_at, basis.believed_at)
    every = list(_lines(reader, view, basis, day, below))

    def of(standing: Standing) -> list[FadingLine]:
        return [one for one in every if one.standing == standing]

    retention = float(reader.setting("retention", basis.believed_at))
    return Fading(
        day=day,
        basis=basis,
        below=below,
        fading=tuple(
            sorted(of("fading"), key=lambda one: (not one.worth, one.line.retrievability, _id(one)))
        ),
        due=tuple(sorted(of("due"), key=lambda one: (one.line.due_day, _id(one)))),
        stable=tuple(sorted(of("stable"), key=lambda one: (one.line.due_day, _id(one)))),
        ages=tuple(ages(one, retention=retention, fading=below) for one in STABILITIES),
    )


def _id(one: FadingLine) -> str:
    return one.line.claim.id


def _lines(reader: Reader, view: View, basis: Basis, day: StudyDay, below: float) -> Iterator[FadingLine]:
    held = reader.held
    seen = msgspec.structs.replace(
        view, true_at=basis.true_at, believed_at=basis.believed_at, shows="current", resting=False
    )
    rows = reader.clocks(seen, basis).rows.tolist()
    claims = held.columns.versions.many(rows)
    reviews = held.reviews([claim.id for claim in claims], basis.believed_at)
    links = held.links_at(basis.believed_at)
    used: dict[str, int] = dict(held.chains.items_at(tables.USE, basis.believed_at))
    for line, review in zip(lines_of(reader, claims, basis), reviews, strict=True):
        if review is None or line.retrievability is None:
            continue
        standing = _standing(review, line.retrievability, day, below)
        yield FadingLine(
            line=line,
            standing=standing,
            reasons=tuple(_reasons(review, line.retrievability, day)),
            worth=tuple(
                _worth(line.claim, review, used.get(line.claim.id, 0), len(links.peers(line.claim.id)))
            ),
        )


def _standing(review: ReviewState, recall: float, day: StudyDay, below: float) -> Standing:
    if recall < below:
        return "fading"
    return "due" if review.due_day <= day else "stable"


def _reasons(review: ReviewState, recall: float, day: StudyDay) -> Iterator[str]:
    yield f"held at {recall:.0%}"
    if review.reps == 0:
        yield f"never graded since it was written {days_words(day - review.added_day)} ago"
    elif review.last_day is not None:
        yield f"graded {GRADES.get(review.last_grade or 0, 'once')} {days_words(day - review.last_day)} ago"
    late = day - review.due_day
    yield (
        f"due in {days_words(-late)}" if late < 0 else f"due for {days_words(late)}" if late else "due today"
    )
    if review.suspended:
        yield "suspended: it is not asked"
    elif review.buried_day == day:
        yield "put off today"
    if (count := neglects(review, day)) and never_recalled(review):
        yield "neglected once" if count == 1 else f"neglected {count} times"


def _worth(claim: Claim, review: ReviewState, used: int, links: int) -> Iterator[str]:
    if claim.pinned:
        yield "pinned"
    if not never_recalled(review):
        yield f"graded {review.reps} times" if review.reps > 1 else "recalled once"
    if used:
        yield "used once" if used == 1 else f"used {used} times"
    if links >= LINKED:
        yield f"linked with {links}"
