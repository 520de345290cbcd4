"""One claim in a frame: what it is, what it says, where it comes from."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from textual.content import Content
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Static

from workbench.plain import plain


class Line(msgspec.Struct, frozen=True):
    """A line under the body and the style it has (`$text-success`)."""

    text: str
    style: str = ""


class Card(msgspec.Struct, frozen=True):
    """What a card shows, in words ready to read."""

    body: str
    label: str = ""
    """In the frame above: kind, topic, age, author."""
    about: str = ""
    """Above the body: what it is about."""
    lines: Sequence[Line] = ()
    """Between body and footer: what was hidden, what holds."""
    footer: str = ""
    """Below the body: what it cites, since when it is true."""
    hint: str = ""
    """In the frame below: what to press."""
    closed: bool = False
    """Closed claims are struck and their frame is dashed."""


NOTHING = Card("")


class ClaimCard(Static):
    """A card; `show` puts another claim into it."""

    DEFAULT_CSS = """
    ClaimCard {
        height: auto;
        padding: 1 2;
        border: round $border-blurred;
        border-title-color: $text-muted;
        border-subtitle-color: $text-muted;
        background: $surface;
    }
    ClaimCard:focus { border: heavy $border; }
    ClaimCard.-closed { border: dashed $border-blurred; }
    """

    virtual_size = Reactive(Size(0, 0), layout=False, repaint=False)
    """Nothing scrolls inside. Textual's own costs a second layout and picture where the height changes."""

    def __init__(self, card: Card = NOTHING, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.card = card
        self.show(card)

    def show(self, card: Card) -> None:
        """Show this claim instead."""
        self.card = card
        self.set_class(card.closed, "-closed")
        self.border_title = plain(card.label)
        self.border_subtitle = plain(card.hint)
        self.update(card_content(card))


def card_content(card: Card) -> Content:
    """The inside of a card: about, body, lines and footer, a blank line between those that are there."""
    parts = [
        plain(f"about  {card.about}", "$text-muted") if card.about else None,
        plain(card.body, "strike" if card.closed else "bold") if card.body else None,
        Content("\n").join(plain(line.text, line.style) for line in card.lines) if card.lines else None,
        plain(card.footer, "$text-muted") if card.footer else None,
    ]
    return Content("\n\n").join(part for part in parts if part is not None)
