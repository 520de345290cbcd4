"""Forms of change that people write, and what looks like one: what the write rules make of each pair.

A table is JSON: `edits` (`old`, `new`), `same_shape` and `opposites` (`first`, `second`), each row with an
`id`, a `kind`, and the names that each text is about (`about_…`, null where the author gave none). Each pair
is written into a pack of its own through the door, nine days apart. A conclusion is written as a belief: it
would have to name what it rests on.

    python -m tests.benchmarks.changes FILE.json [--rows]
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock
from core.clocks.instants import DAY, parse_instant
from core.errors import Refused
from core.pack.commands import Write
from core.pack.pack import Pack
from tests.benchmarks.measuring import heading, row

FIRST: Final = parse_instant("2026-03-02T09:00:00Z")
APART: Final = 9 * DAY
PARTS: Final = {"edits": ("old", "new"), "same_shape": ("first", "second"), "opposites": ("first", "second")}
"""The parts of a table and how their rows name the two texts."""

CLOSED, PROPOSED, BOTH, REFUSED = "closed", "proposed", "both", "refused"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one pair."""

    part: str
    row: str
    outcome: str
    """`closed`, `proposed`, `both` (live, nothing said) or `refused`."""
    rule: str
    why: str

    @property
    def amiss(self) -> bool:
        """Whether an edit went by in silence, a fact was closed, or a text was refused."""
        return self.outcome in ((BOTH, REFUSED) if self.part == "edits" else (CLOSED, REFUSED))


def verdicts(table: dict[str, Any]) -> list[Verdict]:
    """What becomes of every pair of a table, in its order."""
    return [_verdict(part, one, *sides) for part, sides in PARTS.items() for one in table[part]]


def _verdict(part: str, one: dict[str, Any], first: str, second: str) -> Verdict:
    clock = ScriptedClock(FIRST)
    with (
        TemporaryDirectory(prefix="packbench-changes-") as folder,
        Pack.create(Path(folder) / "pair.pack", seat="reader", client="benchmark", clock=clock) as pack,
    ):
        try:
            pack.submit(Write(draft=_draft(one, first)))
            clock.set(FIRST + APART)
            receipt = pack.submit(Write(draft=_draft(one, second)))
        except Refused as refused:
            return Verdict(part, one["id"], REFUSED, "", str(refused))
    if receipt.closes:
        closing = receipt.closes[0]
        return Verdict(part, one["id"], CLOSED, closing.rule, closing.guard or "")
    if receipt.proposes:
        asked = receipt.proposes[0]
        return Verdict(part, one["id"], PROPOSED, asked.rule, asked.verdict)
    return Verdict(part, one["id"], BOTH, "", receipt.near[0].why_open if receipt.near else "")


def _draft(one: dict[str, Any], side: str) -> Draft:
    about = one[f"about_{side}"]
    kind = "belief" if one["kind"] == "conclusion" else one["kind"]
    return Draft(text=one[side], kind=kind, entities=None if about is None else tuple(about))


def report(table: dict[str, Any], every_row: bool) -> None:
    """Print the counts of each part, and the rows that went amiss, or all of them."""
    heading("Forms of change: what became of each pair")
    found = verdicts(table)
    for part in PARTS:
        counts = Counter(one.outcome for one in found if one.part == part)
        told = ", ".join(f"{outcome} {counts[outcome]}" for outcome in (CLOSED, PROPOSED, BOTH, REFUSED))
        row(f"{part.replace('_', ' ')}, {counts.total()}", told)
    for one in found:
        if every_row or one.amiss:
            row(f"  {one.row}", f"{one.outcome}  {one.rule}  {one.why}")


def main() -> None:
    """Report the table that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.changes")
    parser.add_argument("file", type=Path, help="a table of pairs as JSON")
    parser.add_argument("--rows", action="store_true", help="every row, not only those that went amiss")
    chosen = parser.parse_args()
    report(json.loads(chosen.file.read_text(encoding="utf-8")), chosen.rows)


if __name__ == "__main__":
    main()
