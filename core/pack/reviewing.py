"""Grading through the door: one grade is one record."""

from __future__ import annotations

from msgspec.structs import replace

from core.claims.claim import Claim
from core.claims.ids import short
from core.claims.kinds import KINDS
from core.claims.review_state import GRADES, ReviewState
from core.errors import Refused, StaleRevision
from core.pack.commands import Grade
from core.pack.outcome import Outcome, quoted
from core.pack.receipts import Receipt
from core.pack.work import Work
from core.review.clock import next_state
from core.store import tables


def grade(work: Work, command: Grade) -> Outcome:
    """Move a claim's review clock by one grade."""
    if command.grade not in GRADES:
        raise Refused(f"{command.grade} is no grade; 1 is Again, 2 Hard, 3 Good, 4 Easy.")
    stands = work.believed(command.id)
    review = _clock_of(work, stands)
    _as_shown(command, stands, review)
    day = max(work.today, review.last_day or work.today)
    if review.last_day is not None and review.last_day >= work.today:
        raise Refused(f"{short(stands.id)} was graded today already; undo that grade to change it.")
    graded = next_state(
        review,
        command.grade,
        day,
        work.now,
        retention=float(work.setting("retention")),
        maximum_interval=int(work.setting("maximum_interval")),
    )
    graded = replace(graded, **work.clock_fields())
    work.put(tables.REVIEW, stands.id, graded)
    return Outcome(
        Receipt(
            verb="grade",
            outcome="update",
            id=stands.id,
            due_day=graded.due_day,
            summary=f"{GRADES[command.grade]}: {quoted(stands.text)}",
        )
    )


def _clock_of(work: Work, stands: Claim) -> ReviewState:
    if not KINDS[stands.kind].reviewed:
        raise Refused(f"a {stands.kind} is not reviewed; it has no clock.")
    if not stands.true_at(work.now):
        raise Refused(f"{short(stands.id)} is not true now, so there is nothing to hold; reopen it first.")
    review: ReviewState | None = work.get(tables.REVIEW, stands.id)
    if review is None:
        raise Refused(f"{short(stands.id)} is not scheduled; accept it first.")
    return review


def _as_shown(command: Grade, stands: Claim, review: ReviewState) -> None:
    moved = (command.shown_rev not in (None, stands.rev)) or (command.shown_reps not in (None, review.reps))
    if moved:
        raise StaleRevision(
            f"{short(stands.id)} has changed since it was shown; look at it again, then grade."
        )
