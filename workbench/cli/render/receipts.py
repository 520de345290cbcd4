"""What a command did, or would do."""

from __future__ import annotations

from typing import Final

from core.claims.claim import TAKEN_OVER, WRITTEN_TWICE
from core.claims.ids import short
from core.pack.receipts import Closed, Receipt
from workbench.changed_words import by_rule
from workbench.cli.paper import Paper
from workbench.cli.times import Times
from workbench.moments import counted

MOST_NEAR: Final = 5
"""Claims that came near and stay open, in a preview."""

NEVER_TRUE: Final = "it was never true: it is retracted"

_WOULD: Final = {
    "wrote": "write", "edited": "edit", "closed": "close", "retracted": "retract", "reopened": "reopen",
    "took": "take", "did": "do", "ends": "end",
}  # fmt: skip
"""What a summary begins with when it was done, and when it would be."""


def receipt(paper: Paper, done: Receipt, times: Times, *, dry: bool = False) -> None:
    """The receipt of a write, or with `dry` what it would say."""
    if dry:
        paper.line(_would(done), "title")
    else:
        name = _name(done)
        named = "" if done.summary.startswith(name) else name
        paper.table([[(named, "id"), (done.summary, "title")]])
    for closed in done.closes:
        _closed(paper, closed, times)
    for proposed in done.proposes:
        paper.table(
            [[("to decide", "warn"), (short(proposed.old), "id"), (proposed.text, "claim")]], indent=2
        )
        paper.line(proposed.verdict or f"{proposed.source}, {proposed.rule}", "dim", indent=4)
    if dry:
        for near in done.near[:MOST_NEAR]:
            paper.table([[("stays open", "dim"), (short(near.id), "id"), (near.text, "claim")]], indent=2)
            paper.line(near.why_open, "dim", indent=4)
    for warning in done.warnings:
        paper.line(f"! {warning}", "warn", indent=2)
    _aftermath(paper, done, times)


def _would(done: Receipt) -> str:
    """The summary of what was not done."""
    did, space, rest = done.summary.partition(" ")
    if done.outcome == "noop":
        return done.summary
    return f"would {_WOULD[did]}{space}{rest}" if did in _WOULD else f"it would be: {done.summary}"


def _name(done: Receipt) -> str:
    if done.id is None:
        return ""
    named = done.id.startswith("deed-") or len(done.id) < len("0" * 32)
    return done.id if named else short(done.id)


def _closed(paper: Paper, closed: Closed, times: Times) -> None:
    if closed.rule == TAKEN_OVER:
        paper.table([[("taken over", "dim"), (short(closed.id), "id"), (closed.text, "claim")]], indent=2)
        return
    if closed.rule == WRITTEN_TWICE:
        paper.table([[("set aside", "warn"), (short(closed.id), "id"), (closed.text, "claim")]], indent=2)
        paper.line("the same claim is written twice; the older one stays", "dim", indent=4)
        return
    never = closed.new_end is None
    end = NEVER_TRUE if closed.new_end is None else f"until {times.minute(closed.new_end)}"
    did = "retracts" if never else "closes"
    paper.table([[(did, "warn"), (short(closed.id), "id"), (closed.text, "claim")]], indent=2)
    paper.line(f"{end} · {by_rule(closed.rule)}", "dim", indent=4)
    for sentence in closed.explained:
        paper.line(sentence, "dim", indent=4)


def _aftermath(paper: Paper, done: Receipt, times: Times) -> None:
    parts = []
    if done.links:
        parts.append(f"linked with {counted(len(done.links), 'claim')}")
    if done.due_day is not None:
        parts.append(times.due(done.due_day))
    if done.tx is not None:
        back = "redo" if done.verb == "undo" else "undo"
        parts.append(f"{back}: packbench {back} {done.tx}")
    if parts:
        paper.line(" · ".join(parts), "dim", indent=2)
