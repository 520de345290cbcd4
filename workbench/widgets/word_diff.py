"""Two texts beside each other with the words marked that went and that came."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Static

from workbench.diffing import Role, Span, diff
from workbench.plain import plain, styled

ROLE_STYLES: dict[Role, str] = {"same": "", "removed": "strike $text-error", "added": "bold $text-success"}
"""Strike and weight say it too, for a terminal without colours."""

OPENING, CLOSING = "[", "]"
"""Around each change, so that it is found even where neither colour nor strike is shown."""

STACKED_BELOW = 76
"""Cells under which the two panes stand above each other."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two texts: the line in the frame above it, and the one below."""

    text: str
    title: str = ""
    footer: str = ""


def marked(spans: Iterable[Span]) -> Content:
    """The spans as content: changes in brackets, struck or bold; spaces at their edges stay outside."""
    return styled(part for span in spans for part in _parts(span))


def _parts(span: Span) -> list[tuple[str, str]]:
    if span.role == "same":
        return [(span.text, "")]
    style = ROLE_STYLES[span.role]
    words = span.text.strip()
    if not words:
        return [(OPENING + span.text + CLOSING, style)]
    before = span.text[: len(span.text) - len(span.text.lstrip())]
    after = span.text[len(span.text.rstrip()) :]
    return [(before, ""), (OPENING + words + CLOSING, style), (after, "")]


class WordDiff(Container):
    """The old text and the new one in two frames, side by side or, where that is too narrow, stacked."""

    DEFAULT_CSS = """
    WordDiff { height: auto; layout: horizontal; }
    WordDiff.-stacked { layout: vertical; }
    WordDiff > Static {
        width: 1fr;
        height: auto;
        padding: 0 1;
        background: $surface;
        border-title-color: $text-muted;
        border-subtitle-color: $text-muted;
    }
    WordDiff.-stacked > Static { width: 100%; }
    WordDiff > .old { border: round $error; }
    WordDiff > .new { border: round $success; }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._old = Static(classes="old")
        self._new = Static(classes="new")

    def compose(self) -> ComposeResult:
        """The two panes."""
        yield self._old
        yield self._new

    def show(self, old: Side, new: Side) -> None:
        """Compare these two texts."""
        found = diff(old.text, new.text)
        _fill(self._old, "−", old, found.old)
        _fill(self._new, "+", new, found.new)

    def on_resize(self, event: events.Resize) -> None:
        """Stand side by side or stacked, by the room there is."""
        self.set_class(event.size.width < STACKED_BELOW, "-stacked")


def _fill(pane: Static, sign: str, side: Side, spans: tuple[Span, ...]) -> None:
    pane.border_title = plain(f"{sign} {side.title}".rstrip())
    pane.border_subtitle = plain(side.footer)
    pane.update(marked(spans))
