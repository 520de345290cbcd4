"""The registry: one letter has one meaning, and nothing is bound that terminals or editing need."""

from __future__ import annotations

from collections import defaultdict

import pytest
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual.keys import Keys

from workbench.actions import (
    ACTIONS,
    BY_ID,
    NEVER_BOUND,
    SCOPE_TITLES,
    SCOPES,
    STRUCTURAL_KEYS,
    Action,
    in_scope,
    key_table,
    shown_key,
)

KNOWN_KEYS = {key.value for key in Keys} | set(FUNCTIONAL_KEYS.values()) | STRUCTURAL_KEYS


def test_one_key_has_one_meaning_in_the_whole_program() -> None:
    meanings: dict[str, set[str]] = defaultdict(set)
    for action in ACTIONS:
        for key in action.keys:
            meanings[key].add(action.id)
    shared = {key: ids for key, ids in meanings.items() if len(ids) > 1}
    assert set(shared) <= STRUCTURAL_KEYS


def test_a_structural_key_means_one_thing_within_a_scope() -> None:
    for scope in SCOPES:
        keys = [key for action in in_scope(scope) for key in action.keys]
        assert len(keys) == len(set(keys)), scope


def test_nothing_is_bound_that_terminals_multiplexers_or_editing_need() -> None:
    assert not {key for action in ACTIONS for key in action.keys} & NEVER_BOUND


def test_escape_never_quits() -> None:
    assert [action.id for action in ACTIONS if "escape" in action.keys] == ["app.back"]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_each_action_says_what_it_is(action: Action) -> None:
    assert action.id.startswith(f"{action.scope}.")
    assert action.keys
    assert 0 < len(action.label) <= 16
    assert action.help.endswith(".")
    assert action.help[0].isupper()
    assert len(action.help) <= 70


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_letters_act_only_when_no_field_has_focus(action: Action) -> None:
    if any(len(key) == 1 or key == "space" for key in action.keys):
        assert not action.priority


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_keys_are_ones_that_textual_knows(action: Action) -> None:
    for key in action.keys:
        base = key.rpartition("+")[2] if len(key) > 1 else key
        assert len(base) == 1 or base in KNOWN_KEYS or key in KNOWN_KEYS


def test_ids_are_unique_and_so_are_the_methods_but_for_what_takes_arguments() -> None:
    assert len(BY_ID) == len(ACTIONS)
    calls = [action.textual_action for action in ACTIONS]
    assert len(calls) == len(set(calls))


def test_every_write_key_is_marked() -> None:
    writing = {action.id for action in ACTIONS if action.writes}
    assert {
        "today.grade_good",
        "write.save",
        "claim.no_longer_true",
        "claim.reopen",
        "pair.accept",
    } <= writing
    assert not {"app.search", "claim.copy", "changes.moment_before", "today.reveal"} & writing


def test_the_key_table_lists_every_action_once_under_a_title() -> None:
    table = key_table()
    titles = [title for scope, title in SCOPE_TITLES.items() if in_scope(scope)]
    assert [title for title, _ in table] == titles
    assert sum(len(rows) for _, rows in table) == len(ACTIONS)
    assert ("?, F1", BY_ID["app.help"].help) in dict(table)["Everywhere"]


def test_keys_are_written_for_a_person() -> None:
    assert [shown_key(key) for key in ("f2", "pagedown", "left", "x", "ctrl+s", "f")] == [
        "F2", "page down", "←", "x", "ctrl+s", "f",
    ]  # fmt: skip
