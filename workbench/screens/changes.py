"""Changes: every ending in a list, and one of them fully explained: what, by which rule, on what evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget

from core.claims.claim import Claim
from core.claims.deed import Deed
from core.pack.closings import ClosingLine, ClosingPage
from workbench.actions import Scope
from workbench.frame.claim_actions import ClaimScreen
from workbench.frame.deed_page import DeedPage
from workbench.frame.messages import ViewChanged
from workbench.plain import plain
from workbench.screens import changes_words as words
from workbench.screens.changes_near import CameNear, NearPage, came_near
from workbench.session import Session
from workbench.widgets.bar import WindowBars
from workbench.widgets.chain_strip import ChainStrip
from workbench.widgets.claim_card import Card, ClaimCard
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.labelled import Labelled, LabelledLines
from workbench.widgets.rows import Rows
from workbench.widgets.word_diff import WordDiff

NO_CLOSING = "There is no ending here."

NEAR_SHOWN = 3
"""Near misses shown on the page of an open claim; s shows all."""


class ChangesScreen(ClaimScreen):
    """One closing fully explained, beside the list of all; its chain can be walked."""

    MODE = "changes"
    SCOPE: ClassVar[Scope] = "changes"
    ALSO: ClassVar[tuple[Scope, ...]] = ("claim", "list")
    PURPOSE = (
        "Why a claim is closed: what closed it, by which rule, what changed, who did it, on what evidence."
    )
    CSS_PATH = "changes.tcss"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.page: ClosingPage | None = None
        """The ending shown, or an open claim."""
        self._reading = False
        self._arrived = False
        self._endings: tuple[ClosingLine, ...] = ()
        self._newest_tx: int | None = None
        """The record of the newest ending listed last, at now; None before the first look."""

    def compose_content(self) -> ComposeResult:
        """The list, and the page beside it or in its place."""
        with Horizontal(id="changes-body"):
            yield ClaimList(words.COLUMNS, id="changes-list", empty=words.NOTHING_ENDED)
            with VerticalScroll(id="changes-page"):
                yield ChainStrip(id="changes-chain")
                yield WordDiff(id="changes-diff")
                yield ClaimCard(id="changes-alone")
                yield WindowBars(id="changes-windows")
                yield LabelledLines(id="changes-facts")

    # what is shown

    @property
    def _list(self) -> ClaimList:
        return self.query_one("#changes-list", ClaimList)

    def chosen_claim(self) -> str | None:
        """The claim that ended."""
        return self.page.claim.id if self.page is not None else None

    def home_focus(self) -> Widget | None:
        """The list, or the page where it stands in the list's place."""
        alone = self._reading and not self.has_class("-wide")
        return self.query_one("#changes-page") if alone else self._list

    @property
    def _in_sight(self) -> bool:
        """Whether the page is seen, beside the list or in its place."""
        return self._reading or self.has_class("-wide")

    def refresh_view(self, session: Session) -> None:
        """List the endings of the date shown; explain one just made here, else the one shown before."""
        self._endings = session.pack.closings(session.view)
        shown = self._newly_ended() or self.chosen_claim()
        if shown is None or session.claim(shown) is None:
            shown = self._endings[0].claim.id if self._endings else None
        self._list_endings(None)
        self._explain(shown)

    def _newly_ended(self) -> str | None:
        """The claim that this seat ended since the last look at now; those of others leave the page alone."""
        session = self.session
        if not session.is_now:
            return None
        newest = self._endings[0] if self._endings else None
        before, self._newest_tx = self._newest_tx, newest.ending.tx if newest is not None else 0
        if newest is None or before is None or newest.ending.tx <= before:
            return None
        return newest.claim.id if newest.ending.actor == session.pack.seat else None

    def _list_endings(self, unlisted: ClosingPage | None) -> None:
        """Fill the list: every ending, below a claim that is shown and is none of them."""
        zone = self.session.zone
        above = [] if unlisted is None else [words.unlisted_row(unlisted)]
        rows = Rows([*above, *(words.closing_row(line, zone) for line in self._endings)])
        self._list.show(rows, choose=None if unlisted is None else unlisted.claim.id)

    def _explain(self, claim_id: str | None) -> None:
        """Show how a claim ended, or that it has not; the mark of the list stands on it."""
        session = self.session
        self.page = None if claim_id is None else session.pack.why(claim_id, session.view)
        self.set_class(self.page is None, "-nothing")
        if self.page is not None:
            self._show(self.page)
            if not self._list.choose(self.page.claim.id):
                self._list_endings(self.page)
        self.choose(self.chosen_claim())
        self.refresh_bindings()

    def _show(self, page: ClosingPage) -> None:
        zone = self.session.zone
        chain = words.chain_links(page.chain, page.place, page.basis.true_at, zone)
        self.query_one(ChainStrip).show(chain)
        self.set_class(page.by is None, "-alone")
        if page.by is not None:
            self.query_one(WordDiff).show(words.old_side(page, zone), words.new_side(page, page.by, zone))
        else:
            self.query_one(ClaimCard).show(_card(page, zone))
        self.query_one(WindowBars).show(
            words.window_rows(page, zone), page.basis.true_at, self.session.true_named
        )
        facts = [Labelled(label, plain(said)) for label, said in words.ending_facts(page, zone)]
        facts += self._near_facts(page) if page.ending is None else []
        self.query_one(LabelledLines).show([*facts, words.key_fact(self.refusals())])
        self.query_one("#changes-page", VerticalScroll).scroll_home(animate=False)

    def _near_facts(self, page: ClosingPage) -> list[Labelled]:
        """For an open claim: what came near it, and why it stayed open."""
        near = self._near(page.claim)
        shown = [f"{one.claim.text}\n{one.figures + '; ' if one.figures else ''}{one.why}" for one in near]
        labels = ["stayed open", *(" " for _ in shown[1:])]
        return [Labelled(label, plain(text)) for label, text in zip(labels, shown[:NEAR_SHOWN], strict=False)]

    def _near(self, claim: Claim) -> tuple[CameNear, ...]:
        return came_near(self.session.pack, claim.id, self.session.view)

    def _read(self, *, arrived: bool = False) -> None:
        self._reading, self._arrived = True, arrived
        self.add_class("-reading")
        self.set_focus(self.home_focus())
        self.refresh_bindings()

    def _go(self, claim_id: str) -> None:
        """Explain this claim, of an open one what it ended."""
        page = self.session.pack.why(claim_id, self.session.view)
        self._explain(page.chain[page.place - 1].id if page.ending is None and page.place else claim_id)

    def picture(self) -> str | None:
        """The ending that is shown, with both texts and all that is known of it."""
        from workbench.pictures.difference import ending_svg
        from workbench.pictures.endings import of_ending

        if self.page is None:
            return None
        return ending_svg(of_ending(self.page, self.session.zone), dark=self.app.current_theme.dark)

    # coming and going

    def arrive(self, wish: str, claim_id: str | None) -> None:
        """Somebody asks why a claim is closed."""
        if claim_id is None:
            return
        if self.session.claim(claim_id) is None:
            self.say_refused(f"Claim {claim_id[-8:]} was not written by {self.session.shown_time or 'now'}.")
            return
        self._go(claim_id)
        self._read(arrived=True)

    def climb(self) -> bool:
        """Escape: from the page to the list, or to where one came from."""
        if not self._reading:
            return False
        self._reading = False
        self.remove_class("-reading")
        self.set_focus(self.home_focus())
        self.refresh_bindings()
        return not self._arrived and not self.has_class("-wide")

    # what can be done

    def refusals(self) -> Mapping[str, str]:
        """The chain has two ends, and some pages have no deed, no successor or no ending."""
        reasons = dict(super().refusals())
        page = self.page
        if page is None:
            names = ("earlier", "later", "next", "previous", "moment_before", "near_misses")
            return reasons | dict.fromkeys((f"changes.{name}" for name in names), NO_CLOSING)
        reasons.pop("claim.open_deed", None)
        if self._in_sight:
            reasons["claim.why"] = "This page says why."
        if not self._deeds(page):
            reasons["claim.open_deed"] = "No deed is cited for this ending."
        if page.place == 0:
            reasons["changes.earlier"] = "This is the first claim of its chain."
        if page.place >= len(page.chain) - 1 or (
            page.place == len(page.chain) - 2 and page.chain[-1].closing is None and page.chain[-1].believed
        ):
            reasons["changes.later"] = "The chain goes on to no further ending."
        if page.moment_before is None:
            reasons["changes.moment_before"] = "This claim has not ended."
        return reasons

    def action_chain(self, step: int) -> None:
        """Walk along the chain."""
        if self.page is not None:
            self._go(self.page.chain[self.page.place + step].id)

    def action_next(self) -> None:
        """The next closing of the list."""
        self._step(1)

    def action_previous(self) -> None:
        """The closing before in the list."""
        self._step(-1)

    def _step(self, by: int) -> None:
        self._list.cursor += by
        self._explain(self._list.chosen)

    def action_why(self) -> None:
        """From the list alone: read the page of the row under the mark."""
        self._read()

    def action_moment_before(self) -> None:
        """Show the pack as it was just before it learnt of this ending."""
        if self.page is not None and self.page.moment_before is not None:
            self.post_message(ViewChanged(true_at=None, believed_at=self.page.moment_before))

    def action_near_misses(self) -> None:
        """Show what came near and stayed open: of the newer claim, or of the open one."""
        if self.page is not None:
            claim = self.page.by or self.page.claim
            self.app.push_screen(NearPage(claim, self._near(claim)))

    def action_open_deed(self) -> None:
        """Show the deed of this ending, and those its claims cite."""
        if self.page is not None:
            self.app.push_screen(DeedPage(self._deeds(self.page), self.session.zone))

    def _deeds(self, page: ClosingPage) -> list[Deed]:
        named = [page.deed.accession] if page.deed is not None else []
        named += [one for claim in (page.by, page.claim) if claim is not None for one in claim.deeds]
        return [self.session.pack.deed(accession) for accession in dict.fromkeys(named)]

    # messages

    def on_claim_list_highlighted(self, message: ClaimList.Highlighted) -> None:
        """The page follows the mark."""
        if self._list.chosen != self.chosen_claim():
            self._explain(self._list.chosen)

    def on_claim_list_opened(self, message: ClaimList.Opened) -> None:
        """Enter reads the page."""
        self._explain(message.id)
        self._read()


def _card(page: ClosingPage, zone: str) -> Card:
    """The claim alone, where no other came in its place."""
    side = words.old_side(page, zone)
    return Card(body=page.claim.text, label=side.title, footer=side.footer, closed=page.ending is not None)
