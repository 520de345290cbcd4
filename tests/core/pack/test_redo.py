"""Redo says what is done again, and ends where something else was done."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import NotFound, PackError, Refused
from core.pack import commands as c
from tests.core.pack.desk import Desk, read_all, scratch_desk
from tests.core.pack.test_undo import walked
from tests.core.pack.walks import RANDOMS, Walker


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


@pytest.mark.parametrize("named", [False, True])
def test_undo_after_a_redo_is_the_undo_again(desk: Desk, named: bool) -> None:
    note = desk.write("From outside the house.", by="root")
    theirs = desk.write("The lift holds eight people.")
    undone = desk.do(c.Undo(tx=theirs.tx), by="root")
    for _ in range(3):
        again = desk.do(c.Redo(), by="root")
        assert again.summary == "did again: wrote “The lift holds eight people.”"
        back = desk.do(c.Undo(tx=again.tx if named else None), by="root")
        assert back.summary == undone.summary
        assert not desk.claim(theirs.id).believed
        assert desk.claim(note.id).believed
    desk.do(c.Undo(), by="root")
    assert not desk.claim(note.id).believed
    for _ in range(2):
        desk.do(c.Redo(), by="root")
    assert desk.claim(note.id).believed
    assert desk.claim(theirs.id).believed


def test_a_seat_that_only_took_back_and_did_again_has_something_to_undo(desk: Desk) -> None:
    theirs = desk.write("The lift holds eight people.")
    desk.do(c.Undo(tx=theirs.tx), by="root")
    desk.do(c.Redo(), by="root")
    assert desk.do(c.Undo(), by="root").changed == (theirs.id,)
    with pytest.raises(NotFound, match="root has done nothing that could be undone"):
        desk.do(c.Undo(), by="root")


def test_a_redo_whose_act_was_taken_back_since_is_passed_over(desk: Desk) -> None:
    first, second = desk.write("Tea is in jar one."), desk.write("Salt is in jar two.")
    desk.do(c.Undo())
    desk.do(c.Redo())
    desk.do(c.Undo(tx=second.tx), by="bot")
    assert desk.do(c.Undo()).changed == (first.id,)


def test_a_redo_of_several_is_taken_back_though_one_of_them_was_since(desk: Desk) -> None:
    texts = ("Tea is in jar one.", "Salt is in jar two.", "Rice is in a sack.")
    txs = [desk.write(text).tx for text in texts]
    desk.do(c.Undo(txs=(txs[2] or 0, txs[1] or 0)), by="root")
    desk.do(c.Redo(), by="root")
    desk.do(c.Undo(tx=txs[2]), by="root")
    desk.do(c.Undo(), by="root")
    assert [line.claim.text for line in desk.pack.claims()] == ["Tea is in jar one."]
    with pytest.raises(NotFound):
        desk.do(c.Undo(), by="root")


def test_a_number_of_an_undo_is_answered_with_the_redo(desk: Desk) -> None:
    desk.write("The lift holds eight people.")
    undone = desk.do(c.Undo())
    with pytest.raises(Refused, match=f"`packbench redo {undone.tx}`"):
        desk.do(c.Undo(tx=undone.tx))
    assert desk.do(c.Redo(tx=undone.tx)).outcome == "update"


@walked
@given(random=RANDOMS, steps=st.integers(3, 20))
def test_plain_undo_after_any_act_takes_back_that_act_and_nothing_else(random: Random, steps: int) -> None:
    with scratch_desk() as desk:
        walker = Walker(desk, random)
        for _ in range(steps):
            asked, now = walker.ask(), desk.clock.now()
            command = random.choice([asked.command, asked.command, c.Undo(), c.Redo()])
            before = read_all(desk.pack, now)
            try:
                done = desk.do(command, by=asked.by)
            except PackError:
                continue
            if done.tx is None:
                continue
            after = read_all(desk.pack, now)
            way_back, again = (c.Redo, c.Undo) if done.verb == "undo" else (c.Undo, c.Redo)
            if random.randrange(2):
                desk.do(way_back(tx=done.tx), by="maya")
                assert read_all(desk.pack, now) == before
                continue
            desk.do(way_back(), by=asked.by)
            assert read_all(desk.pack, now) == before
            desk.do(again(), by=asked.by)
            assert read_all(desk.pack, now) == after
