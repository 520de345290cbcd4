"""Without colours, as NO_COLOR asks: weight, reverse and underline alone reach the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter, Monochrome


class Colourless(LineFilter):
    """Takes every colour out of a line, greys too; Textual's own filter turns colours into greys."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, as a terminal without colours has them."""
        return [
            Segment(text, None if style is None else colourless(style), control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def colourless(style: Style) -> Style:
    """A style without its colours; what a click on it does stays."""
    bare = style.without_color
    return bare + Style.from_meta(style.meta) if style.meta else bare


def without_greys(filters: Iterable[LineFilter]) -> list[LineFilter]:
    """Textual's filters, with ours in place of the one that makes greys."""
    return [Colourless() if isinstance(one, Monochrome) else one for one in filters]
