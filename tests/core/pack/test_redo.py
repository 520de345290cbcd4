"""Redo says what is done again, and ends where something else was done."""

from __future__ import annotations

import pytest

from core.errors import NotFound, Refused
from core.pack import commands as c
from tests.core.pack.desk import Desk


def test_a_redo_names_what_is_done_again_and_not_the_undo_between(desk: Desk) -> None:
    claim = desk.write("The lift holds eight people.")
    assert desk.do(c.Undo()).summary == f"took back {claim.tx} (wrote “The lift holds eight people.”)"
    assert desk.do(c.Redo()).summary == "did again: wrote “The lift holds eight people.”"
    desk.do(c.Undo())
    assert desk.do(c.Redo()).summary == "did again: wrote “The lift holds eight people.”"


def test_a_redo_of_many_names_three_and_counts_the_others(desk: Desk) -> None:
    texts = ("Tea is in jar one.", "Salt is in jar two.", "Rice is in a sack.", "Oil is on the shelf.")
    txs = [desk.write(text).tx for text in texts]
    desk.do(c.Undo(tx=txs[0], through=txs[-1]))
    again = desk.do(c.Redo()).summary
    assert again.count("wrote") == 3
    assert again.endswith("and 1 more")


def test_an_old_undo_is_not_done_again_after_something_else_was_done(desk: Desk) -> None:
    gone = desk.write("The release needs two approvals.")
    desk.do(c.Undo())
    desk.write("Stairs are closed on Sunday.")
    with pytest.raises(NotFound, match=r"the last act of ana is \d+ .wrote “Stairs"):
        desk.do(c.Redo())
    assert not desk.claim(gone.id).believed


def test_what_another_seat_does_ends_no_redo(desk: Desk) -> None:
    gone = desk.write("The lift holds eight people.")
    desk.do(c.Undo())
    desk.write("Stairs are closed on Sunday.", by="bot")
    assert desk.do(c.Redo()).changed == (gone.id,)


def test_an_old_undo_can_still_be_named(desk: Desk) -> None:
    gone = desk.write("The lift holds eight people.")
    undo = desk.do(c.Undo())
    desk.write("Stairs are closed on Sunday.")
    assert desk.do(c.Redo(tx=undo.tx)).changed == (gone.id,)


def test_undoing_a_redo_by_its_number_is_told_what_to_undo(desk: Desk) -> None:
    desk.write("The lift holds eight people.")
    desk.do(c.Undo())
    redo = desk.do(c.Redo())
    with pytest.raises(Refused, match="did something again; undo the transaction"):
        desk.do(c.Undo(tx=redo.tx))
