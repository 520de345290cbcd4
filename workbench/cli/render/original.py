"""What came of a file of the original."""

from __future__ import annotations

from typing import Final

from core.pack.original import AsItWas, OriginalReport
from workbench.cli.paper import Paper
from workbench.moments import counted

LISTED: Final = 20
"""Records kept as they were that are listed; `--json` has them all."""
_CLASSES: Final = {
    "credential": "looks like a secret",
    "entity_credential": "a name looks like a secret",
    "mail": "mail between seats",
    "unknown_kind": "kind unknown here",
    "other_schema": "another schema",
    "empty_window": "never true",
}
"""Words for classes that do not speak for themselves."""


def report(paper: Paper, told: OriginalReport, *, dry: bool) -> None:
    """Counts, then what is kept as it was, by class and line; what looks like a secret comes first."""
    verb = "would take in" if dry else "took in"
    paper.line(f"{verb} {told.source}: {counted(told.read, 'record')}", "title")
    rows = {
        "claims": _claims(told),
        "clocks": ", ".join(f"{number} {what}" for what, number in told.clocks.items() if number),
        "kept as they were": _classes(told),
        "unknown fields": ", ".join(f"{name} in {number}" for name, number in told.unknown_fields.items()),
        "not taken": _older(told.older),
        "said twice": _repeated(told.repeated),
        "undo": _undo(told),
    }
    paper.table([[(label, "dim"), (text, "")] for label, text in rows.items() if text], indent=2)
    ranked = sorted(told.kept, key=lambda one: (not one.loud, one.line))
    for one in ranked[:LISTED]:
        _kept(paper, one)
    if len(ranked) > LISTED:
        paper.line(f"and {len(ranked) - LISTED} more; --json lists them", "dim", indent=2)
    if any(one.loud for one in told.kept):
        paper.line("A secret in a pack is read by whoever reads the pack: change it where it is used.", "bad")


def _claims(told: OriginalReport) -> str:
    counts = {"added": told.added, "changed": told.changed, "known already": told.same}
    said = ", ".join(f"{number} {what}" for what, number in counts.items() if number)
    return f"{told.claims}" + (f" ({said})" if said else "")


def _classes(told: OriginalReport) -> str:
    named = ((_CLASSES.get(name, name.replace("_", " ")), number) for name, number in told.classes.items())
    return ", ".join(f"{number} {name}" for name, number in named)


def _older(lines: tuple[int, ...]) -> str:
    verb = "is" if len(lines) == 1 else "are"
    return f"{_numbers(lines)} {verb} older than what this pack holds of it, and that stays" if lines else ""


def _repeated(lines: tuple[int, ...]) -> str:
    verb = "stands" if len(lines) == 1 else "stand"
    return f"{_numbers(lines)} {verb} again further down, and the last one counts" if lines else ""


def _numbers(lines: tuple[int, ...]) -> str:
    return f"{'line' if len(lines) == 1 else 'lines'} {', '.join(map(str, lines))}"


def _undo(told: OriginalReport) -> str:
    if not told.txs:
        return ""
    through = f" --through {told.txs[-1]}" if len(told.txs) > 1 else ""
    return f"packbench undo {told.txs[0]}{through}"


def _kept(paper: Paper, one: AsItWas) -> None:
    why = " ".join(sentence.rstrip(".") + "." for _, sentence in one.reasons)
    style = "bad" if one.loud else "warn"
    paper.table([[(f"line {one.line}", style), (f"{one.kind}, as {one.as_}", "kind"), (why, "")]], indent=2)
