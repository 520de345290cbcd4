"""BEAM (Tavakoli et al. 2025): long chats with an assistant, and questions that name messages as evidence."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal

from workbench.evaluation.cases import Collection, Piece, Question
from workbench.evaluation.readers.files import files_in, moment, read_each, records_of

Roles = Literal["user", "all"]

MESSAGE: Final = "message"
DATED: Final = "%B-%d-%Y"


def read(source: Path, roles: Roles = "user") -> tuple[Collection, ...]:
    """The chats of a folder, or of one file. Raises `NotFound` or `Refused`."""
    return tuple(
        one
        for file in files_in(source, "*.json*")
        for one in read_each(file, lambda chat: _collection(chat, roles), records_of(file))
    )


def _collection(chat: dict[str, Any], roles: Roles) -> Collection:
    kept = [message for message in chat["messages"] if roles in ("all", message["role"])]
    pieces = tuple(
        Piece(
            id=str(message["id"]),
            text=message["content"],
            group="chat",
            position=int(message["id"]),
            speaker=message["role"],
            said_at=moment(message["date"], DATED) if message.get("date") else None,
        )
        for message in kept
        if message["content"].strip()
    )
    known = {piece.id for piece in pieces}
    name = f"chat {chat['id']}"
    asked = [one for one in chat["questions"] if one["evidence"]]
    questions = tuple(
        Question(
            f"{name}/{number}",
            one["question"],
            {MESSAGE: tuple(str(id) for id in one["evidence"] if str(id) in known)},
            ("all", one["kind"].replace("_", " ")),
        )
        for number, one in enumerate(asked)
    )
    return Collection(name, pieces, questions, left_out=len(chat["questions"]) - len(asked))
