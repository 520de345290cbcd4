"""Claims and their links as a picture of terminal cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from workbench.cells import cut
from workbench.cells import width as cells_of
from workbench.graph.canvas import DOTS_ACROSS, DOTS_DOWN, Canvas, Row
from workbench.graph.layout import Point
from workbench.graph.ordered import Edge

STRONG_WEIGHT = 0.65
"""From this weight on a link is drawn twice as thick."""

LABEL_CELLS = 24
"""Widest label beside a node."""

DEFAULT_LABELS = 8
"""Labels besides those of the chosen node and its neighbours."""

GLYPHS = {"node": "•", "hub": "●", "lit": "◆", "selected": "◉"}
"""How a node is drawn by its role, so that the chosen one and its neighbours show without colour."""


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a picture; x and y in [0, 1], y downwards."""

    id: str
    x: float
    y: float
    label: str = ""
    rank: float = 0.0
    """Higher is labelled first."""
    glyph: str = ""
    """A character of its own (an island's letter) instead of a dot."""
    hub: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """What is to be drawn, whatever the size."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    dots: tuple[Point, ...] = ()
    """Single dots under everything else, that cannot be walked to."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture drawn: rows of exactly `width` cells, and the cell (column, row) of each node."""

    rows: tuple[Row, ...]
    cells: dict[str, tuple[int, int]]


def draw(
    picture: Picture, width: int, height: int, selected: str | None = None, labels: int = DEFAULT_LABELS
) -> Drawing:
    """Draw the picture into `width` × `height` cells.

    Roles: blank, edge, edge-strong, edge-lit, node, hub, lit, selected, label, label-lit, label-selected.
    A node without a free cell left is not drawn and has no cell.
    """
    canvas = Canvas(max(0, width), max(0, height))
    cells = node_cells(picture.nodes, canvas.width, canvas.height)
    lit = neighbours_of(picture.edges, selected)
    _draw_dots(canvas, picture.dots)
    _draw_edges(canvas, picture.edges, cells, selected)
    ranked = sorted(picture.nodes, key=lambda node: (-_urgency(node, selected, lit), -node.rank, node.id))
    placed = [node for node in ranked if node.id in cells]
    for node in placed:
        role = _role(node, selected, lit)
        canvas.write(*cells[node.id], _glyph(node, role), role)
    _draw_labels(canvas, placed, cells, selected, lit, labels)
    return Drawing(canvas.rows(), cells)


def neighbours_of(edges: Iterable[Edge], node: str | None) -> frozenset[str]:
    """The nodes linked to this one."""
    return frozenset(edge.b if edge.a == node else edge.a for edge in edges if node in (edge.a, edge.b))


def node_cells(nodes: Iterable[Node], width: int, height: int) -> dict[str, tuple[int, int]]:
    """A cell for each node, no two in one; the higher ranked stands nearer to its place."""
    taken: set[tuple[int, int]] = set()
    cells: dict[str, tuple[int, int]] = {}
    for node in sorted(nodes, key=lambda node: (-node.rank, node.id)):
        if cell := _free_cell(_scaled((node.x, node.y), width, height), taken, width, height):
            cells[node.id] = cell
            taken.add(cell)
    return cells


def _scaled(point: Point, width: int, height: int) -> tuple[int, int]:
    """The cell of a point, one cell of margin kept where there is room."""
    x, y = _inside(point, width, height)
    return round(x), round(y)


def _inside(point: Point, width: int, height: int) -> Point:
    """The place of a point in cells, not yet on the grid."""
    margin_x, margin_y = (1 if width > 4 else 0), (1 if height > 4 else 0)
    return margin_x + point[0] * (width - 1 - 2 * margin_x), margin_y + point[1] * (height - 1 - 2 * margin_y)


def _draw_dots(canvas: Canvas, dots: Iterable[Point]) -> None:
    for dot in dots:
        x, y = _inside(dot, canvas.width, canvas.height)
        canvas.dot(round(x * DOTS_ACROSS), round(y * DOTS_DOWN) + 1, "node")


def _free_cell(
    wanted: tuple[int, int], taken: set[tuple[int, int]], width: int, height: int
) -> tuple[int, int] | None:
    """The wanted cell, or the first free one in widening rings around it."""
    for radius in range(max(width, height)):
        for column, row in _ring(wanted, radius):
            if 0 <= column < width and 0 <= row < height and (column, row) not in taken:
                return column, row
    return None


def _ring(centre: tuple[int, int], radius: int) -> Iterator[tuple[int, int]]:
    for row in range(centre[1] - radius, centre[1] + radius + 1):
        edge = abs(row - centre[1]) == radius
        for column in range(
            centre[0] - radius, centre[0] + radius + 1, 1 if edge or not radius else 2 * radius
        ):
            yield column, row


def _draw_edges(
    canvas: Canvas, edges: Iterable[Edge], cells: dict[str, tuple[int, int]], selected: str | None
) -> None:
    """Weak links first, strong ones over them, those of the chosen node last."""
    drawn = [edge for edge in edges if edge.a in cells and edge.b in cells]
    for edge in sorted(drawn, key=lambda edge: (selected in (edge.a, edge.b), edge.weight, edge.a, edge.b)):
        start, end = _middle(cells[edge.a]), _middle(cells[edge.b])
        role = "edge-strong" if edge.weight >= STRONG_WEIGHT else "edge"
        if selected in (edge.a, edge.b):
            role = "edge-lit"
        canvas.line(start, end, role)
        if edge.weight >= STRONG_WEIGHT:
            flat = abs(end[0] - start[0]) >= abs(end[1] - start[1])
            canvas.line(_beside(start, flat), _beside(end, flat), role)


def _middle(cell: tuple[int, int]) -> tuple[int, int]:
    """The dot at the middle of a cell."""
    return cell[0] * DOTS_ACROSS, cell[1] * DOTS_DOWN + 1


def _beside(dot: tuple[int, int], flat: bool) -> tuple[int, int]:
    return (dot[0], dot[1] + 1) if flat else (dot[0] + 1, dot[1])


def _urgency(node: Node, selected: str | None, lit: frozenset[str]) -> int:
    return 2 if node.id == selected else int(node.id in lit)


def _role(node: Node, selected: str | None, lit: frozenset[str]) -> str:
    if node.id == selected:
        return "selected"
    if node.id in lit:
        return "lit"
    return "hub" if node.hub else "node"


def _glyph(node: Node, role: str) -> str:
    """The node's own character if it is one cell wide, else that of its role."""
    return node.glyph if node.glyph and cells_of(node.glyph) == 1 else GLYPHS[role]


def _draw_labels(
    canvas: Canvas,
    ranked: list[Node],
    cells: dict[str, tuple[int, int]],
    selected: str | None,
    lit: frozenset[str],
    labels: int,
) -> None:
    """Names by urgency and rank, each where it meets no other; those without room are left out."""
    left = labels
    for node in ranked:
        urgent = _urgency(node, selected, lit)
        if not node.label or (not urgent and left <= 0):
            continue
        name = cut(node.label, min(LABEL_CELLS, canvas.width))
        tries = (_framed(canvas, at, name) for at in _places(cells[node.id], cells_of(name)))
        if place := next(filter(None, tries), None):
            canvas.write(*place, ("label", "label-lit", "label-selected")[urgent])
            left -= not urgent


def _places(cell: tuple[int, int], cells: int) -> tuple[tuple[int, int], ...]:
    """Where a name may start: right, left, above, below."""
    column, row = cell
    start = column - cells // 2
    return (column + 2, row), (column - 1 - cells, row), (start, row - 1), (start, row + 1)


def _framed(canvas: Canvas, place: tuple[int, int], name: str) -> tuple[int, int, str] | None:
    """Column, row and text of the name, a space on both sides but at the rim; None where it has no room."""
    column, row = place
    before = " " if column > 0 else ""
    after = " " if column + cells_of(name) < canvas.width else ""
    text = before + name + after
    start = column - len(before)
    return (start, row, text) if canvas.free(start, row, cells_of(text)) else None
