"""What came near a claim and stayed open, and why: read on request, shown on a page of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from core.claims.claim import Claim
from core.claims.ended import ending_of
from core.claims.proposal import DECLINED, OPEN, Proposal
from core.pack.pack import Pack
from core.pack.views import View
from workbench.alike import alike_words, nearness
from workbench.plain import plain, styled

MOST_NEAR = 12
"""Claims shown; those beyond came less near."""


@dataclass(frozen=True, slots=True)
class CameNear:
    """A claim that stayed open, what was measured, and why."""

    claim: Claim
    figures: str
    why: str
    nearness: float = 0.0


def came_near(pack: Pack, claim_id: str, view: View) -> tuple[CameNear, ...]:
    """Open claims that share names with this one or were in a pair with it.

    Those of its pairs come first, closings that were taken back before all, then the nearest; decided pairs
    say what was decided.
    """
    page = pack.page(claim_id, view)
    decided = {one.old if one.new == claim_id else one.new: one for one in page.proposals}
    once = _closed_once(pack, page.line.claim, view)
    peers = {peer.id: peer for peer, _ in page.peers}
    peers |= {line.claim.id: line.claim for line in pack.lines([*once, *decided], view)}
    found = [
        (
            (peer.id in once, peer.id in decided),
            _near(pack, page.line.claim, peer, decided.get(peer.id), view),
        )
        for peer in peers.values()
        if peer.id != claim_id and peer.believed and peer.true_at(page.basis.true_at)
    ]
    found.sort(key=lambda one: (not one[0][0], not one[0][1], -one[1].nearness, one[1].claim.id))
    return tuple(near for _, near in found[:MOST_NEAR])


def _closed_once(pack: Pack, claim: Claim, view: View) -> frozenset[str]:
    """Claims that ended this one, or that it replaced, at any time known to the view."""
    endings = (ending_of(line.claim) for line in pack.history(claim.id, view))
    return frozenset([*(ending.by for ending in endings if ending and ending.by), *claim.supersedes])


def _near(pack: Pack, claim: Claim, peer: Claim, proposal: Proposal | None, view: View) -> CameNear:
    newer, older = (claim, peer) if claim.t_created >= peer.t_created else (peer, claim)
    measured = pack.why_open(newer.id, older.id, view)
    why = measured.why_open if proposal is None else _decided(proposal)
    return CameNear(peer, alike_words(measured), why, nearness(measured))


def _decided(proposal: Proposal) -> str:
    if proposal.status == OPEN:
        return f"it waits for your word (F9): {proposal.verdict}"
    if proposal.status == DECLINED:
        why = f": {proposal.why}" if proposal.why else ""
        return f"{proposal.decided_by} said that these are two facts{why}"
    return f"the proposal was {proposal.status}: {proposal.verdict}"


class NearPage(ModalScreen[None]):
    """The near misses of one claim."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,s", "dismiss_page", "back")]

    DEFAULT_CSS = """
    NearPage { align: center middle; }
    NearPage > VerticalScroll {
        width: 90%; max-width: 100; height: auto; max-height: 84%;
        border: round $border; padding: 0 1; background: $surface;
    }
    """

    def __init__(self, claim: Claim, near: Sequence[CameNear]) -> None:
        super().__init__()
        self._claim, self._near = claim, tuple(near)

    def compose(self) -> ComposeResult:
        """The claim, then what came near it."""
        with VerticalScroll() as page:
            page.border_title = plain("came near and stayed open")
            page.border_subtitle = plain("escape closes")
            yield Static(near_content(self._claim, self._near))

    def on_mount(self) -> None:
        """Let arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def action_dismiss_page(self) -> None:
        """Back to the screen."""
        self.dismiss()


def near_content(claim: Claim, near: Sequence[CameNear]) -> Content:
    """The claim and each near miss with its figures and the reason."""
    return styled(_parts(claim, near))


def _parts(claim: Claim, near: Sequence[CameNear]) -> Iterator[tuple[str, str]]:
    yield f"{claim.text}\n", "bold"
    if not near:
        yield "\nNo open claim comes near this one: none shares a name with it.\n", "$text-muted"
    for one in near:
        yield f"\n· {one.claim.text}\n", ""
        yield f"  {'; '.join(part for part in (one.figures, one.why) if part)}\n", "$text-muted"
