"""The card: all of a claim in one frame."""

from __future__ import annotations

import pytest

from tests.workbench.looks import text
from tests.workbench.widgets.hosts import Host, layouts
from workbench.widgets.claim_card import Card, ClaimCard, Line, card_content

CARD = Card(
    body="One process owns the LMDB file. A second writer is refused.",
    label="lesson · packaging · written 41 days ago by ana",
    about="LMDB, writer",
    lines=(Line("✓ refused", "$text-success"),),
    footer="cites deed-incident-0412 · true from 2026-09",
    hint="space reveals",
)


async def test_a_card_shows_all_it_is_given() -> None:
    app = Host(ClaimCard(CARD))
    async with app.run_test(size=(80, 14)):
        shown = text(app)
        for words in (CARD.body, CARD.label, "about  LMDB, writer", "✓ refused", CARD.footer, CARD.hint):
            assert words in shown


async def test_another_claim_takes_its_place() -> None:
    card = ClaimCard(CARD)
    app = Host(card)
    async with app.run_test(size=(80, 14)) as pilot:
        card.show(Card("Another claim.", closed=True))
        await pilot.pause()
        assert "Another claim." in text(app)
        assert "LMDB" not in text(app)
        assert card.has_class("-closed")


async def test_a_claim_of_another_height_costs_one_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    card = ClaimCard(CARD)
    app = Host(card)
    async with app.run_test(size=(80, 14)) as pilot:
        await pilot.pause()
        laid = layouts(app, monkeypatch)
        card.show(Card("Another claim."))
        for _ in range(5):
            await pilot.pause()
        assert len(laid) == 1


def test_what_is_missing_leaves_no_hole() -> None:
    assert card_content(Card("Only this.")).plain == "Only this."
    assert card_content(Card("Body.", footer="Foot.")).plain == "Body.\n\nFoot."
    assert card_content(Card("")).plain == ""


async def test_awkward_texts_are_shown_as_they_are(awkward: str) -> None:
    card = ClaimCard(Card(awkward, awkward, awkward, (Line(awkward),), awkward, awkward))
    async with Host(card).run_test(size=(80, 24)) as pilot:
        for size in ((10, 3), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
