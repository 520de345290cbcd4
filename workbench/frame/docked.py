"""What is docked below a screen and has keys of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import Binding
from textual.containers import Vertical
from textual.widget import Widget

from workbench.actions import Action, Scope, in_scope, shown_key


class Docked(Vertical):
    """A widget in the `#strip` of a screen; help and palette tell its keys beside those of the screen."""

    SCOPE: ClassVar[Scope]

    @property
    def acting(self) -> Widget:
        """The widget that carries out the actions of the scope."""
        return self

    def follow(self) -> None:
        """Show what the session shows now, in one picture with the screen."""

    def refusals(self) -> Mapping[str, str]:
        """What its keys cannot do now: sentences by action id."""
        return {}

    @property
    def has_keys(self) -> bool:
        """Whether keys are handed to it, and not to the screen that it is docked to."""
        focused = self.screen.focused
        return focused is not None and (focused is self or self in focused.ancestors)


STRIP_KEYS: dict[str, Action] = {
    key: action for action in in_scope("time") for key in action.keys if len(key) == 1
}
"""The letters of the time strip: they act on it wherever it is open, and say where it is missing."""


def strip_bindings() -> list[Binding]:
    """For the app, behind the bindings of strip and screen."""
    return [Binding(key, f"strip_key('{key}')", show=False) for key in STRIP_KEYS]


def strip_missing(key: str) -> str:
    """Why a letter of the strip does nothing on a screen without one."""
    return f"{key} ({STRIP_KEYS[key].label}) is a key of the time strip; {shown_key('t')} opens it."
