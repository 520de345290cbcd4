"""Readability figures of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.readability import readability


def test_figures_of_a_plain_text() -> None:
    report = readability("The cat sat on the mat. The dog was really chased by the cat.")
    assert (report.words, report.sentences) == (14, 2)
    # 46 letters: 4.71 * 46 / 14 + 0.5 * 14 / 2 - 21.43
    assert report.grade == pytest.approx(4.71 * 46 / 14 + 3.5 - 21.43, abs=0.005)
    # one syllable a word, but two in "really" and "chased"
    assert report.ease == pytest.approx(206.835 - 1.015 * 7 - 84.6 * 16 / 14, abs=0.005)
    assert (report.adverbs, report.passives) == (1, 1)
    assert report.adverb_ratio == pytest.approx(1 / 14)


@pytest.mark.parametrize(("words", "hard", "very_hard"), [(19, 0, 0), (20, 1, 0), (29, 1, 0), (30, 0, 1)])
def test_hard_sentences(words: int, hard: int, very_hard: int) -> None:
    report = readability("word " * words)
    assert (report.hard_sentences, report.very_hard_sentences) == (hard, very_hard)


@pytest.mark.parametrize(
    ("word", "adverbs"), [("quickly", 1), ("very", 1), ("only", 0), ("family", 0), ("July", 0), ("fly", 0)]
)
def test_adverbs(word: str, adverbs: int) -> None:
    assert readability(f"It is {word} so").adverbs == adverbs


@pytest.mark.parametrize(
    ("text", "passives"),
    [
        ("It was written.", 1),
        ("It was not fully tested.", 1),
        ("It was here. Tested too.", 0),
        ("It broke.", 0),
    ],
)
def test_passives(text: str, passives: int) -> None:
    assert readability(text).passives == passives


def test_short_texts_have_no_grade() -> None:
    report = readability("Too short to say.")
    assert report.grade is None
    assert report.ease is None


@pytest.mark.parametrize(
    ("text", "english"), [("plain café", True), ("Привет мир", False), ("他来了", False), ("", False)]
)
def test_says_whether_the_figures_apply(text: str, english: bool) -> None:
    assert readability(text).english is english


@given(st.text())
def test_never_fails_and_ratios_are_ratios(text: str) -> None:
    report = readability(text)
    assert 0.0 <= report.adverb_ratio <= 1.0
    assert report.hard_sentences + report.very_hard_sentences <= report.sentences
    assert report.words >= report.adverbs
