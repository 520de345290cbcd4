"""The second hop on questions that take several facts, and what it costs those that take one.

The same lists, written and asked as in `conflict`: a question counts as found when one of the first ten facts
carries the answer. A hop never changes the first five places, so the first hit is the same.

    python -m tests.benchmarks.hop FOLDER [--size 6k ...]
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.benchmarks.measuring import heading, row
from workbench.evaluation.arms import Choice
from workbench.evaluation.benchmarks import BENCHMARKS, Request
from workbench.evaluation.counting import rows_of
from workbench.evaluation.readers.conflict import HOPS, SIZES
from workbench.evaluation.running import run


def report(folder: Path, size: str) -> None:
    """Write one list, and ask its questions with one hop and with two."""
    request = Request(source=folder, sizes=(size,), hops=tuple(HOPS), choice=Choice(hops=(1, 2)))
    outcomes = [outcome for plan in BENCHMARKS["conflict"].plans(request) for outcome in run(plan)]
    heading(f"Second hop: {size}, {outcomes[0].run.figures['pieces']:,} lines; in 1, 5, 10")
    for outcome in outcomes:
        for counted in rows_of(outcome.answers, outcome.run.measures):
            if counted.subset.startswith("all"):
                shares = (counted.values[name] for name in ("hit@1", "hit@5", "hit@10"))
                name = f"{outcome.run.arm}: {counted.subset}, {counted.n} questions"
                row(name, "  ".join(f"{share:.3f}" for share in shares))


def main() -> None:
    """Report every size asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.hop")
    parser.add_argument("folder", type=Path, help="holds facts_SIZE.txt and questions.jsonl")
    parser.add_argument("--size", choices=SIZES, action="append", help="sizes; the two small ones without it")
    chosen = parser.parse_args()
    for size in chosen.size or SIZES[:2]:
        report(chosen.folder, size)


if __name__ == "__main__":
    main()
