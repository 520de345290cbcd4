"""How a claim ended, in one word that every face says."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from core.claims.claim import BELIEVED, RETRACTED, SET_ASIDE, TAKEN_OVER, UNDONE, Claim, Closing
from core.claims.draft import Draft
from core.claims.ended import WITHDRAWN, Ended, ending_of, gave_way, how_ended, how_withdrawn


def claim(state: str = BELIEVED, rule: str | None = None) -> Claim:
    held = Draft(text="Lamp one is red.").claim(claim_id="0" * 32, author="ana", now=0, entities=())
    withdrawal = None if rule is None else Closing(rule, "ana", 2, 1)
    return replace(held, state=state, withdrawal=withdrawal)


WORDS = [
    (RETRACTED, RETRACTED, "retracted", False),
    (RETRACTED, "deed", "retracted", False),
    (RETRACTED, None, "retracted", False),
    (RETRACTED, TAKEN_OVER, "taken over", True),
    (RETRACTED, SET_ASIDE, "set aside", True),
    (RETRACTED, "merge", "set aside", True),
    (UNDONE, "undo", "undone", False),
    (UNDONE, None, "undone", False),
]


@pytest.mark.parametrize(("state", "rule", "word", "way"), WORDS)
def test_what_is_believed_no_longer_has_one_word_by_its_state_and_rule(
    state: str, rule: str | None, word: str, way: bool
) -> None:
    gone = claim(state, rule)
    assert how_withdrawn(gone) == how_ended(gone) == word
    assert gave_way(gone) is way
    assert ending_of(gone) is gone.withdrawal


def test_what_is_believed_is_closed_or_has_not_ended() -> None:
    stands = claim()
    assert (how_withdrawn(stands), how_ended(stands), gave_way(stands)) == (None, None, False)
    closing = Closing("stated", "ana", 2, 1)
    closed = replace(stands, closing=closing)
    assert (how_withdrawn(closed), how_ended(closed)) == (None, "closed")
    assert ending_of(closed) is closing


def test_the_words_are_those_of_the_type() -> None:
    assert {*WITHDRAWN, "closed"} == {*get_args(Ended)}
    assert {*WITHDRAWN} == {word for *_, word, _ in WORDS}
