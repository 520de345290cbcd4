"""Walking a picture with four keys: from every node every other one can be reached."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Literal

Direction = Literal["left", "right", "up", "down"]

DIRECTIONS: dict[Direction, tuple[float, float]] = {
    "left": (-1.0, 0.0),
    "right": (1.0, 0.0),
    "up": (0.0, -1.0),
    "down": (0.0, 1.0),
}

SIDEWAYS = 2.0
"""How much dearer a way across the direction is than one along it."""

OUTSIDE_CONE = 4.0
"""Factor on nodes that lie more across than along; they are taken only when none lies ahead."""

BACKWARDS = 1000.0
"""Added to the price of a step against its key, so that it is a repair of the last resort."""

Point = tuple[float, float]
Step = tuple[str, Direction]
Moves = dict[Step, str]


def neighbour_in_direction(positions: Mapping[str, Point], current: str, direction: Direction) -> str:
    """The node that a key leads to; the current one when nothing lies that way.

    Positions are points with y downwards, in one unit both ways (count a cell's height twice).
    """
    return moves(positions)[current, direction]


def moves(positions: Mapping[str, Point]) -> Moves:
    """Where each of the four keys leads from each node; over these steps every node reaches every other.

    A key leads to the nearest node ahead, else to the nearest in that half of the picture, else nowhere.
    Where that leaves parts that cannot be reached, the cheapest keys not needed elsewhere are turned to them.
    """
    return dict(_moves(tuple(sorted(positions.items()))))


@lru_cache(maxsize=32)
def _moves(items: tuple[tuple[str, Point], ...]) -> Moves:
    positions = dict(items)
    table: Moves = {
        (node, direction): _ahead(positions, node, direction)
        for node in positions
        for direction in DIRECTIONS
    }
    if positions:
        needed = _reach_from_root(positions, table)
        _reach_to_root(positions, table, needed)
    return table


def _ahead(positions: Mapping[str, Point], node: str, direction: Direction) -> str:
    prices = ((_price(positions[node], place, direction), other) for other, place in positions.items())
    price, best = min(prices, default=(math.inf, node))
    return best if price < BACKWARDS else node


def _price(start: Point, end: Point, direction: Direction) -> float:
    """What a step costs: its length, dearer across the direction, very dear against it."""
    unit = DIRECTIONS[direction]
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = dx * unit[0] + dy * unit[1]
    across = abs(dx * unit[1] + dy * unit[0])
    price = math.hypot(along, SIDEWAYS * across)
    if along <= 0:
        return BACKWARDS + price
    return price * (OUTSIDE_CONE if across > along else 1.0)


def _reach_from_root(positions: Mapping[str, Point], table: Moves) -> set[Step]:
    """Turn keys until the first node reaches all; give back the steps that make up these ways (a tree).

    There is always a key to turn: n nodes reached have 4n keys and a tree over them uses n - 1.
    """
    root = next(iter(positions))
    reached, needed = {root}, set[Step]()
    _spread(reached, table, needed)
    while len(reached) < len(positions):
        free = [step for step in table if step[0] in reached and step not in needed]
        step, target = _cheapest(positions, table, free, positions.keys() - reached)
        table[step] = target
        needed.add(step)
        reached.add(target)
        _spread(reached, table, needed)
    return needed


def _spread(reached: set[str], table: Moves, needed: set[Step]) -> None:
    """Follow the keys from all that is reached, noting the step by which each new node was found."""
    waiting = sorted(reached)
    while waiting:
        node = waiting.pop()
        for direction in DIRECTIONS:
            other = table[node, direction]
            if other not in reached:
                reached.add(other)
                needed.add((node, direction))
                waiting.append(other)


def _reach_to_root(positions: Mapping[str, Point], table: Moves, needed: set[Step]) -> None:
    """Turn keys that the tree does not need until all nodes reach the first one.

    There is always one: nodes that do not reach it lead only to each other, so the tree enters each of
    them once and uses at most one key a node of the four.
    """
    root = next(iter(positions))
    while lost := positions.keys() - _reaching(root, table):
        free = [step for step in table if step[0] in lost and step not in needed]
        step, target = _cheapest(positions, table, free, positions.keys() - lost)
        table[step] = target


def _reaching(root: str, table: Moves) -> set[str]:
    """The nodes from which the keys lead to the root."""
    sources: dict[str, list[str]] = {}
    for (node, _), other in table.items():
        sources.setdefault(other, []).append(node)
    seen, waiting = {root}, [root]
    while waiting:
        for node in sources.get(waiting.pop(), ()):
            if node not in seen:
                seen.add(node)
                waiting.append(node)
    return seen


def _cheapest(
    positions: Mapping[str, Point], table: Moves, steps: Iterable[Step], targets: Iterable[str]
) -> tuple[Step, str]:
    """The step to turn and its new end: best first those that lead nowhere, then the shortest way."""
    aims = sorted(targets)
    return min(((step, target) for step in steps for target in aims), key=_dearness(positions, table))


def _dearness(
    positions: Mapping[str, Point], table: Moves
) -> Callable[[tuple[Step, str]], tuple[bool, float, Step, str]]:
    def price(turn: tuple[Step, str]) -> tuple[bool, float, Step, str]:
        step, target = turn
        leads_somewhere = table[step] != step[0]
        cost = _price(positions[step[0]], positions[target], step[1])
        return leads_somewhere, cost, step, target

    return price
