"""Proposals: pairs that no rule decided, side by side, with two keys: accept, or two facts."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from core.claims.claim import Claim
from core.claims.proposal import Proposal
from core.errors import PackError
from core.pack.commands import Accept, Consolidate, Decline
from core.pack.pack import Pack
from core.pack.receipts import Receipt
from workbench import deciding_words
from workbench.actions import Scope
from workbench.frame.claim_actions import ClaimScreen
from workbench.frame.staying_alive import sentence_of
from workbench.looking import Question, pairs_to_propose
from workbench.plain import plain, styled
from workbench.screens import proposals_words as words
from workbench.session import Session
from workbench.widgets.bar import WindowBars
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.rows import Rows
from workbench.widgets.word_diff import WordDiff

HELD_KEY: Final = 0.15
"""Seconds between two presses up to which they are one key held down: it decides one pair."""

Which = Literal["old", "new"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What accepting a proposal would do, or why it cannot be done."""

    would: Receipt | None
    refusal: str = ""


class ProposalsScreen(ClaimScreen):
    """The open proposals, the chosen pair explained, and the decision."""

    MODE = "proposals"
    SCOPE: ClassVar[Scope] = "proposals"
    ALSO: ClassVar[tuple[Scope, ...]] = ("pair", "claim", "list")
    PURPOSE = (
        "Pairs of claims that no rule decided. Accept: the newer one replaces the older one. "
        "Two facts: both stay, and the pair is never proposed again."
    )
    CSS_PATH = "proposals.tcss"

    def __init__(self, session: Session, ticks: Callable[[], float] = time.monotonic) -> None:
        """`ticks` tells seconds, to know a held key from two presses."""
        super().__init__(session)
        self._ticks = ticks
        self._pressed_at = float("-inf")
        self._open: dict[str, Proposal] = {}
        self._pair: dict[Which, Claim] = {}
        self._side: Which = "new"
        self._decision = Decision(None)
        self._decided: str | None = None
        """The proposal decided last; when undo brings it back, it is chosen again."""
        self._looking = False
        self._more: int | None = None
        """Pairs that looking through the pack found, until they are proposed or left."""

    def compose_content(self) -> ComposeResult:
        """The list; the pair with its reason; what looking found."""
        yield Static(id="proposals-found")
        yield ClaimList(words.COLUMNS, empty=words.NONE, id="proposal-list")
        with VerticalScroll(id="proposal-pair"):
            yield Static(id="proposal-heading")
            yield WordDiff(id="proposal-diff")
            with Vertical(id="proposal-reason"):
                yield WindowBars(id="proposal-windows")
                yield Static(id="proposal-why")

    def home_focus(self) -> Widget | None:
        """The list."""
        return self.query_one("#proposal-list")

    # what is shown

    def refresh_view(self, session: Session) -> None:
        """The open proposals of the date shown; one that undo brought back is chosen again."""
        proposals = session.pack.proposals(session.view)
        self._open = {one.id: one for one in proposals}
        lines = session.pack.lines((one.new for one in proposals), session.view)
        texts = {line.claim.id: line.claim for line in lines}
        present = session.present
        rows = [words.proposal_row(one, texts.get(one.new), present) for one in proposals]
        back = self._decided if self._decided in self._open else None
        if back is not None:
            self._decided = None
        every = self.query_one("#proposal-list", ClaimList)
        every.show(Rows(rows), back, empty=words.NONE if session.is_now else words.NONE_THEN)
        every.styles.max_height = max(LEAST_ROWS, self.size.height // ROWS_A_LISTED) if rows else None
        self.set_class(not rows, "-none")
        self._show_pair(every.chosen)

    def _show_pair(self, proposal_id: str | None) -> None:
        """Both claims of a proposal; what accepting would do follows."""
        proposal = self._open.get(proposal_id or "")
        self._pair, self._decision = {}, Decision(None)
        if proposal is not None:
            lines = self.session.pack.lines((proposal.old, proposal.new), self.session.view)
            found = {line.claim.id: line.claim for line in lines}
            sides: tuple[tuple[Which, str], ...] = (("old", proposal.old), ("new", proposal.new))
            self._pair = {which: found[id] for which, id in sides if id in found}
        if proposal is None or len(self._pair) < 2:
            self.forget_background("decision")
            self._choose_side()
            return
        self._tell_pair(proposal)
        pack = self.session.pack
        self.in_background("decision", lambda: _decision(pack, proposal), self._take_decision)
        self.query_one("#proposal-pair", VerticalScroll).scroll_home(animate=False)
        self._choose_side()

    def _take_decision(self, decision: Decision) -> None:
        self._decision = decision
        if (proposal := self._proposal) is not None and len(self._pair) == 2:
            self._tell_pair(proposal)
        self.refresh_bindings()

    @property
    def _proposal(self) -> Proposal | None:
        return self._open.get(self.query_one("#proposal-list", ClaimList).chosen or "")

    def _tell_pair(self, proposal: Proposal) -> None:
        zone, present = self.session.zone, self.session.present
        older, newer = self._pair["old"], self._pair["new"]
        one, other = words.sides(proposal, newer)
        seats = self.session.pack.editors((proposal,), self.session.view).get(proposal.id, ("", ""))
        self.query_one("#proposal-heading", Static).update(plain(words.heading(proposal, present), "bold"))
        self.query_one(WordDiff).show(
            words.side(older, present, one, self._side == "old", seats[0]),
            words.side(newer, present, other, self._side == "new", seats[1]),
        )
        rows = [words.window_row(older, zone, f"− {one}"), words.window_row(newer, zone, f"+ {other}")]
        true_at = self.session.pack.basis(self.session.view).true_at
        self.query_one(WindowBars).show(rows, true_at, self.session.true_named)
        self.query_one("#proposal-why", Static).update(styled(self._reasons(proposal)))

    def _reasons(self, proposal: Proposal) -> list[tuple[str, str]]:
        """The rule with its figures, why it was not decided, and what each key would do."""
        zone, would = self.session.zone, self._decision.would
        closes = would.closes if would else ()
        explained = closes[0].explained if closes else (proposal.verdict,)
        older, newer = self._pair["old"], self._pair["new"]
        differs = deciding_words.differing_words(proposal, newer, older, zone)
        parts = [(f"{line}\n", "bold") for line in differs]
        parts += [(f"{sentence}\n", "") for sentence in explained if sentence]
        if proposal.source == words.CONFLICT:
            question = words.conflict_question(older, newer, zone)
            parts.append((f"{question}\n", "bold"))
        accepting = self._decision.refusal or f"{deciding_words.accepting(proposal, newer, older, zone)}."
        parts += [("a ", "bold $footer-key-foreground"), (f"{accepting}\n", "")]
        parts += [("d ", "bold $footer-key-foreground"), (deciding_words.declining(proposal, newer), "")]
        return parts

    def on_claim_list_highlighted(self, message: ClaimList.Highlighted) -> None:
        """Show this pair."""
        self._show_pair(message.id)

    def on_claim_list_opened(self, message: ClaimList.Opened) -> None:
        """Enter opens the claim that keys act on."""
        if (claim_id := self.chosen_claim()) is not None:
            self.visit("claims", "claim", claim_id)

    # what is chosen

    def chosen_claim(self) -> str | None:
        """The newer claim, or the older one when that side was chosen."""
        claim = self._pair.get(self._side)
        return None if claim is None else claim.id

    def action_side(self, which: Which) -> None:
        """Let keys act on the older or the newer claim."""
        self._side = which
        if (proposal := self._proposal) is not None and len(self._pair) == 2:
            self._tell_pair(proposal)
        self._choose_side()

    def _choose_side(self) -> None:
        if (chosen := self.chosen_claim()) is not None:
            self.choose(chosen)
        self.refresh_bindings()

    # decisions

    def refusals(self) -> Mapping[str, str]:
        """Without a pair there is nothing to decide; a pair that cannot be closed can only be declined."""
        reasons = dict(super().refusals())
        if len(self._pair) < 2:
            reasons |= dict.fromkeys(("pair.accept", "pair.decline"), words.NO_PAIR)
        elif self._decision.refusal and self.session.is_now:
            reasons["pair.accept"] = self._decision.refusal
        if self._looking:
            reasons["proposals.look"] = words.STILL_LOOKING
        return reasons

    def action_accept(self) -> None:
        """Let the newer claim replace the older one, say what closed, and go to the next pair."""
        if (proposal := self._to_decide()) is None:
            return
        newer = self._pair["new"].text
        receipt = self.carry_out(Accept(proposal=proposal.id))
        if receipt is not None:
            self._decided = proposal.id
            self.say(words.did(receipt, self.session.zone, newer))

    def action_decline(self) -> None:
        """Leave both, never propose the pair again, and go to the next."""
        if (proposal := self._to_decide()) is None:
            return
        did = deciding_words.declining(proposal, self._pair["new"])
        if self.carry_out(Decline(proposal=proposal.id)) is not None:
            self._decided = proposal.id
            self.say(f"{words.DECLINED.get(did, did[:1].upper() + did[1:])} u takes it back.")

    def _to_decide(self) -> Proposal | None:
        """The chosen proposal; None while a key is held down, and for one decided a moment ago."""
        now, before = self._ticks(), self._pressed_at
        self._pressed_at = now
        proposal = self._proposal
        held = now - before < HELD_KEY
        return None if held or proposal is None or proposal.id == self._decided else proposal

    # looking for more

    def action_look(self) -> None:
        """Count the pairs that could be proposed; pressed again, propose them."""
        if self._looking:
            return
        self._looking = True
        pack, session = self.session.pack, self.session
        if self._more:
            command = Consolidate(workspace=pack.workspace)
            self._tell_found(words.LOOKING)
            self.in_background(
                "look", lambda: _answered(lambda: session.submit(command)), self._take_proposed, writes=True
            )
            return
        question = Question(str(pack.path), pack.seat, pack.workspace, session.now)
        self._tell_found(words.LOOKING)
        self.in_background("look", lambda: _answered(lambda: pairs_to_propose(question)), self._take_found)

    def _take_found(self, answer: Receipt | PackError) -> None:
        self._looking = False
        if isinstance(answer, PackError):
            self._leave_found()
            self.say_refused(answer)
            return
        self._more = len(answer.proposes)
        if self._more:
            self._tell_found(words.found_words(self._more))
        else:
            self._leave_found()
            self.say(words.NO_PAIRS)
        self.refresh_bindings()

    def _take_proposed(self, answer: Receipt | PackError) -> None:
        self._looking = False
        self._leave_found()
        if isinstance(answer, PackError):
            self.say_refused(answer)
        else:
            self.tell(answer)
            self.say(words.proposed_words(len(answer.proposes)))

    def _tell_found(self, sentence: str) -> None:
        self.query_one("#proposals-found", Static).update(plain(sentence))
        self.set_class(bool(sentence), "-found")
        self.refresh_bindings()

    def _leave_found(self) -> None:
        self._more = None
        self._tell_found("")

    def climb(self) -> bool:
        """Leave what looking found."""
        if self._more is None and not self._looking:
            return False
        self.forget_background("look")
        self._looking = False
        self._leave_found()
        return True


LEAST_ROWS: Final = 3
ROWS_A_LISTED: Final = 8
"""One proposal is listed for so many rows of the terminal; the pair below has the rest."""


def _decision(pack: Pack, proposal: Proposal) -> Decision:
    try:
        return Decision(pack.preview(Accept(proposal=proposal.id)))
    except PackError as error:
        return Decision(None, sentence_of(error))


def _answered(ask: Callable[[], Receipt]) -> Receipt | PackError:
    try:
        return ask()
    except PackError as error:
        return error
