"""What words look like: measures, values behind a sign, and names whose spelling folds away."""

from __future__ import annotations

import pytest

from core.rules.shapes import Shape, Word, shape, spelled
from core.rules.sides import Side
from tests.core.rules.writer import Writer


def spelt(text: str, *entities: str) -> tuple[Word, ...]:
    return spelled(Side.of(Writer().claim(text, entities=entities or None)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9", Shape.NUMBER),
        ("the 9 square metres", Shape.NUMBER),
        ("9 square metres", Shape.NUMBER),
        ("9 rather square metres", Shape.PLAIN),
        ("the", Shape.PLAIN),
        ("the old", Shape.PLAIN),
    ],
)
def test_a_measure_has_three_words_at_most_articles_aside(text: str, expected: Shape) -> None:
    assert shape(spelt(text)) is expected


@pytest.mark.parametrize(
    ("text", "after_sign"),
    [
        ("port: 8080", True),
        ("port = 8080", True),
        ("port → 8080", True),
        ("db:5432", False),
        ("port 1", False),
    ],
)
def test_a_sign_with_a_space_asks_for_a_value_and_one_inside_an_address_does_not(
    text: str, after_sign: bool
) -> None:
    assert [word.after_sign for word in spelt(text)] == [False, after_sign]


def test_a_name_is_known_though_its_spelling_folds_to_fewer_signs() -> None:
    dotted = "i\N{COMBINING DOT ABOVE}"
    words = spelt(f"{dotted}zmir, {dotted}stanbul", f"{dotted}zmir")
    assert [(word.folded, word.named) for word in words] == [("izmir", True), ("istanbul", False)]
