"""Claims that a merge changed, a line each: what was done, by whom; louder where touched here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from core.claims.ids import short
from core.claims.proposal import ACCEPTED, DECLINED
from core.pack.merging_changes import ORDER, Changed, Did
from core.pack.merging_report import MergeReceipt
from core.pack.outcome import quoted
from workbench.cli.paper import Cell, Paper
from workbench.cli.times import Times

QUIET_MOST: Final = 20
"""Changes of claims that nobody here had touched which are shown one by one."""


def changes(paper: Paper, receipt: MergeReceipt, times: Times, *, dry: bool) -> None:
    """Every claim that was touched here, then others as far as they fit, and the rest counted."""
    loud = [one for one in receipt.changes if one.touched_by]
    quiet = [one for one in receipt.changes if not one.touched_by]
    for one in (*loud, *quiet[:QUIET_MOST]):
        paper.table([_row(one)], indent=2)
        for said in _details(one, times):
            paper.line(said, "dim", indent=4)
    if len(quiet) > QUIET_MOST:
        _rest(paper, quiet[QUIET_MOST:], receipt.records, dry=dry)


def _row(one: Changed) -> list[Cell]:
    mark, style = ("! ", "warn") if one.touched_by else ("", "dim")
    return [(f"{mark}{_done(one.did)}", style), (short(one.claim), "id"), (one.text, "claim")]


def _done(did: Sequence[Did]) -> str:
    """`closed and pinned by ben, edited by cara`."""
    by: dict[str, list[str]] = {}
    let = [
        f"{one.by or 'the merge'} let it replace {quoted(one.said or '')}" for one in did if _replaces(one)
    ]
    for one in (each for each in did if not _replaces(each)):
        by.setdefault(one.by, []).append(_ADDED.get(one.kind, one.kind))
    said = (f"{' and '.join(dict.fromkeys(kinds))} by {seat or 'the merge'}" for seat, kinds in by.items())
    return ", ".join((*said, *let))


def _replaces(one: Did) -> bool:
    return one.kind == "replaces" and one.said is not None


_ADDED: Final = {
    "replaces": "made to replace another",
    "accepted": "proposal accepted",
    "declined": "proposal declined",
}
"""Kinds that need more words than their name."""


def _details(one: Changed, times: Times) -> Iterator[str]:
    if one.touched_by:
        yield f"{' and '.join(one.touched_by)} had changed it here"
    if one.stays is not None:
        others = " and ".join(dict.fromkeys(did.by or "the merge" for did in one.did))
        yield f"{one.given_up_by} had it {one.stays} here: that stands, and what {others} did is noted"
    if one.before is not None:
        yield f"here it said: {one.before}"
    for did in one.did:
        yield from _detail(did, times)


def _detail(did: Did, times: Times) -> Iterator[str]:
    if did.kind == "closed" and did.at is not None:
        yield f"until {times.minute(did.at)}" + (f", replaced by: {did.said}" if did.said else "")
    if did.kind == "reopened" and did.said:
        yield f"both are live now; the other one: {did.said}"
    if did.kind in _OTHERWISE and did.said:
        yield _OUTCOME[did.kind, did.gone].format(other=quoted(did.said))
    for part in did.differs:
        yield f"edited: {part.field}: {part.one} → {part.other}"
    if did.over is not None:
        yield f"{did.by} {did.kind} what {did.over} had {_OTHERWISE[did.kind]} here"


_OTHERWISE: Final = {ACCEPTED: DECLINED, DECLINED: ACCEPTED}
_OUTCOME: Final = {
    (ACCEPTED, "it"): "it gave way to {other}",
    (ACCEPTED, "other"): "it stands, and says what was taken over from {other}",
    (ACCEPTED, ""): "both are live, {other} too",
    (DECLINED, "it"): "it is not live, and {other} is not its successor",
    (DECLINED, "other"): "it stands; set aside is {other}",
    (DECLINED, ""): "both stay, {other} too",
}
"""What became of a pair, by the decision and by which of the two is not live."""


def _rest(paper: Paper, left: Sequence[Changed], records: int, *, dry: bool) -> None:
    """What is not shown, by what weighs most on each claim, and where it can be read."""
    counts = Counter(one.did[0].kind for one in left)
    told = ", ".join(f"{counts[kind]} {_ADDED.get(kind, kind)}" for kind in ORDER if counts[kind])
    where = "--json names them all" if dry else f"packbench journal --last {records}"
    paper.line(f"and {len(left)} more that nobody had touched here: {told} · {where}", "dim", indent=2)
