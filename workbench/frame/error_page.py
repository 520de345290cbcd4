"""A fault of the program, readable: what happened, where it is kept, how to go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from workbench import clipboard
from workbench.frame.staying_alive import Mishap
from workbench.plain import styled


class ErrorPage(ModalScreen[None]):
    """A mishap over the screen; the program goes on behind it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "dismiss_page", "go on"),
        Binding("C", "copy", "copy"),
    ]

    DEFAULT_CSS = """
    ErrorPage { align: center middle; }
    ErrorPage > VerticalScroll {
        width: 88%; height: auto; max-height: 84%;
        border: heavy $error; padding: 0 1; background: $surface;
    }
    """

    def __init__(self, mishap: Mishap, before_leaving: Callable[[], None]) -> None:
        """`before_leaving` is called before the screen below resumes."""
        super().__init__()
        self.mishap = mishap
        self._before_leaving = before_leaving

    def compose(self) -> ComposeResult:
        """The sentence, the place of the log, the trace."""
        kept = f"It is kept in {self.mishap.log}." if self.mishap.log else "It could not be kept in a file."
        with VerticalScroll() as page:
            page.border_title = styled([("Something went wrong in the program", "bold")])
            page.border_subtitle = styled([("escape goes on · C copies", "")])
            yield Static(
                styled(
                    [
                        (self.mishap.sentence + "\n", "bold $text-error"),
                        (f"Nothing that was saved is lost. {kept}\n\n", ""),
                        (self.mishap.trace, "$text-muted"),
                    ]
                )
            )

    def on_mount(self) -> None:
        """Let arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def action_copy(self) -> None:
        """Copy the trace."""
        clipboard.copy(self.app, self.mishap.trace)

    def action_dismiss_page(self) -> None:
        """Back to the screen."""
        self._before_leaving()
        self.dismiss()
