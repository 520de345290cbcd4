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

NEGLECTED: Final = "never recalled, and three times nobody answered until long after it was due"
NOT_NEW: Final = " beside new ones"
"""New claims come by a setting of their own, whatever else is due."""
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
        (f"fading, you hold them with a chance below {bound}", found.fading, "warn"),
        ("due today, to be recalled before they fade", found.due, "title"),
        ("stable, you hold them and they are not due", found.stable, "good"),
    ):
        paper.title(f"{title}: {counted(len(lines), 'claim')}")
        _lines(paper, lines[:limit], style)
        if limit is not None and len(lines) > limit:
            paper.line(f"and {len(lines) - limit} more; --limit 0 shows all", "dim", indent=2)
    paper.title("what becomes of a claim that nobody grades from now on")
    paper.table([_ages(one, found.below) for one in found.ages], indent=2)
    soonest = _age(min(one.given_up for one in found.ages))
    deleting = f"{recall_words(GIVEN_UP)}, at which other programs delete a claim"
    paper.line(f"{deleting}, is reached after {soonest} at the soonest.", "dim", indent=2)
    paper.line("Nothing is deleted by age, and nothing moves by itself.", "dim")
    cap = f"; at most {live_cap} claims are to be live" if live_cap else ""
    paper.line(f"`packbench sweep` shows what would rest{cap}.", "dim")


def _lines(paper: Paper, lines: Sequence[FadingLine], style: str) -> None:
    for one in lines:
        paper.table([claim_row(one.line)])
        paper.line(" · ".join(one.reasons[1:]), "dim", indent=5)
        if one.worth:
            paper.line(", ".join(one.worth), style, indent=5)


def _ages(one: Ages, below: float) -> list[Cell]:
    name = f"recalled, firm for {span_words(round(one.stability))}" if one.graded else "never graded"
    rest = "never put to rest" if one.graded else f"may be put to rest after {span_words(one.neglected)}"
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
        paper.line(f"nothing moves: {due} due{NOT_NEW}, and a morning takes {plan.a_morning}", "good")
        return
    moves = counted(len(plan.moves), "claim moves", "claims move")
    paper.line(f"{moves} to later mornings: {plan.a_morning} a morning{NOT_NEW}", "title")
    days = list(enumerate(zip(plan.before, plan.after, strict=True)))
    head: list[Cell] = [("morning", "dim"), ("due now", "dim"), ("due then", "dim")]
    rows: list[list[Cell]] = [
        [(times.date(plan.day + place), ""), (str(before), "dim"), (str(after), "title")]
        for place, (before, after) in days[:MOST_DAYS]
    ]
    paper.table([head, *rows], indent=2)
    if len(days) > MOST_DAYS:
        last, more = times.date(plan.day + len(days) - 1), counted(len(days) - MOST_DAYS, "morning")
        paper.line(f"and {more} more, up to {last}", "dim", indent=2)
    if max(plan.after[1:], default=0) > plan.a_morning:
        paper.line("Where more are due on a later morning already, they stay.", "dim")
    if not applied:
        paper.line("Nothing has moved. --apply moves them; undo takes it back.", "dim")


def plan_of_sweep(paper: Paper, plan: SweepPlan, *, applied: bool) -> None:
    """What would be put to rest, why, and what is switched off."""
    _swept(paper, f"neglected: {counted(len(plan.neglected), 'claim')}, {NEGLECTED}", plan.neglected)
    if not plan.switched_on:
        paper.line("They rest only once `packbench config sweep on` is set.", "dim")
    if plan.live_cap:
        head = f"over the live cap of {plan.live_cap}: {len(plan.over_cap)} of {plan.live} live claims"
        _swept(paper, head, plan.over_cap)
    else:
        live = counted(plan.live, "claim is", "claims are")
        paper.line(f"{live} live; how many may be is not limited (setting live_cap).", "dim")
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
