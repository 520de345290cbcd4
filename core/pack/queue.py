"""The due queue: what to grade on a study day, and what the days ahead bring."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from core.claims.claim import Claim
from core.claims.kinds import KINDS
from core.claims.review_state import ReviewState
from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay
from core.pack.pages import ClaimLine, line_of
from core.pack.reader import Reader
from core.review.queue import forecast, order_due
from core.state.view import Basis, View
from core.timeline.chain import predecessors

FORECAST_DAYS = 14


class DueCard(msgspec.Struct, frozen=True, kw_only=True):
    """One claim to grade."""

    line: ClaimLine
    review: ReviewState
    replaced: Claim | None
    """What it replaced, for the cue and for striking out after the reveal."""


class DueQueue(msgspec.Struct, frozen=True, kw_only=True):
    """A morning."""

    day: StudyDay
    basis: Basis
    cards: tuple[DueCard, ...]
    ahead: tuple[int, ...]
    """Claims due on each of the next days, today (with what is overdue) first."""
    scheduled: bool
    """Whether anything of the view can come to be due as it stands, however far ahead."""


def due(reader: Reader, view: View) -> DueQueue:
    """The queue of the study day that B falls on, as it was believed then."""
    basis = reader.basis(view)
    day = reader.day_of(basis.believed_at, basis.believed_at)
    here = View(
        view.workspace, basis.true_at, basis.believed_at, "current", view.set, view.kinds, resting=False
    )
    clocks = [
        (claim, review)
        for claim in reader.held.claims(reader.select(here))
        if (review := clock_of(reader, claim, basis))
    ]
    rows = [(claim.id, review.due_day, claim.pinned) for claim, review in clocks if review.due_day <= day]
    by_id = {claim.id: (claim, review) for claim, review in clocks}
    return DueQueue(
        day=day,
        basis=basis,
        cards=tuple(_card(reader, *by_id[claim_id], basis) for claim_id in order_due(rows)),
        ahead=tuple(forecast([review.due_day for _, review in clocks], day, FORECAST_DAYS)),
        scheduled=bool(rows) or _anything_scheduled(reader, here, basis),
    )


def _anything_scheduled(reader: Reader, here: View, basis: Basis) -> bool:
    """Looks at claims whose window has not begun, too."""

    def day_of(instant: Instant) -> StudyDay:
        return reader.day_of(instant, basis.believed_at)

    return any(
        can_come_due(claim, review.due_day, basis.true_at, day_of)
        for claim in reader.held.claims(reader.select(here.with_shows("both")))
        if (review := clock_of(reader, claim, basis))
    )


def can_come_due(
    claim: Claim, due_day: StudyDay, true_at: Instant, day_of: Callable[[Instant], StudyDay]
) -> bool:
    """Whether a claim that is asked for in review is still, or will be, true on its day or after it."""
    end = claim.t_invalid
    return end is None or (end > true_at and day_of(end - 1) >= due_day)


def clock_of(reader: Reader, claim: Claim, basis: Basis) -> ReviewState | None:
    """The review clock that is running for a claim, if any."""
    if not KINDS[claim.kind].reviewed or not claim.accepted:
        return None
    return reader.held.review(claim.id, basis.believed_at)


def _card(reader: Reader, claim: Claim, review: ReviewState, basis: Basis) -> DueCard:
    ended = predecessors(reader.held, reader.successors, claim, basis.believed_at)
    replaced = next((old for old in ended if old.id in claim.supersedes), None)
    return DueCard(line=line_of(reader, claim, basis), review=review, replaced=replaced)
