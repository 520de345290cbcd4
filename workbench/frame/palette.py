"""The command palette, which stays alive in a window too low to draw its list."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette


class Palette(CommandPalette):
    """Textual's palette; a key for its list does nothing while the list has no line on the screen.

    Textual lays a list's lines out when it first draws them, and a page key in a list that was never
    drawn asks for the line of an option that has none.
    """

    def _action_command_list(self, action: str) -> None:
        if self.query_one(CommandList).scrollable_content_region.height > 0:
            super()._action_command_list(action)
