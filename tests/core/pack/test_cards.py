"""Cards are made when they are looked at, and are then what a tuple of all of them would be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from core.clocks.instants import DAY
from core.pack import commands as c
from core.pack.cards import Cards, DueCard
from core.review.spacing import REACH, apart
from tests.core.pack.desk import Desk
from tests.core.pack.test_queue import shelves

MANY = 10_000


def one_card(desk: Desk) -> DueCard:
    shelves(desk, 1)
    desk.pass_time(DAY)
    return desk.pack.due().cards[0]


def test_row_38_of_ten_thousand_cards_only_those_looked_at_are_made(desk: Desk) -> None:
    card, ids = one_card(desk), [f"c{number:05}" for number in range(MANY)]
    made: list[str] = []
    looked_up: list[str] = []

    def make(asked: list[str]) -> Iterator[DueCard]:
        made.extend(asked)
        return (card for _ in asked)

    def about(claim_id: str) -> frozenset[str]:
        looked_up.append(claim_id)
        return frozenset([claim_id])

    cards = Cards(set(ids), apart([ids], about), make)
    assert (len(cards), bool(cards), made, looked_up) == (MANY, True, [], [])
    assert cards[0] is card
    assert made == ids[:1]
    assert len(looked_up) <= REACH + 1
    assert cards[0] is card
    assert cards.of(ids[-1]) is card
    assert made == [ids[0], ids[-1]]
    assert cards.of("unknown") is None


def test_they_are_a_sequence_like_a_tuple(desk: Desk) -> None:
    shelves(desk, 6)
    desk.pass_time(DAY)
    cards = desk.pack.due().cards
    every = tuple(cards)
    assert [card.line.claim.id for card in every] == list(cards.ids())
    assert cards == every == tuple(desk.pack.due().cards)
    assert cards[-1] == every[-1]
    assert cards[1:4] == every[1:4]
    assert cards[::-2] == every[::-2]
    assert cards != every[1:]
    assert cards != every[::-1]
    assert every[2] in cards
    assert hash(cards) == hash(desk.pack.due().cards)
    with pytest.raises(IndexError):
        cards[6]


@pytest.mark.parametrize("loaded", [False, True])
def test_a_card_that_is_looked_at_late_is_that_of_the_instant_of_its_queue(desk: Desk, loaded: bool) -> None:
    claims = shelves(desk, 3)
    desk.pass_time(DAY)
    expected = [replace(card) for card in desk.pack.due().cards]
    if not loaded:
        desk = desk.reopen_file()
    cards = desk.pack.due().cards
    assert desk.pack.loaded == loaded
    desk.pass_time(DAY)
    desk.do(c.Grade(id=claims[1], grade=3))
    desk.do(c.Edit(id=claims[2], expect_rev=1, changes={"question": "Which item?"}))
    assert list(cards) == expected
