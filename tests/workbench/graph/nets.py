"""Nets for the tests of pictures, and a strategy for any."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from workbench.graph.braille import Node, Picture
from workbench.graph.layout import spring
from workbench.graph.ordered import Net, net, strength
from workbench.graph.walk import DIRECTIONS, Moves


def tangle(nodes: int, seed: int = 1) -> Net:
    """A connected net of `nodes` nodes with about twice as many links."""
    chance = random.Random(seed)
    names = [f"n{at:03}" for at in range(nodes)]
    tree = [(names[at], names[chance.randrange(at)], chance.random()) for at in range(1, nodes)]
    more = [(chance.choice(names), chance.choice(names), chance.random()) for _ in range(nodes)]
    return net(names, [*tree, *more])


def pictured(whole: Net, label: str = "claim {}") -> Picture:
    """The net laid out, its strongest nodes labelled first."""
    places, weight = spring(whole), strength(whole)
    nodes = (Node(name, *places[name], label=label.format(name), rank=weight[name]) for name in whole.nodes)
    return Picture(tuple(nodes), whole.edges)


NAMES = st.lists(st.text("abcdef", min_size=1, max_size=3), unique=True, max_size=14)


@st.composite
def any_net(draw: st.DrawFn) -> Net:
    """Any small net, loose nodes, loops and repeated links included."""
    names = draw(NAMES)
    ends = st.sampled_from(names or ["a"])
    links = draw(st.lists(st.tuples(ends, ends, st.floats(0.01, 1.0)), max_size=20))
    return net(names, links)


def reachable(start: str, table: Moves) -> set[str]:
    """The nodes that arrow keys lead to from one of them, itself among them."""
    seen, waiting = {start}, [start]
    while waiting:
        node = waiting.pop()
        for direction in DIRECTIONS:
            other = table[node, direction]
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen
