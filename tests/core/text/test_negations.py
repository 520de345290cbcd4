"""Which words turn a statement round, and for whom."""

from __future__ import annotations

import pytest

from core.text.negations import FURTHER_NEGATIONS, NEGATIONS, is_negation


@pytest.mark.parametrize("word", ["not", "cannot", "doesn't", "doesn’t", "kein", "sans", "нет", "不"])
def test_a_word_that_says_no(word: str) -> None:
    assert is_negation(word)


@pytest.mark.parametrize("word", ["knot", "now", "nu", "note", "sand", ""])
def test_a_word_that_does_not(word: str) -> None:
    assert not is_negation(word)


def test_no_word_stands_in_both_tables() -> None:
    assert not NEGATIONS & FURTHER_NEGATIONS
