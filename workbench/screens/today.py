"""Today: what is due, one claim at a time: question, answer, transition.

The screen is a function of the due queue and of the phase. A grade is durable before the next card is
shown, a key that is held grades once, and keys before the reveal do nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.pack.commands import Grade
from core.pack.queue import DueCard
from workbench.actions import Scope
from workbench.frame.claim_actions import ClaimScreen
from workbench.frame.grade_bar import GRADES, GradeBar
from workbench.moments import counted, day_words
from workbench.plain import plain, styled
from workbench.screens import today_words as words
from workbench.session import Session
from workbench.widgets.bar import Spark
from workbench.widgets.claim_card import ClaimCard
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.rows import Column, Rows

if TYPE_CHECKING:
    from workbench.frame.asking import Asking

Phase = Literal["question", "answer", "transition"]

REVEAL_FIRST = "Space shows the answer first; a grade given before it would be a guess."
SPOILS = "Space shows the answer first; this would show it before you have recalled it."
SHOW_THE_ANSWER = (
    "claim.no_longer_true", "claim.never_true", "claim.why", "claim.history", "claim.island",
    "claim.open_deed", "claim.edit",
)  # fmt: skip
"""Keys on a claim that bring its text up."""
NO_CARD = "No claim is waiting for a grade."


class Graded(msgspec.Struct, frozen=True):
    """A grade of this sitting."""

    tx: int
    claim_id: str
    grade: int


class TodayScreen(ClaimScreen):
    """The due queue, card by card; at another date that day's queue as a list."""

    MODE = "today"
    SCOPE: ClassVar[Scope] = "today"
    PURPOSE = "What is due: read the cue, recall, reveal, then say how well you held it. Hard is a pass."
    CSS_PATH = "today.tcss"
    KEYS_FIRST = (
        "today.reveal",
        *(action.id for action in GRADES),
        "claim.no_longer_true",
        "app.undo",
        "app.search",
        "app.time",
    )

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.phase: Phase = "question"
        self.card: DueCard | None = None
        self._cue = ""
        self._cue_how = ""
        self._about: tuple[str, ...] = ()
        self._units: tuple[str, ...] = ()
        self._graded: list[Graded] = []
        self._taken: set[int] = set()
        self._first: frozenset[str] = frozenset()
        self._show_intervals = False
        self._shown_at: Instant = 0

    def compose_content(self) -> ComposeResult:
        """The sitting, its end, and the list of another day."""
        self.set_class(bool(self.session.is_now and self.session.due.cards), "-sitting", update=False)
        with Horizontal(id="today-top"):
            yield Static(id="today-progress")
            yield Spark(id="today-ahead")
        with VerticalScroll(id="today-sitting", can_focus=False):
            yield ClaimCard(id="today-card")
            yield GradeBar(id="today-grades")
            yield Vertical(id="today-asking")
        with Vertical(id="today-done"):
            yield Static(id="today-summary")
            yield ClaimList((Column(),), id="today-next")
        with Vertical(id="today-past"):
            yield Static(id="today-past-words")
            yield ClaimList(
                (Column(), Column(12, from_width=60), Column(8, from_width=70), Column(6, "right")),
                empty="Nothing was due on that day.",
                id="today-past-list",
            )

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

    # what is shown

    def refresh_view(self, session: Session) -> None:
        """Find the card to show: the one just taken back, else the one shown, else the first."""
        queue = session.due
        by_id = {card.line.claim.id: card for card in queue.cards}
        if not session.is_now:
            self.card = None
            self._show_top()
            self._show_past()
            return
        before = self.card
        first = next(iter(queue.cards), None)
        asked = self._asked_for()
        self.card = self._undone(by_id) or (first if asked else self._still(by_id)) or first
        self._show_top()
        if self.card is None:
            self._show_done()
        elif before is None or self.phase == "transition" or not _same(before, self.card):
            self._ask_card(self.card)
        else:
            self._show_card()
        self._show_panel("sitting" if self.card else "done")
        self.choose(self.chosen_claim())
        self.go_home()

    def _asked_for(self) -> bool:
        """Whether somebody has asked just now for claims to come first; says so."""
        before, self._first = self._first, self.session.first
        if before == self._first or not self.session.first_due:
            return False
        self._say_first()
        return True

    def _say_first(self) -> None:
        self.say(words.comes_first(self.session.first_called, self.session.first_due))

    def arrive(self, wish: str, claim_id: str | None) -> None:
        """Somebody asked for claims to come first, perhaps the same as before."""
        if wish == "first":
            self._say_first()

    def _undone(self, by_id: Mapping[str, DueCard]) -> DueCard | None:
        """The card whose grade was taken back just now: it is due again."""
        taken = {one.tx for one in self._graded} & self.session.taken_back
        fresh, self._taken = taken - self._taken, taken
        back = [one for one in self._graded if one.tx in fresh and one.claim_id in by_id]
        return by_id[back[-1].claim_id] if back else None

    @property
    def _standing(self) -> list[Graded]:
        """The grades of this sitting that stand, each once however often it was taken back and done again."""
        return [one for one in self._graded if one.tx not in self.session.taken_back]

    def _still(self, by_id: Mapping[str, DueCard]) -> DueCard | None:
        return None if self.card is None else by_id.get(self.card.line.claim.id)

    def _ask_card(self, card: DueCard) -> None:
        cue = self.session.pack.cue(card)
        self._cue, self._cue_how, self._about = cue.shown, cue.how, cue.about
        self._units = self.session.pack.units(card)
        self.phase = "question"
        self._shown_at = self.session.now
        if (asking := self.asked()) is not None:
            asking.close()
        self._show_card()

    def _show_card(self) -> None:
        if self.card is None:
            return
        present = self.session.present
        revealed = self.phase == "answer"
        shown = (
            words.answer(self.card, self._units, present)
            if revealed
            else words.question(self.card, self._cue, self._about, present)
        )
        self.query_one("#today-card", ClaimCard).show(shown)
        self.set_class(revealed, "-answer")
        self._show_grades()

    def _show_grades(self) -> None:
        told = self._show_intervals and self.card is not None and self.phase == "answer"
        intervals = self.session.pack.intervals(self.card) if told and self.card else {}
        self.query_one(GradeBar).show(words.interval_words(intervals))

    def _show_top(self) -> None:
        queue = self.session.due
        self.query_one("#today-ahead", Spark).show(queue.ahead, f"next {len(queue.ahead)} days")
        session = self.session
        sits = bool(queue.cards) and session.is_now
        said = [(words.progress(len(self._standing), queue), "bold")] if sits else []
        if sits and session.first_due:
            said.append((words.first_mark(session.first_called, session.first_due), "bold $text-accent"))
        self.query_one("#today-progress", Static).update(styled(said))

    def _show_done(self) -> None:
        queue, done = self.session.due, self.session.done_here()
        grades = Counter(one.grade for one in self._standing)
        present = self.session.present
        lines = [(words.nothing_due(queue, present), "bold")]
        if grades:
            lines = words.sitting_summary(done, queue, grades, present)
        said = [(f"{text}\n", style) for text, style in lines]
        self.query_one("#today-summary", Static).update(styled(said))
        rows = words.next_rows(self.session.open_proposals or 0, begin=not queue.scheduled)
        self.query_one("#today-next", ClaimList).show(Rows(rows))

    def _show_past(self) -> None:
        queue, session = self.session.due, self.session
        day = day_words(queue.basis.believed_at, session.zone)
        due = counted(len(queue.cards), "claim was", "claims were")
        said = f"{due} due on {day}. Nothing can be graded at another date."
        self.query_one("#today-past-words", Static).update(plain(said))
        self.query_one("#today-past-list", ClaimList).show(Rows(words.past_rows(queue)))
        self._show_panel("listing")
        self.go_home()

    def _show_panel(self, name: str) -> None:
        for panel in ("sitting", "done", "listing"):
            self.set_class(panel == name, f"-{panel}")
        if name != "sitting":
            self.remove_class("-answer")

    # what can be done

    def refusals(self) -> Mapping[str, str]:
        """Grades wait for the reveal; "no longer true" does too."""
        reasons = dict(super().refusals())
        if self.card is None:
            every = [*(action.id for action in GRADES), "today.reveal", "today.intervals"]
            return reasons | dict.fromkeys(every, NO_CARD)
        if self.phase != "answer":
            reasons |= dict.fromkeys((*(action.id for action in GRADES), "today.intervals"), REVEAL_FIRST)
            reasons |= dict.fromkeys(SHOW_THE_ANSWER, SPOILS)
        else:
            reasons["today.reveal"] = "The answer is shown; 1 to 4 grade it."
        return reasons

    def _chosen(self) -> Claim | None:
        """The claim on the card needs no look into the pack."""
        shown = self.card if self.session.is_now else None
        return shown.line.claim if shown is not None else super()._chosen()

    def action_reveal(self) -> None:
        """Show the answer."""
        if self.card is not None and self.phase == "question":
            self.phase = "answer"
            self._show_card()
            self.refresh_bindings()

    def action_grade(self, grade: int) -> None:
        """Grade the revealed card; the next one comes once the grade is durable."""
        if self.card is None or self.phase != "answer":
            return
        self.phase = "transition"
        claim = self.card.line.claim
        command = Grade(
            id=claim.id,
            grade=grade,
            shown_rev=claim.rev,
            shown_reps=self.card.review.reps,
            cue=self._cue_how or None,
            milliseconds=(self.session.now - self._shown_at) // 1000,
        )
        receipt = self.carry_out(command)
        if receipt is None or receipt.tx is None:
            self.phase = "answer"
            return
        self._graded.append(Graded(receipt.tx, claim.id, grade))

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
        if message.claim_list.id == "today-next":
            wish = {"claims": "search", "islands": "cue", "write": "new"}.get(message.id, "")
            self.visit(message.id, wish)
        else:
            self.visit("claims", "claim", message.id)

    def on_claim_list_highlighted(self, message: ClaimList.Highlighted) -> None:
        """The claim under the cursor of another day's list is the chosen one."""
        if message.claim_list.id == "today-past-list":
            self.choose(message.id)


def _same(before: DueCard, now: DueCard) -> bool:
    """Whether a card shown before still stands for the same question."""
    return (before.line.claim.id, before.line.claim.text, before.review.reps) == (
        now.line.claim.id,
        now.line.claim.text,
        now.review.reps,
    )
