"""LoCoMo (Maharana et al. 2024): ten long conversations, turns with ids, and questions that cite turns."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, Literal

from workbench.evaluation.cases import Collection, Piece, Question
from workbench.evaluation.readers.files import files_in, moment, read_each, records_of

Split = Literal["tune", "check", "all"]

CHECKING: Final = frozenset({"conv-47", "conv-48", "conv-49", "conv-50"})
"""Conversations that no setting may be chosen on."""
CATEGORIES: Final = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
ADVERSARIAL: Final = 5
TURN: Final = "turn"
SESSION: Final = "session"
DATED: Final = "%I:%M %p on %d %B, %Y"
_SESSION: Final = re.compile(r"session_(\d+)")
_EVIDENCE: Final = re.compile(r"D:?(\d+):(\d+)")
"""Some ids are written `D:11:26` or `D30:05`, and several may stand in one string."""


def read(source: Path, split: Split = "all") -> tuple[Collection, ...]:
    """The conversations of a split. Raises `NotFound` or `Refused`."""
    file = files_in(source, "locomo*.json")[0]
    every = read_each(file, _collection, records_of(file))
    return tuple(one for one in every if split == "all" or (one.name in CHECKING) == (split == "check"))


def _collection(sample: dict[str, Any]) -> Collection:
    name = str(sample["sample_id"])
    pieces = tuple(_pieces(sample["conversation"]))
    known = {piece.id for piece in pieces}
    questions = (_question(name, number, asked, known) for number, asked in enumerate(sample["qa"]))
    return Collection(name, pieces, tuple(questions))


def _pieces(conversation: dict[str, Any]) -> list[Piece]:
    sessions = sorted(
        (int(found[1]), turns)
        for key, turns in conversation.items()
        if (found := _SESSION.fullmatch(key)) and isinstance(turns, list)
    )
    return [
        Piece(
            id=turn["dia_id"],
            text=turn["text"],
            group=str(session),
            position=place,
            speaker=turn["speaker"],
            said_at=moment(conversation[f"session_{session}_date_time"], DATED),
            caption=turn.get("blip_caption"),
        )
        for session, turns in sessions
        for place, turn in enumerate(turns, 1)
    ]


def evidence(written: list[str], known: set[str]) -> tuple[str, ...]:
    """The turns that some evidence names, in the spelling of the turns; what no turn has is dropped."""
    ids = (f"D{int(session)}:{int(turn)}" for one in written for session, turn in _EVIDENCE.findall(one))
    return tuple(dict.fromkeys(one for one in ids if one in known))


def session_of(turn: str) -> str:
    """The session that a turn's id names."""
    return turn[1:].partition(":")[0]


def _question(name: str, number: int, asked: dict[str, Any], known: set[str]) -> Question:
    category, turns = int(asked["category"]), evidence(asked.get("evidence", []), known)
    gold = {TURN: turns, SESSION: tuple(dict.fromkeys(session_of(turn) for turn in turns))}
    answerable = category != ADVERSARIAL and bool(asked.get("evidence"))
    half = "check" if name in CHECKING else "tune"
    subsets = ("all", *(["all answerable"] if answerable else []), f"{category} {CATEGORIES[category]}", half)
    return Question(f"{name}/{number}", asked["question"], gold, subsets)
