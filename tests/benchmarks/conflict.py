"""The write rules on public lists of facts: what closes, what should have, and what the questions find.

A list holds facts in the order in which they became known; a later line of one subject and relation
overwrites an earlier one (MemoryAgentBench, FactConsolidation). Each line is written as a claim through the
door, a minute after the one before, with no names declared and nothing named; then the single-hop questions
are asked through `Pack.search`. The relations below are the judge's alone: nothing outside this file knows
them.

    python -m tests.benchmarks.conflict FOLDER [--size 6k ...] [--policy apply ...]
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock
from core.clocks.instants import MINUTE, parse_instant
from core.errors import Refused
from core.pack.commands import Configure, Write
from core.pack.pack import Pack
from tests.benchmarks.measuring import heading, row

SIZES: Final = ("6k", "32k", "64k", "262k")
POLICIES: Final = ("original", "apply")
FIRST: Final = parse_instant("2026-01-05T08:00:00Z")
BATCH: Final = 500
TOP: Final = 10
FIRST_TO_REACH: Final = {"6k": ">= .955", "32k": ">= .925", "64k": ">= .940", "262k": ">= .896"}
TEN_TO_REACH: Final = {"6k": ">= .985", "32k": ">= .985", "64k": ">= .970", "262k": ">= .955"}
"""What "the same opening, which holds a name" reached, without the shares of a guard."""

_S, _O = "(?P<subject>.+)", "(?P<object>.+)"
RELATIONS: Final = (
    f"{_S} was born in the city of {_O}",
    f"The chairperson of {_S} is {_O}",
    f"{_S} died in the city of {_O}",
    f"{_S} plays the position of {_O}",
    f"{_S} is located in the continent of {_O}",
    f"{_S} worked in the city of {_O}",
    f"The director of {_S} is {_O}",
    f"{_S} is married to {_O}",
    f"The headquarters of {_S} is located in the city of {_O}",
    f"The author of {_S} is {_O}",
    f"{_S} is a citizen of {_O}",
    f"{_S} is affiliated with the religion of {_O}",
    f"{_S} is associated with the sport of {_O}",
    f"{_S} speaks the language of {_O}",
    f"{_S} was created by {_O}",
    f"{_S} was developed by {_O}",
    f"{_S} was founded by {_O}",
    f"The company that produced {_S} is {_O}",
    f"The origianl broadcaster of {_S} is {_O}",
    f"{_S} was performed by {_O}",
    f"{_S} was created in the country of {_O}",
    f"{_S} is employed by {_O}",
    f"The univeristy where {_S} was educated is {_O}",
    f"The official language of {_S} is {_O}",
    f"The capital of {_S} is {_O}",
    f"{_S} is famous for {_O}",
    f"The name of the current head of the {_S} government is {_O}",
    f"{_S} was written in the language of {_O}",
    f"{_S} was founded in the city of {_O}",
    f"The type of music that {_S} plays is {_O}",
    f"The head coach of {_S} is {_O}",
    f"The chief executive officer of {_S} is {_O}",
    f"The name of the current head of state in {_S} is {_O}",
    f"{_S} works in the field of {_O}",
    f"{_S}'s child is {_O}",
    f"The original language of {_S} is {_O}",
    f"The {_S} is {_O}",
)
"""How the lists word a fact, as they spell it; the last is for what no other one fits."""
_FORMS: Final = tuple(re.compile(f"^{form}\\.$") for form in RELATIONS)


@dataclass(frozen=True, slots=True)
class Fact:
    """One line: what it says, of whom, and the slot that a later line may overwrite."""

    text: str
    slot: tuple[int, str]
    value: str


@dataclass(frozen=True, slots=True)
class Question:
    """A single-hop question with the answers of the latest fact."""

    text: str
    answers: tuple[str, ...]


@dataclass
class Lists:
    """One size of the data."""

    folder: Path
    size: str

    @cached_property
    def facts(self) -> list[Fact]:
        lines = (self.folder / f"facts_{self.size}.txt").read_text(encoding="utf-8").splitlines()
        return [read_fact(line.strip()) for line in lines if line.strip()]

    @cached_property
    def questions(self) -> list[Question]:
        rows = map(json.loads, (self.folder / "questions.jsonl").read_text(encoding="utf-8").splitlines())
        return [
            Question(one["question"], tuple(one["answers"]))
            for one in rows
            if one["hop"] == "sh" and one["size"] == self.size
        ]

    @cached_property
    def overwritten(self) -> set[int]:
        """Places of the facts that a later line overwrites."""
        last = {fact.slot: place for place, fact in enumerate(self.facts)}
        return {place for place, fact in enumerate(self.facts) if last[fact.slot] != place}


def read_fact(line: str) -> Fact:
    """A line by the first form that fits; LookupError for one that none does."""
    for number, form in enumerate(_FORMS):
        if (found := form.match(line)) is not None:
            return Fact(line, (number, found["subject"]), found["object"])
    raise LookupError(f"no relation fits “{line}”")


@dataclass
class Written:
    """What the pack made of a list."""

    places: dict[str, int] = field(default_factory=dict)
    closed: dict[int, int] = field(default_factory=dict)
    """Place of a closed fact to that of its closer."""
    proposed: set[int] = field(default_factory=set)
    refused: int = 0


def write_all(pack: Pack, clock: ScriptedClock, facts: list[Fact]) -> Written:
    """Write the facts in their order, a minute apart."""
    written = Written()
    for first in range(0, len(facts), BATCH):
        with pack.batched():
            for place in range(first, min(first + BATCH, len(facts))):
                clock.set(FIRST + place * MINUTE)
                _write(pack, written, place, facts[place].text)
    return written


def _write(pack: Pack, written: Written, place: int, text: str) -> None:
    try:
        receipt = pack.submit(Write(draft=Draft(text=text, kind="belief")))
    except Refused:
        written.refused += 1
        return
    assert receipt.id is not None
    written.places.setdefault(receipt.id, place)
    for closing in receipt.closes:
        written.closed[written.places[closing.id]] = place
    written.proposed.update(written.places[pair.old] for pair in receipt.proposes)


def report(lists: Lists, policy: str) -> None:
    """Write a list under a policy, ask its questions and print what came of it."""
    clock = ScriptedClock(FIRST)
    with (
        TemporaryDirectory(prefix="packbench-conflict-") as folder,
        Pack.create(Path(folder) / "facts.pack", seat="reader", client="benchmark", clock=clock) as pack,
    ):
        pack.submit(Configure(name="policy", value=policy))
        written = write_all(pack, clock, lists.facts)
        heading(f"Facts that overwrite facts: {lists.size}, {len(lists.facts):,} lines, policy {policy}")
        _print_closings(lists, written)
        _print_answers(pack, lists)


def _print_closings(lists: Lists, written: Written) -> None:
    slots, overwritten = [fact.slot for fact in lists.facts], lists.overwritten
    wrong = {old for old, new in written.closed.items() if slots[old] != slots[new]}
    right = (overwritten & set(written.closed)) - wrong
    still = overwritten - set(written.closed)
    thousands = len(slots) / 1000
    row("overwritten facts closed", f"{len(right) / len(overwritten):.3f} of {len(overwritten):,}")
    row("… else proposed to the reader", len(still & written.proposed))
    row("… neither", len(still - written.proposed))
    row("closed by a fact of another slot, per 1,000", f"{len(wrong) / thousands:.2f}  ({len(wrong)})")
    row(
        "proposed though nobody overwrote it, per 1,000",
        f"{len(written.proposed - overwritten) / thousands:.2f}",
    )
    row("refused by the text rules", written.refused)


def _print_answers(pack: Pack, lists: Lists) -> None:
    marks = [_marks(pack, lists, one) for one in lists.questions]
    first, ten, clean = (share(column) for column in zip(*marks, strict=True))
    row(f"{len(marks)} single-hop questions: answer first", f"{first:.3f}", FIRST_TO_REACH[lists.size])
    row("… in the first ten", f"{ten:.3f}", TEN_TO_REACH[lists.size])
    row("… in ten, and no overwritten fact of its slot with it", f"{clean:.3f}")


def share(marks: Iterable[bool]) -> float:
    """Share of True."""
    kept = list(marks)
    return sum(kept) / len(kept)


def _marks(pack: Pack, lists: Lists, question: Question) -> tuple[bool, bool, bool]:
    """Answer in the first hit, in ten, and in ten without an overwritten fact of the same slot."""
    hits = [hit.line.claim.text for hit in pack.search(question.text, limit=TOP).hits]
    carried = [any(_says(text, answer) for answer in question.answers) for text in hits]
    gold = {
        fact.slot
        for fact in lists.facts
        if any(fact.value.casefold() == answer.casefold() for answer in question.answers)
    }
    told = {read_fact(text).slot for text, ok in zip(hits, carried, strict=True) if ok} & gold
    stale = [lists.facts[place].text for place in lists.overwritten if lists.facts[place].slot in told]
    return any(carried[:1]), any(carried), any(carried) and not set(stale).intersection(hits)


def _says(text: str, answer: str) -> bool:
    return answer.casefold() in text.casefold()


def main() -> None:
    """Report every size and policy asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.conflict")
    parser.add_argument("folder", type=Path, help="holds facts_SIZE.txt and questions.jsonl")
    parser.add_argument("--size", choices=SIZES, action="append", help="sizes; the two small ones without it")
    parser.add_argument("--policy", choices=POLICIES, action="append", help="policies; both without it")
    chosen = parser.parse_args()
    for size in chosen.size or SIZES[:2]:
        for policy in chosen.policy or POLICIES:
            report(Lists(chosen.folder, size), policy)


if __name__ == "__main__":
    main()
