"""What a merge takes in, what it did to claims that were here, and what it leaves to decide."""

from __future__ import annotations

from typing import Final

from core.claims.field_words import PART_WORDS
from core.claims.ids import short
from core.pack.merging_report import MergeReceipt
from workbench.cli.paper import Paper
from workbench.cli.render.merge_changes import changes
from workbench.cli.times import Times
from workbench.deciding_words import sides_words
from workbench.moments import counted

MOST: Final = 20
"""Clashes, notes, and changes of claims that nobody here had touched, that are shown one by one."""


def merged(paper: Paper, receipt: MergeReceipt, times: Times, *, dry: bool = False) -> None:
    """The receipt of a merge, or with `dry` what it would say."""
    if receipt.nothing_new:
        paper.line(f"nothing new: all {counted(receipt.known, 'record')} of it are here already", "title")
        _notes(paper, receipt)
        _settings(paper, receipt)
        return
    did = "would take in" if dry else "took in"
    known = f"; {receipt.known} were here already" if receipt.known else ""
    paper.line(f"{did} {counted(receipt.records, 'record')}{known}", "title")
    added, changed = len(receipt.claims_added), len(receipt.claims_changed)
    graded = f", {receipt.graded} graded" if receipt.graded else ""
    paper.line(f"{counted(added, 'claim')} new, {changed} changed{graded}", indent=2)
    for clash in receipt.clashes[:MOST]:
        paper.table([[("both changed", "warn"), (short(clash.claim), "id"), (clash.ours, "claim")]], indent=2)
        theirs = f"theirs: {clash.theirs}" if clash.theirs != clash.ours else "theirs has the same words"
        names = ", ".join(PART_WORDS.get(name, name) for name in clash.fields)
        paper.line(f"{theirs} ({names})", "dim", indent=4)
        for line in sides_words(clash.differs):
            paper.line(line, "dim", indent=4)
    _more(paper, len(receipt.clashes))
    if receipt.proposals_opened:
        paper.line(f"{receipt.proposals_opened} to decide, under Proposals", "warn", indent=2)
    changes(paper, receipt, times, dry=dry)
    _notes(paper, receipt)
    _counts(paper, receipt)
    _settings(paper, receipt)
    if receipt.first_tx is not None:
        through = "" if receipt.last_tx == receipt.first_tx else f" --through {receipt.last_tx}"
        paper.line(f"undo: packbench undo {receipt.first_tx}{through}", "dim", indent=2)


def _notes(paper: Paper, receipt: MergeReceipt) -> None:
    for note in receipt.notes[:MOST]:
        paper.line(f"! {note}", "warn", indent=2)
    _more(paper, len(receipt.notes))


def _more(paper: Paper, number: int) -> None:
    if number > MOST:
        paper.line(f"and {number - MOST} more", "dim", indent=2)


def _counts(paper: Paper, receipt: MergeReceipt) -> None:
    if receipt.proposals_lapsed:
        lapsed = counted(receipt.proposals_lapsed, "proposal")
        paper.line(f"{lapsed} lapsed: the other pack changed one of the two", "dim", indent=2)
        for one in receipt.lapsed[:MOST]:
            paper.line(one, "dim", indent=4)
        _more(paper, len(receipt.lapsed))
    if receipt.links_left_out:
        links = counted(receipt.links_left_out, "link")
        paper.line(f"{links} left out: a claim has at most eight", "dim", indent=2)


def _settings(paper: Paper, receipt: MergeReceipt) -> None:
    for one in receipt.settings:
        paper.line(
            f"setting {one.name} stays {_shown(one.ours)}; there it is {_shown(one.theirs)}", "dim", indent=2
        )


def _shown(value: object) -> str:
    return "its default" if value is None else str(value)
