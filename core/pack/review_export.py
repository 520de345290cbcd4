"""The review log written out: for this program, for Anki and for the FSRS optimiser."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from core.clocks.instants import format_instant
from core.clocks.study_day import date_of
from core.foreign.card_numbers import card_numbers
from core.foreign.review_lines import (
    ANKI_COLUMNS,
    COLUMNS,
    MILLISECOND,
    OPTIMIZER_COLUMNS,
    SCHEMA,
    Form,
)
from core.review.rows import Memory, ReviewRow
from core.review.statistics import in_order

Cells = Iterable[object]

LEARNING: Final = 0
REVIEW: Final = 1
"""Anki's types of review."""
LEAST_FACTOR: Final = 100
FACTOR_ROOM: Final = 1_000
"""Anki keeps a difficulty from 1 to 10 as 100 to 1,100."""


def export_reviews(rows: Sequence[ReviewRow], form: Form, ids: Iterable[str]) -> Iterator[str]:
    """Lines of the review log, without their ends; `ids` are those of all claims of the pack.

    Ours hold every row. Those of other programs hold the grades of recall that stand, one a study day, with
    times in milliseconds and cards by number.
    """
    if form == "jsonl":
        return (_json_line(row) for row in rows)
    if form == "csv":
        return _csv_lines(COLUMNS, map(_own_cells, rows))
    columns, cells = _FOREIGN[form]
    return _csv_lines(columns, cells(rows, card_numbers(ids)))


def _csv_lines(columns: Sequence[str], rows: Iterable[Cells]) -> Iterator[str]:
    yield _csv_line(columns)
    for cells in rows:
        yield _csv_line(cells)


def _csv_line(cells: Cells) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(cells)
    return text.getvalue()


def _json_line(row: ReviewRow) -> str:
    told: dict[str, Any] = {"schema": SCHEMA, **_named(row)}
    told |= {"before": _memory(row.before), "after": _memory(row.after), "source": row.source}
    told["params"] = None if row.parameters is None else list(row.parameters)
    return msgspec.json.encode(told).decode()


def _memory(memory: Memory | None) -> dict[str, float] | None:
    if memory is None:
        return None
    return {name: value for name, value in msgspec.structs.asdict(memory).items() if value is not None}


def _named(row: ReviewRow) -> dict[str, Any]:
    """The cells that both of our forms have."""
    plain = ("id", "claim", "rev", "kind", "offset_min", "zone", "rollover_h", "grade", "truth", "cue", "ms")
    return {
        **{name: getattr(row, name) for name in plain},
        "at": format_instant(row.at),
        "study_day": date_of(row.study_day).isoformat(),
        "due_day": None if row.due_day is None else date_of(row.due_day).isoformat(),
        "actor": row.actor,
        "revoked": row.revoked,
    }


def _own_cells(row: ReviewRow) -> Cells:
    before, after = row.before, row.after
    cells = {
        **_named(row),
        "s_before": before and before.s,
        "d_before": before and before.d,
        "r_before": before and before.r,
        "s_after": after and after.s,
        "d_after": after and after.d,
    }
    return ["" if cells[name] is None else cells[name] for name in COLUMNS]


# other programs


def anki_rows(rows: Sequence[ReviewRow], numbers: dict[str, int]) -> Iterator[tuple[int, ...]]:
    """Rows of Anki's `revlog`; two of one millisecond get the next that is free."""
    taken: set[int] = set()
    planned: dict[str, int] = {}
    for row in in_order(rows):
        number = row.at // MILLISECOND
        while number in taken:
            number += 1
        taken.add(number)
        days = max(1, (row.due_day or row.study_day + 1) - row.study_day)
        first = row.claim not in planned
        last, planned[row.claim] = planned.get(row.claim, 0), days
        kind = LEARNING if first and row.before is None else REVIEW
        factor = anki_factor(row.after)
        yield (number, numbers[row.claim], -1, row.grade or 0, days, last, factor, row.ms or 0, kind)


def anki_factor(memory: Memory | None) -> int:
    """A difficulty as Anki keeps it beside a review."""
    return 0 if memory is None else LEAST_FACTOR + round((memory.d - 1) / 9 * FACTOR_ROOM)


def _optimizer_cells(rows: Sequence[ReviewRow], numbers: dict[str, int]) -> Iterator[Cells]:
    """The optimiser's schema; its state is that before the review: 0 new, 2 review."""
    for row in in_order(rows):
        state = 0 if row.before is None else 2
        yield (numbers[row.claim], row.at // MILLISECOND, row.grade, state, "" if row.ms is None else row.ms)


_FOREIGN: Final[
    dict[Form, tuple[Sequence[str], Callable[[Sequence[ReviewRow], dict[str, int]], Iterable[Cells]]]]
] = {
    "anki-csv": (ANKI_COLUMNS, anki_rows),
    "optimizer-csv": (OPTIMIZER_COLUMNS, _optimizer_cells),
}
