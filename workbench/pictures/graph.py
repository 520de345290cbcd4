"""A drawn graph as SVG: nodes, names that meet no other, links by weight, and below the texts that matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from workbench.cells import cut, wrap
from workbench.graph.braille import Node, Picture
from workbench.graph.layout import Point
from workbench.pictures.svg import CELL, SIZE, Sheet, cells

WIDE: Final = 1000
HIGHEST: Final = 620
"""Room of the graph itself, which a small one does not need; head and key come on top."""
LOWEST: Final = 160
A_NODE: Final = 24
MARGIN: Final = 28
HEAD: Final = 58
"""Height of title and subtitle."""
LINE: Final = 18
"""From one line of text to the next."""
LABEL: Final = 11
"""Size of the letters of a name."""
LABEL_CELLS: Final = 32
NODE, HUB, KEYED = 4.0, 6.0, 10.0
"""Radius of a node, of a hub, and of one that bears a sign of the key."""
THINNEST, THICKEST = 0.6, 3.2
"""A link of weight 0 and of weight 1."""


@dataclass(frozen=True, slots=True)
class Keyed:
    """A node whose text stands below the picture."""

    id: str
    sign: str
    """What stands in the node and before the text: a letter or a number."""
    said: str
    under: str = ""
    """A second line, less loud."""


@dataclass(frozen=True, slots=True)
class GraphPicture:
    """What a picture of a graph shows."""

    title: str
    subtitle: str
    picture: Picture
    key: Sequence[Keyed] = ()
    whole: dict[str, str] = field(default_factory=dict)
    """Texts shown when a reader points at a node, by id."""


@dataclass(frozen=True, slots=True)
class _Box:
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def graph_svg(shown: GraphPicture, *, dark: bool = False) -> str:
    """The graph as an SVG document; the same graph gives the same bytes."""
    key = [(one, _key_lines(one)) for one in shown.key]
    room = min(HIGHEST, LOWEST + A_NODE * len(shown.picture.nodes))
    high = HEAD + room + sum(len(lines) for _, lines in key) * LINE + (MARGIN if key else 0)
    sheet = Sheet(WIDE, high, f"{shown.title}. {shown.subtitle}", dark=dark)
    sheet.text(MARGIN, 30, [(cut(shown.title, 84), "bold")], size=18)
    sheet.text(MARGIN, 50, shown.subtitle, "muted")
    _Drawing(sheet, shown, room).draw()
    _write_key(sheet, key, HEAD + room)
    return sheet.done()


class _Drawing:
    """One graph on its sheet."""

    def __init__(self, sheet: Sheet, shown: GraphPicture, room: float) -> None:
        self._sheet, self._shown, self._room = sheet, shown, room
        self._signs = {one.id: one.sign for one in shown.key}
        self._places = {node.id: self._place((node.x, node.y)) for node in shown.picture.nodes}
        self._ranked = sorted(
            shown.picture.nodes, key=lambda node: (node.id not in self._signs, -node.rank, node.id)
        )

    def draw(self) -> None:
        """Links below, nodes over them, names where they meet neither a node nor each other."""
        for dot in self._shown.picture.dots:
            self._sheet.circle(self._place(dot), 1.5, "border")
        for edge in sorted(self._shown.picture.edges, key=lambda edge: (edge.weight, edge.a, edge.b)):
            thick = THINNEST + (THICKEST - THINNEST) * edge.weight
            self._sheet.line(self._places[edge.a], self._places[edge.b], "link", thick)
        for node in reversed(self._ranked):
            self._node(node)
        taken = [_around(self._places[node.id], self._radius(node)) for node in self._ranked]
        for node in self._ranked:
            self._name(node, taken)

    def _place(self, point: Point) -> Point:
        return (
            MARGIN + KEYED + point[0] * (WIDE - 2 * (MARGIN + KEYED)),
            HEAD + MARGIN + point[1] * (self._room - 2 * MARGIN),
        )

    def _radius(self, node: Node) -> float:
        return KEYED if node.id in self._signs else HUB if node.hub else NODE

    def _node(self, node: Node) -> None:
        place, told = self._places[node.id], self._shown.whole.get(node.id, node.label)
        sign = self._signs.get(node.id)
        if sign is None:
            self._sheet.circle(place, self._radius(node), "accent" if node.hub else "muted", "ground", told)
            return
        self._sheet.circle(place, KEYED, "accent", "ground", told)
        self._sheet.text(place[0], place[1] + LABEL * 0.36, [(sign, "bold")], "ground", LABEL, "middle")

    def _name(self, node: Node, taken: list[_Box]) -> None:
        """Write a name where there is room for it; else a reader finds it by pointing at the node."""
        name = cut(node.label, LABEL_CELLS)
        wide = cells(name, LABEL)
        for x, y in _beside(self._places[node.id], self._radius(node), wide):
            box = _Box(x - 2, y - LABEL, x + wide + 2, y + 3)
            if name and self._holds(box) and not any(box.meets(other) for other in taken):
                self._sheet.frame(
                    box.left, box.top + 1, box.right - box.left, box.bottom - box.top - 1, "ground"
                )
                self._sheet.text(x, y, name, "text", LABEL)
                taken.append(box)
                return

    def _holds(self, box: _Box) -> bool:
        across = box.left >= 0 and box.right <= WIDE
        return across and box.top >= HEAD and box.bottom <= HEAD + self._room


def _around(place: Point, radius: float) -> _Box:
    return _Box(place[0] - radius, place[1] - radius, place[0] + radius, place[1] + radius)


def _beside(place: Point, radius: float, wide: float) -> tuple[Point, ...]:
    """Where a name may start, on its base line: right, left, above, below."""
    x, y = place
    middle, gap = y + LABEL * 0.36, radius + 4
    return (
        (x + gap, middle),
        (x - gap - wide, middle),
        (x - wide / 2, y - gap),
        (x - wide / 2, y + gap + LABEL),
    )


def _key_lines(one: Keyed) -> list[tuple[str, bool]]:
    """The lines of one entry, and whether each is of the loud part."""
    room = int((WIDE - 2 * MARGIN - 30) / (CELL * SIZE))
    loud = [(line, True) for line in wrap(one.said, room)]
    return loud + [(line, False) for line in wrap(one.under, room) if one.under]


def _write_key(sheet: Sheet, key: Sequence[tuple[Keyed, list[tuple[str, bool]]]], y: float) -> None:
    y += LINE
    for one, lines in key:
        sheet.text(MARGIN + 14, y, [(one.sign, "bold accent")], anchor="end")
        for line, loud in lines:
            sheet.text(MARGIN + 30, y, line, "text" if loud else "muted")
            y += LINE
