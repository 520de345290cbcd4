"""Marks on a claim that leave its text and window alone: rest, wake, pin."""

from __future__ import annotations

from core.claims.claim import Claim
from core.pack.commands import Pin, Rest, Wake
from core.pack.outcome import Outcome, quoted
from core.pack.receipts import Receipt
from core.pack.work import Work


def rest(work: Work, command: Rest) -> Outcome:
    """Put a claim to rest: still true, out of search, Today and islands."""
    stands = work.believed(command.id)
    return _mark(work, "rest", stands, "put to rest", resting=True, rest_reason=command.why)


def wake(work: Work, command: Wake) -> Outcome:
    """Wake a resting claim."""
    return _mark(work, "wake", work.believed(command.id), "woke", resting=False, rest_reason=None)


def pin(work: Work, command: Pin) -> Outcome:
    """Pin a claim, or take the pin off."""
    stands = work.believed(command.id)
    return _mark(work, "pin", stands, "pinned" if command.pinned else "unpinned", pinned=command.pinned)


def _mark(work: Work, verb: str, stands: Claim, done: str, **changes: object) -> Outcome:
    if all(getattr(stands, name) == value for name, value in changes.items()):
        return Outcome(Receipt(verb=verb, outcome="noop", id=stands.id, summary="it is so already"))
    work.version(stands, **changes)
    summary = f"{done} {quoted(stands.text)}"
    return Outcome(Receipt(verb=verb, outcome="update", id=stands.id, summary=summary))
