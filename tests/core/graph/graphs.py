"""Graphs that the tests of this room share."""

from __future__ import annotations

import random
from collections.abc import Mapping

from hypothesis import strategies as st

from core.claims.proposal import pair_key
from core.state.links import Links

Edges = list[tuple[str, str, float]]

weights = st.floats(0.01, 1.0)


def links_of(edges: Mapping[str, float] | Edges) -> Links:
    """Links from `{"a|b": weight}` or `(a, b, weight)` rows."""
    if isinstance(edges, Mapping):
        return Links.of(edges.items())
    return Links.of((pair_key(a, b), weight) for a, b, weight in edges)


@st.composite
def graphs(draw: st.DrawFn, most: int = 12) -> tuple[list[str], Edges]:
    """Ids and edges, each pair at most once."""
    ids = [f"c{number:02}" for number in range(draw(st.integers(0, most)))]
    pairs = [(a, b) for a in ids for b in ids if a < b]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return ids, [(a, b, draw(weights)) for a, b in chosen]


def clustered(n: int, seed: int = 7, size: int = 40) -> tuple[list[str], Edges]:
    """`n` claims in clusters that are dense inside and thinly joined, about four links a claim."""
    draw = random.Random(seed)
    ids = [f"{draw.getrandbits(64):016x}" for _ in range(n)]
    edges: Edges = []
    for number, claim_id in enumerate(ids):
        first = number - number % size
        for _ in range(4):
            near = draw.randrange(first, min(n, first + size))
            other = ids[near] if draw.random() < 0.93 else draw.choice(ids)
            if other != claim_id:
                edges.append((claim_id, other, draw.uniform(0.3, 1.0)))
    return ids, edges


def cliques(count: int, size: int) -> tuple[list[str], Edges]:
    """Complete groups joined in a ring by single thin links."""
    ids = [f"g{group:02}-{place}" for group in range(count) for place in range(size)]
    edges: Edges = []
    for group in range(count):
        members = ids[group * size : (group + 1) * size]
        edges += [(a, b, 1.0) for a in members for b in members if a < b]
        edges.append((members[0], ids[((group + 1) % count) * size], 0.1))
    return ids, edges
