"""The same claim written twice, past rule 0: a merge asks, consolidation finds it, one of the two is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from core.claims.draft import Draft
from core.claims.proposal import Proposal
from core.clocks.instants import DAY, HOUR
from core.pack import commands as c
from core.pack.merging import merge_pack
from core.rules.table import SAME
from core.state.view import View
from tests.core.pack.desk import START, Desk
from tests.core.pack.parted import Packs, differences, exported, heads, packs, take_in

KETTLE, AS_WELL = "The kettle is in the second drawer.", "the kettle is in the second drawer"


class Pair:
    """Two packs in which two seats wrote the same by themselves."""

    def __init__(self, made: Packs, **fields: Any) -> None:
        self.made, self.ann = made, made.new("ann")
        self.ann.write("Bicycles stand behind the house.", by="ann")
        self.ann.pass_time(DAY)
        self.bob = made.copy(self.ann, "bob")
        self.deed = ""
        for desk, by, text in ((self.ann, "ann", KETTLE), (self.bob, "bob", AS_WELL)):
            desk.pass_time(HOUR if by == "ann" else 2 * HOUR)
            self.deed = desk.do(c.PutDeed(body=f"{by} looked"), by=by).id or ""
            desk.write(text, by=by, deeds=(self.deed,), **fields)
        for desk in (self.ann, self.bob):
            desk.pass_time(3 * HOUR)

    def cross(self) -> None:
        before = exported(self.ann)
        take_in(self.ann, self.bob)
        merge_pack(self.bob.pack, before)

    def agree(self) -> None:
        take_in(self.ann, self.bob)
        take_in(self.bob, self.ann)
        assert differences(self.ann, self.bob) == []
        assert take_in(self.ann, self.bob).nothing_new
        assert take_in(self.bob, self.ann).nothing_new


@pytest.fixture
def pair() -> Iterator[Pair]:
    with packs() as made:
        yield Pair(made)


def open_of(desk: Desk) -> list[Proposal]:
    return list(desk.pack.proposals(View(workspace=None)))


def kettles(desk: Desk) -> list[str]:
    return sorted(
        line.claim.author for line in desk.pack.claims(View(workspace=None)) if "kettle" in line.claim.text
    )


def one_is_left(desk: Desk, pair: Pair) -> None:
    assert kettles(desk) == ["ann"]
    [kept] = [one for one in heads(desk)["claim"].values() if one.believed and "kettle" in one.text]
    assert kept.witnesses == ("bob",)
    assert len(kept.deeds) == 2
    assert pair.deed in kept.deeds
    [gone] = [line for line in desk.pack.closings() if "kettle" in line.claim.text]
    assert (gone.how, gone.ending.rule, gone.ending.by) == ("set aside", SAME.name, kept.id)


@pytest.mark.parametrize("decides", ["ann", "bob"])
@pytest.mark.parametrize("crossing", [True, False])
def test_a_merge_asks_about_what_both_packs_wrote_and_either_answer_settles_it(
    pair: Pair, decides: str, crossing: bool
) -> None:
    if crossing:
        pair.cross()
    pair.agree()
    for desk in (pair.ann, pair.bob):
        [proposal] = open_of(desk)
        assert (proposal.source, proposal.rule) == ("merge", SAME.name)
        assert (desk.claim(proposal.old).author, desk.claim(proposal.new).author) == ("ann", "bob")
    desk = getattr(pair, decides)
    desk.pass_time(HOUR)
    desk.do(c.Accept(proposal=open_of(desk)[0].id), by=decides)
    pair.agree()
    for desk in (pair.ann, pair.bob):
        one_is_left(desk, pair)
        assert open_of(desk) == []


def test_who_says_that_both_stay_is_not_asked_again(pair: Pair) -> None:
    pair.agree()
    pair.bob.do(c.Decline(proposal=open_of(pair.bob)[0].id), by="bob")
    pair.agree()
    pair.ann.write("The lamp in the hall is red.")
    pair.agree()
    for desk in (pair.ann, pair.bob):
        assert (kettles(desk), open_of(desk)) == (["ann", "bob"], [])
        assert desk.do(c.Consolidate(workspace="default")).outcome == "noop"


def test_both_accept_and_one_is_left_in_both(pair: Pair) -> None:
    pair.cross()
    for desk, by in ((pair.ann, "ann"), (pair.bob, "bob")):
        desk.pass_time(HOUR)
        desk.do(c.Accept(proposal=open_of(desk)[0].id), by=by)
    pair.cross()
    pair.agree()
    assert [kettles(desk) for desk in (pair.ann, pair.bob)] == [["ann"], ["ann"]]


@pytest.mark.parametrize(
    "fields", [{"kind": "belief"}, {"set": "red"}, {"workspace": "other"}, {"t_invalid": START + 90 * DAY}]
)
def test_what_differs_in_anything_but_its_author_is_not_the_same(pair: Pair, fields: dict[str, Any]) -> None:
    third = pair.made.copy(pair.ann, "third")
    third.pass_time(5 * HOUR)
    third.do(c.Write(draft=Draft(text=KETTLE, **fields)), by="cyn")
    take_in(pair.ann, third)
    assert [one for one in open_of(pair.ann) if one.rule == SAME.name] == []


def unasked(pair: Pair) -> Desk:
    """A pack that holds both, and nobody was asked."""
    take_in(pair.ann, pair.bob)
    [proposal] = open_of(pair.ann)
    rest = c.Edit(id=proposal.old, expect_rev=1, changes={"question": "Where is the kettle?"})
    pair.ann.do(rest)
    assert open_of(pair.ann) == []
    return pair.ann


def test_consolidation_proposes_what_is_written_twice(pair: Pair) -> None:
    desk = unasked(pair)
    seen = desk.pack.preview(c.Consolidate(workspace="default"))
    assert [(one.rule, one.text) for one in seen.proposes] == [(SAME.name, KETTLE)]
    desk.do(c.Consolidate(workspace="default"))
    [proposal] = open_of(desk)
    assert desk.do(c.Consolidate(workspace="default")).outcome == "noop"
    desk.do(c.Accept(proposal=proposal.id))
    one_is_left(desk, pair)
    desk.do(c.Undo())
    assert kettles(desk) == ["ann", "bob"]


def test_consolidation_that_closes_sets_the_later_one_aside(pair: Pair) -> None:
    desk = unasked(pair)
    receipt = desk.do(c.Consolidate(workspace="default", close=True))
    assert [(one.rule, one.text, one.new_end) for one in receipt.closes] == [(SAME.name, AS_WELL, None)]
    one_is_left(desk, pair)
    pair.agree()
    one_is_left(pair.bob, pair)


def test_the_clock_that_was_graded_more_goes_on(pair: Pair) -> None:
    take_in(pair.ann, pair.bob)
    [proposal] = open_of(pair.ann)
    pair.ann.pass_time(2 * DAY)
    pair.ann.do(c.Grade(id=proposal.new, grade=3))
    graded = heads(pair.ann)["review"][proposal.new]
    pair.ann.do(c.Accept(proposal=proposal.id))
    assert heads(pair.ann)["review"][proposal.old] == graded
