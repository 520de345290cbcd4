"""The last line: the keys of this moment, grey with a reason where they do not act, and when was saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from textual import events
from textual.app import RenderResult
from textual.message import Message
from textual.widget import Widget

from workbench.actions import Action, shown_key
from workbench.cells import cut, pad, width
from workbench.plain import styled


@dataclass(frozen=True, slots=True)
class Key:
    """An action as the line shows it."""

    action: Action
    reason: str | None = None
    """Why it does not act now."""


@dataclass(frozen=True, slots=True)
class _Entry:
    keys: tuple[Key, ...]
    key: str
    label: str

    @property
    def cells(self) -> int:
        return width(self.key) + 1 + width(self.label)

    @property
    def grey(self) -> bool:
        return all(key.reason is not None for key in self.keys)


class KeyLine(Widget):
    """What can be pressed, one row; a click presses it."""

    DEFAULT_CSS = """
    KeyLine { height: 1; background: $footer-background; color: $footer-foreground; }
    """

    GAP = 3

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    def __init__(self) -> None:
        super().__init__(id="key-line")
        self.keys: tuple[Key, ...] = ()
        self.note = ""

    def show(self, keys: Sequence[Key], note: str) -> None:
        """Show these keys, and the note at the right end."""
        if (tuple(keys), note) != (self.keys, self.note):
            self.keys, self.note = tuple(keys), note
            self.refresh()

    def render(self) -> RenderResult:
        """The line as content: grey keys are dim and in parentheses, so that it shows without colour."""
        cells = self.size.width
        parts: list[tuple[str, str]] = [(" ", "")]
        for entry in self._entries():
            if entry.grey:
                parts.append((f"({entry.key} {entry.label})", "$text-disabled"))
            else:
                parts += [(entry.key, "bold $footer-key-foreground"), (f" {entry.label}", "")]
            parts.append((" " * self.GAP, ""))
        used = sum(width(text) for text, _ in parts)
        if self.note and used + width(self.note) + 1 <= cells:
            parts.append((pad(self.note + " ", cells - used, "right"), "$text-muted"))
        return styled(parts)

    def _entries(self) -> list[_Entry]:
        """What fits, from the left; help always does."""
        every = [_entry(list(keys)) for _, keys in groupby(self.keys, key=_group)]
        helps = [entry for entry in every if entry.keys[0].action.id == "app.help"]
        others = [entry for entry in every if entry not in helps]
        room = self.size.width - 1 - sum(_taken(entry) for entry in helps)
        kept = []
        for entry in others:
            if _taken(entry) > room:
                break
            kept.append(entry)
            room -= _taken(entry)
        return [*kept, *helps]

    def on_click(self, event: events.Click) -> None:
        """Press the key under the pointer."""
        at = 1
        for entry in self._entries():
            if at <= event.x < at + _taken(entry):
                place = min(len(entry.keys) - 1, (event.x - at) * len(entry.keys) // max(1, width(entry.key)))
                self.post_message(self.Pressed(entry.keys[place].action))
            at += _taken(entry)

    def reason_of(self, action_id: str) -> str | None:
        """Why an action shown here is grey, or None."""
        return next((key.reason for key in self.keys if key.action.id == action_id), None)


def _group(key: Key) -> str:
    return key.action.group or key.action.id


def _entry(keys: list[Key]) -> _Entry:
    actions = [key.action for key in keys]
    if len(actions) == 1:
        return _Entry(tuple(keys), shown_key(actions[0].keys[0]), cut(actions[0].label, 24))
    return _Entry(tuple(keys), f"{actions[0].keys[0]}–{actions[-1].keys[0]}", actions[0].group)


def _taken(entry: _Entry) -> int:
    return entry.cells + KeyLine.GAP + 2 * entry.grey
