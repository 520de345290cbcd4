"""The README's key table is the registry's."""

from __future__ import annotations

from pathlib import Path

from screenshots.keys import table, written_into
from workbench.actions import ACTIONS, shown_key

README = Path(__file__).parents[2] / "README.md"


def test_the_readme_shows_the_keys_of_the_registry() -> None:
    text = README.read_text(encoding="utf-8")
    assert written_into(text) == text, "run `make screenshots`"


def test_every_action_is_in_the_table_with_each_of_its_keys() -> None:
    shown = table()
    for action in ACTIONS:
        assert action.help.replace("|", "\\|") in shown
        assert all(f"`{shown_key(key)}`".replace("|", "\\|") in shown for key in action.keys)
