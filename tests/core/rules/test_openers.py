"""Words that may begin a phrase: the quick question never hides what the long pattern would find."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rules import cues, lexicon
from core.rules.openers import Openers, first_word, split

PARTS = ("now", "since", "no_more", "changed", "about", "dated")
PHRASES = tuple(
    one for tongue in cues.SPACED.values() for part in PARTS for one in split(getattr(tongue, part)) if one
)
FILLING = ("the", "server", "is", "up", "from", "monday", "to", "2024", "of", "8080", "new", "сервер")
SMALL = sorted(lexicon.ARTICLES | lexicon.ANY_MORE | lexicon.RENEWED)

phrases = st.sampled_from(PHRASES).flatmap(
    lambda one: st.from_regex(re.compile(one.replace(" ~ ", " x ")), fullmatch=True)
)
said = st.lists(
    st.one_of(phrases, st.sampled_from(FILLING), st.sampled_from(SMALL)), min_size=1, max_size=4
).map(lambda pieces: tuple(" ".join(pieces).split()))


@given(said)
def test_the_cues_of_a_text_are_those_that_the_whole_pattern_finds(words: tuple[str, ...]) -> None:
    spaced, _ = cues._cue()
    assert cues._spaced_cues(words) == [match.group() for match in spaced.finditer(" ".join(words))]


@given(said)
def test_what_tells_only_since_when_holds_a_word_that_may_tell_it(words: tuple[str, ...]) -> None:
    if cues._only_when(words):
        assert any(map(cues.may_tell_when, words))


@pytest.mark.parametrize(
    ("alternative", "first"),
    [
        ("now", "now"),
        ("from now on", "from"),
        ("any ?more", r"any\S*"),
        ("mov(?:ed?|es|ing)", "mov(?:ed?|es|ing)"),
        ("passed (?:on )?to", "passed"),
        ("(?:rose|fell) (?:x ){0,3}to", "(?:rose|fell)"),
        ("(?:went up|up) (?:to|from)", r"(?:went|up)\S*"),
        ("(?:as )?of", r"(?:as)?\S*"),
    ],
)
def test_the_first_word_of_an_alternative(alternative: str, first: str) -> None:
    assert first_word(alternative) == first


def test_alternatives_inside_brackets_belong_to_one() -> None:
    assert split("a|b(?:c|d)|e") == ["a", "b(?:c|d)", "e"]


def test_a_phrase_that_may_begin_with_any_word_is_told_by_its_end() -> None:
    openers = Openers([r"now|\S+ ~ (?:on|off)"])
    assert [word for word in ("now", "on", "off", "other") if openers.may_begin(word)] == ["now"]
    assert [word for word in ("now", "on", "off", "other") if openers.may_end(word)] == ["on", "off"]


def test_what_begins_with_brackets_that_may_be_left_out_begins_with_either_word() -> None:
    openers = Openers(["(?:as )?of"])
    assert openers.may_begin("as")
    assert openers.may_begin("of")
