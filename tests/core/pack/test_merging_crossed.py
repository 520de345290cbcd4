"""Packs that take in each other at once, each as the other was before: they settle, and then rest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import permutations
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from core.claims.claim import Claim
from core.claims.draft import Draft
from core.claims.ids import short
from core.claims.proposal import Proposal
from core.clocks.instants import DAY, HOUR, MINUTE
from core.errors import PackError
from core.pack import commands as c
from core.pack.handover import Incoming
from core.pack.merging import merge_pack, preview_merge
from core.pack.merging_acts import is_decision
from core.pack.merging_report import MergeReceipt
from core.pack.merging_rivals import note_of
from core.pack.merging_sides import Side, value_of
from core.state.view import View
from tests.core.pack.desk import Desk
from tests.core.pack.parted import Packs, differences, exported, heads, packs, take_in
from tests.core.pack.walks import RANDOMS

few = settings(
    max_examples=4,  # the slow suite has hundreds of seeds
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)

SEATS = ("ana", "ben", "cyn")
FIRST = "The release needs two approvals."
OTHERS = ("The lamp in the hall is red.", "Coffee comes from a machine downstairs.")
OURS, THEIRS = "The release needs three approvals.", "The release needs one approval."


@dataclass
class Table:
    """Packs of one lineage, each of another seat, and the claims that they all had at first."""

    made: Packs
    desks: list[Desk]
    claims: list[str]
    seats: dict[int, str] = field(default_factory=dict)

    @classmethod
    def laid(cls, made: Packs, packs_: int, claims: int = 1) -> Table:
        first = made.new("ana")
        ids = [first.write(text).id or "" for text in (FIRST, *OTHERS)[:claims]]
        first.pass_time(10 * DAY)
        desks = [first, *(made.copy(first, seat) for seat in SEATS[1:packs_])]
        for desk, seat in zip(desks, SEATS, strict=False):
            desk.pack.seat = seat
        return cls(made, desks, ids)

    def do(self, who: int, command: c.Command) -> None:
        desk = self.desks[who]
        desk.pass_time(HOUR + who * MINUTE)
        desk.do(command, by=SEATS[who])

    def say(self, who: int, text: str, claim: str | None = None) -> None:
        claim = claim or self.claims[0]
        self.do(who, c.Edit(id=claim, expect_rev=self.desks[who].claim(claim).rev, changes={"text": text}))

    def texts(self, claim: str | None = None) -> list[str]:
        return [desk.claim(claim or self.claims[0]).text for desk in self.desks]

    def cross(self) -> list[MergeReceipt]:
        """Every pack takes in every other one, as that was before."""
        before = [exported(desk) for desk in self.desks]
        return [
            named_merge(desk, before[other], two=len(self.desks) == 2)
            for mine, desk in enumerate(self.desks)
            for other in range(len(self.desks))
            if other != mine
        ]

    def rest(self, rounds: int = 2) -> None:
        """After some rounds in which nobody does anything all agree, and further ones write nothing."""
        for _ in range(rounds):
            self.cross()
        one, *others = self.desks
        for other in others:
            assert differences(one, other) == []
        count = [desk.pack.log.last() for desk in self.desks]
        for mine, source in permutations(self.desks, 2):
            assert take_in(mine, source).nothing_new
        assert all(receipt.nothing_new for receipt in self.cross())
        assert [desk.pack.log.last() for desk in self.desks] == count
        for desk in self.desks:
            one_text_each(desk, most=len(self.desks) - 1)


def named_merge(desk: Desk, incoming: Incoming, *, two: bool) -> MergeReceipt:
    """Merge, and see that no words that stood here went without being named, and wait for a person."""
    before = heads(desk)["claim"]
    receipt = merge_pack(desk.pack, incoming)
    after, proposals = heads(desk)["claim"], heads(desk)["proposal"].values()
    followed = {one.claim: (one.before, one.after) for one in receipt.replaced}
    for claim_id, was in before.items():
        now = after[claim_id]
        if now.text == was.text:
            continue
        if claim_id in followed:
            assert followed[claim_id] == (was.text, now.text)
            continue
        [line] = [note for note in receipt.notes if note.startswith(f"{short(claim_id)} said ")]
        assert line.index(was.text) < line.index(now.text)
        waits = any(one.believed and one.text == was.text and _of(one) == claim_id for one in after.values())
        about = (one.status for one in proposals if one.old == claim_id and one.source == "merge")
        if not two:  # a third may have said so, knowing both: that stands in neither of these logs alone
            continue
        assert waits or {"accepted", "declined"} & set(about) or not now.believed or newer(incoming, now)
    return receipt


def newer(incoming: Incoming, claim: Claim) -> bool:
    """Whether somebody said so there, after the other words were known there."""
    side = Side(incoming.lineage, incoming.records)
    steps = [one for one in side.chains["claim", claim.id] if one.stored]
    said_so = [one for one in steps if value_of(("claim", claim.id), one).text == claim.text]
    return not is_decision(said_so[-1].act) and len(steps) > 1


def open_of(desk: Desk) -> list[Proposal]:
    return list(desk.pack.proposals(View(workspace=None)))


def waiting(desk: Desk) -> list[Claim]:
    """Live versions of other packs."""
    return [one for one in heads(desk)["claim"].values() if one.believed and _of(one) not in (None, one.id)]


def _of(claim: Claim) -> str | None:
    note = note_of(claim)
    return None if note is None else str(note["claim"])


def one_text_each(desk: Desk, most: int) -> None:
    """Each version that waits is asked about once, says something else than the claim, and no other waits."""
    asked = [(one.new, one.old) for one in open_of(desk) if one.source == "merge"]
    lively = {one.id: str(_of(one)) for one in waiting(desk) if desk.claim(_of(one)).believed}
    assert sorted(lively.items()) == sorted(pair for pair in asked if pair[0] in lively)
    for claim in set(lively.values()):
        mine = [desk.claim(one) for one in lively if lively[one] == claim]
        assert len(mine) <= most
    assert len({frozenset(pair) for pair in asked}) == len(asked)


@pytest.fixture
def two() -> Iterator[Table]:
    with packs() as made:
        yield Table.laid(made, 2, claims=3)


@pytest.fixture
def three() -> Iterator[Table]:
    with packs() as made:
        yield Table.laid(made, 3)


def parted_words(two: Table) -> None:
    two.say(0, OURS)
    two.say(1, THEIRS)
    two.cross()
    assert two.texts() == [OURS, THEIRS]


# what was found


def test_words_that_both_changed_stop_swapping(two: Table) -> None:
    parted_words(two)
    told = [receipt for receipt in two.cross() if receipt.records]
    [stands] = set(two.texts())
    assert stands in (OURS, THEIRS)
    gave_way = THEIRS if stands == OURS else OURS
    [line] = [note for receipt in told for note in receipt.notes if short(two.claims[0]) in note]
    assert line.index(gave_way) < line.index(stands)
    for desk in two.desks:
        [proposal] = open_of(desk)
        assert (desk.claim(proposal.new).text, proposal.old) == (gave_way, two.claims[0])
        live = [line.claim.text for line in desk.pack.claims(View(workspace=None))]
        assert sorted(live) == sorted((stands, gave_way, *OTHERS))
    two.rest(0)


def test_both_closed_one_and_graded_another_and_no_record_comes_twice(two: Table) -> None:
    for who in (0, 1):
        two.do(who, c.Close(id=two.claims[1]))
        two.do(who, c.Grade(id=two.claims[2], grade=3 - 2 * who))
    two.cross()
    two.rest(1)


def test_independent_acts_come_in_once(two: Table) -> None:
    two.say(0, OURS)
    two.say(1, "The lamp in the hall is green.", two.claims[1])
    two.cross()
    two.rest(0)


@pytest.mark.parametrize("who", [0, 1])
@pytest.mark.parametrize("verb", ["accept", "decline"])
def test_what_a_person_decided_meanwhile_stands_in_both(two: Table, who: int, verb: str) -> None:
    parted_words(two)
    kept = (OURS, THEIRS)[who if verb == "decline" else 1 - who]
    [proposal] = open_of(two.desks[who])
    two.do(who, c.Accept(proposal=proposal.id) if verb == "accept" else c.Decline(proposal=proposal.id))
    two.rest(2)
    assert set(two.texts()) == {kept}
    assert [open_of(desk) for desk in two.desks] == [[], []]
    assert [waiting(desk) for desk in two.desks] == [[], []]


@pytest.mark.parametrize("verbs", [("accept", "accept"), ("decline", "decline"), ("accept", "decline")])
def test_both_decided_meanwhile(two: Table, verbs: tuple[str, str]) -> None:
    parted_words(two)
    for who, verb in enumerate(verbs):
        [proposal] = open_of(two.desks[who])
        two.do(who, c.Accept(proposal=proposal.id) if verb == "accept" else c.Decline(proposal=proposal.id))
    two.rest(3)
    assert len(set(two.texts())) == 1
    if verbs == ("accept", "decline"):  # both for theirs
        assert set(two.texts()) == {THEIRS}
        assert [open_of(desk) for desk in two.desks] == [[], []]


def test_a_later_edit_is_newer_than_what_a_merge_chose(two: Table) -> None:
    parted_words(two)
    two.say(1, "The release needs no approval.")
    two.rest(2)
    assert set(two.texts()) == {"The release needs no approval."}


def test_an_edit_of_something_else_does_not_end_the_question(two: Table) -> None:
    parted_words(two)
    claim = two.claims[0]
    rev = two.desks[0].claim(claim).rev
    two.do(0, c.Edit(id=claim, expect_rev=rev, changes={"question": "How many approve?"}))
    assert open_of(two.desks[0]) == []
    two.rest(2)
    assert set(two.texts()) == {OURS}
    for desk in two.desks:
        [proposal] = open_of(desk)
        assert desk.claim(proposal.new).text == THEIRS


def test_an_edit_of_what_a_person_kept_is_left_to_a_person(two: Table) -> None:
    parted_words(two)
    [proposal] = open_of(two.desks[0])
    two.do(0, c.Decline(proposal=proposal.id))
    two.say(1, "The release needs no approval.")
    told = two.cross()
    assert told[0].clashes[0].theirs == "The release needs no approval."
    assert two.desks[0].claim(two.claims[0]).text == OURS
    two.rest(2)
    assert all(len(open_of(desk)) == 1 for desk in two.desks)


def test_two_holders_of_a_key_leave_it_with_one(two: Table) -> None:
    start = two.desks[0].clock.now() - DAY
    for who, text in enumerate(("Requests come in at number nine.", "Seven is what callers dial.")):
        two.do(who, c.Write(draft=Draft(text=text, key="port", t_valid=start)))
    two.cross()
    two.rest(2)
    for desk in two.desks:
        held = [one for one in heads(desk)["claim"].values() if one.key == "port" and one.believed]
        [proposal] = open_of(desk)
        assert [one.id for one in held] == [proposal.old]


def test_two_successors_are_one_question(two: Table) -> None:
    for who, text in enumerate((OURS, THEIRS)):
        start = two.desks[who].clock.now() - (who + 1) * DAY
        two.do(who, c.Write(draft=Draft(text=text, supersedes=(two.claims[0],), t_valid=start)))
    two.cross()
    two.rest(2)
    assert all(len(open_of(desk)) == 1 for desk in two.desks)


def test_three_packs_with_three_texts_settle_on_one(three: Table) -> None:
    for who, text in enumerate((OURS, THEIRS, "Nobody approves a release.")):
        three.say(who, text)
    three.cross()
    three.rest(3)
    assert len(set(three.texts())) == 1
    for desk in three.desks:
        assert len(open_of(desk)) == len(waiting(desk)) == 2


# a version whose question was taken back


@pytest.fixture
def unasked(two: Table) -> Table:
    """Ana has Ben's version of a claim, and took back the record of the merge that asked about it."""
    two.say(0, OURS)
    two.say(1, THEIRS)
    two.do(1, c.Pin(id=two.claims[2]))
    here, there = two.desks
    assert take_in(here, there).proposals_opened == 1
    two.do(0, c.Undo())
    assert (open_of(here), [one.text for one in waiting(here)]) == ([], [THEIRS])
    return two


def why_gone(desk: Desk, text: str) -> list[str | None]:
    """Why the versions with a text are not believed."""
    versions = [one for one in heads(desk)["claim"].values() if _of(one) not in (None, one.id)]
    return [one.withdrawal and one.withdrawal.why for one in versions if one.text == text]


@pytest.mark.parametrize("ours_first", [True, False])
def test_a_version_whose_question_was_taken_back_is_asked_about_again(
    unasked: Table, ours_first: bool
) -> None:
    unasked.do(1, c.Pin(id=unasked.claims[1]))
    if ours_first:
        take_in(*unasked.desks)
        [proposal] = open_of(unasked.desks[0])
        assert unasked.desks[0].claim(proposal.new).text == THEIRS
        assert proposal.figures["fields"] == "text"
    unasked.rest(2)
    for desk in unasked.desks:
        [proposal] = open_of(desk)
        assert {desk.claim(one).text for one in (proposal.new, proposal.old)} == {OURS, THEIRS}


def test_the_question_that_is_asked_again_leaves_out_what_was_changed_on_one_side_only(
    unasked: Table,
) -> None:
    here, there = unasked.desks
    rev = here.claim(unasked.claims[0]).rev
    unasked.do(0, c.Edit(id=unasked.claims[0], expect_rev=rev, changes={"question": "How many approve?"}))
    unasked.do(1, c.Pin(id=unasked.claims[1]))
    take_in(here, there)
    [proposal] = open_of(here)
    here.do(c.Accept(proposal=proposal.id))
    claim = here.claim(unasked.claims[0])
    assert (claim.text, claim.question) == (THEIRS, "How many approve?")


@pytest.mark.parametrize(
    ("says", "why"),
    [(THEIRS, "the claim says so itself"), ("Nobody approves a release.", "the claim was changed since")],
)
def test_a_version_whose_question_was_taken_back_is_set_aside_when_it_has_none_any_more(
    unasked: Table, says: str, why: str
) -> None:
    unasked.say(0, says)
    unasked.do(1, c.Pin(id=unasked.claims[1]))
    take_in(*unasked.desks)
    assert why_gone(unasked.desks[0], THEIRS) == [why]
    unasked.rest(2)
    assert set(unasked.texts()) == {says}
    assert [waiting(desk) for desk in unasked.desks] == [[], []]


def test_a_newer_version_takes_the_place_of_one_whose_question_was_taken_back(unasked: Table) -> None:
    unasked.say(1, "The release needs no approval.")
    take_in(*unasked.desks)
    [proposal] = open_of(unasked.desks[0])
    assert unasked.desks[0].claim(proposal.new).text == "The release needs no approval."
    assert why_gone(unasked.desks[0], THEIRS) == ["the other pack has changed it again"]
    unasked.rest(2)


def test_a_version_that_somebody_went_on_with_when_its_question_was_taken_back_stays_his(
    unasked: Table,
) -> None:
    here = unasked.desks[0]
    [version] = waiting(here)
    unasked.say(0, "The old release needs one approval.", version.id)
    unasked.say(0, "Nobody approves a release.")
    unasked.do(1, c.Pin(id=unasked.claims[1]))
    take_in(*unasked.desks)
    assert here.claim(version.id).believed
    assert open_of(here) == []


def test_words_that_give_way_wait_though_the_other_pack_took_back_their_version(two: Table) -> None:
    """Each has taken back what it took in of the other, and nobody has decided."""
    parted_words(two)
    for who in (0, 1):
        two.do(who, c.Undo())
        assert waiting(two.desks[who]) == []
    two.rest(2)
    for desk in two.desks:
        [proposal] = open_of(desk)
        assert {desk.claim(one).text for one in (proposal.new, proposal.old)} == {OURS, THEIRS}


def test_who_says_the_same_as_a_version_that_lost_its_question_brings_no_second_one(three: Table) -> None:
    ana, ben, cyn = three.desks
    three.say(0, OURS)
    for who in (1, 2):
        three.say(who, THEIRS)
        three.do(who, c.Grade(id=three.claims[0], grade=3))
    take_in(ana, ben)
    three.do(0, c.Undo())
    take_in(ana, cyn)
    [proposal] = open_of(ana)
    assert [one.id for one in waiting(ana)] == [proposal.new]
    three.rest(4)


def test_a_version_that_does_not_say_in_what_it_differs_is_asked_about_all_of_it(unasked: Table) -> None:
    """As packs wrote them before versions said so."""
    here = unasked.desks[0]
    [version] = waiting(here)
    note = {name: one for name, one in version.extra["merged"].items() if name != "fields"}
    unasked.do(0, c.Edit(id=version.id, expect_rev=version.rev, changes={"extra": {"merged": note}}))
    unasked.do(1, c.Pin(id=unasked.claims[1]))
    take_in(*unasked.desks)
    [proposal] = open_of(here)
    assert proposal.figures["fields"] == "text"


# the report


def test_a_summary_names_the_act_and_who_did_it_over_any_number_of_packs(three: Table) -> None:
    ana, ben, cyn = three.desks
    three.say(0, OURS)
    take_in(ben, ana)
    take_in(cyn, ben)
    [one, other] = [next(reversed(list(desk.pack.log.read()))).summary for desk in (ben, cyn)]
    assert one == other
    assert one.startswith("took in: edited")
    assert one.endswith(", by ana")
    assert one.count("took in") == one.count(", by ") == 1


@pytest.mark.parametrize("first", [0, 1])
def test_a_grade_of_a_study_day_that_had_one_is_told(two: Table, first: int) -> None:
    two.do(first, c.Grade(id=two.claims[1], grade=3))
    two.desks[1 - first].clock.set(two.desks[first].clock.now())
    two.do(1 - first, c.Grade(id=two.claims[1], grade=1))
    for receipt in two.cross():
        [note] = receipt.notes
        assert all(one in note for one in (SEATS[1 - first], "Again", short(two.claims[1]), "Good"))
    two.rest(1)
    assert heads(two.desks[0])["review"][two.claims[1]].reps == 1


def test_words_that_stood_here_are_named_when_others_come(two: Table) -> None:
    two.say(1, THEIRS)
    receipt = take_in(*two.desks)
    [told] = receipt.replaced
    assert (told.claim, told.before, told.after) == (two.claims[0], FIRST, THEIRS)


def test_two_ends_are_told_by_short_id_and_text_when_both_did_it(two: Table) -> None:
    now = two.desks[0].clock.now()
    for who in (0, 1):
        two.do(who, c.Close(id=two.claims[0], at=now - (who + 1) * DAY))
    for receipt in two.cross():
        [note] = receipt.notes
        assert short(two.claims[0]) in note
        assert two.claims[0] not in note
        assert FIRST in note
    assert all(not receipt.notes for receipt in two.cross())


def test_what_was_taken_back_here_is_said_when_it_comes_again(two: Table) -> None:
    two.say(1, THEIRS)
    two.do(1, c.Write(draft=Draft(text="Bicycles stand behind the house.")))
    here, there = two.desks
    done = take_in(here, there)
    here.do(c.Undo(tx=done.first_tx, through=done.last_tx))
    for again in (preview_merge(here.pack, exported(there)), take_in(here, there)):
        assert again.nothing_new
        assert again.taken_back == 2
        [note] = again.notes
        assert "2 of its records were taken back here" in note
        assert "`packbench redo`" in note
    two.do(0, c.Pin(id=two.claims[2]))
    [note] = take_in(here, there).notes
    assert f"`packbench redo {(done.last_tx or 0) + 1}`" in note
    here.do(c.Redo(tx=(done.last_tx or 0) + 1))
    after = take_in(here, there)
    assert (after.taken_back, after.notes) == (0, ())


def test_part_of_a_merge_that_was_taken_back_is_counted(two: Table) -> None:
    two.say(1, THEIRS)
    two.do(1, c.Write(draft=Draft(text="Bicycles stand behind the house.")))
    here, there = two.desks
    done = take_in(here, there)
    here.do(c.Undo(tx=done.last_tx))
    again = take_in(here, there)
    assert again.taken_back == 1
    assert "1 of its records was taken back here" in again.notes[0]


# whatever happens between


def something(table: Table, random: Random, who: int) -> None:
    """An act that meets those of others."""
    desk, claim = table.desks[who], random.choice(table.claims[: random.choice((1, 3))])
    rev = desk.claim(claim).rev
    asked = open_of(desk)
    ways: list[c.Command] = [
        c.Edit(id=claim, expect_rev=rev, changes={"text": f"{random.choice(WORDS)} approve {claim[-3:]}."}),
        c.Edit(id=claim, expect_rev=rev, changes={"question": random.choice(WORDS) + "?"}),
        c.Edit(id=claim, expect_rev=rev, changes={"entities": tuple(random.sample(WORDS, 2))}),
        c.Close(id=claim, at=desk.clock.now() - random.randrange(5) * HOUR),
        c.Reopen(id=claim),
        c.Grade(id=claim, grade=random.randint(1, 4)),
        c.Pin(id=claim),
        c.Fire(ids=tuple(random.sample(table.claims, 2))),
        c.Undo(),
    ]
    if asked and random.random() < 0.5:
        chosen = random.choice(asked).id
        ways = [c.Accept(proposal=chosen), c.Decline(proposal=chosen)]
    weights = [8, 1, 1, 1, 1, 2, 1, 1, 1] if len(ways) > 2 else [1, 1]
    [command] = random.choices(ways, weights)
    try:
        table.do(who, command)
    except PackError:
        desk.pass_time(random.choice((HOUR, DAY)))


def take_back_last(table: Table, who: int) -> None:
    desk = table.desks[who]
    if list(desk.pack.log.read())[-1].verb == "merge":
        with suppress(PackError):
            table.do(who, c.Undo())


WORDS = ("Two", "Three", "Five", "Nine", "Many")


def crossed_rounds(random: Random, *, packs_: int, rounds: int, taken_back: float = 0) -> None:
    """Acts and merges in turn; `taken_back` is how often the last record of a merge is undone at once."""
    with packs() as made:
        table = Table.laid(made, packs_, claims=3)
        for _ in range(rounds):
            for who in range(packs_):
                for _ in range(random.randrange(3)):
                    something(table, random, who)
            if packs_ == 2 or random.random() < 0.4:
                table.cross()
            else:
                old = [exported(desk) for desk in table.desks]
                for into, source in random.sample(list(permutations(range(packs_), 2)), 3):
                    named_merge(table.desks[into], old[source], two=False)
            for who in range(packs_ if taken_back else 0):
                if random.random() < taken_back:
                    take_back_last(table, who)
        table.rest(2 if packs_ == 2 else 4)


@few
@given(random=RANDOMS)
def test_two_packs_whose_merges_cross_agree_and_rest(random: Random) -> None:
    crossed_rounds(random, packs_=2, rounds=random.randint(2, 4))


@few
@given(random=RANDOMS)
def test_three_packs_whose_merges_cross_in_any_order_agree_and_rest(random: Random) -> None:
    crossed_rounds(random, packs_=3, rounds=random.randint(2, 4))


@pytest.mark.slow
@pytest.mark.parametrize("packs_", [2, 3])
@pytest.mark.parametrize("seed", [*range(30), 99])  # 99: an undo made one live that a person had declined
def test_packs_that_took_back_parts_of_their_merges_agree_and_rest(seed: int, packs_: int) -> None:
    crossed_rounds(Random(seed), packs_=packs_, rounds=4, taken_back=0.5)


@pytest.mark.slow
@pytest.mark.parametrize("packs_", [2, 3])
@pytest.mark.parametrize("seed", range(50))
def test_packs_whose_merges_cross_often_agree_and_rest(seed: int, packs_: int) -> None:
    crossed_rounds(Random(seed), packs_=packs_, rounds=4)


def test_an_old_record_whose_decision_has_no_name_of_its_own_is_read_as_before(two: Table) -> None:
    """Packs that merged before decisions were named by what they say."""
    two.say(0, OURS)
    two.say(1, THEIRS)
    take_in(*two.desks)
    incoming = exported(two.desks[0])
    last = incoming.records[-1]
    told = msgspec.msgpack.decode(last.payload, type=c.Merge)
    bare = msgspec.structs.replace(
        told, carried={name: act for name, act in told.carried.items() if name not in told.decided}
    )
    old = msgspec.structs.replace(last, payload=msgspec.msgpack.encode(bare))
    merge_pack(two.desks[1].pack, msgspec.structs.replace(incoming, records=(*incoming.records[:-1], old)))
    assert differences(*two.desks) == []
