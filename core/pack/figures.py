"""The figures of review of a pack, as they stood on a date: what Stats shows."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from core.clocks.study_day import StudyDay
from core.pack.checks import truth
from core.pack.clock_rows import in_view, next_asked
from core.pack.reader import Reader
from core.review.loss import Bin, calibration, constant_loss, log_loss
from core.review.rows import ReviewRow
from core.review.statistics import (
    Age,
    Ahead,
    KindRate,
    Minutes,
    Retention,
    ahead,
    asked,
    by_age,
    by_kind,
    by_month,
    graded_a_day,
    minutes_a_day,
    trials,
)
from core.review.truth import Lived
from core.state.view import Basis, View

__all__ = ["Bin", "Figures", "KindRate", "Lived", "Retention", "figures"]

All = Literal["all"]

DAYS_AHEAD: Final = 30
MONTHS: Final = 12
"""Months back that retention is told for."""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """How review goes."""

    day: StudyDay
    basis: Basis
    ahead: Ahead
    """What falls due within thirty days."""
    months: dict[str, dict[Age | All, Retention]]
    """True retention by month, the last twelve that have any, oldest first: young, mature and all."""
    all_time: dict[Age | All, Retention]
    bins: tuple[Bin, ...]
    """Calibration in ten bins of what was predicted."""
    log_loss: float | None
    constant_loss: float | None
    """That of one prediction for all."""
    kinds: dict[str, KindRate]
    truth: dict[str, Lived]
    """By kind, how long claims held and how many turned out not to be true."""
    minutes: dict[StudyDay, Minutes]
    """The time that each study day took, oldest first."""
    graded: dict[StudyDay, int]
    """Grades by study day, oldest first."""


def figures(reader: Reader, rows: tuple[ReviewRow, ...], view: View) -> Figures:
    """The figures of the claims of a view, from the rows of their reviews by its B."""
    basis = reader.basis(view)
    day = reader.day_of(basis.believed_at, basis.believed_at)
    here = View(view.workspace, basis.true_at, basis.believed_at, "current", resting=False)
    every = reader.clocks(here, basis)
    days = next_asked(every.where(in_view(reader.held.columns, view, every)), day)
    reviews = asked(rows)
    tried = trials(reviews)
    months = by_month(reviews)
    return Figures(
        day=day,
        basis=basis,
        ahead=ahead(days.tolist(), day, DAYS_AHEAD),
        months=dict(list(months.items())[-MONTHS:]),
        all_time=by_age(reviews),
        bins=calibration(tried),
        log_loss=log_loss(tried),
        constant_loss=constant_loss(tried),
        kinds=by_kind(rows, _kinds(reader, rows)),
        truth=dict(truth(reader, view)),
        minutes=minutes_a_day(rows),
        graded=graded_a_day(rows),
    )


def _kinds(reader: Reader, rows: tuple[ReviewRow, ...]) -> dict[str, str]:
    """The kind of each claim that the rows are of."""
    columns = reader.held.columns
    ids = {row.claim for row in rows}
    newest = {one: columns.last_row[columns.number[one]] for one in ids if one in columns.number}
    codes, names = columns.column("kind"), columns.kinds.names
    return {one: name for one, row in newest.items() if (name := names[codes[row]]) is not None}
