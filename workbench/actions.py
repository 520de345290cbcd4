"""The one registry of what a person can do: keys, footer, help, palette and the README's table read it.

One letter has one meaning in the whole program. Keys that only mean "go on", "back" or "move"
(`STRUCTURAL_KEYS`) mean that on every screen. Knows no Textual.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

Scope = Literal[
    "app", "list", "map", "claim", "pair",
    "today", "claims", "write", "time", "changes", "islands", "hubs", "proposals",
    "stats",
]  # fmt: skip
"""Where it lives: `claim` and `pair` are all screens that have a chosen one, `list` and `map` are widgets."""

SCOPES: tuple[Scope, ...] = get_args(Scope)

SCOPE_TITLES: dict[Scope, str] = {
    "app": "Everywhere",
    "list": "In a list",
    "map": "In a picture",
    "claim": "On a claim",
    "pair": "On a pair of claims",
    "today": "Today",
    "claims": "Claims",
    "write": "Write",
    "time": "Time strip",
    "changes": "Changes",
    "islands": "Islands",
    "hubs": "Hubs",
    "proposals": "Proposals",
    "stats": "Stats",
}

STRUCTURAL_KEYS = frozenset({
    "enter", "space", "escape", "tab", "shift+tab", "up", "down", "left", "right", "home", "end", "pageup",
    "pagedown", "shift+left", "shift+right", "ctrl+left", "ctrl+right",
})  # fmt: skip
"""Keys whose meaning is the same movement everywhere; the thing moved differs by screen."""

NEVER_BOUND = frozenset({
    "ctrl+m", "ctrl+i", "ctrl+h", "ctrl+enter", "shift+enter", "alt+enter", "ctrl+space", "ctrl+@",
    "ctrl+b", "ctrl+a", "ctrl+w", "ctrl+t",
    "ctrl+d", "ctrl+z", "ctrl+c", "backspace", "delete",
})  # fmt: skip
"""Keys that terminals merge with others, that multiplexers and browsers take, or that belong to editing."""


class Action(msgspec.Struct, frozen=True):
    """One thing a person can do."""

    id: str
    """Dotted: scope, then verb first (`claim.reopen`)."""
    keys: tuple[str, ...]
    """Keys that do it, the one to show first; characters as themselves, others by Textual's name."""
    label: str
    """The word in the footer."""
    help: str
    """One sentence for help, palette and README."""
    scope: Scope
    writes: bool = False
    """Whether it changes the pack: such an action is grey while the time shown is not now."""
    footer: bool = False
    """Whether the footer shows it."""
    priority: bool = False
    """Whether it acts while a field has focus; never set for a key that types a character."""
    call: str = ""
    """Textual's action string where it is not the id's last part (`grade(1)`)."""
    group: str = ""
    """Footer neighbours of one group stand together under this word."""

    @property
    def method(self) -> str:
        """The name of the `action_…` method that does it."""
        return self.textual_action.partition("(")[0]

    @property
    def textual_action(self) -> str:
        """What a binding calls, without the `app.` in front."""
        return self.call or self.id.partition(".")[2]


_Row = tuple[str, str, str, str] | tuple[str, str, str, str, str] | tuple[str, str, str, str, str, str]


def _table(scope: Scope, *rows: _Row) -> tuple[Action, ...]:
    """Actions of one scope; rows are (name, keys, label, help) and where needed flags and Textual's call."""
    return tuple(_action(scope, *row) for row in rows)


def _action(
    scope: Scope, name: str, keys: str, label: str, help: str, flags: str = "", call: str = ""
) -> Action:
    marks = flags.split()
    return Action(
        id=f"{scope}.{name}",
        keys=tuple(keys.split()),
        label=label,
        help=help,
        scope=scope,
        writes="writes" in marks,
        footer="footer" in marks,
        priority="priority" in marks,
        call=call,
        group=next((mark.removeprefix("group:") for mark in marks if mark.startswith("group:")), ""),
    )


ACTIONS: tuple[Action, ...] = (
    *_table(
        "app",
        ("help", "? f1", "help", "Show the keys and the purpose of this screen.", "footer"),
        ("command_palette", "ctrl+p", "palette", "Find any action by name.", "priority"),
        ("search", "/", "search", "Search the claims, from anywhere.", "footer"),
        ("cue", "q", "before a task", "Say what you are about to do, and see which claims it touches."),
        ("write", "w", "write", "Write a new claim.", "footer"),
        ("undo", "u", "undo", "Take back your last act, and say which it was.", "writes footer"),
        ("redo", "U", "redo", "Do again what was taken back.", "writes"),
        ("time", "t", "time", "Go to another date: type it, or walk with the arrows.", "footer"),
        ("now", "T", "now", "Return to now, on both clocks."),
        ("picture", "P", "picture", "Save what is shown as a picture: an SVG file in this folder."),
        ("back", "escape", "back", "Leave the field, the pane or the page; never the program."),
        ("go_today", "f2", "Today", "Go to Today: what is due.", "priority", "go('today')"),
        ("go_claims", "f3", "Claims", "Go to Claims: search and read.", "priority", "go('claims')"),
        ("go_write", "f4", "Write", "Go to Write: a draft, what it would close.", "priority", "go('write')"),
        ("go_time", "f5", "Time", "Go to Time: two dates compared.", "priority", "go('time')"),
        ("go_changes", "f6", "Changes", "Go to Changes: one closing explained.", "priority", "go('changes')"),
        ("go_islands", "f7", "Islands", "Go to Islands: what belongs together.", "priority", "go('islands')"),
        ("go_hubs", "f8", "Hubs", "Go to Hubs: what others turn on.", "priority", "go('hubs')"),
        ("go_proposals", "f9", "Proposals", "Go to Proposals: what waits for your word.", "priority",
         "go('proposals')"),
        ("go_stats", "f10 f12", "Stats", "Go to Stats: how review goes.", "priority", "go('stats')"),
        ("quit", "ctrl+q", "quit", "Leave; nothing is lost, drafts are kept.", "priority footer"),
    ),
    *_table(
        "list",
        ("cursor_down", "down j", "down", "Go to the next row."),
        ("cursor_up", "up k", "up", "Go to the row before."),
        ("page_down", "pagedown", "page down", "Go one page down."),
        ("page_up", "pageup", "page up", "Go one page up."),
        ("first", "home g", "first", "Go to the first row."),
        ("last", "end G", "last", "Go to the last row."),
        ("open", "enter", "open", "Open the chosen row.", "footer"),
    ),
    *_table(
        "map",
        ("walk_left", "left", "left", "Walk to the neighbour on the left.", "", "walk('left')"),
        ("walk_right", "right", "right", "Walk to the neighbour on the right.", "", "walk('right')"),
        ("walk_up", "up", "up", "Walk to the neighbour above.", "", "walk('up')"),
        ("walk_down", "down", "down", "Walk to the neighbour below.", "", "walk('down')"),
        ("open_node", "enter", "open", "Open the chosen claim or island.", "footer"),
        ("more_labels", "+", "more names", "Write more names into the picture.", "", "labels(1)"),
        ("fewer_labels", "-", "fewer names", "Write fewer names into the picture.", "", "labels(-1)"),
    ),
    *_table(
        "claim",
        ("why", "y", "why", "Show what closed this claim, or what it closed.", "footer"),
        ("history", "h", "history", "Show every version, on both clocks."),
        ("island", "i", "island", "Show the island this claim belongs to."),
        ("open_deed", "o", "deed", "Open the deed it cites."),
        ("cite", "D", "cite", "Cite a deed for it.", "writes"),
        ("copy", "C", "copy", "Copy its text."),
        ("edit", "e", "edit", "Change its words or fields; the version before stays.", "writes"),
        ("no_longer_true", "x", "no longer true", "Say that it was true and no longer is.", "writes footer"),
        ("never_true", "X", "never true", "Say that it never was true.", "writes"),
        ("verify", "v", "still true", "Say that it is still true; its check starts anew.", "writes"),
        ("doubt", "!", "not sure", "Say that you are not sure of it; a check asks in 7 days.", "writes"),
        ("reopen", "r", "reopen", "Open it again; it asks whether to propose the pair again.", "writes"),
        ("pin", "p", "pin", "Pin it, or take the pin out.", "writes"),
        ("rest", "z", "rest", "Rest it, out of search and Today, or wake it.", "writes"),
        ("suspend", "S", "suspend", "Ask it no more in Today, or ask it again.", "writes"),
        ("ask_as", "K", "question", "Write the question that it is asked by in Today.", "writes"),
    ),
    *_table(
        "pair",
        ("accept", "a", "accept", "Accept what is proposed for this pair.", "writes footer"),
        ("decline", "d", "two facts", "Say that these are two facts; the pair is never proposed again.",
         "writes footer"),
    ),
    *_table(
        "today",
        ("reveal", "space", "reveal", "Show the answer.", "footer"),
        ("grade_again", "1", "Again", "You did not hold it.", "writes footer group:grade", "grade(1)"),
        ("grade_hard", "2", "Hard", "You held it with effort.", "writes footer group:grade", "grade(2)"),
        ("grade_good", "3", "Good", "You held it.", "writes footer group:grade", "grade(3)"),
        ("grade_easy", "4", "Easy", "You held it at once.", "writes footer group:grade", "grade(4)"),
        ("later", "l", "not today", "Ask this claim another day; nothing is graded.", "writes"),
        ("intervals", "I", "intervals", "Show when each grade would bring it back."),
        ("siblings", "O", "siblings", "Show the claims that share its names."),
        ("authors", "A", "authors", "Ask only what some authors wrote, or what everyone did."),
    ),
    *_table(
        "claims",
        ("toggle_closed", "c", "closed too", "Show closed claims beside the live ones.", "footer"),
        ("explain", "E", "why found", "Show why this claim was found: each ballot and its score."),
        ("filter", "F", "filter", "Narrow the list by kind, author, set or date."),
    ),
    *_table(
        "write",
        ("save", "ctrl+s", "save", "Write the claim, and close what is listed.", "writes footer priority"),
        ("split", "ctrl+k", "split", "Split the text into two claims at the cursor.", "footer priority"),
        ("next_problem", "ctrl+g", "next problem", "Go to the next thing that stops the save.", "priority"),
        ("drafts", "ctrl+o", "drafts", "Open another draft that was kept.", "priority"),
        ("put_away", "ctrl+r", "put away", "Put this draft away and begin a new one.", "priority"),
        ("toggle_keep_open", "space", "keep open", "Keep the chosen claim open, or let it close."),
    ),
    *_table(
        "time",
        ("previous_event", "left", "event before", "Go to the event before.", "", "step('event', -1)"),
        ("next_event", "right", "next event", "Go to the next event.", "", "step('event', 1)"),
        ("previous_day", "shift+left", "day before", "Go one day back.", "", "step('day', -1)"),
        ("next_day", "shift+right", "next day", "Go one day on.", "", "step('day', 1)"),
        ("previous_month", "ctrl+left", "month before", "Go thirty days back.", "", "step('month', -1)"),
        ("next_month", "ctrl+right", "next month", "Go thirty days on.", "", "step('month', 1)"),
        ("start", "home", "start", "Go to the first event.", "", "step('all', -1)"),
        ("end", "end", "now", "Go to now.", "", "step('all', 1)"),
        ("mark", "m", "mark", "Mark this date; the last two marks are kept.", "footer"),
        ("compare", "M", "compare", "Compare the two marked dates.", "footer"),
        ("only_believed", "B", "only believed", "Move only what the pack believed.", "",
         "only('believed')"),
        ("only_true", "V", "only true", "Move only what was true of the world.", "", "only('true')"),
    ),
    *_table(
        "changes",
        ("earlier", "left", "earlier", "Walk back along the chain.", "", "chain(-1)"),
        ("later", "right", "later", "Walk on along the chain.", "", "chain(1)"),
        ("next", "n", "next", "Go to the next closing.", "footer"),
        ("previous", "N", "previous", "Go to the closing before."),
        ("moment_before", "b", "moment before", "Go to the moment before this closing.", "footer"),
        ("near_misses", "s", "stayed open", "Show what came near and stayed open, and why."),
    ),
    *_table(
        "islands",
        ("fire", "f", "fire", "Say that these were used together: their links gain.", "writes footer"),
        ("brief", "Y", "brief", "Copy the island, or what a task touches, as Markdown with evidence."),
    ),
    *_table("hubs", ("review_first", "R", "review first", "Review these hubs first today.", "footer")),
    *_table(
        "proposals",
        ("look", "L", "look for pairs", "Look through the pack for more pairs; closes nothing.",
         "writes footer"),
        ("older", "left", "older claim", "Let keys on a claim act on the older one.", "", "side('old')"),
        ("newer", "right", "newer claim", "Let keys on a claim act on the newer one.", "", "side('new')"),
    ),
)  # fmt: skip


BY_ID: dict[str, Action] = {action.id: action for action in ACTIONS}

KEY_NAMES = {
    "pageup": "page up", "pagedown": "page down", "left": "←", "right": "→", "up": "↑", "down": "↓",
    "shift+left": "shift ←", "shift+right": "shift →", "ctrl+left": "ctrl ←", "ctrl+right": "ctrl →",
}  # fmt: skip
"""How a key is written for a person where its own name is not good enough."""


def in_scope(*scopes: Scope) -> tuple[Action, ...]:
    """The actions of these scopes, in the order of the registry."""
    return tuple(action for action in ACTIONS if action.scope in scopes)


def shown_key(key: str) -> str:
    """The key as a person reads it: `f2` as F2, `pagedown` as page down."""
    if key.startswith("f") and key[1:].isdigit():
        return key.upper()
    return KEY_NAMES.get(key, key)


def key_table(scopes: Iterable[Scope] = SCOPES) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """For help and README: (title of the scope, its (keys, help) rows), scopes without actions left out."""
    return tuple(
        (SCOPE_TITLES[scope], tuple((_keys_of(action), action.help) for action in in_scope(scope)))
        for scope in scopes
        if in_scope(scope)
    )


def _keys_of(action: Action) -> str:
    return ", ".join(map(shown_key, action.keys))
