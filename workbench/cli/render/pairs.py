"""Two claims, and why the one closed the other or leaves it open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.claims.ended import how_ended
from core.claims.ids import short
from core.claims.proposal import ACCEPTED
from workbench.alike import alike_words
from workbench.changed_words import by_rule
from workbench.cli.paper import Paper
from workbench.cli.render.timeline import reasons
from workbench.cli.times import Times
from workbench.moments import day_words

if TYPE_CHECKING:
    from core.claims.claim import Claim, Closing
    from core.pack.closings import ClosingPage
    from core.pack.views import Near


SIGNS: Final = {"−": "bad", "+": "good"}
"""Looks of the sign of what went and of what came."""


def which_closed(one: ClosingPage, other: ClosingPage) -> ClosingPage | None:
    """The page of the claim of the two that the other one ended; None when neither did."""
    pairs = ((other, one), (one, other))
    return next((old for old, new in pairs if old.by is not None and old.by.id == new.claim.id), None)


def closed_pair(paper: Paper, page: ClosingPage, times: Times) -> None:
    """Which claim closed the other, when, by which rule and on what figures; `page` is of the one closed."""
    by, ending = page.by, page.ending
    assert by is not None
    assert ending is not None
    paper.line(_did(page.claim, ending, short(by.id), day_words(ending.t_tx, times.zone)), "title")
    _claim(paper, "−", page.claim, page.state, times)
    _claim(paper, "+", by, page.by_state or "", times)
    reasons(paper, page)


def _did(claim: Claim, ending: Closing, by: str, on: str) -> str:
    """Who did it, and when: a person who accepted a proposal, or the claim that came after."""
    if ending.rule == ACCEPTED:
        return f"{ending.actor} accepted the proposal on {on}, and {by} took its place"
    how = how_ended(claim)
    did = f"{by} closed it" if how == "closed" else f"it was {how} for {by}"
    return f"{did} on {on} ({by_rule(ending.rule)})"


def open_pair(paper: Paper, near: Near, newer: ClosingPage, older: ClosingPage, times: Times) -> None:
    """What keeps both open, and how much they are alike."""
    paper.line(near.why_open, "title")
    for said, page in (("older", older), ("newer", newer)):
        _claim(paper, said, page.claim, page.state, times)
    if alike := alike_words(near):
        paper.line(alike, "dim", indent=2)


def _claim(paper: Paper, said: str, claim: Claim, state: str, times: Times) -> None:
    paper.table([[(said, SIGNS.get(said, "dim")), (claim.text, "claim")]], indent=2)
    paper.line(f"{times.window(claim)} · {state} · by {claim.author} · {short(claim.id)}", "dim", indent=4)
