"""What stands in the place of the card: the end of a sitting, and the queue of another day."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from core.pack.queue import DueQueue
from workbench.moments import day_words
from workbench.plain import plain, styled
from workbench.screens import today_words as words
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.rows import Column, Row, Rows


class SittingEnd(Vertical):
    """What was done, and where the next useful thing is."""

    def compose(self) -> ComposeResult:
        """The summary above the list."""
        yield Static(id="today-summary")
        yield ClaimList((Column(),), id="today-next")

    def show(self, lines: Sequence[tuple[str, str]], rows: Sequence[Row]) -> None:
        """Say these lines, (text, style), and offer these rows."""
        said = [(f"{text}\n", style) for text, style in lines]
        self.query_one("#today-summary", Static).update(styled(said))
        self.query_one("#today-next", ClaimList).show(Rows(rows))


class PastDay(Vertical):
    """What was due on another day, as a list: nothing can be graded there."""

    def compose(self) -> ComposeResult:
        """How much was due, above the claims."""
        yield Static(id="today-past-words")
        yield ClaimList(
            (Column(), Column(12, from_width=60), Column(8, from_width=70), Column(6, "right")),
            empty="Nothing was due on that day.",
            id="today-past-list",
        )

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: tuple[DueQueue, words.Cues, str] | None = None
        self._revealed = False

    def show(self, queue: DueQueue, cue: words.Cues, zone: str) -> None:
        """List the queue of its day by its cues: its claims are answers, and mostly still to be recalled."""
        self._shown, self._revealed = (queue, cue, zone), False
        self._list()

    def turn_over(self) -> None:
        """Show the claims themselves, or the cues again."""
        self._revealed = not self._revealed
        self._list()

    def _list(self) -> None:
        if self._shown is None:
            return
        queue, cue, zone = self._shown
        said = words.past_words(queue, day_words(queue.basis.believed_at, zone), revealed=self._revealed)
        self.query_one("#today-past-words", Static).update(plain(said))
        rows = words.PastRows(queue, None if self._revealed else cue)
        self.query_one("#today-past-list", ClaimList).show(rows)
