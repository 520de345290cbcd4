"""A picture of claims or islands that one walks with the arrow keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from workbench.cells import pad
from workbench.graph.braille import DEFAULT_LABELS, Drawing, Picture, draw
from workbench.graph.canvas import BLANK, Row
from workbench.graph.layout import CELL_ASPECT
from workbench.graph.walk import Direction, Moves, moves
from workbench.keys import bindings_for

ROLES = (
    "edge", "edge-strong", "edge-lit", "node", "hub", "lit", "selected",
    "label", "label-lit", "label-selected",
)  # fmt: skip

LABEL_STEP = 4
"""How many labels one key press adds or takes away."""

MOST_LABELS = 60

CLICK_REACH = 3
"""Cells around a node in which a click still means it."""


class GraphMap(Widget, can_focus=True):
    """Draws a `Picture` to its size; the chosen node, its links and its neighbours are lit."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_for("map")]

    COMPONENT_CLASSES: ClassVar[set[str]] = {"graph-map--empty", *(f"graph-map--{role}" for role in ROLES)}

    DEFAULT_CSS = """
    GraphMap {
        background: $surface;
        color: $text;
        border: round $border-blurred;
        border-title-color: $text-muted;
        border-subtitle-color: $text-muted;
        &:focus { border: heavy $border; }
        & > .graph-map--empty { color: $text-muted; }
        & > .graph-map--edge { color: $text-disabled; }
        & > .graph-map--edge-strong { color: $text-muted; }
        & > .graph-map--edge-lit { color: $text-accent; text-style: bold; }
        & > .graph-map--node { color: $text-primary; }
        & > .graph-map--hub { color: $text-primary; text-style: bold; }
        & > .graph-map--lit { color: $text-accent; text-style: bold; }
        & > .graph-map--selected {
            color: $block-cursor-foreground;
            background: $block-cursor-background;
            text-style: bold;
        }
        & > .graph-map--label { color: $text-muted; }
        & > .graph-map--label-lit { color: $text; }
        & > .graph-map--label-selected { color: $text; text-style: bold; }
        &:nocolor > .graph-map--selected { color: $text; background: $surface; text-style: bold reverse; }
    }
    """

    class NodeHighlighted(Message):
        """Another node is chosen."""

        def __init__(self, graph_map: GraphMap, id: str) -> None:
            super().__init__()
            self.graph_map, self.id = graph_map, id

        @property
        def control(self) -> GraphMap:
            """The map it happened in."""
            return self.graph_map

    class NodeOpened(Message):
        """A node was opened by enter or a double click."""

        def __init__(self, graph_map: GraphMap, id: str) -> None:
            super().__init__()
            self.graph_map, self.id = graph_map, id

        @property
        def control(self) -> GraphMap:
            """The map it happened in."""
            return self.graph_map

    def __init__(
        self, *, empty: str = "Nothing to draw yet.", id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.empty = empty
        self.picture = Picture()
        self.chosen: str | None = None
        """The id of the chosen node, or None when there is none."""
        self.labels = DEFAULT_LABELS
        self._drawing: tuple[tuple[int, int], Drawing] | None = None

    def show(self, picture: Picture, choose: str | None = None) -> None:
        """Draw another picture; the node given is chosen, else the former one, else the highest ranked."""
        ids = {node.id for node in picture.nodes}
        ranked = sorted(picture.nodes, key=lambda node: (-node.rank, node.id))
        wanted = [choose, self.chosen, *(node.id for node in ranked[:1])]
        self.picture = picture
        self._choose(next((id for id in wanted if id in ids), None))

    def choose(self, id: str) -> bool:
        """Choose a node; False when it is not in the picture."""
        if all(node.id != id for node in self.picture.nodes):
            return False
        self._choose(id)
        return True

    @property
    def moves(self) -> Moves:
        """Where an arrow key leads from each node, as the picture is drawn."""
        return moves(_seen_as(self._drawn.cells))

    def action_walk(self, direction: Direction) -> None:
        """Choose the neighbour that way."""
        cells = self._drawn.cells
        if not cells:
            return
        if self.chosen not in cells:
            self._choose(next(iter(cells)))
            return
        self._choose(self.moves[self.chosen, direction])

    def action_open_node(self) -> None:
        """Open the chosen node."""
        if self.chosen is not None:
            self.post_message(self.NodeOpened(self, self.chosen))

    def action_labels(self, change: int) -> None:
        """Write more names into the picture, or fewer."""
        self.labels = min(MOST_LABELS, max(0, self.labels + change * LABEL_STEP))
        self._redraw()

    def on_click(self, event: events.Click) -> None:
        """A click chooses the nearest node, a double click opens it."""
        id = self._node_at(event)
        if id is None:
            return
        event.stop()
        self._choose(id)
        if event.chain == 2:
            self.action_open_node()

    def render_line(self, y: int) -> Strip:
        """The strip of one line."""
        width = self.size.width
        if not self.picture.nodes:
            text = f"  {self.empty}" if y == min(1, self.size.height - 1) else ""
            return Strip(
                [Segment(pad(text, width), self.get_component_rich_style("graph-map--empty"))], width
            )
        rows = self._drawn.rows
        return self._strip(rows[y], width) if y < len(rows) else Strip.blank(width, self.rich_style)

    def _strip(self, row: Row, width: int) -> Strip:
        return Strip([Segment(part.text, self._style(part.role)) for part in row], width)

    def _style(self, role: str) -> Style:
        return self.rich_style if role == BLANK else self.get_component_rich_style(f"graph-map--{role}")

    @property
    def _drawn(self) -> Drawing:
        """The picture at the present size, drawn when first asked for."""
        size = (self.size.width, self.size.height)
        if self._drawing is None or self._drawing[0] != size:
            self._drawing = (size, draw(self.picture, *size, self.chosen, self.labels))
        return self._drawing[1]

    def _redraw(self) -> None:
        self._drawing = None
        self.refresh()

    def _choose(self, id: str | None) -> None:
        changed = id != self.chosen
        self.chosen = id
        self._redraw()
        if changed and id is not None:
            self.post_message(self.NodeHighlighted(self, id))

    def _node_at(self, event: events.Click) -> str | None:
        offset = event.get_content_offset(self)
        if offset is None:
            return None
        away = {
            id: max(abs(column - offset.x), CELL_ASPECT * abs(row - offset.y))
            for id, (column, row) in self._drawn.cells.items()
        }
        nearest = min(away, key=lambda id: (away[id], id), default=None)
        return nearest if nearest is not None and away[nearest] <= CLICK_REACH else None


def _seen_as(cells: Mapping[str, tuple[int, int]]) -> dict[str, tuple[float, float]]:
    """Cells as points in one unit both ways."""
    return {id: (float(column), row * CELL_ASPECT) for id, (column, row) in cells.items()}
