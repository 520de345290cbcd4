"""What two claims say, side by side: what is laid aside before they are compared, and what is not."""

from __future__ import annotations

import pytest

from core.rules.sides import Side
from core.rules.statements import statement, statements
from tests.core.rules.writer import Writer


def side(text: str) -> Side:
    return Side.of(Writer().claim(text))


@pytest.mark.parametrize(
    ("new", "old", "said"),
    [
        ("Since Monday the lab opens at 9.", "The lab opens at 8.", "the lab opens at 9"),
        ("Since the move, the lab opens at 9.", "The lab opens at 8.", "the lab opens at 9"),
        ("The lab now opens at 9, because of the heat.", "The lab opens at 8.", "the lab opens at 9"),
        ("Since May the lab opens at 9, because it is hot.", "The lab opens at 8.", "the lab opens at 9"),
        ("The lab opens at 9, then at 10.", "The lab opens at 8.", "the lab opens at 9 then at 10"),
        ("The lab opens at 9. Anna asked for it.", "The lab opens at 8.", "the lab opens at 9"),
        ("On Sundays the lab opens at 9.", "The lab opens at 8 on Sundays.", "the lab opens at 9"),
        ("The lab in New Delhi is open.", "The lab in Delhi is open.", "the lab in new delhi is open"),
        ("The lab is off again.", "The lab is on.", "the lab is off"),
        ("The lab opens at 9. Anna asked.", "The lab opens at 8. Bob asked.", "the lab opens at 9"),
        (
            "On Sundays the lab opens at 9 now.",
            "The lab opens on Sundays at 8 now.",
            "the lab opens at 9 now",
        ),
    ],
)
def test_what_is_laid_aside_before_two_texts_are_compared(new: str, old: str, said: str) -> None:
    assert " ".join(statements(side(new), side(old)).new.said) == said


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("As of late May all labs open at 9.", "all labs open at 9"),
        ("As of late last May all labs open at 9.", "as of late last may all labs open at 9"),
    ],
)
def test_a_lead_without_a_comma_has_four_words_at_most(new: str, said: str) -> None:
    assert " ".join(statements(side(new), side("Most labs open at 8.")).new.said) == said


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("Since the move, it rains.", "it rains"),
        ("Since the move, rain.", "since the move rain"),
        ("It rains, because the wind turned.", "it rains"),
        ("Rain, because the wind turned.", "rain because the wind turned"),
        ("It rains now.", "it rains"),
        ("Rain again.", "rain again"),
    ],
)
def test_no_text_is_cut_below_two_words(new: str, said: str) -> None:
    assert " ".join(statements(side(new), side("Snow falls.")).new.said) == said


def test_of_one_claim_alone_the_first_sentence_is_read_without_its_reasons() -> None:
    text = "Since the move, the lab opens at 9, because of the heat. Anna asked for it."
    assert " ".join(statement(side(text)).said) == "the lab opens at 9"
