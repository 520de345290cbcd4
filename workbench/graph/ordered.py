"""Nets in one order: the same claims and links always give the same picture, however they arrive."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

DEFAULT_WEIGHT = 0.5
"""Weight of a link that was never fired."""

MOST_DRAWN = 100
"""Claims in one picture; more is a hairball."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An undirected link; `a` sorts before `b`; weight in (0, 1]."""

    a: str
    b: str
    weight: float = DEFAULT_WEIGHT


@dataclass(frozen=True, slots=True)
class Net:
    """Nodes sorted by id, edges sorted by their ends, each pair once."""

    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]

    def neighbours(self) -> dict[str, dict[str, float]]:
        """For each node its neighbours and the weights of the links to them."""
        near: dict[str, dict[str, float]] = {node: {} for node in self.nodes}
        for edge in self.edges:
            near[edge.a][edge.b] = edge.weight
            near[edge.b][edge.a] = edge.weight
        return near


def net(nodes: Iterable[str], edges: Iterable[Edge | tuple[str, str] | tuple[str, str, float]]) -> Net:
    """A net in order, without loops and links to unknown nodes; of a repeated link the stronger stays."""
    known = set(nodes)
    strongest: dict[tuple[str, str], float] = {}
    for edge in edges:
        link = edge if isinstance(edge, Edge) else Edge(*edge)
        pair = (min(link.a, link.b), max(link.a, link.b))
        if link.a != link.b and {link.a, link.b} <= known:
            strongest[pair] = max(link.weight, strongest.get(pair, 0.0))
    return Net(tuple(sorted(known)), tuple(Edge(*pair, strongest[pair]) for pair in sorted(strongest)))


def within(whole: Net, kept: Collection[str]) -> Net:
    """The part of the net between the nodes kept."""
    return net((node for node in whole.nodes if node in kept), whole.edges)


def strength(whole: Net) -> dict[str, float]:
    """For each node the sum of the weights of its links."""
    return {node: sum(near.values()) for node, near in whole.neighbours().items()}


def most_linked(whole: Net, most: int = MOST_DRAWN, always: Collection[str] = ()) -> Net:
    """The net cut to its `most` strongest nodes; those in `always` stay first; ties go by id."""
    weight = strength(whole)
    ranked = sorted(whole.nodes, key=lambda node: (node not in always, -weight[node], node))
    return within(whole, set(ranked[:most]))


def ego(whole: Net, centre: str, hops: int = 1, most: int = MOST_DRAWN) -> Net:
    """The node and what is at most `hops` links away, nearest and strongest first, at most `most` nodes."""
    near = whole.neighbours()
    kept, edge_of_view = [centre], [centre]
    for _ in range(hops):
        reached = _beyond(edge_of_view, kept, near)
        kept += reached
        edge_of_view = reached
    return within(whole, set(kept[:most]))


def _beyond(edge_of_view: list[str], kept: list[str], near: Mapping[str, Mapping[str, float]]) -> list[str]:
    best: dict[str, float] = {}
    for node in edge_of_view:
        for other, weight in near[node].items():
            if other not in kept:
                best[other] = max(weight, best.get(other, 0.0))
    return sorted(best, key=lambda node: (-best[node], node))


def components(whole: Net) -> tuple[tuple[str, ...], ...]:
    """The connected parts, the largest first, each sorted by id."""
    near, left, parts = whole.neighbours(), set(whole.nodes), []
    for node in whole.nodes:
        if node in left:
            part = _reachable(node, near)
            left -= part
            parts.append(tuple(sorted(part)))
    return tuple(sorted(parts, key=lambda part: (-len(part), part)))


def _reachable(start: str, near: Mapping[str, Mapping[str, float]]) -> set[str]:
    seen, waiting = {start}, [start]
    while waiting:
        for other in near[waiting.pop()]:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen
