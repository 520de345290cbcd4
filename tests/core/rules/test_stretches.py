"""Where two texts differ, and what is one place."""

from __future__ import annotations

import pytest

from core.rules.sides import Side
from core.rules.stretches import stretches
from tests.core.rules.writer import Writer


@pytest.mark.parametrize(
    ("between", "shown", "runs"),
    [
        ("old lovely", ["“Nice old lovely June” → “Tartu old lovely May”"], [2]),
        ("old lovely big", ["“Nice” → “Tartu”", "“June” → “May”"], [1, 1]),
    ],
)
def test_one_value_spans_two_shared_words_at_most(between: str, shown: list[str], runs: list[int]) -> None:
    writer = Writer()
    new, old = (
        Side.of(writer.claim(f"Her choice is {first} {between} {last}."))
        for first, last in (("Tartu", "May"), ("Nice", "June"))
    )
    found = list(stretches(new, old))
    assert [stretch.shown for stretch in found] == shown
    assert [stretch.runs for stretch in found] == runs


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("Memory is 32 GB.", "Memory is 32 GB swap included.", ["nothing → “swap included”"]),
        ("The old gate is open.", "The gate is open.", ["“old” → nothing"]),
    ],
)
def test_a_side_without_words_is_nothing_and_no_empty_quote(old: str, new: str, shown: list[str]) -> None:
    writer = Writer()
    found = list(stretches(Side.of(writer.claim(new)), Side.of(writer.claim(old))))
    assert [stretch.shown for stretch in found] == shown
