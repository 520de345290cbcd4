"""The last line: the keys of this moment, grey with a reason where they do not act, and when was saved."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec
from textual import events
from textual.app import RenderResult
from textual.message import Message
from textual.widget import Widget

from workbench.actions import Action, shown_key
from workbench.cells import cut, pad, width
from workbench.plain import styled


class Key(msgspec.Struct, frozen=True):
    """An action as the line shows it."""

    action: Action
    reason: str | None = None
    """Why it does not act now."""
    key: str = ""
    """The key to show, where it is not the action's first."""
    label: str = ""
    """The word to show, where it is not the action's own."""


class _Entry(msgspec.Struct, frozen=True):
    keys: tuple[Key, ...]
    key: str
    label: str

    @property
    def grey(self) -> bool:
        return all(key.reason is not None for key in self.keys)

    @property
    def needed(self) -> int | None:
        """Its place among what the line keeps before all else; None: none."""
        name = self.keys[0].action.id
        return NEEDED.index(name) if name in NEEDED and not (self.grey and name != HELP) else None

    @property
    def cells(self) -> int:
        """Cells it takes; grey ones stand in parentheses."""
        return width(self.key) + 1 + width(self.label) + 2 * self.grey


HELP = "app.help"
NEEDED = (HELP, "app.quit", "write.save", "app.back", "app.undo")
"""What the line keeps before all else while it acts: the ways to learn more, to leave, to save, to undo."""


class KeyLine(Widget):
    """What can be pressed, one row; a click presses it."""

    DEFAULT_CSS = """
    KeyLine { height: 1; background: $footer-background; color: $footer-foreground; }
    """

    GAPS = (3, 2)
    """Cells between keys: the wide gap where everything fits, else the narrow one."""

    NOTE_FROM = 100
    """Width from which the note at the right end has its room before the last keys have."""

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
        looked = self._looks
        self.keys, self.note = tuple(keys), note
        if looked != self._looks:
            self.refresh()

    @property
    def _looks(self) -> tuple[object, ...]:
        """What the picture depends on: whether a key is grey, not for which reason."""
        return self.note, *((key.action.id, key.key, key.label, key.reason is None) for key in self.keys)

    def render(self) -> RenderResult:
        """The line as content: grey keys are dim and in parentheses, so that it shows without colour."""
        cells = self.size.width
        entries, gap = self._entries()
        parts: list[tuple[str, str]] = [(" ", "")]
        for entry in entries:
            if entry.grey:
                parts.append((f"({entry.key} {entry.label})", "$text-disabled"))
            else:
                parts += [(entry.key, "bold $footer-key-foreground"), (f" {entry.label}", "")]
            parts.append((" " * gap, ""))
        used = sum(width(text) for text, _ in parts)
        if self.note and used + width(self.note) + 1 <= cells:
            parts.append((pad(self.note + " ", cells - used, "right"), "$text-muted"))
        return styled(parts)

    def _entries(self) -> tuple[list[_Entry], int]:
        """What fits, from the left, and the gap between; what nobody may miss goes before the rest."""
        every = [_entry(list(keys)) for _, keys in groupby(self.keys, key=_group)]
        needed = sorted((entry for entry in every if entry.needed is not None), key=_need)
        others = [entry for entry in every if entry.needed is None]
        note = width(self.note) + 1 if self.note and self.size.width >= self.NOTE_FROM else 0
        kept: list[_Entry] = []
        gap = self.GAPS[-1]
        for gap in self.GAPS:
            room = self.size.width - 1 - note
            kept = _fitting([*needed, *others], room, gap)
            if len(kept) == len(every):
                break
        helps = [entry for entry in kept if entry.keys[0].action.id == HELP]
        return [*(entry for entry in every if entry in kept and entry not in helps), *helps], gap

    def on_click(self, event: events.Click) -> None:
        """Press the key under the pointer."""
        at = 1
        entries, gap = self._entries()
        for entry in entries:
            if at <= event.x < at + entry.cells:
                place = min(len(entry.keys) - 1, (event.x - at) * len(entry.keys) // max(1, width(entry.key)))
                self.post_message(self.Pressed(entry.keys[place].action))
            at += entry.cells + gap

    def reason_of(self, action_id: str) -> str | None:
        """Why an action shown here is grey, or None."""
        return next((key.reason for key in self.keys if key.action.id == action_id), None)


def _need(entry: _Entry) -> int:
    return len(NEEDED) if entry.needed is None else entry.needed


def _group(key: Key) -> str:
    return key.action.group or key.action.id


def _entry(keys: list[Key]) -> _Entry:
    actions = [key.action for key in keys]
    if len(actions) == 1:
        key, label = keys[0].key or actions[0].keys[0], keys[0].label or actions[0].label
        return _Entry(tuple(keys), shown_key(key), cut(label, 24))
    return _Entry(tuple(keys), f"{actions[0].keys[0]}–{actions[-1].keys[0]}", actions[0].group)


def _fitting(entries: Sequence[_Entry], room: int, gap: int) -> list[_Entry]:
    """The first entries that fit into the room together."""
    kept = []
    for entry in entries:
        room -= entry.cells + gap
        if room < 0:
            break
        kept.append(entry)
    return kept
