"""A deck for Anki, opened by Anki's own library where it is installed."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from core.clocks.instants import DAY
from core.foreign.anki_deck import as_html
from core.pack import commands as c
from core.pack.deck import deck
from core.state.view import View
from tests.core.pack.desk import Desk

TEXTS = (
    "The lift holds eight people.",
    "The gateway listens on port 8080.",
    "Write <b>bold</b> as [b] & leave \\(x\\) alone.",
)
WHOLE = View(workspace="default")


def filled(desk: Desk) -> list[str]:
    """Three claims: one graded twice, one graded once and suspended, one new."""
    ids = [desk.write(text).id or "" for text in TEXTS]
    desk.pass_time(DAY)
    desk.do(c.Grade(id=ids[0], grade=3, milliseconds=4_000))
    desk.do(c.Grade(id=ids[1], grade=2))
    desk.do(c.Suspend(id=ids[1]))
    desk.pass_time(3 * DAY)
    desk.do(c.Grade(id=ids[0], grade=1, milliseconds=9_000))
    return ids


def tables(content: bytes, folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    archive = zipfile.ZipFile(io.BytesIO(content))
    assert archive.namelist() == ["collection.anki2", "media"]
    assert json.loads(archive.read("media")) == {}
    archive.extract("collection.anki2", folder)
    with sqlite3.connect(folder / "collection.anki2") as base:
        return {
            name: base.execute(f"SELECT * FROM {name}").fetchall() for name in ("notes", "cards", "revlog")
        }


def test_each_claim_is_a_card_with_its_cue_in_front_and_its_clock(desk: Desk, tmp_path: Path) -> None:
    ids = filled(desk)
    made = deck(desk.pack, WHOLE)
    held = tables(made.content, tmp_path)
    assert (made.cards, made.reviews) == (3, 3)
    notes = {note[1]: note for note in held["notes"]}
    assert set(notes) == set(ids)
    fields = [notes[one][6].split("\x1f") for one in ids]
    cards = {card[0]: card for card in held["cards"]}
    by_claim = [cards[notes[one][0]] for one in ids]
    assert fields[0][1] == TEXTS[0]
    assert "eight" not in fields[0][0]
    graded, suspended, new = ((card[6], card[7], card[9], card[11], card[12]) for card in by_claim)
    assert (graded, suspended[:2], new) == ((2, 2, 1, 2, 1), (2, -1), (0, 0, 0, 0, 0))
    state = desk.pack.reader.held.review(ids[0])
    assert state is not None
    assert json.loads(by_claim[0][17])["s"] == pytest.approx(state.stability, abs=1e-3)
    assert by_claim[0][8] == state.due_day - state.added_day
    assert [(row[3], row[7]) for row in held["revlog"]] == [(3, 4_000), (2, 0), (1, 9_000)]


def test_closed_claims_and_kinds_without_a_clock_are_no_cards(desk: Desk) -> None:
    ids = filled(desk)
    desk.do(c.Close(id=ids[0]))
    assert deck(desk.pack, WHOLE).cards == 2
    assert deck(desk.pack, View(workspace="nobody")).cards == 0


@pytest.mark.parametrize("sign", ["<script>", "[sound:a.mp3]", "[latex]", r"\(x\)", "a & b", "a\nb"])
def test_a_text_is_shown_as_it_is_whatever_signs_are_in_it(sign: str) -> None:
    written = as_html(sign)
    assert not set("<[\\\n") & set(written.replace("<br>", ""))


def test_the_deck_opens_in_anki_and_a_second_import_changes_nothing_twice(desk: Desk, tmp_path: Path) -> None:
    collections = pytest.importorskip("anki.collection", reason="Anki's library is not installed")
    ids = filled(desk)
    path = tmp_path / "claims.apkg"
    path.write_bytes(deck(desk.pack, WHOLE).content)
    collection = collections.Collection(str(tmp_path / "anki.anki2"))
    try:
        for _ in range(2):
            options = collections.ImportAnkiPackageOptions(with_scheduling=True)
            collection.import_anki_package(
                collections.ImportAnkiPackageRequest(package_path=str(path), options=options)
            )
            assert collection.db.scalar("SELECT count() FROM cards") == 3
            assert collection.db.scalar("SELECT count() FROM revlog") == 3
        said, sound = collection.fix_integrity()
        assert sound, said
        note = collection.get_note(collection.db.scalar("SELECT id FROM notes WHERE guid = ?", ids[2]))
        assert note["Claim"] == as_html(TEXTS[2])
        card = collection.get_card(collection.db.scalar("SELECT id FROM cards ORDER BY reps DESC LIMIT 1"))
        state = desk.pack.reader.held.review(ids[0])
        assert state is not None
        assert card.memory_state.stability == pytest.approx(state.stability, rel=1e-3)
        assert card.memory_state.difficulty == pytest.approx(state.difficulty, rel=1e-3)
        assert "eight" in card.answer()
        assert "eight" not in card.question()
        assert collection.decks.name(card.did) == "Packbench a"
    finally:
        collection.close()
