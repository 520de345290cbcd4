"""What a fit of the review clock is worth, and what became of a file of reviews."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from core.clocks.instants import to_datetime
from core.pack.receipts import Receipt
from core.pack.review_import import ReviewsReport
from workbench.cli.paper import Cell, Paper
from workbench.moments import counted

if TYPE_CHECKING:
    from core.pack.fitting import Verdict

TOLD: Final = 10
"""Lines and names that are told; the number of the others is said."""
WEIGHTS_A_LINE: Final = 7


def verdict(paper: Paper, told: Verdict, receipt: Receipt | None, *, tried: bool) -> None:
    """The scores on the held-out reviews, the weights, and whether they were taken."""
    since = f"{to_datetime(told.split_at):%Y-%m-%d}"
    paper.line(
        f"{counted(told.counted, 'review')} counted, {told.used:,} used: "
        f"made from the first {told.trained:,}, judged by the {told.tested:,} since {since}"
    )
    if told.fast:
        paper.line(f"{counted(told.fast, 'grade')} under a second left out", "dim", indent=2)
    if told.elsewhere:
        claims = counted(told.elsewhere, "claim")
        paper.line(
            f"{claims} with a clock from elsewhere and fewer than three grades left out", "dim", indent=2
        )
    best = min(score.log_loss for score in told.scores)
    head: list[Cell] = [("predicted by", "dim"), ("log loss", "dim"), ("RMSE(bins)", "dim")]
    rows: list[list[Cell]] = [
        [
            (score.name, ""),
            (f"{score.log_loss:.4f}", "good" if score.log_loss == best else ""),
            (f"{score.rmse_bins:.4f}", ""),
        ]
        for score in told.scores
    ]
    paper.table([head, *rows], indent=2)
    for start in range(0, len(told.parameters), WEIGHTS_A_LINE):
        weights = told.parameters[start : start + WEIGHTS_A_LINE]
        paper.line(" ".join(f"{weight:.4f}" for weight in weights), "dim", indent=2)
    _outcome(paper, told, receipt, tried=tried)


def _outcome(paper: Paper, told: Verdict, receipt: Receipt | None, *, tried: bool) -> None:
    if receipt is not None:
        paper.line(
            f"adopted: grades from now on go by these weights; packbench undo {receipt.tx} takes it back",
            "good",
        )
    elif not told.better:
        paper.line("not adopted: it predicts the later reviews no better than the weights in force", "warn")
    elif tried:
        paper.line("it predicts the later reviews better; nothing was changed")


def reviews(paper: Paper, told: ReviewsReport, *, dry: bool) -> None:
    """What was taken in, and what was not and why."""
    did = "would take in" if dry else "took in"
    paper.line(f"{did} {counted(told.added, 'review')} of {counted(told.claims, 'claim')} from {told.source}")
    if told.tx is not None:
        paper.line(f"undo: packbench undo {told.tx}", "dim", indent=2)
    for number, said in (
        (told.known, "held already"),
        (told.same_day, "of a study day on which another grade of the claim counts"),
        (told.superseded, "from before a clock that came in whole"),
    ):
        if number:
            paper.line(f"{number:,} {said}", "dim", indent=2)
    for number, said in (
        (told.early, "of them older than the claim: its clock counts them as they are"),
        (told.elsewhere, "of them with an offset that their zone did not have then: their study day stands"),
    ):
        if number:
            paper.line(f"{number:,} {said}", "warn", indent=2)
    for reason, number in told.left_out.items():
        paper.line(f"{number:,} {reason}", "dim", indent=2)
    _named(paper, told.unknown, "of claims that are not here")
    _named(paper, told.unscheduled, "of claims that are not reviewed")
    if told.bad:
        paper.line(f"{counted(len(told.bad), 'line')} left out:", "warn")
    for one in told.bad[:TOLD]:
        paper.line(f"line {one.number}: {one.why}", indent=2)
    if len(told.bad) > TOLD:
        paper.line(f"and {len(told.bad) - TOLD:,} more (--json names them all)", "dim", indent=2)


def _named(paper: Paper, names: Mapping[str, int], what: str) -> None:
    if not names:
        return
    shown = ", ".join(list(names)[:TOLD])
    more = f" and {len(names) - TOLD:,} more" if len(names) > TOLD else ""
    paper.line(f"{sum(names.values()):,} {what}: {shown}{more}", "warn", indent=2)
