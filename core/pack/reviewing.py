"""Grading through the door: one grade is one record."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from core.claims.claim import Claim
from core.claims.ids import short
from core.claims.kinds import KINDS
from core.claims.review_state import GRADES, ReviewState
from core.clocks.instants import SECOND
from core.clocks.local_time import written_in
from core.clocks.study_day import StudyDay, date_of, zone_named
from core.errors import Refused, StaleRevision
from core.pack.commands import Grade
from core.pack.outcome import Outcome, quoted
from core.pack.receipts import Receipt
from core.pack.work import Work
from core.review.clock import next_state
from core.review.leech import is_leech
from core.review.parameters import read_parameters
from core.store import tables

SET_BACK: Final = 60 * SECOND
"""A clock this far behind the last record was set back; a smaller step is how machines keep theirs right."""


def grade(work: Work, command: Grade) -> Outcome:
    """Move a claim's review clock by one grade."""
    if command.grade not in GRADES:
        raise Refused(f"{command.grade} is no grade; 1 is Again, 2 Hard, 3 Good, 4 Easy.")
    stands = work.believed(command.id)
    review = true_now(work, stands)
    refuse_unseen(stands, command.shown_rev, review, command.shown_reps)
    if review.suspended:
        raise Refused(f"{short(stands.id)} is suspended, so it is not asked; resume it first.")
    day = _day_of_grade(work, stands, review)
    graded = next_state(
        review,
        command.grade,
        day,
        work.now,
        retention=float(work.setting("retention")),
        maximum_interval=int(work.setting("maximum_interval")),
        parameters=read_parameters(work.setting("parameters")),
    )
    graded = replace(graded, **work.clock_fields())
    work.put(tables.REVIEW, stands.id, graded)
    return Outcome(
        Receipt(
            verb="grade",
            outcome="update",
            id=stands.id,
            due_day=graded.due_day,
            warnings=(*_clock_set_back(work, graded.last_day), *_forgotten_often(graded)),
            summary=f"{GRADES[command.grade]}: {quoted(stands.text)}",
        )
    )


def _day_of_grade(work: Work, stands: Claim, review: ReviewState) -> StudyDay:
    """The study day of a grade: one a day, on which it was graded or which it was where it was graded.

    No zone is two days ahead, so a last grade that lies there came from a clock that ran ahead: it does not
    shut the claim, and the next grade is booked on the day after it.
    """
    day = review.last_day
    if day is None or day < work.today:
        return work.today
    if day > work.today + 1:
        return day + 1
    if day == work.today:
        raise Refused(f"{short(stands.id)} was graded today already; undo that grade to change it.")
    raise Refused(
        f"{short(stands.id)} was graded on {date_of(day)} already, and here that day is still to come "
        f"(it is {date_of(work.today)}); undo that grade to change it."
    )


def _clock_set_back(work: Work, booked: StudyDay | None) -> tuple[str, ...]:
    """What is said of a grade that is booked on a later day than the machine's clock says."""
    wall = work.now if work.wall is None else work.wall
    if booked is None or (work.now - wall < SET_BACK and booked <= work.today):
        return ()
    said = written_in(wall, zone_named(work.zone))
    return (
        f"the clock of this machine says {said}, which is before what is written already; the grade is "
        f"booked on {date_of(booked)}",
    )


def _forgotten_often(review: ReviewState) -> tuple[str, ...]:
    """What is said of a claim that a grade made a leech."""
    if not is_leech(review):
        return ()
    return (f"it lapsed {review.lapses} times: say it otherwise, split it in two, or let it rest",)


def clock_of(work: Work, stands: Claim) -> ReviewState:
    """The review clock of a claim. Raises `Refused` where there is none."""
    if not KINDS[stands.kind].reviewed:
        raise Refused(f"a {stands.kind} is not reviewed; it has no clock.")
    review: ReviewState | None = work.get(tables.REVIEW, stands.id)
    if review is None:
        raise Refused(f"{short(stands.id)} is not scheduled; accept it first.")
    return review


def true_now(work: Work, stands: Claim) -> ReviewState:
    """The review clock of a claim that can be asked about now. Raises `Refused`."""
    if KINDS[stands.kind].reviewed and not stands.true_at(work.now):
        raise Refused(f"{short(stands.id)} is not true now, so there is nothing to hold; reopen it first.")
    return clock_of(work, stands)


def refuse_unseen(
    stands: Claim, rev: int | None, review: ReviewState | None = None, reps: int | None = None
) -> None:
    """Refuse an answer to what is not on the screen any more: another revision, or graded meanwhile."""
    regraded = review is not None and reps not in (None, review.reps)
    if rev not in (None, stands.rev) or regraded:
        raise StaleRevision(
            f"{short(stands.id)} has changed since it was shown; look at it again, then grade."
        )
