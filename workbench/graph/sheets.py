"""A group of claims as pictures of at most a hundred: sheets that one walks from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from workbench.graph.braille import Node, Picture
from workbench.graph.layout import Point, spring
from workbench.graph.ordered import MOST_DRAWN, Edge, Net, net, within
from workbench.graph.walk import Direction

BEFORE, AFTER = "sheet before", "sheet after"
"""Ids of the two nodes that stand for the neighbouring sheets; no claim has such an id."""

EXIT_GLYPHS = {BEFORE: "◂", AFTER: "▸"}
EXIT_PLACES: dict[str, Point] = {BEFORE: (0.0, 0.5), AFTER: (1.0, 0.5)}
EXIT_STEPS: dict[tuple[str, Direction], int] = {(BEFORE, "left"): -1, (AFTER, "right"): 1}
"""The step that leaves a sheet, from the node that stands for the next one."""

MARGIN = 0.08
"""Share of the width left free for an exit, so that it is the outermost node."""

LONGEST_LABEL = 32
"""Cells of a claim that may become a name in a picture; there it is cut to the room."""

MOST_HUBS = 3
"""Nodes of a picture that are drawn as hubs."""


@dataclass(frozen=True, slots=True)
class Portrait:
    """A group of claims, cut into sheets, each node with its place."""

    sheets: tuple[Net, ...] = ()
    ranked: tuple[str, ...] = ()
    """All nodes, the one that the group turns on first."""
    places: Mapping[str, Point] | None = None

    def sheet_of(self, node: str) -> int | None:
        """Number of the sheet that holds a node, or None."""
        return next((number for number, sheet in enumerate(self.sheets) if node in sheet.nodes), None)


def portrait(
    ranked: Sequence[str],
    edges: Iterable[Edge | tuple[str, str] | tuple[str, str, float]],
    before: Mapping[str, Point] | None = None,
    most: int = MOST_DRAWN,
) -> Portrait:
    """Cut a group into sheets of at most `most` nodes and place each; `before` are places kept from earlier.

    The same group, links and kept places give the same portrait in every process.
    """
    whole = net(ranked, edges)
    sheets = tuple(within(whole, set(part)) for part in _parts(ranked, whole, most))
    places: dict[str, Point] = {}
    for sheet in sheets:
        places |= spring(sheet, before)
    return Portrait(sheets, tuple(ranked), places)


def _parts(ranked: Sequence[str], whole: Net, most: int) -> list[list[str]]:
    """The nodes in the order in which they are met from the first one, cut into runs."""
    near = whole.neighbours()
    place = {node: at for at, node in enumerate(ranked)}
    met: dict[str, None] = {}
    for start in ranked:
        waiting = [start]
        while waiting:
            node = waiting.pop(0)
            if node not in met:
                met[node] = None
                waiting += sorted(near[node], key=lambda other: (-near[node][other], place[other]))
    order = list(met)
    return [order[at : at + most] for at in range(0, len(order), most)]


def sheet_picture(whole: Portrait, number: int, label: Callable[[str], str]) -> Picture:
    """One sheet as a picture, with a node for each neighbouring sheet; `label` names a node."""
    if not whole.sheets or whole.places is None:
        return Picture()
    sheet = whole.sheets[number]
    exits = _exits(whole, number)
    squeeze = MARGIN if exits else 0.0
    rank = {node: len(whole.ranked) - at for at, node in enumerate(whole.ranked)}
    hubs = set(sorted(sheet.nodes, key=lambda node: -rank[node])[:MOST_HUBS])
    nodes = [
        Node(
            node,
            squeeze + whole.places[node][0] * (1 - 2 * squeeze),
            whole.places[node][1],
            label=label(node),
            rank=rank[node],
            hub=node in hubs,
        )
        for node in sheet.nodes
    ]
    return Picture((*nodes, *exits), sheet.edges)


def _exits(whole: Portrait, number: int) -> list[Node]:
    """Nodes that stand for the sheets before and after; ranked above all, so that they get their place."""
    exits = []
    for side, other in ((BEFORE, number - 1), (AFTER, number + 1)):
        if 0 <= other < len(whole.sheets):
            more = len(whole.sheets[other].nodes)
            x, y = EXIT_PLACES[side]
            rank = len(whole.ranked) + 1
            exits.append(Node(side, x, y, label=f"{more} more", rank=rank, glyph=EXIT_GLYPHS[side]))
    return exits
