"""The field for a date in words, in which arrows walk while it is empty."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key
from textual.message import Message
from textual.widgets import Input

from workbench.actions import Action, in_scope

WALKS = {key: action for action in in_scope("time") for key in action.keys if len(key) > 1}
"""Keys of the strip that type no character."""


class DateField(Input):
    """A date in words; escape leaves the field and not the strip, and so do the arrows while it is empty."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "leave the field", show=False)]

    class Left(Message):
        """The person leaves the field without going anywhere."""

    class Walked(Message):
        """The person takes a step instead of typing a date."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    async def _on_key(self, event: Key) -> None:
        """In an empty field there is nothing to walk in but time."""
        if self.value or event.key not in WALKS:
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        self.post_message(self.Walked(WALKS[event.key]))

    def action_leave(self) -> None:
        """Leave it."""
        self.post_message(self.Left())
