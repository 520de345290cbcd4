"""The whole page of one claim: its text, all that is known about it, and the claims it is related to."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from core.claims.claim import Claim
from core.claims.ids import short
from core.pack.pages import ClaimPage
from core.pack.searching import Hit
from workbench.moments import Present, counted
from workbench.plain import plain
from workbench.widgets.claim_facts import claim_facts, marked_text, related_rows
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.labelled import LabelledLines
from workbench.widgets.rows import Column, Rows
from workbench.widgets.still import OneLine, StillScroll, Words

RELATED = "claim-related"
"""Id of the list of related claims, for handlers of its messages."""

MOST_RELATED_ROWS = 10
"""Rows of the related list at most; it scrolls beyond."""


class ClaimPageView(Vertical):
    """One claim in full; opening a row of its related claims is told by the list's own message."""

    DEFAULT_CSS = """
    ClaimPageView { height: 1fr; }
    ClaimPageView > VerticalScroll { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    ClaimPageView .page-text {
        height: auto; padding: 0 1; margin: 0 0 1 0;
        border: round $border-blurred; background: $surface;
        border-title-color: $text-muted; border-subtitle-color: $text-muted;
    }
    ClaimPageView > VerticalScroll:focus > .page-text { border: heavy $border; }
    ClaimPageView.-closed .page-text { border: dashed $border-blurred; }
    ClaimPageView .page-nothing { padding: 1 1; color: $text-muted; display: none; }
    ClaimPageView.-nothing > VerticalScroll > .page-text { display: none; }
    ClaimPageView.-nothing .page-nothing { display: block; }
    ClaimPageView > .page-related { height: 1; padding: 0 2; color: $text-muted; }
    ClaimPageView > ClaimList { height: auto; max-height: 40%; background: $background; }
    ClaimPageView.-alone > .page-related, ClaimPageView.-alone > ClaimList { display: none; }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.claim_id: str | None = None

    def compose(self) -> ComposeResult:
        """Text and facts, and the related claims below."""
        with StillScroll():
            yield Words(classes="page-text")
            yield Words(classes="page-nothing")
            yield LabelledLines()
        yield OneLine(classes="page-related")
        yield ClaimList((Column(11), Column(), Column(6, "right", from_width=40)), id=RELATED)

    def show(
        self,
        page: ClaimPage,
        present: Present,
        *,
        premises: Sequence[Claim] = (),
        hit: Hit | None = None,
        explain: bool = False,
    ) -> None:
        """Show this claim; `premises` are the claims it rests on, `hit` why a search found it."""
        claim, state = page.line.claim, page.line.state
        scroll = self.query_one(StillScroll)
        if claim.id != self.claim_id:
            self.claim_id = claim.id
            scroll.scroll_home(animate=False)
        text = self.query_one(".page-text", Words)
        text.border_title = plain(f"{claim.kind} · {state}{' · pinned' if claim.pinned else ''}")
        text.border_subtitle = plain(f"{short(claim.id)} · rev {claim.rev}")
        text.say(marked_text(claim.text, hit.marks if hit else ()))
        self.query_one(LabelledLines).show(claim_facts(page, present, hit, explain=explain))
        self._show_related(Rows(related_rows(page, premises)))
        self.set_class(state not in ("live", "ends", "resting", "planned"), "-closed")
        self.remove_class("-nothing")

    def show_nothing(self, words: str) -> None:
        """No claim is chosen: say so."""
        self.claim_id = None
        self.add_class("-nothing", "-alone")
        self.query_one(".page-nothing", Words).say(plain(words))
        self.query_one(LabelledLines).show(())

    def focus_target(self) -> Widget:
        """Where keys belong on this page: the related claims, or the text that scrolls."""
        related = self.query_one(ClaimList)
        return related if len(related.source) else self.query_one(StillScroll)

    def _show_related(self, rows: Rows) -> None:
        related = self.query_one(ClaimList)
        related.show(rows)
        related.styles.height = min(len(rows), MOST_RELATED_ROWS)
        self.set_class(not len(rows), "-alone")
        words = f"{counted(len(rows), 'related claim')} · enter opens one"
        self.query_one(".page-related", OneLine).say(plain(words))
