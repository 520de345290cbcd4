"""The second hop on questions that take several facts, and what it costs those that take one.

The same lists, written and asked as in `conflict`: a question counts as found when one of the first ten facts
carries the answer. A hop never changes the first five places, so the first hit is the same.

    python -m tests.benchmarks.hop FOLDER [--size 6k ...]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from core.clocks.clock import ScriptedClock
from core.pack.pack import Pack
from tests.benchmarks.conflict import FIRST, SIZES, TOP, Lists, Question, share, write_all
from tests.benchmarks.measuring import heading, row

KINDS: Final = {"mh": "several facts", "sh": "one fact"}
DEPTHS: Final = (1, 5, TOP)


def questions(folder: Path, size: str, kind: str) -> list[Question]:
    """The questions of one size and kind."""
    rows = map(json.loads, (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines())
    return [
        Question(one["question"], tuple(one["answers"]))
        for one in rows
        if (one["size"], one["hop"]) == (size, kind)
    ]


def place(pack: Pack, question: Question, hop: int) -> int | None:
    """Place from 1 of the first fact that carries the answer, among ten."""
    found = pack.search(question.text, limit=TOP, hop=hop)
    for at, hit in enumerate(found.hits, 1):
        text = hit.line.claim.text.casefold()
        if any(answer.casefold() in text for answer in question.answers):
            return at
    return None


def report(folder: Path, size: str) -> None:
    """Write one list, and ask its questions with one hop and with two."""
    clock, lists = ScriptedClock(FIRST), Lists(folder, size)
    with (
        TemporaryDirectory(prefix="packbench-hop-") as scratch,
        Pack.create(Path(scratch) / "facts.pack", seat="reader", client="benchmark", clock=clock) as pack,
    ):
        write_all(pack, clock, lists.facts)
        heading(f"Second hop: {size}, {len(lists.facts):,} lines")
        for kind, called in KINDS.items():
            asked = questions(folder, size, kind)
            for hop in (1, 2):
                places = [place(pack, one, hop) for one in asked]
                marks = (share(at is not None and at <= depth for at in places) for depth in DEPTHS)
                row(
                    f"{called}, {len(asked)} questions, {'one hop' if hop == 1 else 'two hops'}: in 1, 5, 10",
                    "  ".join(f"{mark:.3f}" for mark in marks),
                )


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
