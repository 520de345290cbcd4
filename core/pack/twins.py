"""A claim that is written twice: one is left, with the other's author and deeds; the other is set aside."""

from __future__ import annotations

from msgspec.structs import replace

from core.claims.claim import WRITTEN_TWICE, Claim
from core.claims.ids import short
from core.pack.endings import withdraw
from core.pack.merging_reviews import marks_of_both
from core.pack.receipts import Closed
from core.pack.work import Work
from core.rules.twice import TWICE
from core.rules.words import explain
from core.store import tables


def join_twins(work: Work, later: Claim, first: Claim) -> Closed:
    """Set the later one aside; its authors become witnesses of the first.

    Of two review clocks the one with more grades goes on, with the marks of both.
    """
    authors = (*first.witnesses, later.author, *later.witnesses)
    work.version(
        first,
        witnesses=tuple(dict.fromkeys(one for one in authors if one != first.author)),
        deeds=tuple(dict.fromkeys((*first.deeds, *later.deeds))),
    )
    kept, other = (work.get(tables.REVIEW, one.id) for one in (first, later))
    if other is not None:
        goes_on = other if kept is None or other.reps > kept.reps else kept
        work.put(tables.REVIEW, first.id, replace(goes_on, **marks_of_both(None, kept or other, other)))
    why = f"{TWICE}, first as {short(first.id)}"
    withdraw(work, later, deed=None, why=why, by=first.id, rule=WRITTEN_TWICE)
    return Closed(
        id=later.id,
        text=later.text,
        rule=WRITTEN_TWICE,
        figures={},
        thresholds={},
        guard=None,
        new_end=None,
        explained=explain(WRITTEN_TWICE, {}, {}),
    )
