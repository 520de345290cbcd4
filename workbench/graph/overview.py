"""The archipelago from far: each island a cluster of dots around its letter, bridges between them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from workbench.graph.braille import Node, Picture
from workbench.graph.layout import CELL_ASPECT, Point, hashed_place, spring
from workbench.graph.ordered import Edge, net

MOST_ISLANDS = 60
"""Islands in one picture, the largest; the list beside it has them all."""

MOST_DOTS = 24
"""Dots of one cluster; larger islands have wider clusters."""

WIDEST = 0.11
"""Radius of the largest cluster, as a share of the picture's height."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """An island as the picture knows it."""

    id: str
    letter: str
    name: str
    members: tuple[str, ...]


def island_places(
    clusters: Sequence[Cluster], bridges: Iterable[Edge], before: Mapping[str, Point] | None = None
) -> dict[str, Point]:
    """Where each drawn island lies: near those it has bridges to, and about where it was `before`."""
    return spring(net((one.id for one in clusters[:MOST_ISLANDS]), bridges), before)


def overview(clusters: Sequence[Cluster], bridges: Iterable[Edge], places: Mapping[str, Point]) -> Picture:
    """The picture of all islands that have a place, the largest first."""
    drawn = [one for one in clusters if one.id in places]
    largest = max((len(one.members) for one in drawn), default=1)
    nodes = [_node(one, _inset(places[one.id])) for one in drawn]
    dots = [dot for one in drawn for dot in _dots(one, _inset(places[one.id]), len(one.members) / largest)]
    links = net(places, bridges).edges
    return Picture(tuple(nodes), links, tuple(dots))


def bridges_drawn(bridges: Iterable[tuple[str, str, float]]) -> tuple[Edge, ...]:
    """Bridges as links of a picture, the heaviest with weight 1."""
    summed = tuple(bridges)
    heaviest = max((weight for _, _, weight in summed), default=1.0)
    return tuple(Edge(min(a, b), max(a, b), weight / heaviest) for a, b, weight in summed)


def _node(one: Cluster, place: Point) -> Node:
    glyph = one.letter if len(one.letter) == 1 else ""
    label = one.name if glyph else f"{one.letter} {one.name}"
    return Node(one.id, *place, label=label, rank=len(one.members), glyph=glyph)


def _inset(place: Point) -> Point:
    """A place with room around it for the cluster."""
    return WIDEST / 2 + place[0] * (1 - WIDEST), WIDEST + place[1] * (1 - 2 * WIDEST)


def _dots(one: Cluster, centre: Point, share: float) -> list[Point]:
    """Members as dots in a disc around the letter; where each lies depends on its id alone."""
    radius = WIDEST * math.sqrt(share)
    dots = []
    for member in sorted(one.members)[:MOST_DOTS]:
        turn, out = hashed_place(member)
        angle, away = 2 * math.pi * turn, radius * math.sqrt(0.2 + 0.8 * out)
        x = centre[0] + away * math.cos(angle) / CELL_ASPECT
        dots.append((x, centre[1] + away * math.sin(angle)))
    return dots
