"""What a merge tells of each claim that it changed: what was done, by whom, and what had been done here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from core.clocks.instants import DAY, HOUR
from core.pack import commands as c
from core.pack.merging import merge_pack, preview_merge
from core.pack.merging_changes import BACK, Changed
from core.pack.merging_report import MergeReceipt
from core.state.view import View
from tests.core.pack.desk import Desk
from tests.core.pack.parted import Packs, exported, packs, take_in
from tests.core.pack.walks import Seeded, walk

TEXT, BOB, ANN = (f"The gateway listens on port {port}." for port in (8080, 9090, 7070))
OTHER = "The lamp in the hall is red."


@dataclass
class Two:
    """Ann's pack and Bob's, of one past: a claim that stands, one that it replaced, and a proposal."""

    made: Packs
    ann: Desk
    bob: Desk
    claim: str
    former: str
    proposal: str

    def do(self, who: str, command: c.Command) -> None:
        desk: Desk = getattr(self, who)
        desk.pass_time(HOUR)
        assert desk.do(command, by=who).outcome != "noop"

    def edit(self, who: str, claim: str | None = None, **changes: Any) -> None:
        claim = claim or self.claim
        rev = getattr(self, who).claim(claim).rev
        self.do(who, c.Edit(id=claim, expect_rev=rev, changes=changes))

    def take(self, into: str) -> MergeReceipt:
        source = self.bob if into == "ann" else self.ann
        getattr(self, into).pass_time(DAY)
        return take_in(getattr(self, into), source)


@pytest.fixture
def two() -> Iterator[Two]:
    with packs() as made:
        ann = made.new("ann")
        former = ann.write("The gateway listens on no port.", entities=("gateway",), by="ann").id or ""
        ann.pass_time(DAY)
        new = {"entities": ("gateway",), "supersedes": (former,)}
        claim = ann.write(TEXT, by="ann", **new).id or ""
        ann.pass_time(DAY)
        ann.do(c.Configure(name="policy", value="propose"))
        ann.write("The cache needs port 8080 for all.", entities=("cache",), by="ann")
        ann.pass_time(DAY)
        ann.write("The cache needs port 9090 for all.", entities=("cache",), by="ann")
        [proposal] = ann.pack.proposals(View(workspace=None))
        yield Two(made, ann, made.copy(ann, "bob"), claim, former, proposal.id)


def one(receipt: MergeReceipt, claim: str) -> Changed:
    [found] = [each for each in receipt.changes if each.claim == claim]
    return found


def kinds(told: Changed) -> list[tuple[str, str]]:
    return [(did.kind, did.by) for did in told.did]


WAYS: dict[str, tuple[Callable[[Two, str], Any], str]] = {
    "edit": (lambda two, who: two.edit(who, text=BOB), "edited"),
    "close": (lambda two, who: two.do(who, c.Close(id=two.claim)), "closed"),
    "retract": (lambda two, who: two.do(who, c.Retract(id=two.claim)), "retracted"),
    "rest": (lambda two, who: two.do(who, c.Rest(id=two.claim, why="later")), "rested"),
    "pin": (lambda two, who: two.do(who, c.Pin(id=two.claim)), "pinned"),
    "reopen": (lambda two, who: two.do(who, c.Reopen(id=two.former)), "reopened"),
    "accept": (lambda two, who: two.do(who, c.Accept(proposal=two.proposal)), "accepted"),
    "decline": (lambda two, who: two.do(who, c.Decline(proposal=two.proposal)), "declined"),
}


def about(two: Two, way: str) -> str:
    if way in ("accept", "decline"):
        return next(one.old for one in two.bob.pack.proposals(status=None))
    return two.former if way == "reopen" else two.claim


@pytest.mark.parametrize("way", WAYS)
def test_each_kind_is_told_with_the_seat_that_did_it(two: Two, way: str) -> None:
    WAYS[way][0](two, "bob")
    told = one(two.take("ann"), about(two, way))
    assert (WAYS[way][1], "bob") in kinds(told)
    assert told.touched_by == ()


@pytest.mark.parametrize("first", ["ann", "bob"])
@pytest.mark.parametrize("way", [way for way in WAYS if way not in ("accept", "decline")])
def test_what_was_done_to_a_claim_that_was_touched_here_says_so_on_the_side_that_merges_second_too(
    two: Two, way: str, first: str
) -> None:
    """Ann gives the claim a question, Bob does something else to it: each is told what the other did."""
    WAYS[way][0](two, "bob")
    two.edit("ann", about(two, way), question="Which port is it?")
    second = "bob" if first == "ann" else "ann"
    for into in (first, second):
        told = one(two.take(into), about(two, way))
        did = (WAYS[way][1], "bob") if into == "ann" else ("edited", "ann")
        assert did in kinds(told)
        assert told.touched_by == (into,)


def test_who_knew_what_was_done_here_has_not_met_it(two: Two) -> None:
    two.edit("ann", question="Which port is it?")
    two.take("bob")
    two.do("bob", c.Retract(id=two.claim))
    assert one(two.take("ann"), two.claim).touched_by == ()


@pytest.mark.parametrize("first", ["ann", "bob"])
def test_a_decline_that_gives_way_to_an_acceptance_is_told_to_who_declined(two: Two, first: str) -> None:
    two.do("ann", c.Decline(proposal=two.proposal))
    two.do("bob", c.Accept(proposal=two.proposal))
    older = about(two, "accept")
    for into in (first, "bob" if first == "ann" else "ann"):
        receipt = two.take(into)
        if into == "bob":  # nothing changed there
            assert any("bob accepted" in note and "ann declined" in note for note in receipt.notes)
            continue
        told = one(receipt, older)
        assert {("closed", "bob"), ("accepted", "bob")} <= set(kinds(told))
        assert [did.over for did in told.did if did.kind == "accepted"] == ["ann"]
        assert told.touched_by == ("ann",)


@pytest.mark.parametrize(("way", "gone"), [("accept", "it"), ("decline", "")])
def test_a_decision_says_what_became_of_the_pair(two: Two, way: str, gone: str) -> None:
    older = about(two, way)
    WAYS[way][0](two, "bob")
    told = one(two.take("ann"), older)
    [did] = [each for each in told.did if each.kind == WAYS[way][1]]
    assert (did.gone, did.said) == (gone, "The cache needs port 9090 for all.")


def test_what_a_merge_has_told_no_later_one_tells_again(two: Two) -> None:
    two.do("ann", c.Decline(proposal=two.proposal))
    two.do("bob", c.Accept(proposal=two.proposal))
    told = {into: set(two.take(into).notes) for into in ("ann", "bob")}
    assert all(told.values())
    for into, other in (("ann", "bob"), ("bob", "ann")):
        two.do(other, c.Pin(id=two.claim, pinned=other == "bob"))
        assert not told[into] & set(two.take(into).notes)


def test_one_that_is_open_again_names_the_other_that_is_live_as_well(two: Two) -> None:
    two.edit("bob", two.former, question="Which port?")
    two.do("ann", c.Reopen(id=two.former))
    told = one(two.take("bob"), two.former)
    [again] = [did for did in told.did if did.kind == "reopened"]
    assert (again.by, again.other, again.said) == ("ann", two.claim, TEXT)
    assert told.touched_by == ("bob",)


@pytest.mark.parametrize("first", ["ann", "bob"])
def test_what_is_to_decide_is_counted_in_both_directions(two: Two, first: str) -> None:
    two.edit("ann", text=ANN)
    two.edit("bob", text=BOB)
    for into in (first, "bob" if first == "ann" else "ann"):
        assert two.take(into).proposals_opened == 1
        assert two.take(into).proposals_opened == 0


@pytest.mark.parametrize("first", ["ann", "bob"])
def test_what_was_noted_is_told_on_the_second_side_in_the_same_words(two: Two, first: str) -> None:
    two.do("ann", c.Close(id=two.claim, why="ann saw it"))
    two.do("bob", c.Close(id=two.claim, why="bob saw it"))
    told = [two.take(into).notes for into in (first, "bob" if first == "ann" else "ann")]
    assert told[0] == told[1]
    [note] = told[0]
    assert "ann" in note
    assert "bob" in note
    assert "here" not in note


def test_words_that_gave_way_are_told_with_those_that_stood(two: Two) -> None:
    two.edit("bob", text=BOB)
    told = one(two.take("ann"), two.claim)
    assert (told.before, told.text) == (TEXT, BOB)


def test_grades_are_counted_and_make_no_line(two: Two) -> None:
    two.bob.pass_time(2 * DAY)
    two.do("bob", c.Grade(id=two.claim, grade=3))
    receipt = two.take("ann")
    assert (receipt.changes, receipt.graded) == ((), 1)


def test_what_was_changed_there_and_changed_back_is_told_as_that(two: Two) -> None:
    two.edit("bob", text=BOB)
    two.edit("bob", text=TEXT)
    assert kinds(one(two.take("ann"), two.claim)) == [(BACK, "bob")]


@pytest.mark.parametrize("seed", range(4))
def test_every_claim_that_changed_has_one_line_and_the_preview_says_the_same(seed: int) -> None:
    random = Seeded(seed)
    with packs() as made:
        here = made.new("here")
        list(walk(here, random, 20))
        there = made.copy(here, "there")
        for desk in (here, there):
            list(walk(desk, random, 25))
        here.clock.set(max(here.clock.now(), there.clock.now()))
        for into, source in ((here, there), (there, here)):
            seen, receipt = (
                preview_merge(into.pack, exported(source)),
                merge_pack(into.pack, exported(source)),
            )
            assert seen.changes == receipt.changes
            told = [each.claim for each in receipt.changes]
            assert len(set(told)) == len(told)
            assert set(receipt.claims_changed) <= set(told)
            assert all(each.did for each in receipt.changes)
            loud = [bool(each.touched_by) for each in receipt.changes]
            assert loud == sorted(loud, reverse=True)
