"""What is slipping, and what spreading or sweeping would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.claims.ids import short
from core.pack.fading import GIVEN_UP, Ages, Fading, FadingLine
from core.pack.spreading import SpreadPlan
from core.pack.sweeping import SweepPlan, Swept
from workbench.cli.paper import Cell, Paper
from workbench.cli.render.claims import claim_row
from workbench.cli.times import Times
from workbench.figures import recall_words
from workbench.moments import counted, span_words

NEGLECTED: Final = "twice overdue, three times unanswered and never recalled"
MOST_SWEPT: Final = 20
"""Claims that a preview of a sweep shows of each cause."""
MOST_DAYS: Final = 14
"""Days that a preview of a spread shows."""
FOREVER: Final = 100 * 365
"""Days from which on an age is no age that anybody waits for."""


def fading(paper: Paper, found: Fading, limit: int | None, live_cap: int) -> None:
    """The three lists, and the ages at which defaults bite."""
    bound = recall_words(found.below)
    for title, lines, style in (
        (f"fading, the chance of recall below {bound}", found.fading, "warn"),
        ("due today", found.due, "title"),
        ("stable, neither of these", found.stable, "good"),
    ):
        paper.title(f"{title}: {len(lines)}")
        _lines(paper, lines[:limit], style)
        if limit is not None and len(lines) > limit:
            paper.line(f"and {len(lines) - limit} more; --limit 0 shows all", "dim", indent=2)
    paper.title("when each would come about, if nobody grades the claim")
    paper.table([_ages(one, found.below) for one in found.ages], indent=2)
    soonest = _age(min(one.given_up for one in found.ages))
    paper.line(f"below {recall_words(GIVEN_UP)}, where others delete, after {soonest}", "dim", indent=2)
    cap = f"a cap of {live_cap} live claims is set" if live_cap else "no cap of live claims is set"
    paper.line(f"Nothing is moved or deleted by age; {cap}. `packbench sweep` shows what would rest.", "dim")


def _lines(paper: Paper, lines: Sequence[FadingLine], style: str) -> None:
    for one in lines:
        paper.table([claim_row(one.line)])
        paper.line(" · ".join(one.reasons[1:]), "dim", indent=5)
        if one.worth:
            paper.line(", ".join(one.worth), style, indent=5)


def _ages(one: Ages, below: float) -> list[Cell]:
    name = f"graded, held for {span_words(round(one.stability))}" if one.graded else "never graded"
    rest = "never swept once recalled" if one.graded else f"swept, if on, after {span_words(one.neglected)}"
    return [
        (name, ""),
        (f"due after {span_words(one.due)}", ""),
        (f"below {recall_words(below)} after {_age(one.fading)}", "warn"),
        (rest, "dim"),
    ]


def _age(days: float) -> str:
    return "more than 100 years" if days > FOREVER else span_words(round(days))


def plan_of_spread(paper: Paper, plan: SpreadPlan, times: Times, *, applied: bool) -> None:
    """Day by day what is due, and what would be."""
    if not plan.moves:
        due = counted(plan.backlog, "claim is", "claims are")
        paper.line(f"nothing moves: {due} due, and a morning takes {plan.a_morning}", "good")
        return
    moves = counted(len(plan.moves), "claim moves", "claims move")
    paper.line(f"{moves} to later mornings, {plan.a_morning} a morning", "title")
    days = list(enumerate(zip(plan.before, plan.after, strict=True)))
    paper.table(
        [
            [(times.date(plan.day + place), ""), (f"{before} due", "dim"), (f"{after} then", "title")]
            for place, (before, after) in days[:MOST_DAYS]
        ],
        indent=2,
    )
    if len(days) > MOST_DAYS:
        last = times.date(plan.day + len(days) - 1)
        paper.line(f"and {len(days) - MOST_DAYS} mornings more, up to {last}", "dim", indent=2)
    if not applied:
        paper.line("Nothing has moved. --apply moves them; undo takes it back.", "dim")


def plan_of_sweep(paper: Paper, plan: SweepPlan, *, applied: bool) -> None:
    """What would be put to rest, why, and what is switched off."""
    off = "" if plan.switched_on else "; they rest only once `packbench config sweep on` is set"
    _swept(paper, f"neglected, {NEGLECTED}: {len(plan.neglected)}{off}", plan.neglected)
    if plan.live_cap:
        head = f"over the live cap of {plan.live_cap}: {len(plan.over_cap)} of {plan.live} live claims"
        _swept(paper, head, plan.over_cap)
    else:
        paper.line(f"no live cap is set; {counted(plan.live, 'claim is', 'claims are')} live", "dim")
    if not plan.rests:
        paper.line("As it is set, nothing would rest.", "dim")
    elif not applied:
        resting = counted(len(plan.rests), "claim", "claims")
        paper.line(f"Nothing rests yet. --apply puts {resting} to rest; undo wakes them.", "dim")


def _swept(paper: Paper, head: str, swept: Sequence[Swept]) -> None:
    paper.line(head, "title")
    for one in swept[:MOST_SWEPT]:
        cells: list[Cell] = [
            (short(one.claim.id), "id"),
            (one.claim.kind, "kind"),
            (recall_words(one.retrievability), "dim"),
            (one.claim.text, "claim"),
        ]
        paper.table([cells], indent=2)
        paper.line(one.why, "dim", indent=7)
    if len(swept) > MOST_SWEPT:
        paper.line(f"and {len(swept) - MOST_SWEPT} more", "dim", indent=2)
