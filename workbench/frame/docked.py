"""What is docked below a screen and has keys of its own."""

from __future__ import annotations

from typing import ClassVar

from textual.containers import Vertical
from textual.widget import Widget

from workbench.actions import Scope


class Docked(Vertical):
    """A widget in the `#strip` of a screen; help and palette tell its keys beside those of the screen."""

    SCOPE: ClassVar[Scope]

    @property
    def acting(self) -> Widget:
        """The widget that carries out the actions of the scope."""
        return self
