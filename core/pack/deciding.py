"""Proposals through the door: accept, decline, and the search for pairs among what is held."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from core.claims.claim import TAKEN_OVER, Claim, Figure
from core.claims.ended import ending_of
from core.claims.ids import short
from core.claims.proposal import ACCEPTED, DECLINED, LAPSED, OPEN, Proposal, pair_key
from core.errors import NotFound, Refused
from core.pack.accepting import (
    ends_before,
    holds_other_key,
    inherits_key,
    is_held_out,
    is_their_version,
    is_written_twice,
    leaves_key_empty,
    older_ends,
)
from core.pack.commands import Accept, Consolidate, Decline
from core.pack.endings import withdraw
from core.pack.merging_deciding import give_key, keep_ours, pass_key_on, take_theirs
from core.pack.outcome import Outcome, quoted, quoted_pair
from core.pack.receipts import Closed, Proposed, Receipt
from core.pack.twins import join_twins
from core.pack.work import Work
from core.pack.writing import end_claim, open_proposal
from core.rules.consolidate import consolidate
from core.rules.findings import Ending, Pair
from core.rules.words import MERGE, VERDICT_OF, explain
from core.store import tables

ACCEPTED_BY_HAND: Final = "accepted"
"""Name of the rule when a person accepts a proposal; its figures are the proposal's."""


def accept(work: Work, command: Accept) -> Outcome:
    """The newer claim replaces the older one, as the pack stands now."""
    proposal = _open(work, command.proposal)
    newer, older = work.believed(proposal.new), work.believed(proposal.old)
    if is_their_version(proposal, newer):
        return _accept_theirs(work, proposal, newer, older)
    if is_written_twice(proposal):
        return _accept_same(work, proposal, newer, older)
    _refuse_loss(work, proposal, newer, older)
    closed = _replace(work, proposal, newer, older)
    if is_held_out(proposal, newer):
        give_key(work, work.claim(newer.id), older)
    elif inherits_key(proposal, newer, older):
        pass_key_on(work, work.claim(newer.id), older)
    _decide(work, proposal, ACCEPTED, None)
    return Outcome(
        Receipt(
            verb="accept",
            outcome="update",
            id=proposal.id,
            closes=(closed,),
            summary=" replaces ".join(quoted_pair(newer.text, older.text)),
        )
    )


def _refuse_loss(work: Work, proposal: Proposal, newer: Claim, older: Claim) -> None:
    """A key keeps a value, and no claim ends what ended it."""
    if leaves_key_empty(proposal, newer, older):
        raise Refused(
            f"{quoted(newer.text, 40)} ends before {quoted(older.text, 40)}, so the key {older.key} would "
            f"have no value after it; decline this, or reopen {short(newer.id)} first."
        )
    if holds_other_key(proposal, newer, older):
        raise Refused(
            f"{quoted(newer.text, 40)} holds the key {newer.key}, so the key {older.key} would have no "
            "value; decline this, and both stay."
        )
    if _is_ended_by(work, newer, older.id):
        raise Refused(
            f"{quoted(newer.text, 40)} was itself ended by {quoted(older.text, 40)}; decline this, or reopen "
            f"{short(newer.id)} first."
        )


def _is_ended_by(work: Work, claim: Claim, other: str) -> bool:
    """Whether a claim was ended by another one, over however many between them."""
    seen: set[str] = set()
    at: Claim | None = claim
    while at is not None and at.id not in seen:
        seen.add(at.id)
        ending = ending_of(at)
        if ending is None or ending.by is None:
            return False
        if ending.by == other:
            return True
        at = work.held.claim(ending.by)
    return False


def _accept_theirs(work: Work, proposal: Proposal, theirs: Claim, ours: Claim) -> Outcome:
    take_theirs(work, proposal, theirs, ours)
    _decide(work, proposal, ACCEPTED, None)
    return Outcome(
        Receipt(
            verb="accept",
            outcome="update",
            id=proposal.id,
            closes=(replace(_closed(proposal, theirs, None), rule=TAKEN_OVER),),
            summary=f"took their version: {quoted(work.claim(ours.id).text)}",
        )
    )


def _accept_same(work: Work, proposal: Proposal, later: Claim, first: Claim) -> Outcome:
    closed = join_twins(work, later, first)
    _decide(work, proposal, ACCEPTED, None)
    summary = f"one claim is left: {quoted(first.text)}"
    return Outcome(
        Receipt(verb="accept", outcome="update", id=proposal.id, closes=(closed,), summary=summary)
    )


def _replace(work: Work, proposal: Proposal, newer: Claim, older: Claim) -> Closed:
    """Close the older one at the newer one's start; if it starts no earlier, it was never true instead."""
    if newer.id not in _named(newer, older):
        work.version(newer, supersedes=tuple(dict.fromkeys((*newer.supersedes, older.id))))
    end = older_ends(newer, older)
    if end is None:
        withdraw(work, older, deed=None, why=proposal.verdict, by=newer.id)
        return _closed(proposal, older, None)
    if ends_before(newer, older):
        raise Refused(f"{quoted(older.text, 40)} ended before the other began; there is nothing to close.")
    end_claim(work, _ending(proposal, older, end), newer.id)
    return _closed(proposal, older, end)


def _named(newer: Claim, older: Claim) -> tuple[str, ...]:
    return (newer.id,) if older.id in newer.supersedes else ()


def _ending(proposal: Proposal, older: Claim, end: int) -> Ending:
    return Ending(
        old=older.id,
        rule=ACCEPTED_BY_HAND,
        figures={**_figures(proposal), "proposed_by_rule": proposal.rule},
        thresholds=proposal.thresholds,
        guard=proposal.verdict or None,
        new_end=end,
    )


def _closed(proposal: Proposal, older: Claim, end: int | None) -> Closed:
    return Closed(
        id=older.id,
        text=older.text,
        rule=ACCEPTED_BY_HAND,
        figures=proposal.figures,
        thresholds=proposal.thresholds,
        guard=proposal.verdict or None,
        new_end=end,
        explained=explain(proposal.rule, _figures(proposal), proposal.thresholds, proposal.verdict or None),
    )


def _figures(proposal: Proposal) -> dict[str, Figure]:
    """Its figures; of a pair that a merge opened also that the verdict is the merge's."""
    merged = proposal.source in ("merge", "held")
    return {**proposal.figures, VERDICT_OF: MERGE} if merged else proposal.figures


def decline(work: Work, command: Decline) -> Outcome:
    """Leave both open; the pair is never proposed again."""
    proposal = _open(work, command.proposal)
    theirs = work.claim(proposal.new)
    aside = is_their_version(proposal, theirs) or is_held_out(proposal, theirs)
    if aside:
        keep_ours(work, theirs)
    _decide(work, proposal, DECLINED, command.why)
    work.put(
        tables.DECLINED, pair_key(proposal.new, proposal.old), command.why or f"declined by {work.actor}"
    )
    newer, older = quoted_pair(theirs.text, work.claim(proposal.old).text)
    if aside:
        summary = f"kept ours: {older}; theirs is set aside: {newer}"
        return Outcome(Receipt(verb="decline", outcome="update", id=proposal.id, summary=summary))
    summary = f"both stay: {newer} and {older}"
    return Outcome(Receipt(verb="decline", outcome="update", id=proposal.id, summary=summary))


def _open(work: Work, proposal_id: str) -> Proposal:
    proposal: Proposal | None = work.get(tables.PROPOSAL, proposal_id)
    if proposal is None:
        raise NotFound(f"there is no proposal {proposal_id}.")
    if proposal.status != OPEN:
        raise Refused(_decided_already(work, proposal))
    return proposal


def _decided_already(work: Work, proposal: Proposal) -> str:
    """What became of a proposal, by which record, and how that is taken back."""
    tx = work.held.chains.chain(tables.PROPOSAL, proposal.id)[-1].tx
    if proposal.status == LAPSED:
        changed = "one of its claims was changed or ended since"
        return f"that proposal is lapsed already: {changed}; `packbench undo {tx}` takes that back."
    by = f" by {proposal.decided_by}" if proposal.decided_by else ""
    return f"that proposal is {proposal.status} already{by}; `packbench undo {tx}` takes that back."


def _decide(work: Work, proposal: Proposal, status: str, why: str | None) -> None:
    decided = replace(proposal, status=status, decided_by=work.actor, t_decided=work.now, why=why)
    work.put(tables.PROPOSAL, proposal.id, decided)


def consolidate_pack(work: Work, command: Consolidate) -> Outcome:
    """Run the rules over what is held: open a proposal for each pair, or close where the rules are sure."""
    pairs = consolidate(
        work.held,
        work.index,
        workspace=command.workspace,
        policy=str(work.setting("policy")),
        now=work.now,
    )
    gone = {pair.goes for pair in pairs} if command.close else set()
    closes = tuple(_settle(work, pair) for pair in pairs if pair.goes is not None and command.close)
    proposes = tuple(_propose(work, pair) for pair in pairs if not gone & {pair.new, pair.old})
    summary = f"{len(closes)} closed, {len(proposes)} proposed" if pairs else "nothing to consolidate"
    return Outcome(
        Receipt(
            verb="consolidate",
            outcome="update" if pairs else "noop",
            closes=closes,
            proposes=proposes,
            summary=summary,
        )
    )


def _settle(work: Work, pair: Pair) -> Closed:
    """Do what the rules are sure of."""
    if pair.ending is None:
        return join_twins(work, work.claim(pair.new), work.claim(pair.old))
    closed = end_claim(work, pair.ending, pair.new)
    newer = work.claim(pair.new)
    work.version(newer, supersedes=tuple(dict.fromkeys((*newer.supersedes, pair.old))))
    return closed


def _propose(work: Work, pair: Pair) -> Proposed:
    newer, older, found = work.claim(pair.new), work.claim(pair.old), pair.as_found()
    open_proposal(work, newer, found, source="consolidate")
    return Proposed(
        old=older.id,
        text=older.text,
        rule=found.rule,
        source="consolidate",
        figures=found.figures,
        verdict=found.verdict,
    )
