"""What a newcomer is held against: all that a rule reaches, and of the others the nearest."""

from __future__ import annotations

import pytest

from core.rules.candidates import candidates
from core.rules.sides import Side
from core.rules.statements import statement
from tests.core.rules.writer import Writer


def test_rewrites_are_all_there_and_of_what_only_comes_near_the_nearest() -> None:
    writer = Writer()
    near = [f"Room {number}: Anna feeds dogs, the hall." for number in range(3)]  # 5 of 9 words
    rewrites = [f"Room {number}: Anna feeds the blue hall." for number in range(3)]  # 6 of 8
    for text in near + rewrites:
        writer.put([writer.claim(text, entities=("Anna",))])
    writer.index.catch_up()
    newcomer = writer.claim("Room 9: Anna feeds the blue hall.", entities=("Anna",))
    found = candidates(Side.of(newcomer), writer.index, writer.now, near_most=1)
    assert [claim.text for claim in found.claims] == [near[0], *rewrites]
    assert found.examined == 6


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "The red box holds two lids.",
            "Since the move, the red box holds nine tins from Oslo on one shelf by itself.",
        ),
        (
            "By Mo is the hall swept.",
            "The hall is swept by Jo, because nobody else has keys, time or a broom of that size at hand.",
        ),
    ],
    ids=["an opening behind a lead", "words before a reason"],
)
def test_what_only_the_statement_comes_near_to_is_there_too(old: str, new: str) -> None:
    writer = Writer()
    held = writer.write(old, entities=()).newcomer
    writer.index.catch_up()
    newcomer = Side.of(writer.claim(new, entities=()))
    assert candidates(newcomer, writer.index, writer.now, near_most=0).claims == [held]


def test_what_only_the_whole_text_comes_near_to_is_there_too() -> None:
    """The reason of a statement counts as well: what shares it is shown as near."""
    writer = Writer()
    reason = "because the summer heat makes every afternoon room quite unbearable"
    held = writer.write(f"Our office closes early {reason}.", entities=()).newcomer
    writer.index.catch_up()
    newcomer = Side.of(writer.claim(f"Since May the lab opens at nine, {reason}.", entities=("lab",)))
    assert statement(newcomer) is not newcomer
    assert candidates(newcomer, writer.index, writer.now).claims == [held]
