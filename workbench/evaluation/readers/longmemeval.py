"""LongMemEval (Wu et al. 2024): chats of many sessions, and questions that name the sessions which answer.

Read as published (a list with one question a haystack), as haystacks with several questions each, and as flat
conversations whose messages bear dates and whose sessions have lost their names. Those name no evidence: a
message that says the answer is taken for it, and a question whose answer no message says is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from core.clocks.instants import Instant
from workbench.evaluation.cases import Collection, Piece, Question
from workbench.evaluation.readers.files import files_in, moment, read_each, records_of
from workbench.evaluation.readers.saying import says

TURN: Final = "turn"
SESSION: Final = "session"
DATED: Final = "%Y/%m/%d (%a) %H:%M"
ABSTENTION: Final = "_abs"
"""Ends the id of a question that nothing answers."""


def read(source: Path) -> tuple[Collection, ...]:
    """Every haystack of a file, or of the files of a folder. Raises `NotFound` or `Refused`."""
    files = files_in(source, "*.json*")
    return tuple(one for file in files for one in read_each(file, _collection, records_of(file)))


def _collection(record: dict[str, Any]) -> Collection:
    return _flat(record) if "conversation" in record else _haystack(record)


def _messages(
    session: str, place: int, messages: list[dict[str, Any]], said_at: Instant | None
) -> Iterator[Piece]:
    for number, message in enumerate(messages, 1):
        if message["content"].strip():
            yield Piece(
                id=f"{place}:{number}",
                text=message["content"],
                group=session,
                position=number,
                speaker=message["role"],
                said_at=said_at,
            )


def _haystack(record: dict[str, Any]) -> Collection:
    ids, dates, sessions = (record[f"haystack_{name}"] for name in ("session_ids", "dates", "sessions"))
    pieces = [
        piece
        for place, (session, date, messages) in enumerate(zip(ids, dates, sessions, strict=True), 1)
        for piece in _messages(session, place, messages, moment(date, DATED))
    ]
    marked = tuple(
        f"{place}:{number}"
        for place, messages in enumerate(sessions, 1)
        for number, message in enumerate(messages, 1)
        if message.get("has_answer")
    )
    name, kind = str(record["question_id"]), str(record["question_type"])
    asked = list(_asked(record))
    questions = tuple(
        Question(
            name if len(asked) == 1 else f"{name}/{number}",
            text,
            {SESSION: tuple(answering)} | ({TURN: marked} if marked and len(asked) == 1 else {}),
            ("all", *((kind,) if len(asked) == 1 else ())),
        )
        for number, (text, answering) in enumerate(asked)
        if not name.endswith(ABSTENTION)
    )
    return Collection(name, tuple(pieces), questions, left_out=len(asked) - len(questions))


def _asked(record: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Questions of a haystack, each with the sessions that answer it."""
    if "questions" in record:
        yield from zip(record["questions"], record["answer_session_ids"], strict=True)
    else:
        yield record["question"], record["answer_session_ids"]


def _flat(record: dict[str, Any]) -> Collection:
    by_date = groupby(record["conversation"], key=lambda message: message["date"])
    pieces = tuple(
        piece
        for place, (date, messages) in enumerate(by_date, 1)
        for piece in _messages(str(place), place, list(messages), moment(date, DATED))
    )
    asked = [one for one in record["questions"] if not one.get("is_abstention")]
    golds = [tuple(piece.id for piece in pieces if says(piece.text, str(one["answer"]))) for one in asked]
    questions = tuple(
        Question(
            f"{record['id']}/{one['id']}", one["question"], {TURN: gold}, ("all", record["question_type"])
        )
        for one, gold in zip(asked, golds, strict=True)
        if gold
    )
    left_out = len(record["questions"]) - len(questions)
    return Collection(str(record["id"]), pieces, questions, left_out=left_out)
