"""Word diff: what a reader sees marked when one claim took another's place."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.diffing import Span, diff, inline, tokens

VOCABULARY = ("the", "a", "fuse", "is", "not", "Borda", "CombMNZ", ",", ".", "默", "认", "0.638", "[b]", "\n")
WORDS = st.lists(st.sampled_from(VOCABULARY), max_size=14)
TEXTS = WORDS.map(" ".join) | st.text(max_size=40)


def marked(spans: tuple[Span, ...]) -> str:
    return "".join(span.text if span.role == "same" else f"[{span.text}]" for span in spans)


def only(spans: tuple[Span, ...], role: str) -> str:
    return "".join(span.text for span in spans if span.role != role)


@given(TEXTS, TEXTS)
def test_each_side_joined_is_the_text_it_was_made_from(old: str, new: str) -> None:
    found = diff(old, new)
    assert "".join(span.text for span in found.old) == old
    assert "".join(span.text for span in found.new) == new
    assert {span.role for span in found.old} <= {"same", "removed"}
    assert {span.role for span in found.new} <= {"same", "added"}


@given(TEXTS, TEXTS)
def test_one_line_holds_both_texts(old: str, new: str) -> None:
    spans = inline(old, new)
    assert only(spans, "added") == old
    assert only(spans, "removed") == new


@given(TEXTS, TEXTS)
def test_what_is_the_same_is_the_same_on_both_sides(old: str, new: str) -> None:
    found = diff(old, new)
    kept = ["".join(span.text for span in side if span.role == "same") for side in (found.old, found.new)]
    assert kept[0] == kept[1]


@given(TEXTS, TEXTS)
def test_neighbours_differ_in_role_and_none_is_empty(old: str, new: str) -> None:
    spans = inline(old, new)
    assert all(span.text for span in spans)
    assert all(a.role != b.role for a, b in pairwise(spans))


@given(TEXTS)
def test_a_text_does_not_differ_from_itself(words: str) -> None:
    assert diff(words, words).same


@given(TEXTS, TEXTS)
def test_texts_that_differ_are_marked_somewhere(old: str, new: str) -> None:
    assert diff(old, new).same == (old == new)


@pytest.mark.parametrize(
    ("old", "new", "old_marked", "new_marked"),
    [
        # a value changed
        ("The default fuse is Borda.", "The default fuse is CombMNZ.", "The default fuse is [Borda].",
         "The default fuse is [CombMNZ]."),
        # a value changed and a sentence came
        ("The default fuse is Borda.", "The default fuse is CombMNZ. It led Borda by 1.8 points.",
         "The default fuse is [Borda].", "The default fuse is [CombMNZ].[ It led Borda by 1.8 points.]"),
        # two small edits stay two
        ("Deploy on staging, never on Friday.", "Deploy on production, never on Monday.",
         "Deploy on [staging], never on [Friday].", "Deploy on [production], never on [Monday]."),
        # a rewrite is one mark, not confetti
        ("A brown fox jumps over the lazy dog.", "One cat and the dog slept under an old table.",
         "[A brown fox jumps over the lazy dog].", "[One cat and the dog slept under an old table]."),
        # scripts without spaces
        ("太阳系有九大行星。", "太阳系有八颗行星。", "太阳系有[九大]行星。", "太阳系有[八颗]行星。"),
        ("ประเทศไทยมี 77 จังหวัด", "ประเทศไทยมี 76 จังหวัด", "ประเทศไทยมี [77] จังหวัด", "ประเทศไทยมี [76] จังหวัด"),
        ("Москва — столица России.", "Москва — крупнейший город России.", "Москва — [столица] России.",
         "Москва — [крупнейший город] России."),
        # only a space
        ("a  b", "a b", "a[  ]b", "a[ ]b"),
        # a number is one word
        ("It scores 0.638.", "It scores 0.641.", "It scores [0.638].", "It scores [0.641]."),
        ("", "new", "", "[new]"),
        ("old", "", "[old]", ""),
    ],
)  # fmt: skip
def test_what_a_reader_sees_marked(old: str, new: str, old_marked: str, new_marked: str) -> None:
    found = diff(old, new)
    assert marked(found.old) == old_marked
    assert marked(found.new) == new_marked


def test_tokens_keep_numbers_and_contractions_whole() -> None:
    assert tokens("It's v3.11, 默认") == ("It's", " ", "v3.11", ",", " ", "默", "认")
