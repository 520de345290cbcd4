"""The morning report: what the workbench shows first, as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from core.claims.claim import Claim
from core.claims.proposal import Proposal
from core.pack.closings import ClosingLine
from core.pack.editors import Editors
from core.pack.graphs import Archipelago
from core.pack.pack import Pack
from core.pack.queue import DueQueue
from core.pack.views import Basis, View
from workbench.cli.paper import Paper
from workbench.cli.render import graph, review, timeline
from workbench.cli.times import Times
from workbench.moments import counted

CLOSINGS: Final = 5
"""Endings that a report lists."""
ISLANDS: Final = 8


@dataclass(frozen=True, slots=True)
class Morning:
    """What a person looks at first."""

    workspace: str
    basis: Basis
    due: DueQueue
    proposals: tuple[Proposal, ...]
    claims: dict[str, Claim]
    """The claims that the proposals are about, by id."""
    editors: dict[str, Editors]
    """Who edited the sides of a merge's proposals last."""
    closings: tuple[ClosingLine, ...]
    """The last endings, the newest first."""
    islands: Archipelago


def morning_of(pack: Pack, view: View) -> Morning:
    """Read a morning."""
    waiting = pack.proposals(view)
    ids = dict.fromkeys(claim for one in waiting for claim in (one.new, one.old))
    return Morning(
        workspace=view.workspace or "every workspace",
        basis=pack.reader.basis(view),
        due=pack.due(view),
        proposals=waiting,
        claims={line.claim.id: line.claim for line in pack.lines(ids, view)},
        editors=pack.editors(waiting, view),
        closings=pack.closings(view)[:CLOSINGS],
        islands=pack.islands(view),
    )


def morning(paper: Paper, read: Morning, times: Times, view: View, cue: review.Asked | None) -> None:
    """Write a morning for a person: of what is due the cues, which are to be answered by heart.

    The other parts show the cue of such a claim too. Without `cue` every claim is whole.
    """
    asked = {} if cue is None else {card.line.claim.id: cue(card) for card in read.due.cards}
    paper.line(
        f"{read.workspace}, {times.basis_of(view, read.basis) or times.minute(read.basis.true_at)}", "title"
    )
    paper.title("due")
    review.due(paper, read.due, times, cue)
    paper.title("to decide")
    _to_decide(paper, read, times, asked)
    paper.title("closed last")
    if read.closings:
        timeline.closings(paper, [_closing_asked(one, asked) for one in read.closings], times)
    else:
        paper.line("nothing has been closed", "dim")
    paper.title("islands")
    largest = read.islands.islands[:ISLANDS]
    islands = tuple(replace(island, hub=_as_asked(island.hub, asked)) for island in largest)
    graph.islands(paper, replace(read.islands, islands=islands))


def _to_decide(paper: Paper, read: Morning, times: Times, asked: Mapping[str, str]) -> None:
    """The pairs; of one that holds what is due nothing, since only the whole texts can be decided."""
    told = [one for one in read.proposals if asked.keys().isdisjoint((one.new, one.old))]
    held_back = len(read.proposals) - len(told)
    if told or not held_back:
        review.proposals(paper, told, read.claims, times, read.editors)
    if held_back:
        pairs = counted(held_back, "pair holds a claim that is", "pairs hold claims that are")
        paper.line(f"{pairs} due: `packbench proposals` shows {'them' if told else 'what waits'}", "dim")


def _closing_asked(line: ClosingLine, asked: Mapping[str, str]) -> ClosingLine:
    return replace(line, by=None if line.by is None else _as_asked(line.by, asked))


def _as_asked(claim: Claim, asked: Mapping[str, str]) -> Claim:
    return replace(claim, text=asked.get(claim.id, claim.text))
