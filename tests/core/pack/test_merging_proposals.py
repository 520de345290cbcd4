"""What became of a proposal in two packs: which of the two is kept does not depend on who meets whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import msgspec
import pytest

from core.claims.draft import Draft
from core.claims.proposal import ACCEPTED, DECLINED, LAPSED, Proposal
from core.clocks.instants import DAY, HOUR
from core.pack import commands as c
from core.pack.merging import merge_pack
from core.pack.merging_values import further
from tests.core.pack.desk import Desk
from tests.core.pack.parted import Packs, differences, exported, heads, packs, take_in

OLDER, NEWER = "The gateway listens on port 8080.", "The gateway listens on port 9090."
CLOSED, WIDE = "The gateway listens on no port.", "The gateway listens on any port."


@dataclass
class Parted:
    """Two packs with one open proposal, and an act before it that can be taken back."""

    made: Packs
    here: Desk
    there: Desk
    older: str
    newer: str
    proposal: str
    worded: int
    """The record in which the older claim got its words."""

    def outcome(self, desk: Desk) -> tuple[str, str | None, str | None]:
        found: Proposal = heads(desk)["proposal"][self.proposal]
        return found.status, found.decided_by, found.why


@pytest.fixture
def two() -> Iterator[Parted]:
    with packs() as made:
        here = made.new("here")
        here.do(c.Configure(name="policy", value="propose"))
        older = here.write("The gateway listens.", entities=("gateway",)).id or ""
        here.pass_time(10 * DAY)
        worded = here.do(c.Edit(id=older, expect_rev=1, changes={"text": OLDER})).tx
        newer = here.write(NEWER, entities=("gateway",)).id or ""
        [proposal] = here.pack.reader.held.open_proposals
        yield Parted(made, here, made.copy(here, "there"), older, newer, proposal, worded or 0)


# how a proposal ends


def edit(two: Parted, desk: Desk, by: str) -> None:
    rev = desk.claim(two.older).rev
    desk.do(c.Edit(id=two.older, expect_rev=rev, changes={"entities": ("gateway", by)}), by=by)


def replace(two: Parted, desk: Desk, by: str) -> None:
    draft = Draft(text=f"Nobody calls the gateway, says {by}.", supersedes=(two.older,))
    desk.do(c.Write(draft=draft), by=by)


WAYS: dict[str, Callable[[Parted, Desk, str], Any]] = {
    "accept": lambda two, desk, by: desk.do(c.Accept(proposal=two.proposal), by=by),
    "decline": lambda two, desk, by: desk.do(c.Decline(proposal=two.proposal, why=f"{by} saw both"), by=by),
    "edit": edit,
    "replace": replace,
    "close": lambda two, desk, by: desk.do(c.Close(id=two.older), by=by),
    "retract": lambda two, desk, by: desk.do(c.Retract(id=two.newer, why="a slip"), by=by),
    "not true": lambda two, desk, by: desk.do(c.NoLongerTrue(id=two.older, reason="they said so"), by=by),
    "undo": lambda two, desk, by: desk.do(c.Undo(tx=two.worded), by=by),
}
RANK = (ACCEPTED, DECLINED, LAPSED)
BECOMES = {"accept": ACCEPTED, "decline": DECLINED}
"""The other ways let it lapse."""

ORDERS = {
    "here first": ("here there", "there here", "third here"),
    "there first": ("there here", "here there", "third there"),
    "through a third, here first": ("third here", "third there", "here third", "there third"),
    "through a third, there first": ("third there", "third here", "there third", "here third"),
    "a third between": ("third here", "there third", "here there", "third there"),
    "crossing": ("here x there", "here there", "there here", "third there"),
}
"""Who takes in whom; in every one of them all three know everything in the end."""


def meet(two: Parted, order: tuple[str, ...], mark: str, third: Desk) -> dict[str, Desk]:
    """Copies of the packs after their meetings."""
    desks = {
        name: two.made.copy(desk, f"{name} {mark}")
        for name, desk in (("here", two.here), ("there", two.there), ("third", third))
    }
    for meeting in order:
        into, *_, source = meeting.split()
        if " x " in meeting:
            old = exported(desks[into])
            take_in(desks[into], desks[source])
            merge_pack(desks[source].pack, old)
        else:
            take_in(desks[into], desks[source])
    return desks


NAMES = list(WAYS)
PAIRS = [
    pytest.param(
        one, other, marks=[] if NAMES.index(other) - NAMES.index(one) in {0, 4} else pytest.mark.slow
    )
    for one, other in combinations_with_replacement(WAYS, 2)
]
"""In every run each way meets itself and one other."""


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_what_became_of_a_proposal_twice_is_one_thing_in_whatever_order_packs_meet(
    two: Parted, ours: str, theirs: str
) -> None:
    """Accepted before declined before lapsed; of two alike, by the seat that is first by name."""
    third = two.made.copy(two.here, "third")
    for desk, way, by, wait in ((two.here, ours, "maya", 3), (two.there, theirs, "bot", 1)):
        desk.pass_time(wait * HOUR)
        WAYS[way](two, desk, by)
        assert two.outcome(desk)[:2] == (BECOMES.get(way, LAPSED), by)
    kept = min(
        (two.outcome(desk) for desk in (two.here, two.there)), key=lambda one: (RANK.index(one[0]), one[1])
    )
    for mark, order in enumerate(ORDERS.values()):
        desks = meet(two, order, str(mark), third)
        for desk in desks.values():
            assert differences(desks["here"], desk) == []
            assert two.outcome(desk) == kept
        for desk in desks.values():
            desk.pack.close()


def test_of_what_became_of_a_proposal_any_number_of_times_one_is_kept_in_any_order() -> None:
    opened = Proposal("p", "default", "guard", "new", "old", "rewrite", t_opened=1, actor="ana")
    ended = [
        msgspec.structs.replace(opened, status=status, decided_by=by, t_decided=when, why=why)
        for status in (LAPSED, ACCEPTED, DECLINED)
        for by, when, why in (("bot", 3, None), ("ana", 9, "b"), ("ana", 5, "a"))
    ]
    every: list[Proposal | None] = [None, opened, *ended]
    for one in every:
        for other in every:
            kept = further(opened, one, other)
            assert kept == further(opened, other, one)
            for last in every:
                assert further(opened, kept, last) == further(opened, one, further(opened, other, last))


# what says the same is an act all the same


def say(desk: Desk, claim: str, text: str, by: str) -> None:
    desk.do(c.Edit(id=claim, expect_rev=desk.claim(claim).rev, changes={"text": text}), by=by)


def agreed(*desks: Desk) -> None:
    one, *others = desks
    for other in others:
        take_in(one, other)
    for other in others:
        take_in(other, one)
        assert differences(one, other) == []
    assert all(take_in(into, source).nothing_new for into in desks for source in desks if into is not source)


def test_a_decision_that_came_in_and_changed_nothing_is_known_as_the_last_act(two: Parted) -> None:
    """A third decided otherwise. It and the first each knew the last act of the other that had an effect."""
    first, second = two.here, two.there
    third = two.made.copy(first, "third")
    say(first, two.older, CLOSED, "ana")
    say(second, two.older, CLOSED, "bot")
    say(third, two.older, WIDE, "maya")
    take_in(second, first)
    take_in(third, first)
    take_in(second, third)
    take_in(first, second)
    agreed(first, second, third)


def test_two_that_came_to_say_the_same_have_met(two: Parted) -> None:
    """Each of the two learns what came after the other's act, and neither takes that for its own past."""
    one, other = two.here, two.there
    after_one, after_other = two.made.copy(one, "after one"), two.made.copy(one, "after other")
    say(one, two.older, CLOSED, "ana")
    say(other, two.older, WIDE, "ana")
    take_in(after_one, one)
    take_in(after_other, other)
    say(after_one, two.older, WIDE, "bot")
    say(after_other, two.older, CLOSED, "bot")
    take_in(one, after_other)
    take_in(other, after_one)
    take_in(after_one, one)
    take_in(after_other, other)
    agreed(after_one, after_other, one, other)


def test_a_pack_that_said_the_same_as_two_others_knows_more_than_the_one_it_met_last(two: Parted) -> None:
    """Who went on from that one only has not seen what the pack says since it met both."""
    one, other = two.here, two.there
    after_one, after_other, like_one, like_other = (
        two.made.copy(one, name) for name in ("after one", "after other", "like one", "like other")
    )
    for first, after, text, since in ((one, after_one, CLOSED, WIDE), (other, after_other, WIDE, CLOSED)):
        say(first, two.older, text, "ana")
        take_in(after, first)
        say(after, two.older, since, "bot")
    for like, after, first, text in (
        (like_one, after_other, one, CLOSED),
        (like_other, after_one, other, WIDE),
    ):
        say(like, two.older, text, "maya")
        take_in(like, after)
        take_in(like, first)
    take_in(after_one, like_one)
    take_in(after_other, like_other)
    agreed(after_one, after_other, one, other, like_one, like_other)
