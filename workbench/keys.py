"""From the registry to Textual: bindings of a scope, and why an action is grey."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec
from textual.binding import Binding

from workbench.actions import ACTIONS, Action, Scope, in_scope, shown_key


class Situation(msgspec.Struct, frozen=True):
    """What decides whether an action is allowed now."""

    shown_time: str = ""
    """The date shown, in words, while it is not now; empty at now."""
    reader_of: str = ""
    """Who holds the pack, when this window only reads it; empty when it writes."""
    refusals: Mapping[str, str] | None = None
    """Reasons of the screen itself, by action id ("There is nothing to undo.")."""


def reason_against(action: Action, situation: Situation) -> str | None:
    """One sentence why the action cannot be done now, or None when it can."""
    if situation.refusals and action.id in situation.refusals:
        return situation.refusals[action.id]
    if action.writes and situation.shown_time:
        return f"{situation.shown_time} is shown, read only. Press {shown_key('T')} to return to now."
    if action.writes and situation.reader_of:
        return f"This window only reads: {situation.reader_of} holds the pack."
    return None


def allowed(action: Action | None, situation: Situation) -> bool | None:
    """What Textual's `check_action` returns: True, or None to show the key in grey."""
    return True if action is None or reason_against(action, situation) is None else None


@cache
def _by_call() -> dict[tuple[str, tuple[object, ...]], Action]:
    return {(action.method, _arguments(action)): action for action in ACTIONS}


def action_called(method: str, parameters: tuple[object, ...] = ()) -> Action | None:
    """The registry's action behind the two arguments of `check_action`, or None for one of Textual's own."""
    calls = _by_call()
    return calls.get((method, parameters)) or calls.get((method, ()))


def bindings_for(*scopes: Scope) -> list[Binding]:
    """Textual bindings of the scopes; those of scope `app` are called on the app."""
    groups: dict[str, Binding.Group] = {}
    return [_binding(action, groups) for action in in_scope(*scopes)]


def _binding(action: Action, groups: dict[str, Binding.Group]) -> Binding:
    group = (
        groups.setdefault(action.group, Binding.Group(action.group, compact=True)) if action.group else None
    )
    prefix = "app." if action.scope == "app" else ""
    return Binding(
        ",".join(action.keys),
        prefix + action.textual_action,
        action.label,
        show=action.footer,
        key_display=shown_key(action.keys[0]),
        priority=action.priority,
        tooltip=action.help,
        id=action.id,
        group=group,
    )


def _arguments(action: Action) -> tuple[object, ...]:
    """The literal arguments of an action string, as `check_action` receives them."""
    inside = action.textual_action.partition("(")[2].removesuffix(")")
    return tuple(_literal(part.strip()) for part in inside.split(",")) if inside else ()


def _literal(part: str) -> object:
    return part.strip("'") if part.startswith("'") else int(part)
