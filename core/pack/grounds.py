"""What a state that is put back must still stand on: evidence that is there, and one claim a key."""

from __future__ import annotations

from collections.abc import Iterator

from core.claims.claim import UNDONE, Claim
from core.claims.ids import short
from core.errors import Refused
from core.pack.work import Work
from core.rules.windows import overlap
from core.store import tables


def leaning_on_what_goes(work: Work) -> list[int]:
    """Transactions that let a claim lean on a deed that this command takes away, oldest first."""
    gone = {key for (table, key), value in work.pending.items() if table == tables.DEED and value is None}
    if not gone:
        return []
    chains = work.held.chains.tables[tables.CLAIM]
    leaning = [one for one in chains if gone.intersection(_evidence(work.claim(one)))]
    return sorted(
        {next(e.tx for e in chains[one] if gone.intersection(_evidence(e.value))) for one in leaning}
    )


def refuse_without_evidence(work: Work) -> None:
    """Raise `Refused` when a claim that is put back leans on a deed that is not here any more."""
    for claim in _put_back(work):
        missing = [one for one in _evidence(claim) if work.get(tables.DEED, one) is None]
        if missing:
            raise Refused(f"{short(claim.id)} cites {missing[0]}, which was taken back; redo that first.")


def _evidence(claim: Claim) -> set[str]:
    """The deeds that a version cites or ended by; none of a claim whose write was taken back."""
    if claim.state == UNDONE:
        return set()
    endings = (claim.closing, claim.withdrawal)
    return {*claim.deeds, *(ending.deed for ending in endings if ending is not None and ending.deed)}


def refuse_two_values(work: Work) -> None:
    """Raise `Refused` when a key would hold two claims at once."""
    for claim in _put_back(work):
        rival = next(_rivals(work, claim), None)
        if rival is not None:
            since = work.held.chains.chain(tables.CLAIM, rival.id)[-1].tx
            raise Refused(
                f"key {claim.key} would have two values at once: {short(rival.id)} holds it "
                f"since transaction {since}. Undo that first, or close or retract it."
            )


def _put_back(work: Work) -> Iterator[Claim]:
    for (table, _), claim in list(work.pending.items()):
        if table == tables.CLAIM and claim.believed:
            yield claim


def _rivals(work: Work, claim: Claim) -> Iterator[Claim]:
    if claim.key is None:
        return
    cell = (claim.workspace, claim.set, claim.key)
    work.index.catch_up()
    for known in dict.fromkeys((*work.index.by_key(*cell), *(one.id for one in _put_back(work)))):
        other = work.claim(known)
        same = (other.workspace, other.set, other.key) == cell and other.id != claim.id
        if same and other.believed and overlap(claim, other):
            yield other
