"""What two packs did to one claim: the same of the two stands on both sides, and both are told so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.clocks.instants import DAY, HOUR
from core.pack import commands as c
from core.pack.merging import merge_pack
from core.pack.merging_report import MergeReceipt
from core.state.view import View
from tests.core.pack.desk import Desk
from tests.core.pack.parted import Packs, differences, exported, packs, take_in

OLD, NEW = "The gateway listens on port 8080.", "The gateway listens on port 9090."


class Two:
    """Packs of ben and anna, who is first by name; each decides, and then they meet at once."""

    def __init__(self, made: Packs) -> None:
        self.ben = made.new("ben")
        self.ben.do(c.Configure(name="policy", value="propose"))
        self.old = self.ben.write(OLD, entities=("gateway",), by="ben").id or ""
        self.ben.pass_time(10 * DAY)
        self.new = self.ben.write(NEW, entities=("gateway",), by="ben").id or ""
        [found] = self.ben.pack.proposals(View(workspace=None))
        self.proposal = found.id
        self.anna = made.copy(self.ben, "anna")
        self.ben.pack.seat, self.anna.pack.seat = "ben", "anna"

    def do(self, who: str, command: c.Command, hours: int = 1) -> None:
        desk: Desk = getattr(self, who)
        desk.pass_time(hours * HOUR)
        assert desk.do(command, by=who).outcome != "noop"

    def cross(self) -> tuple[MergeReceipt, MergeReceipt]:
        before = exported(self.ben)
        bens = take_in(self.ben, self.anna)
        return merge_pack(self.anna.pack, before), bens

    def agree(self) -> None:
        """Both hold the same at once, and go on to do so."""
        assert differences(self.anna, self.ben) == []
        self.cross()
        assert differences(self.anna, self.ben) == []


@pytest.fixture
def two() -> Iterator[Two]:
    with packs() as made:
        yield Two(made)


def test_of_one_proposal_accepted_in_both_packs_one_seat_closed_the_claim(two: Two) -> None:
    two.do("ben", c.Accept(proposal=two.proposal))
    two.do("anna", c.Accept(proposal=two.proposal), hours=2)
    annas, bens = two.cross()
    for desk in (two.anna, two.ben):
        closing = desk.claim(two.old).closing
        [decided] = [one for one in desk.pack.proposals(status=None) if one.id == two.proposal]
        assert closing is not None
        assert (closing.actor, decided.decided_by) == ("anna", "anna")
    assert annas.notes == bens.notes
    assert any("that by anna stands, that by ben is noted" in note for note in annas.notes)
    assert any("anna and ben both accepted proposal " in note for note in annas.notes)
    two.agree()


def test_of_two_ends_the_note_has_seats_and_dates(two: Two) -> None:
    at = two.ben.clock.now() - DAY
    two.do("anna", c.Close(id=two.old, at=at))
    two.do("ben", c.Close(id=two.old, at=at - DAY))
    annas, bens = two.cross()
    [note] = annas.notes
    assert bens.notes == (note,)
    assert note.endswith(
        "ben at 2026-01-13 09:00, anna at 2026-01-14 09:00; "
        "the earlier end, by ben, stands, that by anna is noted."
    )
    two.agree()


def test_a_claim_retracted_in_both_packs_is_retracted_by_one_seat(two: Two) -> None:
    two.do("ben", c.Retract(id=two.new, why="a slip"))
    two.do("anna", c.Retract(id=two.new, why="seen otherwise"), hours=3)
    two.cross()
    gone = [desk.claim(two.new).withdrawal for desk in (two.anna, two.ben)]
    assert [one.actor for one in gone if one is not None] == ["anna", "anna"]
    two.agree()


def test_a_decision_that_lost_is_told_on_both_sides(two: Two) -> None:
    two.do("anna", c.Decline(proposal=two.proposal))
    two.do("ben", c.Accept(proposal=two.proposal))
    for receipt in two.cross():
        [note] = receipt.notes
        assert note.startswith("ben accepted proposal ")
        assert "and anna declined it; accepted stands: “" in note
    two.agree()


def test_decisions_on_what_a_merge_asked_are_told_where_it_was_asked_under_another_name(two: Two) -> None:
    for who, text in (("anna", "No port is open."), ("ben", "Any port is open.")):
        rev = getattr(two, who).claim(two.new).rev
        two.do(who, c.Edit(id=two.new, expect_rev=rev, changes={"text": text}))
    two.cross()
    for who, command in (("anna", c.Accept), ("ben", c.Decline)):
        desk = getattr(two, who)
        [asked] = [one for one in desk.pack.proposals(View(workspace=None)) if one.source == "merge"]
        two.do(who, command(proposal=asked.id))
    for receipt, kind, other in zip(two.cross(), ("declined", "accepted"), ("ben", "anna"), strict=True):
        [told] = [one for one in receipt.changes if one.claim == two.new]
        assert (kind, other) in [(did.kind, did.by) for did in told.did]


def test_what_was_given_up_here_stays_so_and_says_so(two: Two) -> None:
    two.do("anna", c.Retract(id=two.new, why="a slip"))
    two.do("ben", c.Close(id=two.new))
    annas, _ = two.cross()
    [told] = [one for one in annas.changes if one.claim == two.new]
    assert (told.stays, told.given_up_by) == ("retracted", "anna")


def test_an_edit_is_told_with_what_stood_before_it(two: Two) -> None:
    rev = two.ben.claim(two.new).rev
    two.do("ben", c.Edit(id=two.new, expect_rev=rev, changes={"question": "Which port?"}))
    [told] = take_in(two.anna, two.ben).changes
    [did] = told.did
    assert [(one.field, one.one, one.other) for one in did.differs] == [("question", "—", "Which port?")]


def test_a_clash_tells_both_sides_of_every_field(two: Two) -> None:
    for who, question in (("anna", "How often?"), ("ben", "When?")):
        rev = getattr(two, who).claim(two.new).rev
        two.do(who, c.Edit(id=two.new, expect_rev=rev, changes={"question": question}))
    annas, bens = two.cross()
    assert [(one.field, one.one, one.other) for one in annas.clashes[0].differs] == [
        ("question", "How often?", "When?")
    ]
    assert [(one.one, one.other) for one in bens.clashes[0].differs] == [("When?", "How often?")]


def test_a_proposal_that_lapsed_is_named(two: Two) -> None:
    rev = two.ben.claim(two.old).rev
    two.do("ben", c.Edit(id=two.old, expect_rev=rev, changes={"text": "The gateway is off."}))
    receipt = take_in(two.anna, two.ben)
    assert receipt.proposals_lapsed == len(receipt.lapsed) == 1
    assert "The gateway is off." in receipt.lapsed[0]


def test_what_a_claim_was_let_replace_is_named(two: Two) -> None:
    two.do("ben", c.Accept(proposal=two.proposal))
    told = {one.claim: one.did for one in take_in(two.anna, two.ben).changes}
    [did] = [one for one in told[two.new] if one.kind == "replaces"]
    assert (did.by, did.said) == ("ben", OLD)
