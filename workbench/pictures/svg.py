"""SVG 1.1 in the few shapes that our pictures need: the same calls write the same bytes.

Places and sizes are in pixels, y downwards. Text is set in a monospaced face, so that it can be measured in
cells as in the terminal; what a document must not hold (controls, lone surrogates) is pictured first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, cast
from xml.etree import ElementTree as ET

from workbench.cells import visible, width
from workbench.themes import DARK, LIGHT

Ink = Literal["text", "muted", "accent", "good", "bad", "link", "ground", "surface", "border"]
Span = tuple[str, str]
"""Text and how it is set: words of `Ink`, `bold`, `strike`."""

FACE: Final = "'Fira Code', 'DejaVu Sans Mono', Menlo, Consolas, monospace"
CELL: Final = 0.615
"""Width of one cell as a share of the size of the letters; the faces above have 0.55 to 0.61."""
SIZE: Final = 13
"""Size of the letters where nothing else is said."""

_VARIABLES: Final[dict[Ink, str]] = {
    "text": "text",
    "muted": "text-muted",
    "accent": "text-primary",
    "good": "text-success",
    "bad": "text-error",
    "link": "border-blurred",
    "border": "border-blurred",
}


def palette(*, dark: bool) -> dict[Ink, str]:
    """The colours of our theme, light for paper or dark."""
    theme = DARK if dark else LIGHT
    grounds: dict[Ink, str] = {"ground": str(theme.background), "surface": str(theme.surface)}
    return grounds | {ink: theme.variables[name] for ink, name in _VARIABLES.items()}


def cells(text: str, size: float = SIZE) -> float:
    """How wide a text is set, in pixels."""
    return width(visible(text)) * CELL * size


class Sheet:
    """One picture in the making; what is drawn later lies above what is drawn before."""

    def __init__(self, wide: float, high: float, title: str, *, dark: bool = False) -> None:
        """`title` is read out in place of the picture."""
        self._inks = palette(dark=dark)
        self._root = ET.Element(
            "svg",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {_number(wide)} {_number(high)}",
            width=_number(wide),
            height=_number(high),
            role="img",
        )
        self._root.set("font-family", FACE)
        ET.SubElement(self._root, "title").text = visible(title)
        self.frame(0, 0, wide, high, "ground", round_by=0)

    def frame(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        fill: Ink,
        edge: Ink | None = None,
        round_by: float = 6,
    ) -> None:
        """A rectangle, filled, with a line around it where `edge` is given."""
        shape = self._shape("rect", x=x, y=y, width=wide, height=high, rx=round_by)
        shape.set("fill", self._inks[fill])
        if edge is not None:
            shape.set("stroke", self._inks[edge])

    def line(self, start: tuple[float, float], end: tuple[float, float], ink: Ink, thick: float = 1) -> None:
        """A straight line."""
        shape = self._shape("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1])
        shape.set("stroke", self._inks[ink])
        shape.set("stroke-width", _number(thick))

    def circle(
        self, centre: tuple[float, float], radius: float, fill: Ink, edge: Ink | None = None, told: str = ""
    ) -> None:
        """A circle; `told` is shown when a reader points at it."""
        shape = self._shape("circle", cx=centre[0], cy=centre[1], r=radius)
        shape.set("fill", self._inks[fill])
        if edge is not None:
            shape.set("stroke", self._inks[edge])
        if told:
            ET.SubElement(shape, "title").text = visible(told)

    def text(
        self,
        x: float,
        y: float,
        spans: str | Iterable[Span],
        ink: Ink = "text",
        size: float = SIZE,
        anchor: Literal["start", "middle", "end"] = "start",
    ) -> None:
        """One line of text on the base line `y`; spans that name an ink are set in it."""
        element = self._shape("text", x=x, y=y)
        element.set("font-size", _number(size))
        element.set("fill", self._inks[ink])
        element.set("style", "white-space:pre")
        if anchor != "start":
            element.set("text-anchor", anchor)
        if isinstance(spans, str):
            element.text = visible(spans)
            return
        for words, style in spans:
            self._span(element, words, style.split())

    def _span(self, element: ET.Element, words: str, style: list[str]) -> None:
        span = ET.SubElement(element, "tspan")
        span.text = visible(words)
        for one in style:
            if one == "bold":
                span.set("font-weight", "bold")
            elif one == "strike":
                span.set("text-decoration", "line-through")
            else:
                span.set("fill", self._inks[cast(Ink, one)])

    def _shape(self, tag: str, **at: float) -> ET.Element:
        return ET.SubElement(self._root, tag, {name: _number(value) for name, value in at.items()})

    def done(self) -> str:
        """The picture as a document of its own."""
        self._root.text = "\n"
        for shape in self._root:  # a line each: an indent inside a text would be set as spaces
            shape.tail = "\n"
        return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(self._root, encoding="unicode") + "\n"


def _number(value: float) -> str:
    """A number without the noise behind the first place."""
    return f"{value:.1f}".removesuffix(".0")
