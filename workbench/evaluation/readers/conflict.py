"""Lists of facts that overwrite facts (MemoryAgentBench, FactConsolidation), and questions on the latest.

A later line of one subject and relation overwrites an earlier one. The relations below are the judge's alone:
they say which line overwrites which, and nothing that is judged knows them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from core.errors import NotFound
from workbench.evaluation.cases import Collection, Piece, Question
from workbench.evaluation.readers.files import records_of, text_of

SIZES: Final = ("6k", "32k", "64k", "262k")
HOPS: Final = {"sh": "single-hop", "mh": "multi-hop"}
FACT: Final = "fact"

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


def read_fact(line: str) -> Fact:
    """A line by the first form that fits; LookupError for one that none does."""
    for number, form in enumerate(_FORMS):
        if (found := form.match(line)) is not None:
            return Fact(line, (number, found["subject"]), found["object"])
    raise LookupError(f"no relation fits “{line}”")


class Facts:
    """The facts of one list, by their places in it."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.facts = tuple(read_fact(line) for line in lines)

    @cached_property
    def overwritten(self) -> frozenset[int]:
        """Places of the facts that a later line overwrites."""
        last = {fact.slot: place for place, fact in enumerate(self.facts)}
        return frozenset(place for place, fact in enumerate(self.facts) if last[fact.slot] != place)

    def spoiled(self, retrieved: Sequence[str], gold: Sequence[str]) -> tuple[str, ...]:
        """Among the retrieved places, overwritten facts of a slot for which a right one was retrieved too."""
        right = set(gold)
        told = {self.facts[int(place)].slot for place in retrieved if place in right}
        return tuple(
            place
            for place in retrieved
            if int(place) in self.overwritten and self.facts[int(place)].slot in told
        )


def files(source: Path, sizes: Sequence[str]) -> tuple[Path, ...]:
    """The lists of these sizes that the folder holds, and the questions. Raises `NotFound`."""
    lists = tuple(file for size in sizes if (file := source / f"facts_{size}.txt").is_file())
    questions = source / "questions.jsonl"
    if not lists or not questions.is_file():
        raise NotFound(f"there are no facts_SIZE.txt of {', '.join(sizes)} with questions.jsonl in {source}.")
    return (*lists, questions)


def read(
    source: Path, sizes: Sequence[str] = SIZES, hops: Sequence[str] = ("sh", "mh")
) -> tuple[Collection, ...]:
    """Each list with its questions. Raises `NotFound` or `Refused`."""
    *lists, questions = files(source, sizes)
    asked = records_of(questions)
    return tuple(_collection(file, asked, hops) for file in lists)


def _collection(file: Path, asked: list[dict[str, object]], hops: Sequence[str]) -> Collection:
    size = file.stem.removeprefix("facts_")
    lines = [line.strip() for line in text_of(file).splitlines() if line.strip()]
    folded = [line.casefold() for line in lines]
    pieces = tuple(
        Piece(id=str(place), text=line, group=size, position=place) for place, line in enumerate(lines)
    )
    questions = tuple(
        _question(one, folded) for one in asked if one["size"] == size and str(one["hop"]) in hops
    )
    return Collection(size, pieces, questions)


def _question(one: dict[str, object], folded: list[str]) -> Question:
    answers = [str(answer).casefold() for answer in one["answers"]]  # type: ignore[attr-defined]
    gold = tuple(str(place) for place, line in enumerate(folded) if any(answer in line for answer in answers))
    hop, size = HOPS[str(one["hop"])], str(one["size"])
    return Question(
        f"{size}/{one['hop']}/{one['no']}",
        str(one["question"]),
        {FACT: gold},
        (f"{hop} {size}", f"all {hop}"),
    )
