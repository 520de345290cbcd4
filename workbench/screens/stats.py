"""Stats: what lies ahead, held beside predicted, whether the clock is honest, and a year of days."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from core.pack.figures import Figures
from workbench.actions import Scope
from workbench.frame.base_screen import BaseScreen
from workbench.plain import styled
from workbench.screens import stats_words as words
from workbench.session import Session

TWO_COLUMNS: Final = 104
"""Cells from which on two blocks stand beside each other."""
RIGHT_AT: Final = 58
"""Column of the block on the right."""
MONTHS: Final = 5
"""Months that are told."""
COUNTING: Final = "The log of reviews is being counted …"


class StatsScreen(BaseScreen):
    """How review goes, on the date shown."""

    MODE = "stats"
    SCOPE: ClassVar[Scope] = "stats"
    PURPOSE = (
        "How review goes: what falls due, how much you held beside what the clock predicted, and which kinds "
        "of claim stop being true."
    )
    CSS_PATH = "stats.tcss"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._figures: Figures | None = None

    def compose_content(self) -> ComposeResult:
        """One page that scrolls where the terminal is low."""
        with VerticalScroll(id="stats"):
            yield Static(COUNTING, id="stats-page")

    def home_focus(self) -> Widget | None:
        """The page: arrows scroll it."""
        return self.query_one("#stats")

    def refresh_view(self, session: Session) -> None:
        """Count again; what is shown stays meanwhile."""
        pack, view = session.pack, session.view
        self.in_background("figures", lambda: pack.figures(view), self._take)

    def on_resize(self, event: events.Resize) -> None:
        """Another width has other columns."""
        self._show()

    def _take(self, figures: Figures) -> None:
        self._figures = figures
        self._show()

    def _show(self) -> None:
        if self._figures is not None:
            page = self.query_one("#stats-page", Static)
            lines = _page(self._figures, max(40, self.size.width - 4))
            page.update(Content("\n").join(styled(list(line)) if line else Content("") for line in lines))


def _page(figures: Figures, cells: int) -> Sequence[words.Line]:
    """The whole page in a width."""
    two = cells >= TWO_COLUMNS
    column = RIGHT_AT - 4 if two else cells
    blocks = [
        words.ahead_lines(figures, column),
        words.retention_lines(figures, MONTHS),
        words.calibration_lines(figures, column),
        [*words.kind_lines(figures.kinds, figures.truth), *words.time_lines(figures)],
    ]
    if not figures.graded:
        further = blocks[0] if any(figures.ahead.days) or figures.ahead.backlog else []
        return [((words.NOTHING, words.MUTED),), (), *further]
    head, year = words.headline(figures), words.year_lines(figures, cells)
    if two:
        upper = words.beside(blocks[0], blocks[1], RIGHT_AT)
        lower = words.beside(blocks[2], blocks[3], RIGHT_AT)
        return [head, *upper, (), *lower, (), *year]
    return [head, (), *(line for block in (*blocks, year) for line in (*block, ()))]
