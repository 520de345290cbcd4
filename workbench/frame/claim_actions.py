"""What can be done to the chosen claim, the same on every screen that has one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from textual.widget import Widget

from core.claims.claim import Claim
from core.claims.ended import ending_of, how_withdrawn
from core.pack.commands import (
    Cite,
    Doubt,
    Edit,
    NoLongerTrue,
    Pin,
    Reopen,
    Rest,
    Retract,
    Suspend,
    Unsuspend,
    Verify,
    Wake,
)
from workbench import clipboard
from workbench.actions import Scope, in_scope
from workbench.frame.base_screen import BaseScreen
from workbench.frame.messages import ClaimChosen
from workbench.frame.one_key_at_a_time import OneKeyAtATime

if TYPE_CHECKING:
    from core.pack.receipts import Receipt
    from workbench.frame.asking import Asking

NEVER_AGAIN: Mapping[str, bool] = {"y": True, "yes": True, "n": False, "no": False, "": True}
"""Answers to whether a pair that is opened again may never be proposed again."""

ANSWERS = "y: never · n: the rules may close it again"

OPENS_AGAIN = "r opens it again"
WAYS_BACK = {"undone": "U does it again"}
"""How an ending is taken back, where r does not do it."""

TRUTH_KEYS = ("claim.no_longer_true", "claim.verify", "claim.doubt")
"""What answers whether a claim is still true."""

CHOOSE_FIRST = "There is no claim chosen here."


class ClaimScreen(BaseScreen):
    """A screen on which a claim can be chosen; say which by `choose`."""

    ALSO: ClassVar[tuple[Scope, ...]] = ("claim",)

    def chosen_claim(self) -> str | None:
        """Id of the claim that keys act on: the last one chosen, unless the screen knows better."""
        return self.session.selected

    def on_screen_resume(self) -> None:
        """The claim that is seen here is the chosen one again, whatever was chosen elsewhere."""
        if self.is_mounted:  # Textual calls the handler of the base by itself, which reads again
            self.choose(self.chosen_claim())

    def choose(self, claim_id: str | None) -> None:
        """Make a claim the chosen one, for all screens."""
        if claim_id != self.session.selected:
            self.post_message(ClaimChosen(claim_id))

    def refusals(self) -> Mapping[str, str]:
        """All keys on a claim are grey while none is chosen; a screen adds to this."""
        claim = self._chosen()
        if claim is None:
            return dict.fromkeys((action.id for action in in_scope("claim")), CHOOSE_FIRST)
        reasons = {} if claim.deeds else {"claim.open_deed": "This claim cites no deed."}
        gone = how_withdrawn(claim)
        already = f"This claim is {gone or 'closed'} already; {WAYS_BACK.get(gone or '', OPENS_AGAIN)}."
        if gone is not None or claim.t_invalid is not None:
            reasons |= dict.fromkeys(TRUTH_KEYS, already)
        else:
            reasons |= {"claim.reopen": "This claim is open."}
        return reasons | ({"claim.never_true": already} if gone is not None else {})

    def _chosen(self) -> Claim | None:
        claim_id = self.chosen_claim()
        return None if claim_id is None else self.session.claim(claim_id)

    def action_why(self) -> None:
        """Go to Changes for the chosen claim."""
        self.visit("changes", "why", self.chosen_claim())

    def action_history(self) -> None:
        """Go to every version of the chosen claim."""
        self.visit("claims", "history", self.chosen_claim())

    def action_island(self) -> None:
        """Go to the island of the chosen claim."""
        self.visit("islands", "island", self.chosen_claim())

    def action_open_deed(self) -> None:
        """Show the deeds that the chosen claim cites."""
        from workbench.frame.deed_page import DeedPage

        claim = self._chosen()
        if claim is not None:
            deeds = [self.session.pack.deed(accession) for accession in claim.deeds]
            self.app.push_screen(DeedPage(deeds, self.session.zone))

    def action_copy(self) -> None:
        """Copy the chosen claim's text."""
        claim = self._chosen()
        if claim is not None:
            self.say(clipboard.copy(self.app, claim.text).sentence)

    def action_edit(self) -> None:
        """Go to Write with the chosen claim in it."""
        self.visit("write", "edit", self.chosen_claim())

    def action_pin(self) -> None:
        """Pin the chosen claim, or take the pin out."""
        claim = self._chosen()
        if claim is not None:
            self.carry_out(Pin(id=claim.id, pinned=not claim.pinned))

    def action_rest(self) -> None:
        """Rest the chosen claim, or wake it."""
        claim = self._chosen()
        if claim is not None:
            self.carry_out(Wake(id=claim.id) if claim.resting else Rest(id=claim.id))

    def action_verify(self) -> None:
        """Say that the chosen claim is still true."""
        claim = self._chosen()
        if claim is not None:
            self.carry_out(Verify(id=claim.id, shown_rev=claim.rev))

    def action_doubt(self) -> None:
        """Say that nobody can be sure of the chosen claim; it is checked again in a week."""
        claim = self._chosen()
        if claim is not None:
            self.carry_out(Doubt(id=claim.id, shown_rev=claim.rev))

    def action_suspend(self) -> None:
        """Ask the chosen claim no more, or ask it again."""
        claim = self._chosen()
        if claim is not None:
            review = self.session.pack.page(claim.id).review
            suspended = review is not None and review.suspended
            self.carry_out(Unsuspend(id=claim.id) if suspended else Suspend(id=claim.id))

    def action_ask_as(self) -> None:
        """Ask for the question that the chosen claim is asked by; empty: a blank is made again."""
        from workbench.frame.asking import Asking, Question

        claim = self._chosen()
        if claim is None:
            return
        id, rev = claim.id, claim.rev

        def act(said: Mapping[str, str]) -> bool:
            changes = {"question": said["question"] or None}
            return self.carry_out(Edit(id=id, expect_rev=rev, changes=changes)) is not None

        question = claim.question or ""
        asked = Question("question", "what asks for it?", if_empty="a blank is made", value=question)
        self.ask(Asking((asked,), act))

    def action_reopen(self) -> None:
        """Take back the ending of the chosen claim; of a pair, ask whether the rules may close it again."""
        claim = self._chosen()
        if claim is None:
            return
        ending = ending_of(claim)
        if ending is None or ending.by is None:
            self.carry_out(Reopen(id=claim.id))
            return
        self.ask(self.reopening_asking(claim.id))

    def reopening_asking(self, claim_id: str) -> Asking:
        """The line that a reopening asks."""
        from workbench.frame.asking import Asking, Question

        def command(said: Mapping[str, str]) -> Reopen | None:
            never = NEVER_AGAIN.get(said["never"].casefold())
            return None if never is None else Reopen(id=claim_id, decline=never)

        def act(said: Mapping[str, str]) -> bool:
            if (reopen := command(said)) is None:
                self.say_refused(f"Type y or n: {ANSWERS}.")
                return False
            return self.carry_out(reopen) is not None

        def preview(said: Mapping[str, str]) -> Receipt | None:
            reopen = command(said)
            return None if reopen is None else self.session.pack.preview(reopen)

        return Asking(
            (Question("never", "never propose this pair again?", if_empty="y", explained=ANSWERS),),
            act,
            preview,
        )

    def action_no_longer_true(self) -> None:
        """Ask what showed the chosen claim wrong and what is true instead, then do both at once."""
        claim = self._chosen()
        if claim is not None:
            self.ask(self.no_longer_true_asking(claim.id))

    def action_never_true(self) -> None:
        """Ask why the chosen claim never was true, then retract it."""
        from workbench.frame.asking import Asking, Question

        claim = self._chosen()
        if claim is not None:
            asking = Asking(
                (Question("reason", "why was it never true?"),),
                lambda said: self.carry_out(Retract(id=claim.id, why=said["reason"] or None)) is not None,
            )
            self.ask(asking)

    def action_cite(self) -> None:
        """Ask for an accession, then let the chosen claim cite it."""
        from workbench.frame.asking import Asking, Question

        claim = self._chosen()
        if claim is not None:
            asking = Asking(
                (Question("deed", "which deed does it cite?", self.known_deeds()),),
                lambda said: self.carry_out(Cite(id=claim.id, deed=said["deed"])) is not None,
            )
            self.ask(asking)

    def ask(self, asking: Asking) -> None:
        """Open a question above the last line, in place of one that is open."""
        self.ask_in(self.query_one("#strip"), asking)

    def ask_in(self, place: Widget, asking: Asking) -> None:
        """Open a question in a place; keys wait until it has the focus."""
        if (before := self.asked()) is not None:
            before.close()
        self._asking = asking
        mounted = place.mount(asking)
        if isinstance(self.app, OneKeyAtATime):
            self.app.keys_wait_for(mounted)

    def no_longer_true_asking(self, claim_id: str) -> Asking:
        """The two lines of "no longer true"; enter on the second does both in one command."""
        from workbench.frame.asking import Asking, Question

        def command(said: Mapping[str, str]) -> NoLongerTrue:
            return NoLongerTrue(id=claim_id, reason=said["reason"], corrected=said["corrected"] or None)

        return Asking(
            (
                Question("reason", "why is it no longer true?", self.known_deeds()),
                Question(
                    "corrected", "what is true instead?", if_empty="it ends, and nothing takes its place"
                ),
            ),
            lambda said: self.carry_out(command(said)) is not None,
            lambda said: self.session.pack.preview(command(said)) if said["corrected"] else None,
        )

    def known_deeds(self) -> tuple[str, ...]:
        """Accessions for completion, the newest first."""
        return self.session.pack.accessions()[::-1]
