"""Look-ups in the vocabulary against going through every word."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.state import vocabulary
from core.state.vocabulary import GRAM, Grams, Vocabulary
from tests.core.search.oracle import edits

letters = st.sampled_from("abcаб数é😀1")
word = st.text(letters, min_size=1, max_size=7)
words = st.lists(word, max_size=60)


@given(words, words, st.text(letters, min_size=3, max_size=5))
def test_words_holding_a_part_are_found_also_those_added_later(
    first: list[str], later: list[str], part: str
) -> None:
    vocabulary = Vocabulary(dict.fromkeys(first))
    assert vocabulary.containing(part) is not None
    for one in later:
        vocabulary.add(one)
    assert {vocabulary.words[number] for number in vocabulary.containing(part)} == {
        one for one in {*first, *later} if part in one
    }
    vocabulary.compact()
    assert sorted(vocabulary.containing(part)) == [
        number for number, one in enumerate(vocabulary.words) if part in one
    ]


@given(st.lists(st.text(max_size=5), max_size=30, unique=True))
def test_grams_are_the_same_whether_they_fit_into_one_integer_or_not(known: list[str]) -> None:
    kept = [one.replace("\0", "") for one in known]
    made = [Grams.of(kept)]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(vocabulary, "_PAIR_BITS", 0)
        made.append(Grams.of(kept))
    held = {
        (one[at : at + GRAM], number) for number, one in enumerate(kept) for at in range(len(one) - GRAM + 1)
    }
    for grams in made:
        assert len(grams.ids) == len(held)
        assert {(gram, number) for gram, _ in held for number in grams.candidates(gram)} == held
    for part in ("keys", "starts", "ids"):
        assert getattr(made[0], part).tolist() == getattr(made[1], part).tolist()


@given(words, words, st.text(letters, min_size=2, max_size=7))
def test_words_one_edit_away_are_those_of_the_textbook_table(
    first: list[str], later: list[str], asked: str
) -> None:
    vocabulary = Vocabulary(dict.fromkeys(first))
    vocabulary.one_edit(asked)
    for one in later:
        vocabulary.add(one)
    found = {vocabulary.words[number] for number in vocabulary.one_edit(asked)}
    assert found == {one for one in {*first, *later} if edits(asked, one) == 1 and "1" not in asked + one}


@given(words, word)
def test_longer_words_with_a_beginning(known: list[str], start: str) -> None:
    vocabulary = Vocabulary(dict.fromkeys(known))
    found = {vocabulary.words[number] for number in vocabulary.beginning(start)}
    assert found == {one for one in known if one.startswith(start) and one != start}


@given(words, words, st.text(letters, min_size=3, max_size=6))
def test_what_is_near_is_kept_up_with_the_words_that_are_added(
    first: list[str], later: list[str], asked: str
) -> None:
    vocabulary = Vocabulary(dict.fromkeys(first))
    vocabulary.near(asked)
    for one in later:
        vocabulary.add(one)
    fresh = Vocabulary(vocabulary.words)
    assert [sorted(numbers) for numbers in vocabulary.near(asked)] == [
        sorted(numbers) for numbers in fresh.near(asked)
    ]


def test_look_ups_between_which_a_hundred_words_come_find_what_fresh_ones_find() -> None:
    chance = random.Random(7)
    made = ["".join(chance.choices("abcd", k=chance.randint(3, 7))) for _ in range(1200)]
    vocabulary = Vocabulary()
    for first in range(0, len(made), 100):
        for one in made[first : first + 100]:
            vocabulary.add(one)
        fresh = Vocabulary(vocabulary.words)
        for asked in made[first : first + 5]:
            assert sorted(vocabulary.containing(asked[:3])) == sorted(fresh.containing(asked[:3]))
            assert sorted(vocabulary.one_edit(asked)) == sorted(fresh.one_edit(asked))
            assert sorted(vocabulary.beginning(asked[:2])) == sorted(fresh.beginning(asked[:2]))


def test_a_number_is_never_a_slip_of_another() -> None:
    assert Vocabulary(["8080", "8081"]).one_edit("8082") == []


def test_a_word_keeps_its_number() -> None:
    vocabulary = Vocabulary()
    assert [vocabulary.add(one) for one in ("b", "a", "b")] == [0, 1, 0]
    assert (vocabulary.find("a"), vocabulary.find("c"), len(vocabulary)) == (1, -1, 2)
