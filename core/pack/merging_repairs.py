"""What must hold of the pack after a merge, put right in its last record.

A key holds one claim at any instant; what is cited is here; a claim has at most eight links; a declined pair
stays declined; an open proposal has two believed sides, which stand as they stood where it was opened.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final

from msgspec.structs import replace

from core.claims.claim import UNDONE, WRITTEN_TWICE, Claim, Closing
from core.claims.proposal import DECLINED, LAPSED, OPEN, Proposal, pair_key
from core.graph.links import MAX_LINKS
from core.pack.merging_report import Report
from core.pack.merging_rivals import (
    MERGED,
    SUCCESSOR,
    Rival,
    fields_of,
    origin_note,
    told,
)
from core.pack.merging_settling import RestsOn, give_keys_back, settle
from core.pack.merging_sheet import Sheet
from core.pack.merging_sides import Side
from core.pack.merging_successors import asked_of
from core.pack.merging_twins import written_in_both
from core.pack.outcome import quoted
from core.rules.table import KEY
from core.rules.windows import ends, starts
from core.store import tables

SAYS: Final = ("state", "text", "entities", "set", "key", "t_valid", "t_invalid")
"""Fields whose change ends a proposal."""


def put_right(sheet: Sheet, theirs: Side, rivals: list[Rival], rests_on: RestsOn, report: Report) -> None:
    """Make everything hold, and open the proposals that the merge leaves to a person."""
    _bring_back_evidence(sheet, theirs)
    _order_keys(sheet, theirs, rivals, report)
    _keep_eight_links(sheet, report)
    give_keys_back(sheet)
    _settle_proposals(sheet, theirs)
    settle(sheet, rivals, rests_on)
    rivals += written_in_both(sheet, theirs)
    for rival in asked_of(sheet, rivals):
        _propose(sheet, rival)


# evidence


def _bring_back_evidence(sheet: Sheet, theirs: Side) -> None:
    """A deed that one pack took back stays, when a claim that the other wrote or kept leans on it."""
    gone = {key for key in sheet.changed(tables.DEED) if sheet.get((tables.DEED, key)) is None}
    touched = [claim for key in sheet.changed(tables.CLAIM) if (claim := sheet.claim(key)) is not None]
    leaning = touched if not gone else [claim for _, claim in sheet.items(tables.CLAIM)]
    for claim in leaning:
        if claim.state == UNDONE:
            continue  # what was taken back leans on nothing
        endings = [one.deed for one in (claim.closing, claim.withdrawal) if one is not None and one.deed]
        for accession in (*claim.deeds, *endings):
            _bring_back(sheet, theirs, accession)


def _bring_back(sheet: Sheet, theirs: Side, accession: str) -> None:
    key = (tables.DEED, accession)
    if sheet.get(key) is not None:
        return
    here = [entry.value for entry in sheet.held.chains.chain(*key)]
    there = [tables.decode(tables.DEED, step.stored) for step in theirs.chains.get(key, ()) if step.stored]
    known = [deed for deed in (*here, *there) if deed is not None]
    if known:
        sheet.put(key, known[0], decided=True)


# keys


def _order_keys(sheet: Sheet, theirs: Side, rivals: list[Rival], report: Report) -> None:
    cells = {_cell(claim) for key in sheet.changed(tables.CLAIM) if (claim := sheet.claim(key)) is not None}
    cells.discard(None)
    lines: dict[Any, list[Claim]] = {}
    for _, claim in sheet.items(tables.CLAIM):
        if _cell(claim) in cells:
            lines.setdefault(_cell(claim), []).append(claim)
    for line in lines.values():
        _order(sheet, theirs, line, rivals, report)


def _cell(claim: Claim) -> tuple[str, str | None, str] | None:
    if claim.key is None or not claim.believed:
        return None
    return claim.workspace, claim.set, claim.key


def _order(sheet: Sheet, theirs: Side, line: list[Claim], rivals: list[Rival], report: Report) -> None:
    """Of claims that start together ours holds the key; every other one ends where the next begins."""
    kept: list[Claim] = []
    for claim in sorted(line, key=lambda one: (starts(one), not _held_here(sheet, one), one.id)):
        if kept and starts(kept[-1]) == starts(claim):
            _hold_out(sheet, theirs, claim, kept[-1], rivals)
        else:
            kept.append(claim)
    for one, following in pairwise(kept):
        if ends(one) > starts(following):
            _cut(sheet, one, following, report)


def _held_here(sheet: Sheet, claim: Claim) -> bool:
    """Whether the claim held its key from that start in this pack, before the merge."""
    before = sheet.before((tables.CLAIM, claim.id))
    return before is not None and _cell(before) == _cell(claim) and before.t_valid == claim.t_valid


def _hold_out(sheet: Sheet, theirs: Side, claim: Claim, holder: Claim, rivals: list[Rival]) -> None:
    """It comes in without its key, which it gets when a person accepts it in the holder's place."""
    note = origin_note(theirs, claim.id, key=claim.key)
    sheet.put(
        (tables.CLAIM, claim.id), replace(claim, key=None, extra={**claim.extra, MERGED: note}), decided=True
    )
    verdict = f"both hold the key {claim.key} from the same instant; {quoted(holder.text, 40)} keeps it"
    rivals.append(Rival(claim.id, holder.id, "held", KEY.name, ("key",), verdict))


def _cut(sheet: Sheet, one: Claim, following: Claim, report: Report) -> None:
    """It bears the seat that wrote the one that follows, so that every pack that merges says the same."""
    closing = Closing(
        rule=KEY.name,
        actor=following.author,
        tx=sheet.tx,
        t_tx=sheet.now,
        by=following.id,
        figures={"key": one.key or ""},
        policy=str(sheet.setting("policy")),
        former_end=one.t_invalid,
    )
    ended = replace(one, t_invalid=following.t_valid, t_invalid_stated=False, closing=closing)
    sheet.put((tables.CLAIM, one.id), ended, decided=True)
    note = f"{quoted(one.text)} ends where {quoted(following.text)} begins: both hold the key {one.key}."
    sheet.draft.notes.append(note)
    report.note(note)


# links


def _keep_eight_links(sheet: Sheet, report: Report) -> None:
    """Of a claim with too many links the weakest that came in are left out, at both ends."""
    fresh = {key for key in sheet.changed(tables.LINK) if sheet.before((tables.LINK, key)) is None}
    if not fresh:
        return
    degree: dict[str, int] = {}
    for pair, _ in sheet.items(tables.LINK):
        for end in pair.split("|"):
            degree[end] = degree.get(end, 0) + 1
    came = [(weight, key) for key in fresh if (weight := sheet.get((tables.LINK, key))) is not None]
    for _, key in sorted(came):
        one, other = key.split("|")
        if max(degree[one], degree[other]) > MAX_LINKS:
            sheet.put((tables.LINK, key), None, decided=True)
            degree[one] -= 1
            degree[other] -= 1
            report.links_left_out += 1


# proposals


def _settle_proposals(sheet: Sheet, theirs: Side) -> None:
    declined = {key for key, _ in sheet.items(tables.DECLINED)}
    for key, proposal in list(sheet.items(tables.PROPOSAL)):
        if proposal.status != OPEN:
            continue
        if pair_key(proposal.new, proposal.old) in declined:
            status, why = DECLINED, "the pair was declined in the other pack"
        elif _stands(sheet, theirs, proposal):
            continue
        else:
            status, why = LAPSED, None
        by = proposal.actor if proposal.source in ("merge", "held") else sheet.actor
        settled = replace(proposal, status=status, decided_by=by, t_decided=sheet.now, why=why)
        sheet.put((tables.PROPOSAL, key), settled, decided=True)


def _stands(sheet: Sheet, theirs: Side, proposal: Proposal) -> bool:
    """Whether both sides are believed, and say what they said in a pack where the proposal is open."""
    key = (tables.PROPOSAL, proposal.id)
    sides = [sheet.claim(one) for one in (proposal.new, proposal.old)]
    if any(side is None or not side.believed for side in sides):
        return False
    for head in (sheet.before, theirs.head):
        known = head(key)
        if known is not None and known.status == OPEN:
            were = [head((tables.CLAIM, one)) for one in (proposal.new, proposal.old)]
            if all(_say_the_same(proposal, *pair) for pair in zip(sides, were, strict=True)):
                return True
    return False


def _say_the_same(proposal: Proposal, one: Claim | None, other: Claim | None) -> bool:
    """Two versions of one claim are about the parts in which they differ."""
    if one is None or other is None:
        return False
    fields = fields_of(proposal)
    if proposal.source == "merge" and fields not in ((SUCCESSOR,), (WRITTEN_TWICE,)):
        return told(one, fields) == told(other, fields)
    return all(getattr(one, name) == getattr(other, name) for name in SAYS)


def _propose(sheet: Sheet, rival: Rival) -> None:
    """Open what a person must decide, unless it is decided or open already."""
    sides = [sheet.claim(one) for one in (rival.new, rival.old)]
    if any(side is None or not side.believed for side in sides) or _is_known(sheet, rival):
        return
    proposal = rival.proposal(sides[1], actor=sheet.actor, now=sheet.now)
    sheet.put((tables.PROPOSAL, proposal.id), proposal, decided=True)


def _is_known(sheet: Sheet, rival: Rival) -> bool:
    pair = pair_key(rival.new, rival.old)
    if sheet.get((tables.DECLINED, pair)) is not None:
        return True
    known: Iterable[Proposal] = (one for _, one in sheet.items(tables.PROPOSAL))
    return any(one.status == OPEN and pair_key(one.new, one.old) == pair for one in known)
