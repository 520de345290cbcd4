"""What a merge makes of what both packs changed: one case a rule, as a person would tell it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from core.claims.claim import Claim
from core.claims.draft import Draft
from core.claims.ids import short
from core.claims.proposal import Proposal
from core.clocks.instants import DAY, HOUR, Instant
from core.errors import Refused
from core.pack import commands as c
from core.pack.merging import merge_pack
from core.pack.merging_rivals import MERGED
from core.pack.merging_values import joined_weight, same
from core.state.view import View
from core.store import tables
from core.store.record import Effect
from tests.core.pack.desk import Desk
from tests.core.pack.parted import Packs, differences, exported, heads, packs, take_in

TEXT = "The gateway listens on port 8080."
OURS, THEIRS = "The gateway listens on port 9090.", "The gateway listens on port 7070."


@dataclass
class Two:
    """A pack with one claim, and a copy of it."""

    made: Packs
    here: Desk
    there: Desk
    claim: str

    def edit(self, desk: Desk, **changes: Any) -> None:
        rev = desk.claim(self.claim).rev
        desk.pass_time(HOUR)
        desk.do(c.Edit(id=self.claim, expect_rev=rev, changes=changes))

    def close(self, desk: Desk, at: Instant, **told: Any) -> None:
        desk.pass_time(HOUR)
        desk.do(c.Close(id=self.claim, at=at, **told))

    def both_agree(self) -> None:
        take_in(self.there, self.here)
        assert differences(self.here, self.there) == []


@pytest.fixture
def two() -> Iterator[Two]:
    with packs() as made:
        here = made.new("here")
        claim = here.write(TEXT, entities=("gateway",)).id or ""
        here.pass_time(10 * DAY)
        yield Two(made, here, made.copy(here, "there"), claim)


def open_of(desk: Desk) -> list[Proposal]:
    return list(desk.pack.proposals(View(workspace=None)))


def live(desk: Desk) -> set[str]:
    return {line.claim.text for line in desk.pack.claims(View(workspace=None))}


# one side only, or both alike


def test_what_one_side_changed_is_taken_with_its_history(two: Two) -> None:
    two.edit(two.there, text=OURS)
    two.edit(two.there, question="Which port?")
    written = two.there.write("Restart the gateway after a deploy.", by="maya").id or ""
    at = two.here.pack.last_t_tx()
    receipt = take_in(two.here, two.there)
    assert (receipt.records, receipt.claims_added, receipt.claims_changed) == (3, (written,), (two.claim,))
    assert [line.claim.text for line in two.here.pack.history(two.claim)] == [TEXT, OURS, OURS]
    assert all(line.claim.t_recorded > at for line in two.here.pack.history(two.claim)[1:])
    assert two.here.claim(written).author == "maya"
    record = two.here.pack.log.record(receipt.first_tx or 0)
    origin = msgspec.msgpack.decode(record.payload, type=c.Merge)
    assert (record.verb, record.actor, origin.did, origin.tx) == ("merge", "ana", "edit", 2)
    assert origin.lineage == two.there.pack.log.pack_id
    assert origin.t_tx == two.there.pack.log.record(2).t_tx


def test_what_only_we_changed_stays(two: Two) -> None:
    two.edit(two.here, text=OURS)
    two.there.do(c.PutDeed(body="Nothing to do with it."))
    receipt = take_in(two.here, two.there)
    assert (receipt.claims_changed, receipt.clashes) == ((), ())
    assert two.here.claim(two.claim).text == OURS


def test_the_same_change_on_both_sides_is_no_clash(two: Two) -> None:
    two.edit(two.here, text=OURS)
    two.there.pass_time(HOUR)
    two.edit(two.there, text=OURS)
    receipt = take_in(two.here, two.there)
    assert (receipt.records, receipt.claims_changed, receipt.clashes) == (1, (), ())
    two.both_agree()


def test_fields_that_one_side_each_changed_are_combined(two: Two) -> None:
    two.edit(two.here, text=OURS)
    two.edit(two.there, question="Which port?", entities=("gateway", "port"))
    two.there.do(c.Pin(id=two.claim))
    receipt = take_in(two.here, two.there)
    claim = two.here.claim(two.claim)
    assert (claim.text, claim.question, claim.pinned) == (OURS, "Which port?", True)
    assert set(claim.entities) == {"gateway", "port"}
    assert receipt.clashes == ()
    two.both_agree()


# a clash


def clash(two: Two) -> tuple[Proposal, Claim]:
    two.edit(two.here, text=OURS)
    two.edit(two.there, text=THEIRS)
    receipt = take_in(two.here, two.there)
    [told] = receipt.clashes
    assert (told.claim, told.ours, told.theirs, told.fields) == (two.claim, OURS, THEIRS, ("text",))
    [proposal] = open_of(two.here)
    return proposal, two.here.claim(proposal.new)


def test_a_clash_keeps_ours_and_ties_theirs_to_it(two: Two) -> None:
    proposal, theirs = clash(two)
    assert (proposal.old, proposal.source, proposal.rule) == (two.claim, "merge", "merge")
    assert proposal.figures == {"fields": "text"}
    assert two.here.claim(two.claim).text == OURS
    assert (theirs.text, theirs.author, theirs.key) == (THEIRS, "ana", None)
    note = theirs.extra[MERGED]
    assert (note["claim"], note["pack"], note["tx"]) == (two.claim, two.there.pack.log.pack_id, 2)
    assert live(two.here) == {OURS, THEIRS}
    two.both_agree()


def test_accepting_lets_our_claim_say_what_theirs_says(two: Two) -> None:
    proposal, theirs = clash(two)
    two.here.do(c.Grade(id=two.claim, grade=3))
    receipt = two.here.do(c.Accept(proposal=proposal.id))
    assert live(two.here) == {THEIRS}
    assert two.here.claim(two.claim).text == THEIRS
    assert two.here.claim(theirs.id).state == "retracted"
    assert set(receipt.changed) == {two.claim, theirs.id}
    assert heads(two.here)["review"][two.claim].reps == 1
    two.here.do(c.Undo())
    assert live(two.here) == {OURS, THEIRS}
    two.here.do(c.Redo())
    two.both_agree()
    assert live(two.there) == {THEIRS}


def test_declining_keeps_ours_and_theirs_can_be_read(two: Two) -> None:
    proposal, theirs = clash(two)
    two.here.do(c.Decline(proposal=proposal.id, why="the new port holds"))
    assert live(two.here) == {OURS}
    assert two.here.claim(theirs.id).text == THEIRS
    assert open_of(two.here) == []
    assert take_in(two.here, two.there).nothing_new
    two.both_agree()
    assert (live(two.there), open_of(two.there)) == ({OURS}, [])


def test_a_further_change_of_theirs_takes_the_place_of_the_one_that_waits(two: Two) -> None:
    _, first = clash(two)
    two.edit(two.there, text="The gateway listens on port 6060.")
    take_in(two.here, two.there)
    [proposal] = open_of(two.here)
    assert two.here.claim(proposal.new).text == "The gateway listens on port 6060."
    assert two.here.claim(first.id).state == "retracted"
    two.both_agree()


def test_both_merge_at_once_and_agree_after_one_more_exchange(two: Two) -> None:
    two.edit(two.here, text=OURS)
    two.edit(two.there, text=THEIRS)
    mine, other = exported(two.here), exported(two.there)
    merge_pack(two.here.pack, other)
    merge_pack(two.there.pack, mine)
    assert (two.here.claim(two.claim).text, two.there.claim(two.claim).text) == (OURS, THEIRS)
    assert live(two.here) == live(two.there) == {OURS, THEIRS}
    take_in(two.here, two.there)
    two.both_agree()
    assert live(two.there) == {OURS, THEIRS}


def test_a_clash_with_a_claim_that_they_gave_up_leaves_no_proposal(two: Two) -> None:
    two.edit(two.here, text=OURS)
    two.edit(two.there, text=THEIRS)
    two.there.do(c.Retract(id=two.claim, why="a slip"))
    take_in(two.here, two.there)
    assert (live(two.here), open_of(two.here)) == (set(), [])
    assert {claim.text for claim in heads(two.here)["claim"].values()} == {OURS, THEIRS}
    two.both_agree()


# endings


def test_both_closed_it_and_the_earlier_end_stands_with_its_cause(two: Two) -> None:
    now = two.here.clock.now()
    two.close(two.here, now - DAY, why="seen on Monday")
    two.close(two.there, now - 2 * DAY, why="seen on Sunday")
    receipt = take_in(two.here, two.there)
    claim = two.here.claim(two.claim)
    assert claim.t_invalid == now - 2 * DAY
    assert claim.closing is not None
    assert claim.closing.why == "seen on Sunday"
    assert claim.closing.t_tx == claim.t_recorded
    assert (receipt.clashes, open_of(two.here)) == ((), [])
    [note] = receipt.notes
    assert "both packs ended" in note
    merge = msgspec.msgpack.decode(two.here.pack.log.record(receipt.first_tx or 0).payload, type=c.Merge)
    assert merge.notes == (note,)
    two.here.do(c.Reopen(id=two.claim))
    assert two.here.claim(two.claim).t_invalid is None


def test_two_successors_of_one_claim_are_left_to_a_person(two: Two) -> None:
    for desk, text, start in ((two.here, OURS, -DAY), (two.there, THEIRS, -2 * DAY)):
        draft = Draft(
            text=text, entities=("gateway",), supersedes=(two.claim,), t_valid=desk.clock.now() + start
        )
        desk.do(c.Write(draft=draft))
    take_in(two.here, two.there)
    [proposal] = open_of(two.here)
    sides = two.here.claim(proposal.new).text, two.here.claim(proposal.old).text
    assert (*sides, proposal.source) == (OURS, THEIRS, "merge"), "the newer one begins later"
    two.both_agree()
    two.here.do(c.Decline(proposal=proposal.id))
    assert {OURS, THEIRS} <= live(two.here), "two claims of their own: both may hold"


def test_one_reopens_what_the_other_ends_sooner_is_a_clash(two: Two) -> None:
    at = two.here.clock.now() + 5 * DAY
    for desk in (two.here, two.there):
        two.close(desk, at)
    with packs() as made:
        here = two.here
        there = made.copy(here, "there")
        here.do(c.Reopen(id=two.claim))
        two.close(there, at - 2 * DAY)
        receipt = take_in(here, there)
        assert receipt.clashes[0].fields == ("end",)
        assert here.claim(two.claim).t_invalid is None
        [proposal] = open_of(here)
        here.do(c.Accept(proposal=proposal.id))
        assert here.claim(two.claim).t_invalid == at - 2 * DAY


def test_a_combined_window_that_would_be_empty_is_a_clash(two: Two) -> None:
    now = two.here.clock.now()
    two.close(two.here, now - 8 * DAY)
    two.edit(two.there, t_valid=now - 6 * DAY)
    receipt = take_in(two.here, two.there)
    assert receipt.clashes[0].fields == ("start",)
    claim = two.here.claim(two.claim)
    assert claim.t_valid is not None
    assert claim.t_valid < (claim.t_invalid or 0)
    two.both_agree()


def test_what_they_took_back_is_taken_back_here(two: Two) -> None:
    written = two.there.write("Restart the gateway after a deploy.").id or ""
    take_in(two.here, two.there)
    two.there.do(c.Undo())
    take_in(two.here, two.there)
    assert two.here.claim(written).state == "undone"
    two.there.do(c.Redo())
    take_in(two.here, two.there)
    assert two.here.claim(written).believed
    two.both_agree()


# keys


def keyed(desk: Desk, text: str, start: Instant) -> str:
    return desk.do(c.Write(draft=Draft(text=text, key="port", t_valid=start))).id or ""


def test_a_key_holds_one_claim_and_each_ends_where_the_next_begins(two: Two) -> None:
    now = two.here.clock.now()
    mine, other = keyed(two.here, OURS, now - 3 * DAY), keyed(two.there, THEIRS, now - DAY)
    take_in(two.here, two.there)
    ours, theirs = two.here.claim(mine), two.here.claim(other)
    assert (ours.t_invalid, theirs.t_invalid) == (now - DAY, None)
    assert ours.closing is not None
    assert (ours.closing.rule, ours.closing.by) == ("key", other)
    two.both_agree()
    assert two.there.claim(mine).t_invalid == now - DAY


def held_out(two: Two) -> tuple[str, str, Proposal]:
    start = two.here.clock.now() - DAY
    mine = keyed(two.here, "Requests come in at number nine.", start)
    other = keyed(two.there, "Seven is what callers dial.", start)
    take_in(two.here, two.there)
    [proposal] = open_of(two.here)
    assert (proposal.new, proposal.old, proposal.source) == (other, mine, "held")
    assert (two.here.claim(mine).key, two.here.claim(other).key) == ("port", None)
    return mine, other, proposal


def test_of_two_claims_of_a_key_from_one_instant_theirs_is_held_out(two: Two) -> None:
    held_out(two)
    two.both_agree()


def test_accepting_what_was_held_out_gives_it_the_key(two: Two) -> None:
    mine, other, proposal = held_out(two)
    two.here.do(c.Accept(proposal=proposal.id))
    assert two.here.claim(other).key == "port"
    assert MERGED not in two.here.claim(other).extra
    assert not two.here.claim(mine).believed
    two.both_agree()


def test_declining_what_was_held_out_sets_it_aside(two: Two) -> None:
    mine, other, proposal = held_out(two)
    two.here.do(c.Decline(proposal=proposal.id))
    assert two.here.claim(mine).believed
    assert not two.here.claim(other).believed
    two.both_agree()


# review, links, pairs


def test_grades_of_both_are_replayed_in_order_at_most_one_a_day(two: Two) -> None:
    """The state is that of one pack in which all the grades were given."""
    one = two.made.copy(two.here, "one")
    for desk, wait, grade in (
        (two.here, DAY, 3), (two.there, 4 * DAY, 1), (two.here, 9 * DAY, 4), (two.there, 9 * DAY + HOUR, 2),
    ):  # fmt: skip
        at = one.clock.now() + wait
        for each in (desk, one):
            each.clock.set(at)
        desk.do(c.Grade(id=two.claim, grade=grade))
        if grade != 2:  # the second of that day is not asked for in one pack
            one.do(c.Grade(id=two.claim, grade=grade))
        one.clock.set(at - wait)
    take_in(two.here, two.there)
    here, alone = (heads(desk)["review"][two.claim] for desk in (two.here, one))
    assert here == alone
    assert (here.reps, here.lapses) == (3, 1)
    two.both_agree()


def test_a_grade_that_they_took_back_is_not_replayed(two: Two) -> None:
    two.here.pass_time(DAY)
    two.here.do(c.Grade(id=two.claim, grade=3))
    with packs() as made:
        there = made.copy(two.here, "there")
        there.do(c.Undo())
        two.here.pass_time(3 * DAY)
        two.here.do(c.Grade(id=two.claim, grade=4))
        take_in(two.here, there)
        review = heads(two.here)["review"][two.claim]
        assert (review.reps, review.last_grade) == (1, 4)


def test_grades_joined_once_are_joined_again_with_later_ones(two: Two) -> None:
    for round_ in range(3):
        for desk, wait in ((two.here, DAY), (two.there, 3 * DAY)):
            desk.pass_time(wait + round_ * 20 * DAY)
            desk.do(c.Grade(id=two.claim, grade=3))
        take_in(two.here, two.there)
        assert heads(two.here)["review"][two.claim].reps == 2 * (round_ + 1)
        two.both_agree()


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "joined"),
    [
        (0.5, 0.55, 0.5, 0.55),
        (0.5, 0.55, 0.55, 0.595),
        (0.5, 0.49, 0.49, 0.4802),
        (0.5, 0.55, 0.49, 0.539),
        (None, 0.55, 0.5, 0.55),
        (0.5, None, 0.55, 0.55),
        (0.9, 0.5, 0.5, 0.9 * 25 / 81),
        (1.0, 1.0, 0.98, 0.98),
    ],
)
def test_two_weights_are_joined_as_if_one_pack_had_done_both(
    base: float | None, ours: float | None, theirs: float | None, joined: float
) -> None:
    assert joined_weight(base, ours, theirs) == pytest.approx(joined)
    assert joined_weight(base, theirs, ours) == pytest.approx(joined)


def test_uses_add_up_and_links_gain_from_both(two: Two) -> None:
    with packs() as made:
        here = two.here
        other = here.write("The gateway logs to the disk.", entities=("gateway",)).id or ""
        there = made.copy(here, "there")
        for desk, wait in ((here, 2 * HOUR), (there, 3 * HOUR)):
            desk.pass_time(wait)
            desk.do(c.Fire(ids=(two.claim, other)))
        there.pass_time(2 * HOUR)
        there.do(c.Fire(ids=(two.claim, other)))
        take_in(here, there)
        assert here.pack.reader.held.links.peers(two.claim)[other] == pytest.approx(1 - 0.5 * 0.9**3)
        assert heads(here)["use"][two.claim] == 3
        take_in(there, here)
        assert differences(here, there) == []


def test_one_use_on_each_side_is_two_and_links_gain_from_both(two: Two) -> None:
    """Two values that are alike by chance; after merges that crossed they are one, and not counted again."""
    with packs() as made:
        here = two.here
        other = here.write("The gateway logs to the disk.", entities=("gateway",)).id or ""
        there, third = made.copy(here, "there"), made.copy(here, "third")
        for desk, wait in ((here, 2 * HOUR), (there, 3 * HOUR)):
            desk.pass_time(wait)
            desk.do(c.Fire(ids=(two.claim, other)))
        take_in(third, here)
        crossed = made.copy(there, "crossed")
        for into, source in ((here, there), (crossed, here), (there, crossed), (third, there), (here, third)):
            take_in(into, source)
        for desk in (here, there, third, crossed):
            assert desk.pack.reader.held.links.peers(two.claim)[other] == pytest.approx(1 - 0.5 * 0.9**2)
            assert heads(desk)["use"][two.claim] == 2


def test_a_claim_keeps_eight_links_and_the_weakest_that_came_in_are_left_out(two: Two) -> None:
    for desk, kind in ((two.here, "cache"), (two.there, "queue")):
        for number in range(6):
            desk.pass_time(HOUR)
            ids = (two.claim, desk.write(f"The {kind} of rack {number} is full.", entities=()).id or "")
            desk.do(c.Fire(ids=ids))
    receipt = take_in(two.here, two.there)
    peers = two.here.pack.reader.held.links.peers
    assert (len(peers(two.claim)), receipt.links_left_out) == (8, 4)
    assert all(two.claim in peers(peer) for peer in peers(two.claim))
    two.both_agree()


def test_a_pair_that_they_declined_never_comes_back(two: Two) -> None:
    two.here.do(c.Configure(name="policy", value="propose"))
    newer = two.here.write(OURS, entities=("gateway",)).id or ""
    [proposal] = open_of(two.here)
    there = two.made.copy(two.here, "later")
    there.do(c.Decline(proposal=proposal.id))
    two.edit(two.here, question="Which port?")
    two.here.do(c.Consolidate(workspace="default"))
    assert {one.old for one in open_of(two.here)} == {two.claim}
    take_in(two.here, there)
    assert open_of(two.here) == []
    assert "|".join(sorted((newer, two.claim))) in heads(two.here)["declined"]
    two.here.do(c.Consolidate(workspace="default"))
    assert open_of(two.here) == []


def test_a_proposal_lapses_when_the_other_pack_changed_one_of_the_two(two: Two) -> None:
    two.here.do(c.Configure(name="policy", value="propose"))
    two.here.write(OURS, entities=("gateway",))
    assert len(open_of(two.here)) == 1
    two.edit(two.there, text="The gateway listens on no port at all.")
    receipt = take_in(two.here, two.there)
    assert (receipt.proposals_lapsed, open_of(two.here)) == (1, [])


def test_both_decided_a_proposal_differently_and_the_acceptance_stands(two: Two) -> None:
    two.here.do(c.Configure(name="policy", value="propose"))
    two.here.pass_time(DAY)
    two.here.write(OURS, entities=("gateway",))
    [proposal] = open_of(two.here)
    there = two.made.copy(two.here, "later")
    two.here.do(c.Accept(proposal=proposal.id))
    there.do(c.Decline(proposal=proposal.id), by="ben")
    from_here, from_there = exported(two.here), exported(there)
    told = f"ana accepted proposal {short(proposal.id)}, and ben declined it; accepted stands"
    for into, incoming in ((two.here, from_there), (there, from_here)):
        receipt = merge_pack(into.pack, incoming)
        assert heads(into)["proposal"][proposal.id].status == "accepted"
        assert any(told in note for note in receipt.notes)


def test_our_settings_stand_and_the_others_are_told(two: Two) -> None:
    two.there.do(c.Configure(name="retention", value=0.8))
    receipt = take_in(two.here, two.there)
    [told] = receipt.settings
    assert (told.name, told.ours, told.theirs) == ("retention", None, 0.8)
    assert two.here.pack.setting("retention") == 0.9
    assert take_in(two.here, two.there).nothing_new


# evidence


def test_a_deed_that_they_took_back_stays_while_ours_leans_on_it(two: Two) -> None:
    deed = two.here.do(c.PutDeed(body="Seen on site.")).id or ""
    there = two.made.copy(two.here, "later")
    there.do(c.Undo())
    two.here.do(c.Cite(id=two.claim, deed=deed))
    take_in(two.here, there)
    assert heads(two.here)["deed"][deed].body == "Seen on site."
    take_in(there, two.here)
    assert differences(two.here, there) == []


def test_one_accession_with_two_texts_is_refused_and_changes_nothing(two: Two) -> None:
    deed = two.here.do(c.PutDeed(body="Seen on site.")).id or ""
    two.there.do(c.PutDeed(body="Never seen."))
    incoming = exported(two.there)
    last = incoming.records[-1]
    [effect] = last.effects
    forged = Effect.put(tables.DEED, deed, msgspec.structs.replace(effect.value, accession=deed))
    records = (*incoming.records[:-1], msgspec.structs.replace(last, effects=(forged,)))
    tx = two.here.pack.last_t_tx()
    with pytest.raises(Refused, match=f"{deed} is other evidence here"):
        merge_pack(two.here.pack, msgspec.structs.replace(incoming, records=records))
    assert two.here.pack.last_t_tx() == tx


# packs that were never one


def test_a_pack_of_another_lineage_comes_in_whole(two: Two) -> None:
    stranger = two.made.new("stranger")
    stranger.write("The cache holds eleven nodes.", by="maya")
    stranger.write("Restart the cache after a deploy.", by="maya")
    receipt = take_in(two.here, stranger)
    assert (receipt.records, receipt.known, len(receipt.claims_added)) == (2, 0, 2)
    take_in(stranger, two.here)
    assert differences(two.here, stranger) == []


def test_a_claim_that_both_wrote_under_one_id_is_a_clash(two: Two) -> None:
    stranger = two.made.new("stranger")
    stranger.write("Another claim by chance.", by="maya")
    incoming = exported(stranger)
    [record] = incoming.records
    renamed = tuple(
        Effect.put(one.table, two.claim, msgspec.structs.replace(one.value, id=two.claim))
        for one in record.effects
        if one.table == tables.CLAIM
    )
    records = (msgspec.structs.replace(record, effects=renamed),)
    receipt = merge_pack(two.here.pack, msgspec.structs.replace(incoming, records=records))
    assert {"text", "author"} <= set(receipt.clashes[0].fields)
    assert two.here.claim(two.claim).text == TEXT
    [proposal] = open_of(two.here)
    assert two.here.claim(proposal.new).text == "Another claim by chance."


def test_a_record_that_pretends_to_be_a_merge_is_taken_as_an_act_of_its_own(two: Two) -> None:
    two.edit(two.there, text=THEIRS)
    incoming = exported(two.there)
    forged = msgspec.structs.replace(incoming.records[-1], verb="merge", payload=b"\xc0")
    records = (*incoming.records[:-1], forged)
    receipt = merge_pack(two.here.pack, msgspec.structs.replace(incoming, records=records))
    assert (receipt.records, two.here.claim(two.claim).text) == (1, THEIRS)


def test_values_are_the_same_whenever_a_pack_wrote_them_down(two: Two) -> None:
    claim = two.here.claim(two.claim)
    assert same(tables.CLAIM, claim, msgspec.structs.replace(claim, rev=9, t_recorded=1, t_created=1))
    assert not same(tables.CLAIM, claim, msgspec.structs.replace(claim, text=OURS))
    assert same(tables.LINK, None, None)
    assert not same(tables.LINK, None, 0.5)
