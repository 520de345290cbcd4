"""A question of one or two lines, asked in place: enter goes on, on the last line does it; escape leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.timer import Timer
from textual.widgets import Input, Static

from core.errors import PackError
from core.pack.receipts import Receipt
from workbench.frame.live_check import check_line, receipt_lines
from workbench.frame.staying_alive import sentence_of
from workbench.plain import plain, styled

DEBOUNCE = 0.25
"""Seconds of rest before the pack is asked what it thinks."""

NEXT_LINE = "enter goes to the next line · escape leaves it"
LAST_LINE = "enter does it · escape leaves it"


@dataclass(frozen=True, slots=True)
class Question:
    """One line to fill in, what completes it, and what leaving it empty means."""

    name: str
    label: str
    completions: Sequence[str] = ()
    if_empty: str = ""
    explained: str = ""
    """The answers there are, and what each means."""
    value: str = ""
    """What stands in the line already."""


class Asking(Vertical):
    """Lines to fill in; `act` gets them by name and says whether it was done. Keys stay in the lines."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,down", "line(1)", "next line", show=False),
        Binding("shift+tab,up", "line(-1)", "line before", show=False),
    ]

    DEFAULT_CSS = """
    Asking { height: auto; background: $surface; padding: 0 1; }
    Asking Horizontal { height: 1; }
    Asking .label { width: auto; min-width: 26; padding: 0 1 0 0; color: $text-accent; }
    Asking Input { width: 1fr; }
    Asking .thinks { height: auto; color: $text-muted; }
    """

    class Closed(Message):
        """The question is answered or was left."""

    def __init__(
        self,
        questions: Sequence[Question],
        act: Callable[[Mapping[str, str]], bool],
        preview: Callable[[Mapping[str, str]], Receipt | None] | None = None,
        *,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._questions = tuple(questions)
        self._act = act
        self._preview = preview
        self._rest: Timer | None = None
        self.is_open = True
        """Whether it still waits for an answer."""
        self._at = 0
        self._thought: tuple[tuple[str, str], ...] = ()

    def compose(self) -> ComposeResult:
        """A label and a field for each question, and what the pack thinks below."""
        for question in self._questions:
            with Horizontal():
                yield Static(plain(question.label), classes="label")
                yield Input(
                    question.value,
                    id=f"ask-{question.name}",
                    suggester=SuggestFromList(question.completions, case_sensitive=False)
                    if question.completions
                    else None,
                )
        yield Static(plain(""), classes="thinks")

    def on_mount(self) -> None:
        """Begin with the first line, at once: letters typed ahead belong there; say what it would do."""
        self.take_focus()
        self._ask_pack()

    @property
    def at(self) -> int:
        """Which line was typed into last."""
        return self._at

    def take_focus(self, at: int | None = None) -> None:
        """Put the focus on a line; without a number on the one typed into last."""
        lines = list(self.query(Input))
        self._at = self._at if at is None else max(0, min(at, len(lines) - 1))
        self.screen.set_focus(lines[self._at])
        self._thinks(self._thought)

    def action_line(self, step: int) -> None:
        """Go to the next line or the one before; from the last to the first."""
        self.take_focus((self._at + step) % len(self._questions))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A line was clicked."""
        at = list(self.query(Input)).index(cast("Input", event.widget))
        if at != self._at:
            self.take_focus(at)

    @property
    def said(self) -> dict[str, str]:
        """What stands in the lines, by name."""
        return {one.name: self.query_one(f"#ask-{one.name}", Input).value.strip() for one in self._questions}

    def on_input_changed(self, event: Input.Changed) -> None:
        """Check the words at once, ask the pack after a rest."""
        event.stop()
        if self._preview is None:
            return
        if self._rest is not None:
            self._rest.stop()
        self._rest = self.set_timer(DEBOUNCE, self._ask_pack)
        corrected = self.said.get("corrected", "")
        self._thinks([check_line(corrected)] if corrected else [])

    def _ask_pack(self) -> None:
        if self._preview is None or not self.is_attached:
            return
        said = self.said
        lines = [check_line(said["corrected"])] if said.get("corrected") else []
        try:
            receipt = self._preview(said)
        except PackError as error:
            lines.append((f"! {sentence_of(error)}", "$text-error"))
        else:
            lines += receipt_lines(receipt) if receipt else []
        self._thinks(lines)

    def _thinks(self, lines: Sequence[tuple[str, str]]) -> None:
        self._thought = tuple(lines)
        shown = [*lines, (self._hint(), "")]
        joined = [(text if at == 0 else f"\n{text}", style) for at, (text, style) in enumerate(shown)]
        self.query_one(".thinks", Static).update(styled(joined))

    def _hint(self) -> str:
        """What enter does on this line."""
        if self._at < len(self._questions) - 1:
            return NEXT_LINE
        asked = self._questions[self._at]
        if_empty = f"left empty: {asked.if_empty}" if asked.if_empty else ""
        return " · ".join(part for part in (asked.explained, LAST_LINE, if_empty) if part)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go on to the next line; on the last do it, and when the pack refuses the lines stay."""
        event.stop()
        if self._at < len(self._questions) - 1:
            self.take_focus(self._at + 1)
        elif self._act(self.said):
            self.close()

    def close(self) -> None:
        """Go away; the screen puts the focus back to where it has it."""
        self.is_open = False
        self.post_message(self.Closed())
        self.remove()
