"""Where nodes stand: a spring layout in plain Python that knows no chance.

Force-directed placement after Fruchterman and Reingold (1991). Every node starts where the hash of its
id puts it, or where it stood before, so the same net gives the same picture in every process and one
new node does not reshuffle the others. Coordinates are in [0, 1], y downwards.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from workbench.graph.ordered import Net, within

Point = tuple[float, float]

COLD_ROUNDS = 50
WARM_ROUNDS = 24

COLD_STEP = 0.12
"""Longest way a node goes in the first round, as a share of the picture."""

WARM_STEP = 0.04
"""The same when the others stand where they stood before."""

GRAVITY = 0.08
"""Pull to the middle, so that parts without links stay in the picture."""

CALM = 0.15
"""Share of a step that a node takes which stood somewhere before."""

FURTHEST = CALM * WARM_STEP * (WARM_ROUNDS + 1) / 2
"""The most a node that stood before can move in one warm layout, as a share of the picture."""

LINK_PULL = 0.5
"""What a link pulls besides its weight."""

NEAREST = 1e-3
"""Two nodes above each other push as if they stood this far apart."""

CELL_ASPECT = 2.0
"""A terminal cell is about twice as high as it is wide."""


@dataclass(frozen=True, slots=True)
class Box:
    """A part of the picture: left, top, width and height in [0, 1]."""

    x: float
    y: float
    width: float
    height: float

    def place(self, point: Point) -> Point:
        """A point of the unit square as a point of this box."""
        return self.x + point[0] * self.width, self.y + point[1] * self.height


def hashed_place(node: str) -> Point:
    """A place in the unit square that depends on the id alone."""
    digest = blake2b(node.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    scale = float(2**32 - 1)
    return int.from_bytes(digest[:4], "big") / scale, int.from_bytes(digest[4:], "big") / scale


def spring(whole: Net, before: Mapping[str, Point] | None = None) -> dict[str, Point]:
    """Places in the unit square; nodes found in `before` stay within `FURTHEST` of the place given there."""
    known = {node: before[node] for node in whole.nodes if before and node in before}
    if known and len(known) == len(whole.nodes):
        return known
    if known:
        return _settled(whole, _beside_neighbours(whole, known), known, WARM_ROUNDS, WARM_STEP)
    places = _settled(whole, {node: hashed_place(node) for node in whole.nodes}, {}, COLD_ROUNDS, COLD_STEP)
    return _filling(places)


def grid(count: int, aspect: float = CELL_ASPECT, gap: float = 0.12) -> tuple[Box, ...]:
    """Boxes for `count` islands, row by row; `aspect` is width by height of the picture as seen."""
    if count <= 0:
        return ()
    columns = min(count, max(1, round(math.sqrt(count * aspect))))
    rows = math.ceil(count / columns)
    return tuple(
        Box(
            (index % columns + gap / 2) / columns,
            (index // columns + gap / 2) / rows,
            (1 - gap) / columns,
            (1 - gap) / rows,
        )
        for index in range(count)
    )


def archipelago(
    whole: Net, islands: Sequence[Sequence[str]], before: Mapping[str, Point] | None = None
) -> dict[str, Point]:
    """Places for the members of islands, each island in its own box of a grid, in the order given."""
    places: dict[str, Point] = {}
    for box, members in zip(grid(len(islands)), islands, strict=True):
        own = {node: _unplaced(before[node], box) for node in members if before and node in before}
        for node, point in spring(within(whole, set(members)), own).items():
            places[node] = box.place(point)
    return places


def _unplaced(point: Point, box: Box) -> Point:
    return _clamped((point[0] - box.x) / box.width), _clamped((point[1] - box.y) / box.height)


def _beside_neighbours(whole: Net, known: Mapping[str, Point]) -> dict[str, Point]:
    """Starting places beside known ones: a newcomer starts between its neighbours, a bit to its own side."""
    near = whole.neighbours()
    places = dict(known)
    for node in whole.nodes:
        if node not in known:
            anchors = [known[other] for other in near[node] if other in known]
            x, y = hashed_place(node)
            if anchors:
                mean_x = sum(point[0] for point in anchors) / len(anchors)
                mean_y = sum(point[1] for point in anchors) / len(anchors)
                x, y = mean_x + (x - 0.5) * 0.2, mean_y + (y - 0.5) * 0.2
            places[node] = (_clamped(x), _clamped(y))
    return places


def _settled(
    whole: Net, start: Mapping[str, Point], home: Mapping[str, Point], rounds: int, first_step: float
) -> dict[str, Point]:
    index = {node: at for at, node in enumerate(whole.nodes)}
    links = [(index[edge.a], index[edge.b], LINK_PULL + edge.weight) for edge in whole.edges]
    calm = [CALM if node in home else 1.0 for node in whole.nodes]
    xs = [start[node][0] for node in whole.nodes]
    ys = [start[node][1] for node in whole.nodes]
    ideal = 1.0 / math.sqrt(max(1, len(xs)))
    for turn in range(rounds):
        push_x, push_y = _repulsion(xs, ys, ideal * ideal)
        _attract(xs, ys, push_x, push_y, links, ideal)
        step = first_step * (1.0 - turn / rounds)
        for at, share in enumerate(calm):
            xs[at], ys[at] = _moved(xs[at], ys[at], push_x[at], push_y[at], step * share)
    return dict(zip(whole.nodes, zip(xs, ys, strict=True), strict=True))


def _repulsion(xs: list[float], ys: list[float], square: float) -> tuple[list[float], list[float]]:
    """Every pair pushes apart by square / distance; a weak pull goes to the middle."""
    push_x = [(0.5 - x) * GRAVITY for x in xs]
    push_y = [(0.5 - y) * GRAVITY for y in ys]
    for i, (x, y) in enumerate(zip(xs, ys, strict=True)):
        own_x = own_y = 0.0
        for j in range(i):
            dx = x - xs[j] or NEAREST
            dy = y - ys[j]
            force = square / (dx * dx + dy * dy)
            dx *= force
            dy *= force
            own_x += dx
            own_y += dy
            push_x[j] -= dx
            push_y[j] -= dy
        push_x[i] += own_x
        push_y[i] += own_y
    return push_x, push_y


def _attract(
    xs: list[float],
    ys: list[float],
    push_x: list[float],
    push_y: list[float],
    links: list[tuple[int, int, float]],
    ideal: float,
) -> None:
    """Add what linked nodes pull at each other: distance squared / ideal, more for heavy links."""
    for i, j, weight in links:
        dx, dy = xs[i] - xs[j], ys[i] - ys[j]
        force = math.hypot(dx, dy) / ideal * weight
        push_x[i] -= dx * force
        push_y[i] -= dy * force
        push_x[j] += dx * force
        push_y[j] += dy * force


def _moved(x: float, y: float, push_x: float, push_y: float, step: float) -> Point:
    """The point moved along the push, by `step` at most, inside the unit square."""
    length = math.hypot(push_x, push_y)
    if length == 0.0:
        return x, y
    share = min(length, step) / length
    return _clamped(x + push_x * share), _clamped(y + push_y * share)


def _filling(places: dict[str, Point]) -> dict[str, Point]:
    """The places stretched so that they fill the unit square; a single node stands in the middle."""
    xs = _stretched([point[0] for point in places.values()])
    ys = _stretched([point[1] for point in places.values()])
    return dict(zip(places, zip(xs, ys, strict=True), strict=True))


def _stretched(values: list[float]) -> list[float]:
    if not values or max(values) == min(values):
        return [0.5] * len(values)
    low, span = min(values), max(values) - min(values)
    return [(value - low) / span for value in values]


def _clamped(value: float) -> float:
    return min(1.0, max(0.0, value))
