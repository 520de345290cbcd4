"""The command `graph`: which part of the pack is drawn, and the picture as text."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

from core.errors import NotFound, as_given
from workbench.cli.paper import Paper
from workbench.graph.braille import draw
from workbench.graph.reading import drawn_island, island_named, neighbourhood, read_islands
from workbench.pictures.portraits import of_island, of_islands, of_neighbourhood

if TYPE_CHECKING:
    from core.pack.pack import Pack
    from core.pack.views import View
    from workbench.pictures.graph import GraphPicture

ROOM: Final = (100, 30)
"""Columns and rows of a picture where there is no terminal."""
BELOW: Final = 3
"""Rows that a terminal keeps for what stands around a picture."""
LABELS: Final = 24
"""Names besides those of the key."""


def drawn(pack: Pack, view: View, what: str | None, when: str) -> GraphPicture:
    """What is to be drawn: all islands, one of them, or a claim with its neighbours. Raises `NotFound`."""
    read = read_islands(pack, view, {})
    if isinstance(read, Exception):
        raise read
    if what is None:
        return of_islands(read.found, read.places, view.workspace or "every workspace", when)
    island = island_named(read.found, what)
    if island is not None:
        portrait, lines = drawn_island(pack, view, island.members, read.found, None)
        return of_island(island, portrait, 0, lines, when)
    try:
        claim = pack.find(what, view)
    except NotFound:
        raise NotFound(
            f"{as_given(what)} is no island and no claim here; `packbench islands` lists the letters."
        ) from None
    return of_neighbourhood(neighbourhood(pack, view, claim, None), when)


def put_drawn(paper: Paper, shown: GraphPicture) -> None:
    """The picture in braille, as wide as the terminal, and its key below."""
    columns, rows = paper.width or ROOM[0], shutil.get_terminal_size(ROOM).lines
    paper.line(shown.title, "title")
    paper.line(shown.subtitle, "dim")
    if not shown.picture.nodes:
        paper.line("nothing to draw: claims become linked when they are about the same names", "dim")
        return
    for row in draw(shown.picture, columns, max(BELOW, rows - BELOW), labels=LABELS).rows:
        paper.line("".join(segment.text for segment in row).rstrip() or " ")
    paper.table([[(one.sign, "title"), (one.said, "claim")] for one in shown.key])
