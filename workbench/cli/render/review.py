"""The due queue and the proposals that wait."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from core.claims.claim import Claim
from core.claims.ids import short
from core.claims.proposal import OPEN, Proposal
from core.pack.queue import DueCard, DueQueue
from workbench.cli.paper import Cell, Paper
from workbench.cli.render.claims import claim_row
from workbench.cli.render.decided import NOTHING_PAST, Past, decided_words
from workbench.cli.times import Times
from workbench.moments import counted

if TYPE_CHECKING:  # what is due is told without what a merge needs
    from core.pack.editors import Editors

Asked = Callable[[DueCard], str]
"""What is shown of a card before its answer."""

A_MORNING: Final = 25
"""Claims a morning when nothing is said: some six minutes."""


ANSWERS_HELD_BACK: Final = (
    "the answers are held back: `packbench grade` asks for them, `packbench due --answers` shows them"
)


def due(paper: Paper, queue: DueQueue, times: Times, cue: Asked | None) -> None:
    """What is due, in the order in which it would be asked: its cue, or without `cue` its whole text."""
    early = times.before_rollover(queue.day)
    day = early or f" on {times.date(queue.day)}"
    if not queue.cards:
        paper.line(f"nothing is due{day}", "good")
    else:
        paper.line(f"{counted(len(queue.cards), 'claim')} due{day}", "title")
        paper.table([_due_row(card, cue) for card in queue.cards])
        if cue is not None:
            paper.line(ANSWERS_HELD_BACK, "dim")
    ahead = " ".join(map(str, queue.ahead))
    paper.line(f"next {len(queue.ahead)} days: {ahead} · {sum(queue.ahead)} in all", "dim")


def backlog(paper: Paper, queue: DueQueue, limit: int, mornings: Callable[[int], int]) -> None:
    """What the limits hold back, and in how many mornings a backlog is through.

    `mornings` counts them for a number of claims a morning; it is asked only when there is a backlog.
    """
    if queue.held_back_new:
        paper.line(
            f"{counted(queue.held_back_new, 'new claim waits', 'new claims wait')} for another day", "dim"
        )
    if queue.later:
        paper.line(
            f"{counted(queue.later, 'claim is', 'claims are')} due beyond the limit of a sitting", "dim"
        )
    a_morning = limit or A_MORNING
    if queue.later or len(queue.cards) - queue.new > a_morning:
        through = counted(mornings(a_morning), "morning")
        paper.line(
            f"at {a_morning} a morning you are through in {through}; `packbench spread` plans it", "dim"
        )


def _due_row(card: DueCard, cue: Asked | None) -> list[Cell]:
    """As in a list, but a claim that was never graded is new."""
    *head, recall, text = claim_row(card.line)
    asked = text if cue is None else (cue(card), "claim")
    return [*head, recall if card.review.reps else ("new", "kind"), asked]


def proposals(
    paper: Paper,
    waiting: Sequence[Proposal],
    believed: Mapping[str, Claim],
    times: Times,
    editors: Mapping[str, Editors],
    past: Past = NOTHING_PAST,
) -> None:
    """Pairs to decide: what would go, what would stand, and why it was not decided.

    `editors` are, by proposal of a merge, the seats that edited its sides last. A decided pair is told in
    the words of `past`.
    """
    from workbench.deciding_words import accepting, declining, differing_words  # what is due is told without

    if not waiting:
        paper.line("no proposals: nothing waits for you to decide", "good")
    for one in waiting:
        rule = "" if one.rule == one.source else f"rule {one.rule.replace('_', ' ')}, "
        opened = f"{one.source}, {rule}opened {times.minute(one.t_opened)}"
        claims = past.sides.get(one.id, believed)
        head = " · ".join(filter(None, (opened, decided_words(one, past))))
        paper.table([[(short(one.id), "id"), (head, "title")]])
        seats = editors.get(one.id)
        ours, theirs = ("", "") if seats is None else _whose(one, claims.get(one.new), seats)
        sides = (("−", one.old, ours, "bad"), ("+", one.new, theirs, "good"))
        paper.table([_side(mark, side, claims, style, whose) for mark, side, whose, style in sides], indent=2)
        older, newer = claims.get(one.old), claims.get(one.new)
        if older is not None and newer is not None:
            for line in differing_words(one, newer, older, times.zone):
                paper.line(line, indent=5)
        if one.verdict:
            speaker = {"merge": "merge: ", "held": "merge: ", "guard": "guard: "}.get(one.source, "")
            paper.line(f"{speaker}{one.verdict}", "dim", indent=5)
        if one.status == OPEN and older is not None and newer is not None:
            paper.line(f"accept: {accepting(one, newer, older, times.zone)}", "dim", indent=5)
            paper.line(f"decline: {declining(one, newer).removesuffix('.')}", "dim", indent=5)


def _whose(one: Proposal, newer: Claim | None, seats: Editors) -> tuple[str, str]:
    """Whose the two sides of a merge's proposal are."""
    from core.pack.accepting import is_their_version

    named = ("ours", "theirs") if newer is None or is_their_version(one, newer) else ("older", "newer")
    return f"{named[0]}, {seats.old}", f"{named[1]}, {seats.new}"


def _side(mark: str, claim_id: str, claims: Mapping[str, Claim], style: str, whose: str) -> list[Cell]:
    claim = claims.get(claim_id)
    return [
        (mark, style),
        (short(claim_id), "id"),
        (whose if claim else "", "dim"),
        (claim.text if claim else "(not written by then)", "claim"),
    ]
