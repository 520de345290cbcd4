"""Undo and redo: they restore every read, are refused with the list, take ranges, and survive a restart."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.claims.draft import Draft
from core.clocks.instants import DAY, HOUR
from core.errors import NotFound, PackError, Refused
from core.pack import commands as c
from core.pack.receipts import Receipt
from tests.core.pack.desk import Desk, read_all, scratch_desk
from tests.core.pack.walks import RANDOMS, Asked, Walker

walked = settings(
    max_examples=12,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


def done(desk: Desk, asked: Asked) -> Receipt | None:
    """The receipt of a command that wrote something and took nothing back itself."""
    try:
        receipt = desk.do(asked.command, by=asked.by)
    except PackError:
        return None
    return receipt if receipt.tx is not None and receipt.verb not in ("undo", "redo") else None


@walked
@given(random=RANDOMS, first=st.integers(0, 14))
def test_undo_of_any_command_restores_every_read_and_undo_of_undo_is_redo(random: Random, first: int) -> None:
    with scratch_desk() as desk:
        walker = Walker(desk, random)
        for step in range(first + 4):
            asked, now = walker.ask(), desk.clock.now()
            before = read_all(desk.pack, now) if step >= first else None
            receipt = done(desk, asked)
            if before is None or receipt is None:
                continue
            after = read_all(desk.pack, now)
            undone = desk.do(c.Undo(tx=receipt.tx))
            assert read_all(desk.pack, now) == before
            desk.do(c.Redo(tx=undone.tx))
            assert read_all(desk.pack, now) == after


def test_undo_and_redo_survive_a_restart(desk: Desk) -> None:
    first = desk.write("The gateway listens on port 8080.", key="port")
    now = desk.pass_time(DAY)
    before = read_all(desk.pack, now)
    desk.write("The gateway listens on port 9090.", key="port")
    after = read_all(desk.pack, now)
    desk.reopen_file().do(c.Undo())
    assert read_all(desk.pack, now) == before
    desk.reopen_file().do(c.Redo())
    assert read_all(desk.pack, now) == after
    desk.reopen_file().do(c.Undo())
    assert read_all(desk.reopen_file().pack, now) == before
    assert desk.claim(first.id).closing is None


def test_reads_between_the_act_and_its_undo_still_show_the_act(desk: Desk) -> None:
    first = desk.write("The lift holds eight people.")
    desk.pass_time(HOUR)
    closed = desk.do(c.Close(id=first.id or ""))
    shown = read_all(desk.pack, desk.clock.now(), closed.t_tx)
    desk.pass_time(HOUR)
    desk.do(c.Undo())
    assert read_all(desk.pack, desk.clock.now() - HOUR, closed.t_tx) == shown
    assert desk.claim(first.id).t_invalid is None


def test_undo_takes_the_seats_own_last_command(desk: Desk) -> None:
    mine = desk.write("The lift holds eight people.")
    theirs = desk.write("Stairs are closed on Sunday.", by="bot")
    receipt = desk.do(c.Undo())
    assert receipt.changed == (mine.id,)
    assert desk.claim(theirs.id).believed
    with pytest.raises(NotFound, match="ana has done nothing that could be undone"):
        desk.do(c.Undo())
    with pytest.raises(NotFound, match="maya has undone nothing"):
        desk.do(c.Redo(), by="maya")


def test_undo_goes_further_back_each_time_and_redo_comes_forward(desk: Desk) -> None:
    ids = [
        desk.write(text).id for text in ("Tea is in jar one.", "Salt is in jar two.", "Rice is in a sack.")
    ]
    for gone in (2, 1, 0):
        assert desk.do(c.Undo()).changed == (ids[gone],)
    for back in (0, 1, 2):
        assert desk.do(c.Redo()).changed == (ids[back],)
    assert {line.claim.id for line in desk.pack.claims()} == set(ids)


def test_undo_is_refused_with_the_list_of_what_rests_on_it(desk: Desk) -> None:
    claim = desk.write("The lift holds eight people.")
    desk.do(c.Pin(id=claim.id or ""))
    desk.do(c.Edit(id=claim.id or "", expect_rev=2, changes={"text": "The lift holds nine people."}))
    with pytest.raises(Refused) as refusal:
        desk.do(c.Undo(tx=claim.tx))
    told = str(refusal.value)
    assert "2 (pinned" in told
    assert "3 (edited " in told
    assert "`undo 1 --through 3` takes back all 3." in told
    assert desk.claim(claim.id).rev == 3


def test_a_refusal_leaves_out_what_was_taken_back_and_what_took_it_back(desk: Desk) -> None:
    claim = desk.write("The lift holds eight people.")
    desk.do(c.Pin(id=claim.id or ""))
    desk.do(c.Undo())
    desk.do(c.Rest(id=claim.id or ""))
    with pytest.raises(Refused) as refusal:
        desk.do(c.Undo(tx=1))
    assert str(refusal.value).startswith("later records changed the same things: 4 (")
    assert "`undo 1 --through 4` takes back both." in str(refusal.value)
    assert desk.do(c.Undo(tx=1, through=4)).summary.startswith("took back 4 (")


def test_a_refusal_says_when_the_range_holds_more_than_it_lists(desk: Desk) -> None:
    claim = desk.write("The lift holds eight people.")
    desk.write("Stairs are closed on Sunday.")
    desk.do(c.Pin(id=claim.id or ""))
    with pytest.raises(Refused, match="`undo 1 --through 3` takes back all 3 records of that range"):
        desk.do(c.Undo(tx=1))


def test_a_refusal_names_no_range_that_would_be_refused(desk: Desk) -> None:
    first = desk.write("The gateway listens on port 8080.", key="port")
    desk.pass_time(DAY)
    closed = desk.do(c.Close(id=first.id or ""))
    desk.do(c.Pin(id=first.id or ""))
    desk.pass_time(DAY)
    desk.write("Port 9090 is used by the gateway.", key="port")
    with pytest.raises(Refused) as refusal:
        desk.do(c.Undo(tx=closed.tx))
    assert "--through" not in str(refusal.value)
    assert "3 (pinned" in str(refusal.value)


@walked
@given(random=RANDOMS, steps=st.integers(3, 25))
def test_the_way_that_a_refusal_names_is_one_that_works(random: Random, steps: int) -> None:
    with scratch_desk() as desk:
        walker = Walker(desk, random)
        for _ in range(steps):
            done(desk, walker.ask())
        for tx in range(1, desk.pack.status().tx + 1):
            try:
                desk.pack.preview(c.Undo(tx=tx))
            except PackError as refusal:
                named = re.search(r"`undo (\d+) --through (\d+)`", str(refusal))
                if named:
                    first, through = map(int, named.groups())
                    assert first <= tx < through
                    assert desk.pack.preview(c.Undo(tx=first, through=through)).outcome != "noop"


def test_the_range_that_a_refusal_names_can_be_taken_back_at_once(desk: Desk) -> None:
    claim = desk.write("The lift holds eight people.")
    desk.do(c.Pin(id=claim.id or ""))
    desk.do(c.Rest(id=claim.id or ""), by="bot")
    before = read_all(desk.pack, desk.clock.now())
    preview = desk.pack.preview(c.Undo(tx=1, through=3))
    receipt = desk.do(c.Undo(tx=1, through=3))
    assert preview.same_as(receipt)
    assert desk.claim(claim.id).state == "undone"
    desk.do(c.Redo())
    assert read_all(desk.pack, desk.clock.now()) == before


def test_what_is_back_to_what_a_command_left_does_not_stand_in_the_way(desk: Desk) -> None:
    claim = desk.write("The lift holds eight people.")
    desk.do(c.Pin(id=claim.id or ""))
    desk.do(c.Undo())
    assert desk.do(c.Undo(tx=claim.tx)).changed == (claim.id,)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (c.Undo(tx=9), "there is no transaction 9"),
        (c.Undo(tx=0), "there is no transaction 0"),
        (c.Undo(tx=1, through=7), "there is no transaction 7; the last one of this pack is 3"),
        (c.Undo(tx=2), "taken back already"),
        (c.Undo(tx=3), "redo that instead"),
        (c.Redo(tx=1), "1 .wrote .* is no undo"),
    ],
)
def test_what_cannot_be_taken_back_is_refused_in_words(desk: Desk, command: c.Command, words: str) -> None:
    desk.write("The lift holds eight people.")
    desk.write("Stairs are closed on Sunday.")
    desk.do(c.Undo())
    with pytest.raises(PackError, match=words):
        desk.do(command)


def test_a_redone_undo_can_not_be_redone_again(desk: Desk) -> None:
    desk.write("The lift holds eight people.")
    undone = desk.do(c.Undo())
    desk.do(c.Redo())
    with pytest.raises(Refused, match="was taken back itself already"):
        desk.do(c.Redo(tx=undone.tx))


def test_no_longer_true_with_a_reason_and_a_correction_is_taken_back_in_one_undo(desk: Desk) -> None:
    claim = desk.write("The office is in Gera.", entities=("office",))
    before = read_all(desk.pack, desk.clock.now() + DAY)
    desk.pass_time(DAY)
    told = desk.do(
        c.NoLongerTrue(id=claim.id or "", reason="moved in May", corrected="The office is in Jena.")
    )
    assert [closed.id for closed in told.closes] == [claim.id]
    assert len(desk.pack.deeds()) == 1
    desk.do(c.Undo())
    undone = read_all(desk.pack, desk.clock.now())
    assert undone["deed"] == {}
    assert undone["default"]["current"].keys() == before["default"]["current"].keys() == {claim.id}
    assert desk.claim(claim.id).t_invalid is None


# what a state that is put back must still stand on


def test_undo_does_not_give_one_key_two_values(desk: Desk) -> None:
    first = desk.write("The gateway listens on port 8080.", key="port")
    desk.pass_time(DAY)
    closed = desk.do(c.Close(id=first.id or ""))
    desk.pass_time(DAY)
    second = desk.write("Port 9090 is used by the gateway.", key="port")
    assert second.closes == ()
    with pytest.raises(Refused, match=f"key port would have two values.*since transaction {second.tx}"):
        desk.do(c.Undo(tx=closed.tx))
    desk.do(c.Undo(tx=second.tx))
    desk.do(c.Undo(tx=closed.tx))
    with pytest.raises(Refused, match="key port would have two values"):
        desk.do(c.Redo(tx=4))


def test_a_deed_that_is_cited_is_not_taken_back(desk: Desk) -> None:
    deed = desk.do(c.PutDeed(body="minutes of Monday"))
    claim = desk.write("Budget is fixed until May.", deeds=(deed.id,))
    with pytest.raises(Refused, match=rf"later records .*{claim.tx} \(wrote"):
        desk.do(c.Undo(tx=deed.tx))
    gone = desk.do(c.Undo(tx=claim.tx))
    desk.do(c.Undo(tx=deed.tx))
    with pytest.raises(Refused, match="was taken back; redo that first"):
        desk.do(c.Redo(tx=gone.tx))
    assert desk.pack.deeds() == ()


def test_a_proposal_lapses_when_a_side_is_put_back_and_is_open_again_after_redo(desk: Desk) -> None:
    old = desk.write("The gateway listens on port 8080 for all.", entities=())
    edited = desk.do(
        c.Edit(id=old.id or "", expect_rev=1, changes={"text": "The gateway listens on port 8081 for all."})
    )
    desk.do(c.Configure(name="policy", value="propose"))
    desk.pass_time(DAY)
    desk.write("The gateway listens on port 9090 for all.", entities=())
    [proposal] = desk.pack.proposals()
    undone = desk.do(c.Undo(tx=edited.tx))
    assert desk.pack.proposals() == ()
    desk.do(c.Redo(tx=undone.tx))
    assert desk.pack.proposals() == (proposal,)


def test_undoing_a_decision_does_not_open_a_proposal_over_a_claim_that_has_ended(desk: Desk) -> None:
    old = desk.write("The gateway listens on port 8080 for all.", entities=("gateway",))
    desk.do(c.Configure(name="policy", value="propose"))
    desk.pass_time(DAY)
    desk.write("The gateway listens on port 9090 for all.", entities=("gateway",))
    [proposal] = desk.pack.proposals()
    declined = desk.do(c.Decline(proposal=proposal.id))
    desk.do(c.Close(id=old.id or ""))
    desk.do(c.Undo(tx=declined.tx))
    assert desk.pack.proposals() == ()
    assert [one.status for one in desk.pack.proposals(status=None)] == ["lapsed"]


def test_a_draft_that_was_undone_can_be_written_again(desk: Desk) -> None:
    draft = Draft(text="The lift holds eight people.")
    first = desk.do(c.Write(draft=draft))
    desk.do(c.Undo())
    again = desk.do(c.Write(draft=draft))
    assert again.outcome == "add"
    assert again.id != first.id
