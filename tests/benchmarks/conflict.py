"""The write rules on public lists of facts: what closes, what should have, and what the questions find.

What `packbench eval conflict` measures, beside the figures to hold (workbench/README.md, Evaluation).

    python -m tests.benchmarks.conflict FOLDER [--size 6k ...] [--policy apply ...]
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from tests.benchmarks.measuring import heading, row
from workbench.evaluation.answers import Outcome
from workbench.evaluation.benchmarks import BENCHMARKS, Request
from workbench.evaluation.counting import rows_of
from workbench.evaluation.overwriting import POLICIES
from workbench.evaluation.readers.conflict import SIZES
from workbench.evaluation.running import run

FIRST_TO_REACH: Final = {"6k": ">= .955", "32k": ">= .925", "64k": ">= .940", "262k": ">= .896"}
TEN_TO_REACH: Final = {"6k": ">= .985", "32k": ">= .985", "64k": ">= .970", "262k": ">= .955"}
"""What "the same opening, which holds a name" reached, without the shares of a guard."""


def report(folder: Path, size: str, policy: str) -> None:
    """Write a list under a policy, ask its questions and print what came of it."""
    request = Request(source=folder, sizes=(size,), policies=(policy,))
    outcomes = [outcome for plan in BENCHMARKS["conflict"].plans(request) for outcome in run(plan)]
    for outcome in outcomes:
        figures = outcome.run.figures
        heading(f"Facts that overwrite facts: {size}, {figures['pieces']:,} lines, policy {policy}")
        _print_closings(outcome)
        _print_answers(outcome, size)


def _print_closings(outcome: Outcome) -> None:
    figures = outcome.run.figures
    overwritten, thousands = figures["facts overwritten"], figures["pieces"] / 1000
    row("overwritten facts closed", f"{figures['… closed'] / overwritten:.3f} of {overwritten:,}")
    row("… else proposed to the reader", figures["… proposed"])
    row("… neither", figures["… neither"])
    for name in ("closed by another slot", "proposed, not overwritten"):
        row(f"{name}, per 1,000", f"{figures[name] / thousands:.2f}  ({figures[name]})")
    row("refused by the text rules", figures.get("pieces refused", 0))


def _print_answers(outcome: Outcome, size: str) -> None:
    whole = rows_of(outcome.answers, outcome.run.measures)[0]
    first, ten, clean = (whole.values[name] for name in ("hit@1", "hit@10", "clean@10"))
    row(f"{whole.n} single-hop questions: answer first", f"{first:.3f}", FIRST_TO_REACH[size])
    row("… in the first ten", f"{ten:.3f}", TEN_TO_REACH[size])
    row("… in ten, and no overwritten fact of its slot with it", f"{clean:.3f}")


def main() -> None:
    """Report every size and policy asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.conflict")
    parser.add_argument("folder", type=Path, help="holds facts_SIZE.txt and questions.jsonl")
    parser.add_argument("--size", choices=SIZES, action="append", help="sizes; the two small ones without it")
    parser.add_argument("--policy", choices=POLICIES, action="append", help="original and apply without it")
    chosen = parser.parse_args()
    for size in chosen.size or SIZES[:2]:
        for policy in chosen.policy or POLICIES[:2]:
            report(chosen.folder, size, policy)


if __name__ == "__main__":
    main()
