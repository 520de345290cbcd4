"""Fitting the weights of the clock to a pack's own reviews, or to a file of them; taken only when better."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from core.clocks.study_day import ROLLOVER_HOUR, offset_minutes, study_day, zone_named
from core.errors import Refused
from core.foreign.review_lines import ReviewLine, read_review_lines
from core.pack.commands import Configure
from core.pack.receipts import Receipt
from core.review.histories import histories
from core.review.parameters import Parameters, read_parameters
from core.review.rows import ReviewRow, row_id
from core.state.view import View

if TYPE_CHECKING:
    from core.pack.pack import Pack
    from core.review.holdout import Verdict

__all__ = ["Progress", "Verdict", "adopt", "judge_lines", "judge_pack", "written"]

Progress = Callable[[int, int], None]
"""Gets the iterations that are done and how many there may be."""

SETTING: Final = "parameters"


def judge_pack(pack: Pack, progress: Progress | None = None) -> Verdict:
    """What a fit to all reviews of a pack is worth beside the weights in force; nothing is written.

    Raises `Refused` for too few reviews, or without SciPy.
    """
    from core.review.holdout import judge

    in_force = read_parameters(str(pack.setting(SETTING)))
    return judge(histories(pack.review_log(View())), in_force, _told(progress))


def judge_lines(
    text: Iterable[str], zone: str, rollover_hour: int = ROLLOVER_HOUR, progress: Progress | None = None
) -> Verdict:
    """What a fit to a file of reviews would be worth beside the defaults.

    Rows without a study day of their own get that of `zone`. Raises `Refused` as `judge_pack` does, and for a
    file that is no review log.
    """
    from core.review.holdout import judge

    zone_named(zone)
    read = read_review_lines(text)
    if not read.lines:
        raise Refused("no row of the file is a review that can be read.")
    rows = [_row(line, zone, rollover_hour) for line in read.lines]
    return judge(histories(rows), None, _told(progress))


def adopt(pack: Pack, verdict: Verdict) -> Receipt | None:
    """Put the weights in force, as one record that an undo takes back; None unless they were better."""
    if not verdict.better:
        return None
    return pack.submit(Configure(name=SETTING, value=written(verdict.parameters)))


def written(parameters: Parameters) -> str:
    """Weights as the setting holds them."""
    return ", ".join(f"{weight:.4f}".rstrip("0").rstrip(".") for weight in parameters)


def _told(progress: Progress | None) -> Callable[[int, float], None] | None:
    from core.review.fit import ITERATIONS

    if progress is None:
        return None
    return lambda done, _: progress(done, ITERATIONS + 1)


def _row(line: ReviewLine, zone: str, rollover_hour: int) -> ReviewRow:
    day = study_day(line.at, zone, rollover_hour) if line.study_day is None else line.study_day
    return ReviewRow(
        id=row_id(line.card, line.at, line.grade),
        tx=1,
        t_tx=line.at,
        claim=line.card,
        rev=1,
        at=line.at,
        offset_min=offset_minutes(line.at, zone) if line.offset_min is None else line.offset_min,
        zone=line.zone or zone,
        study_day=day,
        rollover_h=rollover_hour if line.rollover_h is None else line.rollover_h,
        grade=line.grade,
        ms=line.ms,
    )
