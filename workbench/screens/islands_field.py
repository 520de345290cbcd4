"""The field for what one is about to do."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input


class CueField(Input):
    """The cue; enter and the arrow down go on to what it awakened."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("down", "submit", "to the list", show=False)]
