"""Review logs made up for tests: rows by hand, and a person whose memory is known."""

from __future__ import annotations

from random import Random
from typing import Any

from core.clocks.instants import DAY, parse_instant
from core.clocks.study_day import study_day
from core.review.rows import Memory, ReviewRow, row_id

MORNING = parse_instant("2026-01-05T07:00:00Z")
TODAY = study_day(MORNING, "UTC")


def row(claim: str, day: int, grade: int | None = 3, **fields: Any) -> ReviewRow:
    """A row on a day from the fifth of January on."""
    at = fields.pop("at", MORNING + day * DAY)
    recall = fields.pop("r", None)
    if recall is not None:
        fields["before"] = Memory(1.0, 5.0, recall)
    return ReviewRow(
        **{
            "id": row_id(claim, at, grade or "x"),
            "tx": fields.pop("tx", 1 + day),
            "t_tx": at,
            "claim": claim,
            "rev": 1,
            "at": at,
            "offset_min": 0,
            "zone": "UTC",
            "study_day": TODAY + day,
            "rollover_h": 4,
            "grade": grade,
            **fields,
        }
    )


def course(claim: str, *grades: tuple[int, int], **fields: Any) -> list[ReviewRow]:
    """Rows of one claim by `(day, grade)`."""
    return [row(claim, day, grade, **fields) for day, grade in grades]


def shuffled(rows: list[ReviewRow], random: Random) -> list[ReviewRow]:
    return random.sample(rows, len(rows))
