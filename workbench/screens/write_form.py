"""The left half of Write: the text, its fields, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widgets import Input, Static, TextArea

from core.claims.ids import short
from core.claims.kinds import KINDS
from core.text.limits import MAX_CHARACTERS
from workbench.frame.live_check import measure
from workbench.moments import counted
from workbench.plain import plain, styled
from workbench.screens.completing import NameSuggester
from workbench.screens.write_draft import (
    BY_NAME,
    EDITING,
    FIELDS,
    REVISION,
    TEXT,
    FieldProblem,
    facts_hint,
    kind_of,
    shown_fields,
)
from workbench.screens.write_keeping import is_blank
from workbench.session import Session

MOST_CHARACTERS = 4000
"""A longer paste is cut: a claim has at most 500 characters, and evidence belongs into a deed."""


class ClaimText(TextArea):
    """The text of a claim; tab leaves it, and a paste cannot be huge."""

    class PasteCut(Message):
        """A paste was too long; so many characters of it were left out."""

        def __init__(self, left_out: int) -> None:
            super().__init__()
            self.left_out = left_out

        @property
        def said(self) -> str:
            """What was left out, and where it could go."""
            return (
                f"{self.left_out:,} characters of the paste were left out: a claim has at most"
                f" {MAX_CHARACTERS}; evidence can be kept whole as a deed (packbench deed put)."
            )

    async def _on_paste(self, event: events.Paste) -> None:
        """Cut the paste; Textual then calls the editor's own handler by itself."""
        room = max(0, MOST_CHARACTERS - len(self.text))
        if len(event.text) > room:
            self.post_message(self.PasteCut(len(event.text) - room))
        event.text = event.text[:room]


class WriteForm(VerticalScroll, can_focus=False):
    """A claim to be, as words in fields."""

    def __init__(self, session: Session, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._session = session
        self.extra: dict[str, str] = {}
        """Fields that are not on the form: which claim is corrected, and its revision."""
        self.refused = ""
        """Why the pack would refuse the draft, which no field alone can say."""
        self._names: tuple[object, tuple[str, ...]] | None = None

    def compose(self) -> ComposeResult:
        """What is edited, the text, its check, and a line for each field."""
        yield Static(id="write-editing", classes="-absent")
        yield ClaimText(id="write-text", tab_behavior="focus", soft_wrap=True, show_line_numbers=False)
        yield Static(id="write-check")
        for field in FIELDS:
            with Horizontal(classes="row", id=f"row-{field.name}"):
                yield Static(plain(field.label), classes="label")
                yield Input(
                    placeholder=field.hint,
                    id=f"write-{field.name}",
                    suggester=self._suggester(field.name),
                    select_on_focus=False,
                )

    @property
    def area(self) -> TextArea:
        """The text."""
        return self.query_one("#write-text", TextArea)

    @property
    def cursor(self) -> int:
        """Where the cursor stands in the text, in code points."""
        row, column = self.area.cursor_location
        return sum(len(line) + 1 for line in self.area.text.split("\n")[:row]) + column

    @property
    def fields(self) -> dict[str, str]:
        """What is typed, by field; blank ones left out."""
        typed = {name: self.query_one(f"#write-{name}", Input).value for name in BY_NAME}
        typed[TEXT] = self.area.text
        return {name: value for name, value in typed.items() if value.strip()} | self.extra

    def fill(self, fields: Mapping[str, str]) -> None:
        """Put other words into all fields."""
        self.extra = {name: fields[name] for name in (EDITING, REVISION) if name in fields}
        with self.prevent(Input.Changed, TextArea.Changed):
            self.set_text(fields.get(TEXT, ""))
            for name in BY_NAME:
                self.query_one(f"#write-{name}", Input).value = fields.get(name, "")
        self._show_editing()

    def set_text(self, text: str) -> None:
        """Put other words into the text; the cursor goes behind them."""
        self.area.text = text
        self.area.move_cursor(self.area.document.end)

    def show_rows(self, fields: Mapping[str, str]) -> None:
        """Show the fields that belong to the kind; those that an edit cannot change take no keys."""
        kind, editing = kind_of(fields), EDITING in fields
        shown = shown_fields(kind, editing=editing)
        for field in FIELDS:
            self.query_one(f"#row-{field.name}").set_class(field.name not in shown, "-absent")
            self.query_one(f"#write-{field.name}", Input).disabled = editing and not field.edits
        self.query_one("#write-facts", Input).placeholder = facts_hint(kind)

    def show_check(
        self,
        fields: Mapping[str, str],
        problems: Sequence[FieldProblem],
        *,
        refused: str = "",
        hint: str = "",
        told_below: bool = False,
    ) -> None:
        """Say the measure of the text, and what is wrong with the form; a hint is no fault.

        With `told_below` another place says what is wrong, and here stands that something is.
        """
        self.refused = refused
        said = measure(fields.get(TEXT, ""), keyed=bool(fields.get("key", "").strip()))
        wrong = [problem.said for problem in problems] + ([refused] if refused else [])
        lines = [(said, "$text-muted")]
        if hint:
            lines.append((f" · {hint}", "$text-muted"))
        elif not wrong and not is_blank(fields):
            lines.append((" · ok", "bold $text-success"))
        if told_below and wrong:
            lines.insert(0, (f"! {counted(len(wrong), 'problem')} · ", "bold $text-error"))
        else:
            lines += [(f"\n! {problem}", "bold $text-error") for problem in wrong]
        self.query_one("#write-check", Static).update(styled(lines))
        self.call_after_refresh(self._keep_in_sight)

    def _keep_in_sight(self) -> None:
        """A long refusal must not push the field that is typed in out of the window."""
        focused = self.screen.focused if self.is_attached else None
        if focused is not None and self in focused.ancestors:
            self.scroll_to_widget(focused, animate=False)

    def go_to(self, problem: FieldProblem) -> None:
        """Put the cursor on a problem."""
        target = self.query_one(f"#write-{problem.field}")
        self.screen.set_focus(target)
        if isinstance(target, TextArea) and problem.at is not None:
            lines = target.text[: problem.at].split("\n")
            target.move_cursor((len(lines) - 1, len(lines[-1])))

    def _show_editing(self) -> None:
        """Say which claim is being edited, as long as it is."""
        line = self.query_one("#write-editing", Static)
        line.set_class(EDITING not in self.extra, "-absent")
        if EDITING in self.extra:
            which = f"editing {short(self.extra[EDITING])}, rev {self.extra.get(REVISION, '?')}"
            line.update(plain(f"{which}: old words stay in its history"))

    def _suggester(self, name: str) -> NameSuggester | None:
        if name == "kind":
            return NameSuggester(lambda: tuple(KINDS), several=False)
        if name == "about":
            return NameSuggester(self._entities)
        if name == "cites":
            return NameSuggester(lambda: self._session.pack.accessions()[::-1])
        return None

    def _entities(self) -> Sequence[str]:
        """Names of the pack, the commonest first, read once a change."""
        if self._names is None or self._names[0] != self._session.stamp:
            self._names = (self._session.stamp, self._session.pack.entities())
        return self._names[1]
