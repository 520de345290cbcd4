"""The list of islands and the sentences around it."""

from __future__ import annotations

from collections.abc import Mapping

from textual.widget import Widget

from core.pack.graphs import Archipelago, Island
from workbench.moments import counted
from workbench.plain import plain
from workbench.widgets.bar import thin_bar
from workbench.widgets.claim_card import Card, Line
from workbench.widgets.rows import Cell, Column, Row

BAR_CELLS = 8
"""Cells of the largest island."""

TOUCHED = "◆"
"""Mark of an island that the cue touches."""

HUB_BESIDE = 104
"""Cells of a list from which on the claim an island turns on stands beside a whole name."""

COLUMNS = (
    Column(2), Column(BAR_CELLS), Column(4, "right"), Column(), Column(from_width=HUB_BESIDE),
    Column(8, "right"),
)  # fmt: skip

COMPUTING = "computing islands…"

NO_ISLANDS = (
    "No islands yet: claims become one when they are about the same names. "
    "Name what a claim is about when you write it (w)."
)
NO_ISLANDS_THEN = "There were no islands on this date. T returns to now."

NO_CUE = "Say what you are about to do first: q goes to the field."
CLIMB_FIRST = "What the cue awakened is fired from its own list: escape climbs out of the island."
STILL_LOOKING = "Still looking for what this touches."
NO_BRIEF = "There is no island here to copy yet."
TOO_FEW = "One claim alone has no links to strengthen."


def island_row(island: Island, largest: int, touched: int) -> Row:
    """One island: letter, size, name, what it turns on, what is due in it."""
    due = f"{island.due} due" if island.due else ""
    if touched:
        due = f"{touched} awake"
    return Row(
        island.id,
        (
            Cell(island.letter, "strong"),
            Cell(thin_bar(len(island.members), largest, BAR_CELLS), "accent"),
            Cell(str(len(island.members))),
            Cell(island.name or island.hub.text),
            Cell(island.hub.text, "muted"),
            Cell(due, "accent"),
        ),
        mark=TOUCHED if touched else "",
    )


def archipelago_words(found: Archipelago) -> str:
    """`12 islands · 7 claims without links · modularity .84`."""
    loners = f" · {counted(found.loners, 'claim')} without links" if found.loners else ""
    modularity = f" · modularity {found.modularity:.2f}".replace(" 0.", " .") if found.islands else ""
    return f"{counted(len(found.islands), 'island')}{loners}{modularity}"


def island_words(island: Island) -> str:
    """`A  search index · Tantivy · 45 claims, 2 due`."""
    due = f", {island.due} due" if island.due else ""
    return f"{island.letter}  {island.name} · {counted(len(island.members), 'claim')}{due}"


def island_card(island: Island, found: Archipelago) -> Card:
    """An island as a card: its size, the claim it turns on, and which islands it has bridges to."""
    letters = {one.id: one.letter for one in found.islands}
    ends = [(b if a == island.id else a, weight) for a, b, weight in found.bridges if island.id in (a, b)]
    ranked = sorted(ends, key=lambda end: (-end[1], letters.get(end[0], "")))
    bridges = ", ".join(letters[end] for end, _ in ranked if end in letters)
    return Card(
        body=island.hub.text,
        label=island_words(island),
        lines=[Line(f"bridges to {bridges}" if bridges else "no bridge to another island", "$text-muted")],
        hint="enter goes in",
    )


def frame(island_map: Widget, island: Island | None) -> None:
    """Write an island and the claim it turns on into the frame of the map; None leaves the frame bare."""
    island_map.border_title = plain(island_words(island)) if island else None
    island_map.border_subtitle = plain(island.hub.text) if island else None


def letters_by_claim(found: Archipelago | None) -> Mapping[str, str]:
    """The letter of the island of every claim that is on one."""
    islands = found.islands if found is not None else ()
    return {member: island.letter for island in islands for member in island.members}
