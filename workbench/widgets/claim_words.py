"""A claim beside a picture or a list, in words: what it is, whole, and where it stands."""

from __future__ import annotations

from core.claims.ended import WITHDRAWN
from core.pack.pages import LIVE, ClaimLine
from workbench.figures import recall_words
from workbench.moments import Present, end_words, stated_words
from workbench.widgets.claim_card import Card, Line

NOT_LIVE = frozenset({"closed", *WITHDRAWN})
"""States in which a claim is drawn as closed."""


def claim_card(line: ClaimLine, present: Present, hint: str = "") -> Card:
    """The whole claim as a card."""
    claim = line.claim
    return Card(
        body=claim.text,
        label=_label(line, present),
        lines=[Line(standing(line, present), "$text-muted")],
        hint=hint,
        closed=line.state in NOT_LIVE,
    )


def _label(line: ClaimLine, present: Present) -> str:
    claim = line.claim
    pin = " · pinned" if claim.pinned else ""
    return f"{claim.kind}{pin} · written {present.ago(claim.t_created)} by {claim.author}"


def standing(line: ClaimLine, present: Present) -> str:
    """State, window, deeds and review of a claim in one sentence."""
    claim = line.claim
    parts: list[str] = [] if line.state in LIVE else [line.state]
    parts.append(window_words(line, present.zone))
    if claim.deeds:
        parts.append(f"cites {', '.join(claim.deeds)}")
    if line.retrievability is not None and line.due_day is not None:
        parts += [recall_words(line.retrievability), present.due(line.due_day)]
    return " · ".join(parts)


def window_words(line: ClaimLine, zone: str) -> str:
    """`true from 2026-03-14 until 2026-09-01`."""
    claim = line.claim
    start = stated_words(claim.t_valid, claim.precision[0], zone, none="")
    end = end_words(claim.t_invalid, claim.precision[1], zone, none="")
    since = f"true from {start}" if start else "true always"
    return f"{since} until {end}" if end else since
