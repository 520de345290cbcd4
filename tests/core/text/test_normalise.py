"""The stored form of a text, and the form in which two texts are the same."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.normalise import jaccard, normal_form, normalise, opening
from core.text.refusals import problems


def test_the_stored_form_is_composed_and_has_single_spaces() -> None:
    assert normalise("  Cafe\u0301 \n\t is\u00a0open. ") == "Café is open."


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The default is Borda.", "the  default is borda"),
        ("他来了。", "他来了"),
        ("यह है।", "यह है"),
        ("ﬁne", "Fine."),
        ("STRASSE", "straße"),
        ("İSTANBUL", "istanbul"),
        ("ΟΔΟΣ", "οδος"),
    ],
)
def test_the_same_text_however_it_is_typed(one: str, other: str) -> None:
    assert normal_form(one) == normal_form(other)


def test_a_question_is_not_the_statement() -> None:
    assert normal_form("It is on?") != normal_form("It is on.")


@given(st.text())
def test_normal_form_is_idempotent(text: str) -> None:
    assert normal_form(normal_form(text)) == normal_form(text)


@given(st.text())
def test_normalise_is_idempotent_and_does_not_change_the_normal_form(text: str) -> None:
    stored = normalise(text)
    assert normalise(stored) == stored
    assert unicodedata.is_normalized("NFC", stored)
    assert normal_form(stored) == normal_form(text)


@given(st.text(alphabet="ab. Cd\n。!", max_size=60))
def test_a_text_that_may_be_a_claim_still_may_when_stored(text: str) -> None:
    if not problems(text):
        assert not problems(normalise(text))


def test_a_short_text_has_no_opening() -> None:
    assert opening(["a", "b", "c", "d"]) == ("a", "b", "c")
    assert opening(["a", "b"]) == ()
    assert opening(["a", "b"], 2) == ("a", "b")


def test_jaccard() -> None:
    assert jaccard(frozenset("abc"), frozenset("bcd")) == 0.5
    assert jaccard(frozenset(), frozenset()) == 0.0


@given(st.frozensets(st.integers(0, 9)), st.frozensets(st.integers(0, 9)))
def test_jaccard_is_symmetric_and_one_only_for_equal_sets(a: frozenset[int], b: frozenset[int]) -> None:
    assert jaccard(a, b) == jaccard(b, a)
    assert 0.0 <= jaccard(a, b) <= 1.0
    assert (jaccard(a, b) == 1.0) == (a == b and bool(a))
