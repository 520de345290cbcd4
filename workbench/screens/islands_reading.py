"""What the Islands screen asks of the pack beside the picture: threads run it, it touches no widget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import PackError
from core.pack.graphs import Archipelago
from core.pack.pack import Pack
from core.pack.pages import ClaimLine
from core.pack.views import View
from workbench.graph.layout import Point
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
    clusters = [Cluster(one.id, one.letter, one.name, one.members) for one in found.islands]
    return Read(found, island_places(clusters, bridges_drawn(found.bridges), before))


def drawn_island(
    pack: Pack, view: View, members: Sequence[str], found: Archipelago, before: Mapping[str, Point] | None
) -> tuple[Portrait, Mapping[str, ClaimLine]]:
    """One island drawn, its claims near where they stood before, and their lines."""
    lines = {line.claim.id: line for line in pack.lines(members, view)}
    here = [id for id in members if id in lines]
    return portrait(here, found.edges, before), lines
