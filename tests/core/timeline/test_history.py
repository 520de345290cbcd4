"""The history of a claim: every version on both clocks, and what each one changed."""

from __future__ import annotations

import pytest

from core.clocks.instants import DAY
from core.errors import NotFound
from core.pack import commands as c
from core.state.view import View
from tests.core.pack.desk import scratch_desk


def test_each_version_says_since_when_until_when_and_what_it_changed() -> None:
    with scratch_desk() as desk:
        claim_id = desk.write("Lamp one is red.", entities=()).id or ""
        for command in (
            c.Pin(id=claim_id),
            c.Edit(id=claim_id, expect_rev=2, changes={"text": "Lamp one is blue."}),
            c.Close(id=claim_id, why="it broke"),
            c.Reopen(id=claim_id),
            c.Retract(id=claim_id),
        ):
            desk.pass_time(DAY)
            desk.do(command, by="bot")
        lines = desk.pack.history(claim_id)
    assert [line.changed for line in lines] == [
        (),
        ("pinned",),
        ("text",),
        ("t_invalid", "t_invalid_stated", "closing"),
        ("t_invalid", "t_invalid_stated", "closing"),
        ("state", "withdrawal"),
    ]
    assert [line.tx for line in lines] == [1, 2, 3, 4, 5, 6]
    assert [line.t_expired for line in lines[:-1]] == [line.t_recorded for line in lines[1:]]
    assert lines[-1].t_expired is None


def test_a_read_of_the_past_hides_a_later_expiry() -> None:
    """Showing it would leak the future into an answer that must never change."""
    with scratch_desk() as desk:
        claim_id = desk.write("Lamp one is red.").id or ""
        monday = desk.clock.now()
        then = desk.pack.history(claim_id, View(believed_at=monday))
        desk.pass_time(DAY)
        desk.do(c.Pin(id=claim_id))
        assert desk.pack.history(claim_id, View(believed_at=monday)) == then
        assert [line.t_expired for line in then] == [None]
        assert len(desk.pack.history(claim_id, View(believed_at=desk.clock.now()))) == 2
        with pytest.raises(NotFound, match="was not written by then"):
            desk.pack.history(claim_id, View(believed_at=monday - 1))


def test_a_write_that_was_taken_back_stays_in_the_history() -> None:
    with scratch_desk() as desk:
        claim_id = desk.write("Lamp one is red.").id or ""
        desk.do(c.Undo())
        desk.do(c.Redo())
        states = [line.claim.state for line in desk.pack.history(claim_id)]
    assert states == ["believed", "undone", "believed"]
