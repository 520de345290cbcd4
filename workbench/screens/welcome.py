"""The first start on an empty pack: write the first claim, or open a sample."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from workbench.plain import styled
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.rows import Cell, Column, Row, Rows

FIRST_CLAIM = "write"

WORDS = (
    ("This pack is empty.\n\n", "bold"),
    (
        "A claim is at most two sentences that you hold true: a lesson, a preference, a decision. "
        "Each morning the claims that are due ask whether you still hold them. When a newer claim replaces "
        "an older one, the older one is closed, and you can always see why and take it back.\n",
        "",
    ),
)


class WelcomePage(ModalScreen[str | None]):
    """What can be done with an empty pack; escape leaves it empty."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "back"),
        Binding("w", "choose('write')", "write"),
        Binding("ctrl+q", "app.quit", "quit", priority=True),
    ]

    DEFAULT_CSS = """
    WelcomePage { align: center middle; }
    WelcomePage > Vertical {
        width: 90%; max-width: 84; height: auto; max-height: 90%;
        border: round $border; padding: 1 2; background: $surface;
    }
    WelcomePage Static { height: auto; margin: 0 0 1 0; }
    WelcomePage ClaimList { height: auto; max-height: 8; }
    """

    def __init__(self, samples: Sequence[tuple[str, str]]) -> None:
        """`samples` are (name, what it is about)."""
        super().__init__()
        self._samples = tuple(samples)

    def compose(self) -> ComposeResult:
        """The words and the choices."""
        with Vertical() as page:
            page.border_title = styled([("Welcome", "bold")])
            page.border_subtitle = styled([("arrows choose · enter does it · escape looks around", "")])
            yield Static(styled(WORDS))
            yield ClaimList((Column(),), id="welcome")

    def on_mount(self) -> None:
        """Offer the first claim, then each sample."""
        rows = [Row(FIRST_CLAIM, (Cell("Write the first claim (w)", "strong"),))]
        rows += [Row(name, (Cell(f"Open the sample {name}: {about}"),)) for name, about in self._samples]
        choices = self.query_one(ClaimList)
        choices.styles.height = len(rows)
        choices.show(Rows(rows))
        choices.focus()

    def on_claim_list_opened(self, message: ClaimList.Opened) -> None:
        """Do what was chosen."""
        message.stop()
        self.dismiss(message.id)

    def action_choose(self, name: str) -> None:
        """Do it by its letter."""
        self.dismiss(name)

    def action_leave(self) -> None:
        """Leave the pack empty for now."""
        self.dismiss(None)
