"""Today: what is due, one claim at a time: question, answer, transition."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.widget import Widget
from textual.widgets import Static

from workbench.actions import Scope
from workbench.frame.claim_actions import ClaimScreen
from workbench.plain import plain
from workbench.session import Session


class TodayScreen(ClaimScreen):
    """The due queue."""

    MODE = "today"
    SCOPE: ClassVar[Scope] = "today"
    PURPOSE = "What is due: read the cue, recall, reveal, grade."

    def compose_content(self) -> Iterable[Widget]:
        """The card."""
        yield Static(id="today-card")

    def refresh_view(self, session: Session) -> None:
        """The first card."""
        cards = session.due.cards
        self.choose(cards[0].line.claim.id if cards else None)
        self.query_one("#today-card", Static).update(
            plain(cards[0].line.claim.text if cards else "Nothing is due.")
        )
