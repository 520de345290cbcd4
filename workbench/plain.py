"""The one door by which a person's words reach a widget: as Textual content, never parsed as markup."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from workbench.cells import cut, pad, visible, width, wrap

__all__ = ["cut", "pad", "plain", "styled", "visible", "width", "wrap"]


def plain(text: str, style: str = "") -> Content:
    """The text as literal content in one style (`bold $text-error`); square brackets stay brackets."""
    return Content.styled(visible(text, lines=True), style)


def styled(parts: Iterable[tuple[str, str]]) -> Content:
    """One content out of (text, style) parts, every text literal."""
    return Content.assemble(*((visible(text, lines=True), style) for text, style in parts))
