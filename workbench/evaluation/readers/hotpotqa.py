"""HotpotQA (Yang et al. 2018): questions with paragraphs of their own, and the sentences that support."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from workbench.evaluation.cases import Collection, Piece, Question
from workbench.evaluation.readers.files import files_in, read_each, records_of

SENTENCE: Final = "sentence"
PARAGRAPH: Final = "paragraph"


def read(source: Path) -> tuple[Collection, ...]:
    """The questions of a file as published, each with its paragraphs. Raises `NotFound` or `Refused`."""
    file = files_in(source, "hotpot*.json*")[0]
    return tuple(read_each(file, _collection, records_of(file)))


def _collection(record: dict[str, Any]) -> Collection:
    pieces = tuple(
        Piece(
            id=f"{title}#{number}",
            text=sentence.strip(),
            group=title,
            position=number + 1,
            speaker=title,
        )
        for title, sentences in dict(map(tuple, record["context"])).items()
        for number, sentence in enumerate(sentences)
        if sentence.strip()
    )
    known = {piece.id for piece in pieces}
    supporting = tuple(f"{title}#{number}" for title, number in record["supporting_facts"])
    titles = tuple(dict.fromkeys(title for title, _ in record["supporting_facts"]))
    gold = {SENTENCE: tuple(one for one in supporting if one in known), PARAGRAPH: titles}
    subsets = ("all", *(str(record[name]) for name in ("type", "level") if name in record))
    return Collection(record["_id"], pieces, (Question(record["_id"], record["question"], gold, subsets),))
