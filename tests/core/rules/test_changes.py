"""Forms of change that people write, and pairs that only look like one, in many languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.core.rules.pairs import OPPOSITE_EVENTS, OTHER_SUBJECT, OTHER_THINGS
from tests.core.rules.writer import Writer, outcome

DATA: Final = Path(__file__).parent / "data"
TABLES: Final = [
    json.loads((DATA / name).read_text(encoding="utf-8")) for name in ("changes.json", "more_changes.json")
]
"""Two tables: the first was written by somebody who had not seen the rules."""

Row = dict[str, Any]


def rows(part: str) -> list[Row]:
    return [row for table in TABLES for row in table[part]]


MOST_ASKED: Final = 0.2
"""Share of pairs of two facts about which a person may be asked."""


def became(row: Row, first: str, second: str) -> str:
    writer = Writer()
    for side in (first, second):
        about = row[f"about_{side}"]
        kind = "belief" if row["kind"] == "conclusion" else row["kind"]
        plan = writer.write(row[side], kind=kind, entities=None if about is None else tuple(about))
    assert plan.outcome == "add"
    return "closed" if plan.endings else "proposed" if plan.found else "both"


@pytest.mark.parametrize("row", rows("edits"), ids=lambda row: row["old"])
def test_a_change_closes_the_old_claim_or_is_proposed_and_is_never_silent(row: Row) -> None:
    assert became(row, "old", "new") in ("closed", "proposed")


@pytest.mark.parametrize("table", TABLES, ids=("first", "more"))
@pytest.mark.parametrize("part", ["same_shape", "opposites"])
def test_two_facts_both_stay_and_are_seldom_asked_about(table: dict[str, list[Row]], part: str) -> None:
    outcomes = [became(row, "first", "second") for row in table[part]]
    assert "closed" not in outcomes
    assert outcomes.count("proposed") <= MOST_ASKED * len(outcomes)


@pytest.mark.parametrize("part", ["same_shape", "opposites"])
def test_two_facts_both_stay_the_other_way_round_too(part: str) -> None:
    assert "closed" not in [became(row, "second", "first") for row in rows(part)]


DRESSED: Final = {
    "since, no comma": lambda text: "Since Monday " + text[0].lower() + text[1:],
    "since": lambda text: "Since the move, " + text,
    "now": lambda text: text.rstrip(".。") + " now.",
    "a reason": lambda text: text.rstrip(".。") + ", because it was cheaper.",
    "a second sentence": lambda text: text.rstrip(".。") + ". It was decided in May.",
    "new": lambda text: text.replace("The ", "The new ", 1),
}


@pytest.mark.parametrize("dress", DRESSED.values(), ids=DRESSED)
def test_no_dress_makes_two_facts_close(dress: Any) -> None:
    """Whatever is laid aside before two texts are compared, on one side or on both."""
    for older, newer, entities in (*OTHER_SUBJECT[::2], *OPPOSITE_EVENTS, *OTHER_THINGS):
        for old, new in ((older, dress(newer)), (dress(older), newer), (dress(older), dress(newer))):
            if old != new:
                assert outcome(old, new, entities) != "close", (old, new)
