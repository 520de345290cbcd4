"""Today: what is due, one claim at a time: question, answer, transition.

The screen is a function of the due queue, of the checks and of the phase. A grade is durable before the
next card is shown, a key that is held grades once, and keys before the reveal do nothing. After the grades
come the checks of truth in one block, and then, for who wants it, a second look at what was not held.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.widget import Widget

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.pack.commands import Bury, Command, Grade
from core.pack.queue import DueCard
from workbench.actions import Scope
from workbench.frame.base_screen import BESIDE_A_SENTENCE
from workbench.frame.claim_actions import ClaimScreen
from workbench.frame.grade_bar import GRADES, TRUTHS, AnswerBar, GradeBar
from workbench.morning import Morning
from workbench.plain import styled
from workbench.screens import today_sitting as sitting
from workbench.screens import today_words as words
from workbench.screens.today_lists import PastDay, SittingEnd
from workbench.screens.today_refusals import GRADES_ARE, NO_GRADES, not_now, without_a_card
from workbench.screens.today_sitting import Graded, Part, Phase, SittingRecord
from workbench.session import Session
from workbench.widgets.bar import Spark
from workbench.widgets.claim_card import Card, ClaimCard
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.still import OneLine

if TYPE_CHECKING:
    from core.pack.receipts import Receipt
    from workbench.frame.asking import Asking


class TodayScreen(ClaimScreen):
    """The due queue, card by card; at another date that day's queue as a list."""

    MODE = "today"
    SCOPE: ClassVar[Scope] = "today"
    PURPOSE = "What is due: read the cue, recall, reveal, then say how well you held it. Hard is a pass."
    CSS_PATH = "today.tcss"
    KEYS_FIRST = (
        "today.reveal", *(action.id for action in GRADES), "claim.verify", "claim.no_longer_true",
        "claim.doubt", "today.later", "app.undo", "app.search", "app.time",
    )  # fmt: skip

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.phase: Phase = "question"
        self.card: DueCard | None = None
        self._cue = ""
        self._cue_how = ""
        self._about: tuple[str, ...] = ()
        self._units: tuple[str, ...] = ()
        self.part: Part = "recall"
        self.record = SittingRecord()
        self._second: tuple[Graded, ...] = ()
        """What is still to be looked at again."""
        self._beside = words.Beside()
        self._first: frozenset[str] = frozenset()
        self._show_intervals = False
        self._shown_at: Instant = 0
        self._says_where = False
        """Whether an act was taken back here just now."""

    def compose_content(self) -> ComposeResult:
        """The sitting, its end, and the list of another day."""
        self.set_class(bool(self.session.is_now and self._morning.due.cards), "-sitting", update=False)
        with Horizontal(id="today-top"):
            yield OneLine(id="today-progress")
            yield Spark(id="today-ahead")
        with VerticalScroll(id="today-sitting", can_focus=False):
            yield ClaimCard(id="today-card")
            yield GradeBar(id="today-grades")
            yield AnswerBar(TRUTHS, id="today-truths")
            yield Vertical(id="today-asking")
        yield SittingEnd(id="today-done")
        yield PastDay(id="today-past")

    def home_focus(self) -> Widget | None:
        """The list that is shown, if one is."""
        if not self.session.is_now:
            return self.query_one("#today-past-list")
        return None if self.card is not None else self.query_one("#today-next")

    def chosen_claim(self) -> str | None:
        """The claim on the card; at another date the one under the cursor."""
        if self.session.is_now:
            return self.card.line.claim.id if self.card is not None else None
        listed = self.query_one_optional("#today-past-list", ClaimList)
        return listed.chosen if listed is not None else None

    @property
    def _morning(self) -> Morning:
        return self.session.morning

    # what is shown

    def refresh_view(self, session: Session) -> None:
        """Find the card to show: the one just taken back, else the one shown, else the first."""
        if not session.is_now:
            self.card = None
            self._show_top()
            self._show_past()
            return
        before = self.card, self.part
        self.part, self.card = self._next()
        self._show_top()
        if self.card is None:
            self._show_done()
        elif self.phase == "transition" or not sitting.same_question(before, (self.card, self.part)):
            self._ask_card(self.card)
        else:
            self._show_card()
        self._show_panel("sitting" if self.card else "done")
        self.choose(self.chosen_claim())
        self.go_home()

    def _next(self) -> tuple[Part, DueCard | None]:
        """The grades first, then the checks of truth, then what somebody wants to look at again."""
        morning, asked = self._morning, self._asked_for()
        shown = self.card.line.claim.id if self.card is not None else ""
        if (back := self._came_back()) is not None:
            return back
        stays = None if asked or self.part == "second" else sitting.asked_card(morning, shown)
        if stays is not None and stays[0] == self.part:
            return stays
        if morning.due.cards:
            return "recall", morning.due.cards[0]
        if (check := morning.check_of(shown) or next(iter(morning.checks), None)) is not None:
            return "check", sitting.card_of(check)
        return ("second", self._second[0].card) if self._second else ("recall", None)

    def _came_back(self) -> tuple[Part, DueCard] | None:
        """The claim of an act just taken back; where nothing asks it now, says which one it is."""
        pack, says = self.session.pack, self._says_where
        self._says_where = False
        undone = self.record.undone(self.session.taken_back, lambda tx: pack.event(tx).about)
        if undone is None or not undone.claims:
            return None
        back = next((one for id in undone.claims if (one := sitting.asked_card(self._morning, id))), None)
        if back is None and says:
            page = pack.page(undone.claims[0])
            room = self.size.width - BESIDE_A_SENTENCE
            self.say(words.not_asked(self.said, page, self.session.present, room))
        return back

    def _asked_for(self) -> bool:
        """Whether somebody has asked just now for claims to come first; says so."""
        before, self._first = self._first, self._morning.first
        if before == self._first or not self._morning.first_due:
            return False
        self._say_first()
        return True

    def _say_first(self) -> None:
        self.say(words.comes_first(self._morning.first_called, self._morning.first_due))

    def arrive(self, wish: str, claim_id: str | None) -> None:
        """Somebody asked for claims to come first, perhaps the same as before."""
        if wish == "first":
            self._say_first()

    def _ask_card(self, card: DueCard) -> None:
        cue = self.session.pack.cue(card)
        self._cue, self._cue_how, self._about = cue.shown, cue.how, cue.about
        self._units = self.session.pack.units(card, cue)
        self._beside = words.Beside()
        self.phase = "answer" if self.part == "check" else "question"
        self._shown_at = self.session.now
        if (asking := self.asked()) is not None:
            asking.close()
        self._show_card()

    def _show_card(self) -> None:
        if self.card is None:
            return
        revealed = self.phase == "answer"
        self.query_one("#today-card", ClaimCard).show(self._words(self.card))
        self._wait_for(grade=revealed and self.part == "recall", truth=revealed and self.part != "second")
        self._show_grades()

    def _wait_for(self, *, grade: bool, truth: bool) -> None:
        """Show the answers that are waited for. A class of the screen would style all that is on it anew."""
        self.query_one("#today-grades").set_class(grade, "-waits")
        self.query_one("#today-truths").set_class(truth, "-waits")

    def _words(self, card: DueCard) -> Card:
        present = self.session.present
        if self.phase != "answer":
            return words.question(card, self._cue, self._about, present)
        claim_id = card.line.claim.id
        beside = replace(self._beside, rival=self._morning.rival(claim_id))
        check = self._morning.check_of(claim_id) if self.part == "check" else None
        if check is not None:
            return words.check(check, beside, present)
        hint = words.GOES_ON if self.part == "second" else words.GRADE_IT
        return words.answer(card, self._units, beside, present, hint)

    def _show_grades(self) -> None:
        told = self._show_intervals and self.card is not None and self._grades_wait
        intervals = self.session.pack.intervals(self.card) if told and self.card else {}
        self.query_one(GradeBar).show(words.interval_words(intervals))

    @property
    def _grades_wait(self) -> bool:
        """Whether a grade is the answer that is waited for."""
        return self.part == "recall" and self.phase == "answer"

    def _show_top(self) -> None:
        morning = self._morning
        ahead = morning.due.ahead
        self.query_one("#today-ahead", Spark).show(ahead, f"next {len(ahead)} days")
        said = [(self._progress(), "bold")] if self.card is not None else []
        if said and morning.first_due:
            mark = words.first_mark(morning.first_called, morning.first_due)
            said.append((mark, "bold $text-accent"))
        if said and morning.authors:
            said.append((f" · only {', '.join(morning.authors)}", "bold $text-accent"))
        self.query_one("#today-progress", OneLine).say(styled(said))

    def _progress(self) -> str:
        match self.part:
            case "check":
                return words.checks_progress(len(self._morning.checks), self._morning.to_check)
            case "second":
                return words.second_progress(len(self._second))
            case _:
                return words.progress(self._morning.due)

    def _show_done(self) -> None:
        session = self.session
        queue, standing = self._morning.due, self.record.standing(session.taken_back)
        lines = words.sitting_summary(session.done_here(), queue, standing, session.present)
        lines += [(said, "$text-muted") for said in words.held_back(queue, self._morning.to_check)]
        rows = words.next_rows(
            session.open_proposals or 0,
            begin=not queue.scheduled,
            later=queue.later,
            second=len(self.record.lapsed(session.taken_back)),
        )
        self.query_one(SittingEnd).show(lines, rows)

    def _show_past(self) -> None:
        pack = self.session.pack
        self.query_one(PastDay).show(self._morning.due, lambda card: pack.cue(card).shown, self.session.zone)
        self._show_panel("listing")
        self.go_home()

    def _show_panel(self, name: str) -> None:
        for panel in ("sitting", "done", "listing"):
            self.set_class(panel == name, f"-{panel}")
        if name != "sitting":
            self._wait_for(grade=False, truth=False)

    # what can be done

    def refusals(self) -> Mapping[str, str]:
        """Grades wait for the reveal; "no longer true" does too."""
        reasons = dict(super().refusals())
        if self.card is not None:
            return reasons | not_now(self.part, self.phase)
        return reasons | without_a_card(listed=not self.session.is_now)

    def _chosen(self) -> Claim | None:
        """The claim on the card needs no look into the pack."""
        shown = self.card if self.session.is_now else None
        return shown.line.claim if shown is not None else super()._chosen()

    def action_reveal(self) -> None:
        """Show the answer; in the second look go on once it is shown."""
        if not self.session.is_now:
            self.query_one(PastDay).turn_over()
        if self.card is None:
            return
        if self.phase == "question":
            self.phase = "answer"
            self._show_card()
        elif self.part == "second":
            self.record.looked_at(self._second[0])
            self._second = self._second[1:]
            self.phase = "transition"
            self.refresh_view(self.session)
        self.refresh_bindings()

    def action_grade(self, grade: int) -> None:
        """Grade the revealed card; the next one comes once the grade is durable."""
        card = self.card
        if card is None or not self._grades_wait:
            return
        self.phase = "transition"
        claim = card.line.claim
        command = Grade(
            id=claim.id,
            grade=grade,
            shown_rev=claim.rev,
            shown_reps=card.review.reps,
            cue=self._cue_how or None,
            milliseconds=(self.session.now - self._shown_at) // 1000,
        )
        receipt = self.carry_out(command)
        if receipt is None or receipt.tx is None:
            self.phase = "answer"
            return
        self.record.add(receipt.tx, card, grade)

    def on_key(self, event: Key) -> None:
        """A digit that is no grade says which are."""
        if self.card is not None and event.key in NO_GRADES:
            self.say_refused(GRADES_ARE)

    def action_later(self) -> None:
        """Not today; nothing is graded."""
        if self.card is not None and self.carry_out(Bury(id=self.card.line.claim.id)) is not None:
            self.say(words.PUT_OFF)

    def action_siblings(self) -> None:
        """Show or hide the claims that share a name with the one shown."""
        if self.card is not None:
            shown = self._beside.siblings is None
            found = self._morning.siblings(self.card.line.claim) if shown else None
            self._beside = replace(self._beside, siblings=found)
            self._show_card()

    def action_authors(self) -> None:
        """Ask whose claims are asked for in this sitting."""
        from workbench.screens.today_authors import authors_asking

        session = self.session

        def act(authors: tuple[str, ...]) -> None:
            self._morning.ask_only(authors)
            self.refresh_view(session)

        self.ask(authors_asking(session.pack.authors(), self._morning.authors, act))

    def carry_out(self, command: Command) -> Receipt | None:
        """As everywhere; the card is remembered, so that taking the act back shows it again."""
        card = self.card
        receipt = super().carry_out(command)
        if receipt is not None and receipt.tx is not None and card is not None:
            self.record.acted(receipt.tx, card)
        return receipt

    def tell(self, receipt: Receipt, *, warned: bool = False) -> None:
        """As everywhere; of a grade also when it is asked next, of an act taken back where its claim is."""
        self._says_where = receipt.verb == "undo"
        super().tell(words.with_due_day(receipt, self.session.present), warned=warned)

    def action_intervals(self) -> None:
        """Show or hide when each grade would bring the claim back."""
        self._show_intervals = not self._show_intervals
        self._show_grades()

    def ask(self, asking: Asking) -> None:
        """Questions open under the card, never over it."""
        if self.card is None:
            super().ask(asking)
            return
        self.ask_in(self.query_one("#today-asking"), asking)
        asking.scroll_visible(animate=False)

    def on_claim_list_opened(self, message: ClaimList.Opened) -> None:
        """Enter on what to do next goes there; on a claim of another day shows it."""
        if message.claim_list.id == "today-next" and message.id in ("second", "later"):
            self._go_on(message.id)
        elif message.claim_list.id == "today-next":
            wish = {"claims": "search", "islands": "cue", "write": "new"}.get(message.id, "")
            self.visit(message.id, wish)
        else:
            self.visit("claims", "claim", message.id)

    def _go_on(self, where: str) -> None:
        """A second look at what was not held, or what the limit of a sitting left for later."""
        if where == "second":
            self._second = tuple(self.record.lapsed(self.session.taken_back))
        else:
            self._morning.ask_everything()
        self.phase = "transition"
        self.refresh_view(self.session)
        self.refresh_bindings()

    def on_claim_list_highlighted(self, message: ClaimList.Highlighted) -> None:
        """The claim under the cursor of another day's list is the chosen one."""
        if message.claim_list.id == "today-past-list":
            self.choose(message.id)
