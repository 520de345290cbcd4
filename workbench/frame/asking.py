"""A question of one or two lines, asked in place: enter does it, escape leaves it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
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

HINT = "tab next line · enter does it · escape leaves it"


@dataclass(frozen=True, slots=True)
class Question:
    """One line to fill in, and what completes it."""

    name: str
    label: str
    completions: Sequence[str] = ()


class Asking(Vertical):
    """Lines to fill in; `act` gets them by name and says whether it was done."""

    DEFAULT_CSS = """
    Asking { height: auto; background: $surface; padding: 0 1; }
    Asking Horizontal { height: 1; }
    Asking .label { width: 26; color: $text-accent; }
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

    def compose(self) -> ComposeResult:
        """A label and a field for each question, and what the pack thinks below."""
        for question in self._questions:
            with Horizontal():
                yield Static(plain(question.label), classes="label")
                yield Input(
                    id=f"ask-{question.name}",
                    suggester=SuggestFromList(question.completions, case_sensitive=False)
                    if question.completions
                    else None,
                )
        yield Static(plain(HINT), classes="thinks")

    def on_mount(self) -> None:
        """Begin with the first line."""
        self.query(Input).first().focus()

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
        shown = [*lines, (HINT, "")]
        joined = [(text if at == 0 else f"\n{text}", style) for at, (text, style) in enumerate(shown)]
        self.query_one(".thinks", Static).update(styled(joined))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do it; when the pack refuses, the lines stay."""
        event.stop()
        if self._act(self.said):
            self.close()

    def close(self) -> None:
        """Go away; the screen puts the focus back to where it has it."""
        self.post_message(self.Closed())
        self.remove()
