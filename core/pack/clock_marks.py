"""Marks on a review clock that leave memory alone: verified, doubted, put off for a day, suspended."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from core.claims.claim import Claim
from core.claims.review_state import ReviewState
from core.pack.commands import Bury, Doubt, Suspend, Unsuspend, Verify
from core.pack.outcome import Outcome, quoted
from core.pack.receipts import Receipt
from core.pack.reviewing import clock_of, refuse_unseen, true_now
from core.pack.work import Work
from core.store import tables


def verify(work: Work, command: Verify) -> Outcome:
    """Somebody looked, and it is still true: the next check is counted from today."""
    stands = work.believed(command.id)
    review = true_now(work, stands)
    refuse_unseen(stands, command.shown_rev)
    day = max(work.today, review.verified_day or work.today)
    return _marked(work, "verify", stands, "still true", verified_day=day, doubted_day=None)


def doubt(work: Work, command: Doubt) -> Outcome:
    """Nobody knows whether it is still true: on the doubt list from today."""
    stands = work.believed(command.id)
    review = true_now(work, stands)
    refuse_unseen(stands, command.shown_rev)
    day = max(work.today, review.doubted_day or work.today)
    why = (command.why or "").strip()
    return _marked(work, "doubt", stands, "not sure of", f": {why}" if why else "", doubted_day=day)


def bury(work: Work, command: Bury) -> Outcome:
    """Not today."""
    stands = work.believed(command.id)
    clock_of(work, stands)
    return _marked(work, "bury", stands, "not today:", buried_day=work.today)


def suspend(work: Work, command: Suspend) -> Outcome:
    """Not until somebody resumes it."""
    stands = work.believed(command.id)
    clock_of(work, stands)
    return _marked(work, "suspend", stands, "suspended", suspended=True)


def unsuspend(work: Work, command: Unsuspend) -> Outcome:
    """Resume a suspended claim."""
    stands = work.believed(command.id)
    clock_of(work, stands)
    return _marked(work, "unsuspend", stands, "resumed", suspended=False)


def _marked(work: Work, verb: str, stands: Claim, done: str, further: str = "", **changes: Any) -> Outcome:
    review: ReviewState = work.get(tables.REVIEW, stands.id)
    marked = replace(review, **changes)
    if marked == review:
        return Outcome(Receipt(verb=verb, outcome="noop", id=stands.id, summary="it is so already"))
    work.put(tables.REVIEW, stands.id, marked)
    summary = f"{done} {quoted(stands.text)}{further}"
    return Outcome(
        Receipt(verb=verb, outcome="update", id=stands.id, due_day=marked.due_day, summary=summary)
    )
