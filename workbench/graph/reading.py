"""Portraits of a pack: its islands, one of them, a claim and its neighbours. Threads run it; no widget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import PackError
from core.pack.graphs import Archipelago, Island
from core.pack.pack import Pack
from core.pack.pages import LIVE, ClaimLine
from core.pack.views import View
from workbench.graph.layout import Point
from workbench.graph.ordered import Edge
from workbench.graph.overview import Cluster, bridges_drawn, island_places
from workbench.graph.sheets import Portrait, portrait


@dataclass(frozen=True, slots=True)
class Read:
    """The islands of a view and where they lie."""

    found: Archipelago
    places: Mapping[str, Point]


def read_islands(pack: Pack, view: View, before: Mapping[str, Point]) -> Read | PackError:
    """The islands of a view, each near where it lay before; or why there are none."""
    try:
        found = pack.islands(view)
    except PackError as error:
        return error
    return Read(found, island_places(clusters_of(found), bridges_drawn(found.bridges), before))


def clusters_of(found: Archipelago) -> list[Cluster]:
    """The islands as a picture knows them."""
    return [Cluster(one.id, one.letter, one.name, one.members) for one in found.islands]


def island_named(found: Archipelago, named: str) -> Island | None:
    """An island by its letter, its name or its id, in any case of letters."""
    wanted = named.casefold()
    each = ((one, (one.letter, one.name, one.id)) for one in found.islands)
    return next((one for one, names in each if wanted in map(str.casefold, names)), None)


def drawn_island(
    pack: Pack, view: View, members: Sequence[str], found: Archipelago, before: Mapping[str, Point] | None
) -> tuple[Portrait, Mapping[str, ClaimLine]]:
    """One island drawn, its claims near where they stood before, and their lines."""
    lines = {line.claim.id: line for line in pack.lines(members, view)}
    here = [id for id in members if id in lines]
    return portrait(here, found.edges, before), lines


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A claim with the claims linked to it and the links among them."""

    claim: str
    drawn: Portrait
    lines: Mapping[str, ClaimLine]


def neighbourhood(pack: Pack, view: View, claim: str, before: Mapping[str, Point] | None) -> Neighbourhood:
    """The claims linked to one on the view's date, and the links among them."""
    peers = {claim: pack.page(claim, view).peers}
    ids = [claim, *(peer.id for peer, _ in peers[claim])]
    found = {line.claim.id: line for line in pack.lines(ids, view)}
    lines = {id: line for id, line in found.items() if id == claim or line.state in LIVE}
    peers |= {id: pack.page(id, view).peers for id in lines if id != claim}
    edges = [
        Edge(min(one, peer.id), max(one, peer.id), weight)
        for one, linked in peers.items()
        for peer, weight in linked
        if peer.id in lines
    ]
    weights = {peer.id: weight for peer, weight in peers[claim]}
    ranked = [claim, *sorted((id for id in lines if id != claim), key=lambda id: (-weights[id], id))]
    return Neighbourhood(claim, portrait(ranked, edges, before), lines)
