"""Islands, hubs and what a task awakens."""

from __future__ import annotations

from collections.abc import Sequence

from core.claims.ids import short
from core.pack.graphs import Archipelago, Awakened, HubLine
from workbench.cli.paper import Cell, Paper
from workbench.cli.render.claims import claim_list
from workbench.moments import counted


def islands(paper: Paper, found: Archipelago) -> None:
    """The islands, largest first, each with its hub."""
    if not found.islands:
        paper.line("no islands yet: claims become linked when they are about the same names", "dim")
        return
    rows: list[list[Cell]] = [
        [
            (island.letter, "title"),
            (str(len(island.members)), ""),
            (f"{island.due} due" if island.due else "", "warn"),
            (island.name, "kind"),
            (island.hub.text, "claim"),
        ]
        for island in found.islands
    ]
    paper.table(rows)
    loners = f"{counted(found.loners, 'claim')} without a link"
    paper.line(f"modularity {found.modularity:.2f} · {loners}", "dim")


def hubs(paper: Paper, ranked: Sequence[HubLine]) -> None:
    """The hubs, with what would fall apart if each closed."""
    if not ranked:
        paper.line("no hubs yet: claims become linked when they are about the same names", "dim")
        return
    rows: list[list[Cell]] = [
        [
            (short(hub.line.claim.id), "id"),
            (f"{hub.score:.4f}", ""),
            (counted(hub.links, "link"), "dim"),
            (f"cuts off {sum(map(len, hub.cut_off))}" if hub.cut_off else "", "warn"),
            (hub.line.claim.text, "claim"),
        ]
        for hub in ranked
    ]
    paper.table(rows)


def awakened(paper: Paper, answer: Awakened) -> None:
    """The island that a cue touches, strongest first, and what always applies."""
    if answer.shown_as is not None:
        paper.line(f"showing results for {answer.shown_as}", "warn")
    if not answer.reached:
        paper.line("nothing is awakened by that", "dim")
    rows: list[list[Cell]] = [
        [
            (short(one.line.claim.id), "id"),
            (f"{one.activation:.2f}", "title"),
            ("seed" if one.seed else "", "kind"),
            (one.line.claim.text, "claim"),
        ]
        for one in answer.reached
    ]
    paper.table(rows)
    if answer.reached:
        strength = "weak: shown with care, never fired" if answer.weak else "strong"
        paper.line(f"{counted(len(answer.reached), 'claim')} · {strength}", "dim")
    if answer.always:
        paper.title("always applies")
        claim_list(paper, answer.always)
