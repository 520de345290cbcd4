"""The graphs of a pack as pictures for a document: all islands, one island, a claim and its neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from core.claims.ids import short
from core.pack.graphs import Archipelago, Island
from core.pack.pages import ClaimLine
from workbench.cells import cut
from workbench.graph.layout import Point
from workbench.graph.overview import MOST_ISLANDS, bridges_drawn, overview
from workbench.graph.reading import Neighbourhood, clusters_of
from workbench.graph.sheets import LONGEST_LABEL, Portrait, sheet_picture
from workbench.moments import counted
from workbench.pictures.graph import GraphPicture, Keyed

IN_FULL: Final = 9
"""Claims whose texts stand below a picture, the first of its ranks: a claim has eight neighbours at most."""


def of_islands(found: Archipelago, places: Mapping[str, Point], whose: str, when: str) -> GraphPicture:
    """The archipelago: a cluster an island, its bridges, and below what each is about."""
    drawn = found.islands[:MOST_ISLANDS]
    size = counted(len(found.islands), "island")
    loners = f" · {counted(found.loners, 'claim')} without links" if found.loners else ""
    return GraphPicture(
        title=f"Islands of {whose}",
        subtitle=f"{size}{loners} · modularity {found.modularity:.2f} · {when}",
        picture=overview(clusters_of(found), bridges_drawn(found.bridges), places),
        key=[
            Keyed(one.id, one.letter, f"{one.name} · {counted(len(one.members), 'claim')}", one.hub.text)
            for one in drawn
        ],
        whole={one.id: f"{one.name}: {one.hub.text}" for one in drawn},
    )


def of_island(
    island: Island, drawn: Portrait, sheet: int, lines: Mapping[str, ClaimLine], when: str
) -> GraphPicture:
    """One island, or one sheet of a large one; the claims it turns on stand below, whole."""
    size = counted(len(island.members), "claim")
    part = f", part {sheet + 1} of {len(drawn.sheets)}" if len(drawn.sheets) > 1 else ""
    return _of_claims(f"{island.letter}  {island.name}", f"{size}{part} · {when}", drawn, sheet, lines)


def of_neighbourhood(around: Neighbourhood, when: str) -> GraphPicture:
    """A claim, what is linked to it, and the texts of all."""
    linked = len(around.lines) - 1
    text = around.lines[around.claim].claim.text
    subtitle = f"{short(around.claim)} · linked with {counted(linked, 'claim')} · {when}"
    return _of_claims(text, subtitle, around.drawn, 0, around.lines)


def _of_claims(
    title: str, subtitle: str, drawn: Portrait, sheet: int, lines: Mapping[str, ClaimLine]
) -> GraphPicture:
    def label(id: str) -> str:
        return cut(lines[id].claim.text, LONGEST_LABEL)

    key = _key(drawn, sheet, lines)
    signs = {one.id: one.sign for one in key}
    plain = sheet_picture(drawn, sheet, label)
    nodes = tuple(replace(node, glyph=signs.get(node.id, node.glyph)) for node in plain.nodes)
    return GraphPicture(
        title=title,
        subtitle=subtitle,
        picture=replace(plain, nodes=nodes),
        key=key,
        whole={id: lines[id].claim.text for id in drawn.ranked},
    )


def _key(drawn: Portrait, sheet: int, lines: Mapping[str, ClaimLine]) -> Sequence[Keyed]:
    here = set(drawn.sheets[sheet].nodes) if drawn.sheets else set()
    first = [id for id in drawn.ranked if id in here][:IN_FULL]
    return [
        Keyed(id, str(number), lines[id].claim.text, f"{short(id)} · {_told(lines[id])}")
        for number, id in enumerate(first, 1)
    ]


def _told(line: ClaimLine) -> str:
    state = "" if line.state == "live" else f" · {line.state}"
    return f"{line.claim.kind} · by {line.claim.author}{state}"
