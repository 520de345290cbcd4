"""The list of hubs, and what would fall apart without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.pack.graphs import HubLine
from core.pack.pages import ClaimLine
from workbench.moments import counted
from workbench.plain import cut
from workbench.widgets.bar import thin_bar
from workbench.widgets.rows import Cell, Column, Row

BAR_CELLS = 8
"""Cells of the first hub's bar."""

PINNED = "^"
"""Mark of a pinned hub."""

NAMED = 3
"""Claims that would fall away which are named; of the others the number is told."""

NAME_CELLS = 60

COLUMNS = (
    Column(3, "right"), Column(BAR_CELLS), Column(), Column(8, "right", from_width=44),
)  # fmt: skip

COMPUTING = "ranking the hubs…"
NO_HUBS = (
    "No hubs yet: no two claims are linked. Claims are linked when they are about the same names; "
    "name what a claim is about when you write it (w)."
)
NO_HUBS_THEN = "There were no linked claims on this date. T returns to now."


def hub_row(hub: HubLine, place: int, largest: float) -> Row:
    """One hub: its place, its PageRank beside that of the first, its text and its links."""
    claim = hub.line.claim
    return Row(
        claim.id,
        (
            Cell(str(place)),
            Cell(thin_bar(hub.score, largest, BAR_CELLS), "accent"),
            Cell(claim.text),
            Cell(counted(hub.links, "link"), "muted"),
        ),
        mark=PINNED if claim.pinned else "",
    )


def falls_apart(hub: HubLine, lines: Mapping[str, ClaimLine]) -> str:
    """What would lose its connection to the rest if the hub closed; `lines` hold at least those named."""
    lost = [claim_id for part in hub.cut_off for claim_id in part]
    if not lost:
        return "If it closed, all would still hang together."
    texts = (lines[one].claim.text.removesuffix(".") for one in lost[:NAMED] if one in lines)
    named = ", ".join(f"“{cut(text, NAME_CELLS)}”" for text in texts)
    more = f" and {len(lost) - NAMED} more" if len(lost) > NAMED else ""
    groups = f" in {len(hub.cut_off)} groups" if len(hub.cut_off) > 1 else ""
    would = f"{counted(len(lost), 'claim')} would lose touch with the rest{groups}"
    return f"If it closed, {would}: {named}{more}."


def named_of(hubs: Sequence[HubLine]) -> tuple[str, ...]:
    """The claims that `falls_apart` names."""
    return tuple({one for hub in hubs for one in [id for part in hub.cut_off for id in part][:NAMED]})
