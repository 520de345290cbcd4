"""The command that takes in grades that were given elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from core.claims.ids import short
from core.claims.kinds import KINDS
from core.claims.review_state import GRADES, ReviewState
from core.clocks.study_day import date_of
from core.errors import Refused
from core.pack.commands import TakeReviews
from core.pack.outcome import Outcome
from core.pack.receipts import Receipt
from core.pack.work import Work
from core.review.rows import counting, replayed, state_before_grades
from core.store import tables

if TYPE_CHECKING:  # loaded when a file comes in
    from core.pack.review_fold import ReviewFold


def take_reviews(work: Work, command: TakeReviews) -> Outcome:
    """Put the clock of each claim that its grades, those that came in among them, lead to."""
    from core.pack.review_fold import ReviewFold

    fold = ReviewFold()
    for tx in range(1, work.tx):
        fold.take(work.record(tx))
    _refuse_what_is_no_grade(work, command)
    claims = dict.fromkeys(one.claim for one in command.reviews)
    for claim in claims:
        work.put(tables.REVIEW, claim, _moved(work, fold, command, claim))
    number, many = len(command.reviews), len(claims)
    said = f"{number} review{'s' * (number != 1)} of {many} claim{'s' * (many != 1)} from {command.source}"
    return Outcome(Receipt(verb="reviews", outcome="update", summary=f"took in {said}"))


def _moved(work: Work, fold: ReviewFold, command: TakeReviews, claim: str) -> ReviewState:
    stands = work.claim(claim)
    state: ReviewState | None = work.get(tables.REVIEW, claim)
    if state is None or not KINDS[stands.kind].reviewed:
        raise Refused(f"{short(claim)} has no review clock; accept it first.")
    rows = fold.came(command, claim, work.tx, work.now, state)
    every = [*fold.rows_of(claim), *rows]
    moved = replayed(
        every,
        state_before_grades(state),
        retention=float(work.setting("retention")),
        maximum_interval=int(work.setting("maximum_interval")),
    )
    last = counting(every)[1][-1:]
    is_newest = bool(last) and last[0].id in {row.id for row in rows}
    return replace(
        state,
        **{name: getattr(moved, name) for name in _MEMORY},
        due_day=moved.due_day if is_newest else state.due_day,
    )


def _refuse_what_is_no_grade(work: Work, command: TakeReviews) -> None:
    for one in command.reviews:
        if one.grade not in GRADES or one.at > work.now:
            day = date_of(one.study_day)
            raise Refused(f"a review of {short(one.claim)} on {day} is none that was given.")


_MEMORY: Final = ("stability", "difficulty", "last_day", "last_at", "last_grade", "reps", "lapses")
