"""The drafts that are kept, to choose one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from workbench.drafts import Draft
from workbench.moments import minute_words
from workbench.plain import plain
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.rows import Cell, Column, Row, Rows


class DraftsPage(ModalScreen[str | None]):
    """A list of drafts; enter takes one up, escape leaves everything as it is."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "back")]

    DEFAULT_CSS = """
    DraftsPage { align: center middle; }
    DraftsPage > Vertical {
        width: 84%; height: 60%; border: round $border; padding: 0 1; background: $surface;
    }
    """

    def __init__(self, drafts: Sequence[Draft], zone: str) -> None:
        super().__init__()
        self._drafts, self._zone = tuple(drafts), zone

    def compose(self) -> ComposeResult:
        """The list."""
        with Vertical() as page:
            page.border_title = plain("drafts")
            page.border_subtitle = plain("enter takes it up · escape leaves")
            yield ClaimList((Column(), Column(16)), id="drafts")

    def on_mount(self) -> None:
        """Fill the list."""
        rows = [
            Row(
                draft.id,
                (
                    Cell(draft.fields.get("text", "") or "(no text yet)"),
                    Cell(minute_words(draft.saved, self._zone), "muted"),
                ),
            )
            for draft in self._drafts
        ]
        claims = self.query_one(ClaimList)
        claims.show(Rows(rows))
        claims.focus()

    def on_claim_list_opened(self, message: ClaimList.Opened) -> None:
        """Take it up."""
        message.stop()
        self.dismiss(message.id)

    def action_leave(self) -> None:
        """Leave everything as it is."""
        self.dismiss(None)
