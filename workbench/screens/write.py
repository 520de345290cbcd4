"""Write: a draft on the left, live; on the right what saving it would do. Leaving is always safe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, TextArea

from core.errors import PackError, StaleRevision
from core.pack.commands import Command, Write
from core.pack.receipts import Receipt
from workbench.actions import Scope
from workbench.drafts import Draft
from workbench.frame.base_screen import BaseScreen, takes_letters
from workbench.frame.staying_alive import sentence_of
from workbench.moments import clock_words, counted
from workbench.screens.write_draft import (
    EDITING,
    DraftRead,
    DraftReader,
    FieldProblem,
    editing_fields,
    second_fields,
    split_text,
    waits_for,
)
from workbench.screens.write_form import ClaimText, WriteForm
from workbench.screens.write_keeping import NOTHING_TYPED, DraftKeeper, is_blank
from workbench.screens.write_preview import CHANGE_FIRST, PAST, REFUSED, WritePreview
from workbench.session import Session
from workbench.widgets.claim_list import ClaimList

KEEP_AFTER = 0.2
"""Seconds from a key to the draft on disk, at most; later keys in between ride along."""

ASK_AFTER = 0.25
"""Seconds of rest before the pack is asked what it thinks."""

BACKGROUND = "preview"


class WriteScreen(BaseScreen):
    """One draft at a time; others are kept in the journal."""

    MODE = "write"
    SCOPE: ClassVar[Scope] = "write"
    PURPOSE = "Write a claim of at most two sentences, and see what saving it would close. Drafts are kept."
    CSS_PATH = "write.tcss"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.keeper = DraftKeeper(session, self.say_refused)
        self.seen: tuple[Command, Receipt] | None = None
        """The command that was previewed last, and what it would do."""
        self._reading = DraftRead()
        self._keep_timer: Timer | None = None
        self._ask_timer: Timer | None = None
        self._problem_at = -1

    def compose_content(self) -> ComposeResult:
        """The form and the preview."""
        with Container(id="write-columns"):
            yield WriteForm(self.session, id="write-form")
            yield WritePreview(id="write-preview")

    def home_focus(self) -> Widget | None:
        """The text."""
        return self.query_one("#write-text")

    def on_mount(self) -> None:
        """Take up the draft that was left last."""
        super().on_mount()
        kept = self.keeper.newest()
        if kept is not None and not any(self.fields.values()):
            self._take_up(kept)
        else:
            self._fill({})

    def refresh_view(self, session: Session) -> None:
        """The pack has moved: ask again what saving would do."""
        self.changed(keep=False)

    def arrive(self, wish: str, claim_id: str | None) -> None:
        """Begin, or correct a claim; what is being typed is put away first."""
        claim = self.session.claim(claim_id) if wish == "edit" and claim_id is not None else None
        if claim is not None and self.form.extra.get(EDITING) != claim.id:
            self.keep_draft()
            self._begin(editing_fields(claim, self.session.zone), f"edit-{claim.id}")
            self.say("Correct its words or fields; ctrl+s saves, and the version before stays.")
        self.set_focus(self.home_focus())

    @property
    def _stacked(self) -> bool:
        """Whether the preview stands below the form and not beside it."""
        return self.has_class("-narrow")

    def on_resize(self) -> None:
        """What is wrong is told where there is room for it."""
        self.call_after_refresh(self.changed, keep=False)

    # the fields

    @property
    def fields(self) -> dict[str, str]:
        """What is typed, by field; blank ones left out."""
        return self.form.fields

    @property
    def form(self) -> WriteForm:
        """The left half."""
        return self.query_one(WriteForm)

    def _begin(self, fields: Mapping[str, str], draft_id: str | None = None) -> None:
        self.keeper.begin(draft_id)
        self.query_one(WritePreview).forget_kept()
        self._fill(fields)

    def _fill(self, fields: Mapping[str, str]) -> None:
        self.form.fill(fields)
        self.changed(keep=False)

    def _take_up(self, draft: Draft) -> None:
        self._begin(draft.fields, draft.id)
        when = clock_words(draft.saved, self.session.zone)
        self.say(f"This is the draft kept at {when}; ctrl+r puts it away, ctrl+o shows others.")

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """A key in the text."""
        event.stop()
        self.changed()

    def on_claim_text_paste_cut(self, message: ClaimText.PasteCut) -> None:
        """A paste was too long."""
        message.stop()
        self.say_refused(message.said)

    def on_input_changed(self, event: Input.Changed) -> None:
        """A key in a field."""
        event.stop()
        self.changed()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter goes on to the next field."""
        event.stop()
        self.focus_next()

    def changed(self, *, keep: bool = True) -> None:
        """Check at once, keep the draft soon, ask the pack after a rest."""
        if self.query_one_optional("#write-text") is None:
            return
        fields = self.fields
        self.form.show_rows(fields)
        self._read(fields)
        if keep and self._keep_timer is None:
            self._keep_timer = self.set_timer(KEEP_AFTER, self.keep_draft)
        if self._ask_timer is not None:
            self._ask_timer.stop()
        self.forget_background(BACKGROUND)
        if self._reading.command is None or not self.session.is_now:
            self.ask_pack()
        else:
            self.query_one(WritePreview).add_class("-stale")
            self._ask_timer = self.set_timer(ASK_AFTER, self.ask_pack)

    def _read(self, fields: Mapping[str, str]) -> None:
        session = self.session
        preview = self.query_one(WritePreview)
        reader = DraftReader(
            session.pack,
            workspace=session.pack.workspace,
            zone=session.zone,
            now=session.now,
            machine=session.machine,
        )
        kept = frozenset(preview.keep_open)
        self._reading = DraftRead() if is_blank(fields) else reader.read(fields, kept)
        self._show_check(hint=self._reading.unchanged)

    def _show_check(self, *, refused: str = "", hint: str = "") -> None:
        wrong, below = self._reading.problems, self._stacked
        self.form.show_check(self.fields, wrong, refused=refused, hint=hint, told_below=below)

    # what the pack thinks

    def ask_pack(self) -> None:
        """Ask in a thread what saving would do, unless something stops it."""
        if self._ask_timer is not None:
            self._ask_timer.stop()
        preview = self.query_one_optional(WritePreview)
        if preview is None:
            return
        command = self._reading.command
        if not self.session.is_now:
            self.seen = None
            preview.show_waiting(PAST)
            return
        if command is None:
            self.seen = None
            if wrong := self._reading.problems:
                preview.show_stopped([one.said for one in wrong], waits_for(wrong), stacked=self._stacked)
            elif self._reading.unchanged:
                preview.show_waiting(CHANGE_FIRST)
            else:
                preview.show_empty()
            return
        self.in_background(BACKGROUND, lambda: self._previewed(command), self._show_preview)

    def _previewed(self, command: Command) -> tuple[Command, Receipt | str]:
        try:
            return command, self.session.pack.preview(command)
        except PackError as error:
            return command, sentence_of(error)

    def _show_preview(self, answer: tuple[Command, Receipt | str]) -> None:
        command, receipt = answer
        preview = self.query_one(WritePreview)
        if isinstance(receipt, str):
            self.seen = None
            self._show_check(refused=receipt)
            preview.show_stopped([receipt], REFUSED, stacked=self._stacked)
            return
        self.seen = (command, receipt)
        self._show_check()
        preview.show_way(self._way_to_the_list())
        preview.show_receipt(receipt, self.session.present, self._reading.understood)
        self.refresh_bindings()

    # drafts

    def keep_draft(self) -> None:
        """Put what is typed on disk; a blank form, or an edit that changes nothing, is no draft."""
        self._stop_keep_timer()
        self.keeper.keep({} if self._reading.unchanged else self.fields)

    def action_put_away(self) -> None:
        """Keep this draft and begin a new one."""
        nothing = self._reading.unchanged or is_blank(self.fields)
        self.keep_draft()
        self._begin({})
        self.set_focus(self.home_focus())
        self.say(NOTHING_TYPED if nothing else "Put away; ctrl+o brings it back.")

    def action_drafts(self) -> None:
        """Choose another draft that was kept."""
        from workbench.screens.drafts_page import DraftsPage

        self.keep_draft()
        others = self.keeper.others()
        if not others:
            self.say("No other draft is kept.")
            return

        def take(draft_id: str | None) -> None:
            chosen = next((draft for draft in others if draft.id == draft_id), None)
            if chosen is not None:
                self._take_up(chosen)

        self.app.push_screen(DraftsPage(others, self.session.zone), take)

    # acts

    def action_save(self) -> None:
        """Save what was previewed; what the author has not seen close is shown first."""
        self._read(self.fields)
        command = self._reading.command
        if command is None:
            self._refuse_to_save()
            return
        if self.seen is None or self.seen[0] != command:
            answer = self._previewed(command)
            self._show_preview(answer)
            if isinstance(answer[1], str):
                self.say_refused(answer[1])
                return
            if answer[1].closes:
                closes = counted(len(answer[1].closes), "claim")
                self.say(f"This closes {closes}: look at the right, then press ctrl+s again.")
                return
        self._submit(command)

    def _submit(self, command: Command) -> None:
        if isinstance(command, Write) and self.seen is not None:
            closing = tuple(one.id for one in self.seen[1].closes)
            command = Write(draft=command.draft, keep_open=command.keep_open, seen_closing=closing)
        try:
            receipt = self.session.submit(command)
        except StaleRevision as error:
            self.seen = None
            self.say_refused(error)
            self.ask_pack()
            return
        except PackError as error:
            self.say_refused(error)
            return
        self._forget_draft()
        self._next_draft()
        self.tell(receipt, warned=True)

    def _refuse_to_save(self) -> None:
        """Say what stops the save, with the focus on the field concerned."""
        if self._reading.problems:
            self._go_to(self._reading.problems[0])
        else:
            self.say_refused(self._nothing_to_save())
            self.set_focus(self.home_focus())

    def _forget_draft(self) -> None:
        self._stop_keep_timer()
        self.keeper.forget()

    def _stop_keep_timer(self) -> None:
        if self._keep_timer is not None:
            self._keep_timer.stop()
            self._keep_timer = None

    def _next_draft(self) -> None:
        """The second half of a split, if one waits; else an empty form."""
        self.seen = None
        if (waiting := self.keeper.second_half()) is not None:
            self._begin(waiting.fields, waiting.id)
        else:
            self._begin({})
        self.set_focus(self.home_focus())

    def action_split(self) -> None:
        """Split the text in two; the second half becomes the next draft."""
        parts = split_text(self.form.area.text, self.form.cursor)
        if parts is None:
            self.say_refused("There is one sentence; put the cursor where it should be split.")
            return
        if not self.keeper.keep_second_half(second_fields(self.fields, parts[1])):
            return
        self.form.set_text(parts[0])
        self.say("Split: the second half comes up as the next draft when this one is saved.")

    def action_next_problem(self) -> None:
        """Put the cursor on the next thing that stops the save."""
        problems = self._reading.problems
        if not problems:
            self.say_refused(self.form.refused) if self.form.refused else self.say("Nothing stops the save.")
            return
        self._problem_at = (self._problem_at + 1) % len(problems)
        self._go_to(problems[self._problem_at])

    def _go_to(self, problem: FieldProblem) -> None:
        """Say a problem and put the cursor on it."""
        self.say_refused(problem.said)
        self.form.go_to(problem)

    def action_toggle_keep_open(self) -> None:
        """Keep the chosen claim open, or let it close; then ask the pack again."""
        if self.query_one(WritePreview).toggle_keep_open():
            self._read(self.fields)
            self.ask_pack()

    def on_claim_list_highlighted(self, message: ClaimList.Highlighted) -> None:
        """The rule of the chosen closing is said in words."""
        message.stop()
        self.query_one(WritePreview).show_why()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """What keeps a claim open depends on where keys go."""
        preview = self.query_one_optional(WritePreview)
        if preview is not None:
            preview.show_way(self._way_to_the_list())

    def _way_to_the_list(self) -> str:
        """What to press before a key acts on the closings."""
        if not takes_letters(self.focused):
            return ""
        return "escape, then " if self.focused is self.home_focus() else "escape twice, then "

    def field_left(self) -> Widget | None:
        """Escape in the text goes to the closings, where there are any."""
        closing = self.query_one("#closing", ClaimList)
        return closing if len(closing.source) else None

    def on_claim_list_opened(self, message: ClaimList.Opened) -> None:
        """Enter shows the claim that would close; the draft stays."""
        message.stop()
        self.visit("claims", "claim", message.id)

    def _nothing_to_save(self) -> str:
        if self._reading.unchanged:
            return f"There is nothing to save: {self._reading.unchanged}."
        saved = self.session.saved_at
        last = f" The last save was at {clock_words(saved, self.session.zone)}." if saved is not None else ""
        return f"There is nothing typed to save.{last}"

    def refusals(self) -> Mapping[str, str]:
        """Keeping open needs a closing."""
        preview = self.query_one_optional(WritePreview)
        none = preview is None or not len(preview.query_one("#closing", ClaimList).source)
        return {"write.toggle_keep_open": "Nothing here would close."} if none else {}
