"""The due queue: what to grade on a study day, and what the days ahead bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
    clocks = list(_clocks(reader, here, basis))
    days = [review.due_day for _, review in clocks]
    today = [(row, review) for row, review in clocks if review.due_day <= day]
    return DueQueue(
        day=day,
        basis=basis,
        cards=_cards(reader, today, basis),
        ahead=tuple(forecast(days, day, FORECAST_DAYS)),
        scheduled=bool(today) or _anything_scheduled(reader, here, basis),
    )


def _cards(reader: Reader, today: list[tuple[int, ReviewState]], basis: Basis) -> tuple[DueCard, ...]:
    """Cards of version rows and their clocks, in the order in which they are asked."""
    claims = reader.held.columns.versions.many([row for row, _ in today])
    by_id = {claim.id: (claim, review) for claim, (_, review) in zip(claims, today, strict=True)}
    order = order_due([(claim.id, review.due_day, claim.pinned) for claim, review in by_id.values()])
    return tuple(_card(reader, *by_id[claim_id], basis) for claim_id in order)


def _anything_scheduled(reader: Reader, here: View, basis: Basis) -> bool:
    """Looks at claims whose window has not begun, too."""

    def day_of(instant: Instant) -> StudyDay:
        return reader.day_of(instant, basis.believed_at)

    versions = reader.held.columns.versions
    return any(
        can_come_due(versions[row], review.due_day, basis.true_at, day_of)
        for row, review in _clocks(reader, here.with_shows("both"), basis)
    )


def _clocks(reader: Reader, view: View, basis: Basis) -> Iterator[tuple[int, ReviewState]]:
    """Version row and review clock of each claim of a view whose clock is running; no claim is read."""
    held, rows = reader.held, reader.select(view).rows
    columns = held.columns
    reviewed = [name is not None and KINDS[name].reviewed for name in columns.kinds.names]
    said = (columns.column(name)[rows].tolist() for name in ("kind", "accepted"))
    asked = [
        row for row, kind, accepted in zip(rows.tolist(), *said, strict=True) if accepted and reviewed[kind]
    ]
    states = held.reviews(columns.id_of(asked), basis.believed_at)
    return ((row, review) for row, review in zip(asked, states, strict=True) if review is not None)


def can_come_due(
    claim: Claim, due_day: StudyDay, true_at: Instant, day_of: Callable[[Instant], StudyDay]
) -> bool:
    """Whether a claim that is asked for in review is still, or will be, true on its day or after it."""
    end = claim.t_invalid
    return end is None or (end > true_at and day_of(end - 1) >= due_day)


def _card(reader: Reader, claim: Claim, review: ReviewState, basis: Basis) -> DueCard:
    ended = predecessors(reader.held, reader.successors, claim, basis.believed_at)
    replaced = next((old for old in ended if old.id in claim.supersedes), None)
    return DueCard(line=line_of(reader, claim, basis), review=review, replaced=replaced)
