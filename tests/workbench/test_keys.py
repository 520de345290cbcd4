"""Bindings out of the registry, and reasons for grey keys."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.widgets import Input

from workbench.actions import ACTIONS, BY_ID, SCOPES
from workbench.keys import Situation, action_called, allowed, bindings_for, reason_against

PAST = Situation(shown_time="Believed on 2026-03-14 09:12")


def test_every_scope_makes_bindings_with_the_ids_of_the_registry() -> None:
    ids = [binding.id for scope in SCOPES for binding in bindings_for(scope)]
    assert ids == [action.id for action in sorted(ACTIONS, key=lambda a: SCOPES.index(a.scope))]


def test_app_actions_are_called_on_the_app() -> None:
    assert all(binding.action.startswith("app.") for binding in bindings_for("app"))
    assert not any(binding.action.startswith("app.") for binding in bindings_for("claim", "today"))


def test_the_four_grades_stand_together_in_the_footer() -> None:
    groups = {binding.group for binding in bindings_for("today") if binding.key in "1234"}
    assert [group.description for group in groups if group] == ["grade"]


def test_in_the_past_writing_is_grey_with_the_way_back() -> None:
    reason = reason_against(BY_ID["today.grade_good"], PAST)
    assert reason == "Believed on 2026-03-14 09:12 is shown, read only. Press T to return to now."
    assert allowed(BY_ID["today.grade_good"], PAST) is None
    assert allowed(BY_ID["claim.copy"], PAST) is True


def test_a_window_that_only_reads_says_who_holds_the_pack() -> None:
    reason = reason_against(BY_ID["pair.accept"], Situation(reader_of="packbench, process 41"))
    assert reason == "This window only reads: packbench, process 41 holds the pack."


def test_a_screen_may_refuse_in_its_own_words() -> None:
    situation = Situation(refusals={"app.undo": "There is nothing to undo."})
    assert reason_against(BY_ID["app.undo"], situation) == "There is nothing to undo."
    assert reason_against(BY_ID["app.redo"], situation) is None


def test_textuals_own_actions_are_always_allowed() -> None:
    assert allowed(action_called("focus_next"), PAST) is True


def test_the_action_behind_a_call_is_found_by_its_arguments() -> None:
    assert action_called("grade", (3,)) is BY_ID["today.grade_good"]
    assert action_called("step", ("day", -1)) is BY_ID["time.previous_day"]
    assert action_called("reopen") is BY_ID["claim.reopen"]


class Keyed(App[None]):
    """An app with a field and the bindings of the Write screen."""

    BINDINGS = [*bindings_for("app", "write", "claim")]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []

    def compose(self) -> ComposeResult:
        yield Input()

    def action_go(self, where: str) -> None:
        self.done.append(f"go {where}")

    def action_save(self) -> None:
        self.done.append("save")

    def action_why(self) -> None:
        self.done.append("why")

    def action_help(self) -> None:
        self.done.append("help")


async def test_in_a_field_letters_are_text_and_function_keys_act() -> None:
    app = Keyed()
    async with app.run_test() as pilot:
        await pilot.press("y", "?", "ctrl+s", "f7", "f1")
        assert app.query_one(Input).value == "y?"
        assert app.done == ["save", "go islands", "help"]


async def test_outside_a_field_the_letter_acts() -> None:
    app = Keyed()
    async with app.run_test() as pilot:
        app.set_focus(None)
        await pilot.press("y", "?")
        assert app.done == ["why", "help"]


def test_bindings_are_textual_bindings() -> None:
    assert all(isinstance(binding, Binding) for binding in bindings_for(*SCOPES))
