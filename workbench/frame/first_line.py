"""The first line: which pack, what waits, which date is shown, and who writes."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace
from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget

from workbench.cells import cut, pad, width
from workbench.moments import counted
from workbench.plain import styled

DAY = len("2026-03-14")
"""The part of a date in words that is left where there is no room for the time of day."""


class Standing(msgspec.Struct, frozen=True):
    """What the first line says."""

    pack: str = ""
    workspace: str = ""
    due: int = 0
    checks: int = 0
    """Claims to look at whether they are still true."""
    proposals: int | None = None
    """None while the pack is not loaded yet."""
    writes: bool = True
    holder: str = ""
    believed: str = ""
    """The belief date shown, in words; empty at now."""
    true: str = ""
    """The truth date shown, in words; empty at now."""
    typing: bool = False
    """Whether letters go into a field."""


class FirstLine(Widget):
    """One row above everything; a loud bar while the time shown is not now."""

    DEFAULT_CSS = """
    FirstLine { height: 1; background: $panel; color: $text; }
    FirstLine.-past { background: $past-background; color: $past-foreground; text-style: bold; }
    FirstLine.-past:nocolor { text-style: bold reverse; }
    """

    def __init__(self) -> None:
        super().__init__(id="first-line")
        self.standing = Standing()

    def note_typing(self, typing: bool) -> None:
        """Say how to leave another date while letters go into a field, or no longer."""
        self.show(replace(self.standing, typing=typing))

    def show(self, standing: Standing) -> None:
        """Say this instead."""
        if standing != self.standing:
            self.standing = standing
            self.set_class(bool(standing.believed or standing.true), "-past")
            self.refresh()

    def render(self) -> RenderResult:
        """The line as content."""
        cells = self.size.width
        if self.standing.believed or self.standing.true:
            return styled([(pad(past_words(self.standing, cells), cells), "")])
        return _present(self.standing, cells)


def past_words(standing: Standing, cells: int) -> str:
    """The bar for another date, in the longest form that fits."""
    believed, true = standing.believed or "now", standing.true or "now"
    same = true == believed
    where = f"{standing.pack} ▸ {standing.workspace}"
    key, short = ("escape, then T", "escape T") if standing.typing else ("T", "T")
    forms = (
        f" {where}  ◀◀ BELIEVED ON {believed} · TRUE ON {'the same day' if same else true}"
        f" · read only · {key} returns to now ▶▶",
        f" ◀◀ BELIEVED ON {believed} · TRUE ON {'the same day' if same else true}"
        f" · read only · {key} returns to now ▶▶",
        f" ◀◀ BELIEVED {believed} · TRUE {'same day' if same else true} · read only · {short}: now ▶▶",
        f" ◀◀ {believed if same else f'B {believed} V {true}'} · read only · {short}: now",
        f" ◀◀ {believed if same else f'B {believed[:DAY]} V {true[:DAY]}'} · {short}: now",
    )
    return next((form for form in forms if width(form) <= cells), forms[-1])


def _present(standing: Standing, cells: int) -> Content:
    waits = f"{standing.due} due"
    if standing.checks:
        waits += f" · {standing.checks} to check"
    if standing.proposals is not None:
        waits += f" · {counted(standing.proposals, 'proposal')}"
    writer = "● this window writes" if standing.writes else f"○ {_others(standing.holder)}"
    name = f" packbench  {standing.pack} ▸ {standing.workspace}"
    short = f" {standing.pack} ▸ {standing.workspace}"
    for left, right in ((name, f"now   {writer} "), (short, f"{writer} "), (short, f"{writer[:1]} ")):
        if width(left) + width(waits) + width(right) + 4 <= cells:
            return _three(left, waits, right, cells, standing)
    return styled([(pad(f" {waits} {writer[:1]}", cells), "")])


def _others(holder: str) -> str:
    """What a window that does not write says of who does."""
    return f"reads only · {holder} writes" if holder else "nobody writes · your next act does"


def _three(left: str, middle: str, right: str, cells: int, standing: Standing) -> Content:
    room = cells - width(left) - width(middle) - width(right)
    before = max(2, min(room - 2, (cells - width(middle)) // 2 - width(left)))
    return styled(
        [
            (cut(left, cells), "bold"),
            (" " * before, ""),
            (middle, "bold $text-accent" if standing.due or standing.checks else ""),
            (" " * (room - before), ""),
            (right, "$text-muted"),
        ]
    )
