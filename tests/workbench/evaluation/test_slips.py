"""One typing slip a question: one edit, in the longest word that carries meaning."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import DamerauLevenshtein

from workbench.evaluation.slips import with_slip


@given(
    st.integers(),
    st.sampled_from(["When did Caroline go to the support group?", "Où est né Étienne?", "Ab?"]),
)
def test_a_slip_is_one_edit_and_the_first_letter_stands(seed: int, text: str) -> None:
    slipped = with_slip(text, Random(seed))
    assert slipped[0] == text[0]
    assert DamerauLevenshtein.distance(text, slipped) == (0 if text == "Ab?" else 1)


@given(st.integers())
def test_the_longest_word_that_is_asked_about_slips(seed: int) -> None:
    before, _, after = "Which did Ines buy, the kayak?".partition("kayak")
    slipped = with_slip(before + "kayak" + after, Random(seed))
    assert slipped.startswith(before)
    assert slipped.endswith(after)


def test_a_seed_says_it_all_and_a_text_without_words_stands() -> None:
    assert with_slip("the harbour", Random(3)) == with_slip("the harbour", Random(3))
    assert with_slip("1984 ?", Random(3)) == "1984 ?"
