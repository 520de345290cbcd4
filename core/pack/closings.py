"""The question "why is this closed?": one page an ending, and the list of all endings."""

from __future__ import annotations

import msgspec

from core.claims.claim import UNDONE, Claim, Closing
from core.claims.deed import Deed
from core.claims.ended import Ended, ending_of, how_ended
from core.clocks.instants import Instant
from core.pack.origins import ending_there
from core.pack.pages import State, state_of
from core.pack.reader import Reader
from core.rules.words import explain
from core.state.view import Basis, View
from core.timeline.chain import chain_of, successor


class ClosingLine(msgspec.Struct, frozen=True, kw_only=True):
    """One ending in the list of changes."""

    claim: Claim
    ending: Closing
    how: Ended
    by: Claim | None


class ClosingPage(msgspec.Struct, frozen=True, kw_only=True):
    """One ending, fully explained."""

    claim: Claim
    state: State
    ending: Closing | None
    """None when the claim is not ended."""
    by: Claim | None
    by_state: State | None
    explained: tuple[str, ...]
    """The rule with its figures, then the guard, then who, when and through what, as sentences."""
    deed: Deed | None
    there: Closing | None
    """The ending as the pack told it that the claim came from, with time and deed; None: it ended here."""
    chain: tuple[Claim, ...]
    place: int
    """Index of the claim in the chain."""
    basis: Basis
    moment_before: Instant | None
    """B just before the pack learnt of the ending."""


def closing_page(reader: Reader, claim_id: str, view: View) -> ClosingPage:
    """Why a claim is closed. Raises `NotFound` when it was not written by B."""
    basis = reader.basis(view)
    claim = reader.claim(claim_id, basis.believed_at)
    ending = ending_of(claim)
    there = None if ending is None else ending_there(claim)
    by_id = successor(claim)
    by = reader.held.claim_at(by_id, basis.believed_at) if by_id else None
    deed = _deed(reader, ending, there, by, basis)
    chain = chain_of(reader.held, reader.successors, claim, basis.believed_at)
    return ClosingPage(
        claim=claim,
        state=state_of(claim, basis.true_at),
        ending=ending,
        by=by,
        by_state=state_of(by, basis.true_at) if by else None,
        explained=() if ending is None else _explained(ending, there, deed),
        deed=deed,
        there=there,
        chain=chain,
        place=next(place for place, one in enumerate(chain) if one.id == claim.id),
        basis=basis,
        moment_before=ending.t_tx - 1 if ending else None,
    )


def _explained(ending: Closing, there: Closing | None, deed: Deed | None) -> tuple[str, ...]:
    rule = str(ending.figures.get("proposed_by_rule", ending.rule))
    told = explain(rule, ending.figures, ending.thresholds, ending.guard)
    if rule == "deed" and deed is None:
        named = (there.deed if there else None) or ending.deed or "a deed"
        absent = f"deed: {named} showed that it is no longer true, and that deed is not in this pack."
        told = (absent, *told[1:])
    return told if ending.why is None else (*told, f"Reason given: {ending.why}")


def _deed(
    reader: Reader, ending: Closing | None, there: Closing | None, by: Claim | None, basis: Basis
) -> Deed | None:
    """The deed of the ending itself, if it is here, else the first that the successor cites."""
    own = [one.deed for one in (ending, there) if one is not None and one.deed]
    named = own if ending is not None and ending.deed else [*own, *(by.deeds if by else ())]
    return next((deed for one in named if (deed := reader.deed(one, basis.believed_at))), None)


def closings(reader: Reader, view: View) -> tuple[ClosingLine, ...]:
    """Every ending that stands on a basis, the one learnt last first."""
    basis = reader.basis(view)
    everything = View(view.workspace, basis.true_at, basis.believed_at, "history", view.set, resting=True)
    ended = [
        line
        for claim in reader.held.columns.that_ended(reader.select(everything).rows)
        if (line := _line(reader, claim, basis))
    ]
    return tuple(sorted(ended, key=lambda line: (-line.ending.t_tx, line.claim.id)))


def _line(reader: Reader, claim: Claim, basis: Basis) -> ClosingLine | None:
    ending, how = ending_of(claim), how_ended(claim)
    if ending is None or how is None or claim.state == UNDONE:
        return None
    by = reader.held.claim_at(ending.by, basis.believed_at) if ending.by else None
    return ClosingLine(claim=claim, ending=ending, how=how, by=by)
