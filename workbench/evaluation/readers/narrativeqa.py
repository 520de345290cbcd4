"""NarrativeQA (Kočiský et al. 2018): stories or their summaries, and questions with two free answers.

A folder as published: `qaps.csv`, `third_party/wikipedia/summaries.csv`, and the stories as
`tmp/DOCUMENT.content` where they were fetched. Nothing names evidence: a passage that says one of the answers
is taken for it, and a question whose answers no passage says is left out.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Final

from core.errors import Refused
from workbench.evaluation.cases import Collection, Piece, Question
from workbench.evaluation.readers.files import files_in, text_of
from workbench.evaluation.readers.saying import says

PASSAGE: Final = "passage"
WORDS: Final = 100
"""Of a passage (Karpukhin et al. 2020)."""


def read(source: Path) -> tuple[Collection, ...]:
    """Every document with a text and questions. Raises `NotFound` or `Refused`."""
    summaries = {row["document_id"]: row["summary"] for row in _rows(source, "summaries.csv")}
    asked: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for row in _rows(source, "qaps.csv"):
        asked[row["document_id"]].append(row)
    return tuple(_collections(source, summaries, asked))


def _rows(source: Path, name: str) -> list[dict[str, str]]:
    file = files_in(source, f"**/{name}")[0]
    rows = list(csv.DictReader(StringIO(text_of(file))))
    wanted = {"summaries.csv": {"document_id", "summary"}}.get(
        name, {"document_id", "question", "answer1", "answer2"}
    )
    if rows and not wanted <= rows[0].keys():
        raise Refused(f"{file} lacks the columns {', '.join(sorted(wanted - rows[0].keys()))}.")
    return rows


def _collections(
    source: Path, summaries: dict[str, str], asked: dict[str, list[dict[str, str]]]
) -> Iterator[Collection]:
    stories = {file.stem: file for file in source.glob("tmp/*.content")}
    for document, rows in asked.items():
        story = stories.get(document)
        text, kind = (
            (summaries.get(document, ""), "summaries") if story is None else (text_of(story), "stories")
        )
        pieces = tuple(_passages(text))
        if pieces:
            questions = tuple(_questions(document, kind, rows, pieces))
            yield Collection(document, pieces, questions, left_out=len(rows) - len(questions))


def _passages(text: str) -> Iterator[Piece]:
    words = text.split()
    for place, first in enumerate(range(0, len(words), WORDS), 1):
        yield Piece(id=str(place), text=" ".join(words[first : first + WORDS]), group="story", position=place)


def _questions(
    document: str, kind: str, rows: list[dict[str, str]], pieces: tuple[Piece, ...]
) -> Iterator[Question]:
    for number, row in enumerate(rows):
        answers = (row["answer1"], row["answer2"])
        gold = tuple(piece.id for piece in pieces if any(says(piece.text, answer) for answer in answers))
        if gold:
            yield Question(f"{document}/{number}", row["question"], {PASSAGE: gold}, ("all", kind))
