"""What the second hop asks, and how its answers stand among the first."""

from __future__ import annotations

import pytest

from core.search.hop import further_questions, joined, object_of


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The author of Our Mutual Friend is Charles Dickens.", "Charles Dickens"),
        ("Igor of Kiev died in the city of Rodez.", "Rodez"),
        ("The gateway is served by Atlas", "Atlas"),
        ("Backups run nightly.", ""),
        ("Nobody knows what it is.", ""),
        ("", ""),
    ],
)
def test_the_object_stands_behind_the_last_preposition_or_copula(text: str, wanted: str) -> None:
    assert object_of(text) == wanted


def test_each_object_is_asked_for_once_and_none_that_the_question_names() -> None:
    facts = (
        "The author of Bleak House is Charles Dickens.",
        "Bleak House was written by charles dickens",
        "A sequel of Emma is Bleak House.",
        "Backups run nightly.",
    )
    asked = "Who is married to the author of Bleak House?"
    assert further_questions(asked, facts) == [f"{asked} Charles Dickens"]


def test_the_first_five_stay_then_three_of_each_then_the_rest() -> None:
    first = [f"a{n}" for n in range(8)]
    further = [["a1", "b1", "b2", "b3", "b4"], ["b1", "c1", "a6"]]
    assert joined(first, further, str, 10) == ["a0", "a1", "a2", "a3", "a4", "b1", "b2", "b3", "c1", "a6"]
    assert joined(first, further, str, 99)[10:] == ["a5", "a7"]
    assert joined(first, [], str, 10) == first
    assert joined(first, further, str, 3) == first[:3]
