"""A Textual app with one line of text: what any program in Textual costs before it does anything."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Static


class BareApp(App[None]):
    """One line."""

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static("a bare line of text")


if __name__ == "__main__":
    BareApp().run()
