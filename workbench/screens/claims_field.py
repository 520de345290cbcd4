"""The field of a query: what is typed moves nothing on the screen."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.widgets import Input

MOST_TYPED = 200
"""Signs of a query at most; a stuck key types no more."""

TYPING = "type to search · ↓ enter escape: to the list"
RESTING = "/ to type a search; empty lists everything"


class SearchField(Input):
    """The query; down and enter go to the list. What stands in it while empty says where letters go."""

    virtual_size = Reactive(Size(0, 0), layout=False)
    """One line without a scroll bar: what is typed moves nothing on the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("down,enter", "to_list", "to the list", show=False)]

    def on_focus(self) -> None:
        """Letters are typed in here."""
        self.placeholder = TYPING

    async def _on_key(self, event: Key) -> None:
        """A slash pressed by habit, when the field has the focus already, asks for nothing."""
        if event.character == "/" and not self.value:
            event.stop()
            event.prevent_default()
            return
        await super()._on_key(event)

    def on_blur(self) -> None:
        """Letters act on the list."""
        self.placeholder = RESTING

    class Left(Message):
        """The person goes on to the list."""

    def action_to_list(self) -> None:
        """Go on to the list."""
        self.post_message(self.Left())
