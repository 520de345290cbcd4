"""The figures of the rules fit the index they rely on."""

from __future__ import annotations

from core.rules.thresholds import NEAR_JACCARD, OPENING_WORDS, REWRITE_JACCARD
from core.state import write_index


def test_the_index_finds_every_text_that_a_rule_could_close() -> None:
    assert write_index.COMPLETE_FROM <= REWRITE_JACCARD
    assert write_index.OPENING_WORDS <= OPENING_WORDS


def test_what_comes_near_is_less_than_a_rewrite() -> None:
    assert NEAR_JACCARD < REWRITE_JACCARD
