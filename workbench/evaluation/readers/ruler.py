"""RULER (Hsieh et al. 2024): needles in long made-up texts, a line of JSON a sample.

The last line of its `input` asks; what stands before it is the text, in lines or else in sentences. A piece
that says one of the `outputs` is a needle.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from core.text.sentences import sentences
from workbench.evaluation.cases import Collection, Piece, Question
from workbench.evaluation.readers.files import files_in, read_each, records_of
from workbench.evaluation.readers.saying import says

NEEDLE: Final = "needle"
_LEADS: Final = "Question:"
_ENDS: Final = ("?", " Answer:")
"""The question ends here; what follows leads a model into its answer."""
LONGEST_LINE: Final = 400
"""Characters of a line that is one piece; a longer one is cut into its sentences."""


def read(source: Path) -> tuple[Collection, ...]:
    """The samples of a file, or of the files of a folder (one a task). Raises `NotFound` or `Refused`."""
    return tuple(
        one
        for file in files_in(source, "**/*.jsonl")
        for one in read_each(file, lambda record, file=file: _collection(file, record), records_of(file))  # type: ignore[misc]
    )


def _task(file: Path) -> str:
    """Files are named by task, or lie in a folder that is."""
    return file.parent.name if file.stem in ("validation", "test") else file.stem


def _collection(file: Path, record: dict[str, Any]) -> Collection:
    lines = [line for line in record["input"].splitlines() if line.strip()]
    pieces = tuple(
        Piece(id=str(place), text=text, group="text", position=place)
        for place, text in enumerate(_cut(lines[1:-1]), 1)
    )
    task, name = _task(file), f"{_task(file)}/{record['index']}"
    gold = tuple(piece.id for piece in pieces if any(says(piece.text, str(one)) for one in record["outputs"]))
    subsets = ("all", task, *((f"{task} {record['length']}",) if "length" in record else ()))
    asked = (Question(name, question_in(lines[-1]), {NEEDLE: gold}, subsets),) if gold else ()
    return Collection(name, pieces, asked, left_out=1 - len(asked))


def question_in(line: str) -> str:
    """The question of a last line, without what leads a model into its answer."""
    asked = line.removeprefix(_LEADS).strip()
    for end in _ENDS:
        before, found, _ = asked.partition(end)
        if found:
            return before + ("?" if end == "?" else "")
    return asked


def _cut(lines: list[str]) -> list[str]:
    return [
        piece.strip()
        for line in lines
        for piece in ([line] if len(line) <= LONGEST_LINE else sentences(line))
        if piece.strip()
    ]
