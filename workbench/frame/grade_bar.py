"""The answers under a revealed card, each with its key, grades with their intervals when asked for."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.app import RenderResult
from textual.widget import Widget

from workbench.actions import BY_ID, Action, in_scope
from workbench.cells import width
from workbench.frame.key_line import KeyLine
from workbench.plain import styled

GRADES: tuple[Action, ...] = tuple(action for action in in_scope("today") if action.group == "grade")
TRUTHS: tuple[Action, ...] = tuple(
    BY_ID[name] for name in ("claim.verify", "claim.no_longer_true", "claim.doubt", "today.later")
)


class AnswerBar(Widget):
    """`still true?   v still true   x no longer true   ! not sure`; a click answers."""

    DEFAULT_CSS = """
    AnswerBar { height: 1; margin: 0 2; }
    """

    GAP = 4

    def __init__(self, actions: tuple[Action, ...], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._actions = actions

    def _labels(self) -> list[str]:
        return [action.label for action in self._actions]

    def render(self) -> RenderResult:
        """The bar as content."""
        parts: list[tuple[str, str]] = []
        for action, label in zip(self._actions, self._labels(), strict=True):
            parts += [
                (action.keys[0], "bold $footer-key-foreground"),
                (f" {label}", ""),
                (" " * self.GAP, ""),
            ]
        return styled(parts[:-1])

    def on_click(self, event: events.Click) -> None:
        """Answer by the label under the pointer."""
        at = 0
        for action, label in zip(self._actions, self._labels(), strict=True):
            taken = width(action.keys[0]) + 1 + width(label)
            if at <= event.x < at + taken:
                self.post_message(KeyLine.Pressed(action))
            at += taken + self.GAP


class GradeBar(AnswerBar):
    """`1 Again   2 Hard   3 Good   4 Easy`."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(GRADES, id=id)
        self._intervals: Mapping[int, str] = {}

    def show(self, intervals: Mapping[int, str]) -> None:
        """Show how far away each grade puts the claim; an empty mapping hides it."""
        self._intervals = dict(intervals)
        self.refresh()

    def _labels(self) -> list[str]:
        shown = [self._intervals.get(grade, "") for grade in range(1, len(GRADES) + 1)]
        return [f"{action.label} {interval}".rstrip() for action, interval in zip(GRADES, shown, strict=True)]
