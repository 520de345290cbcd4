"""Two packs that went their own ways are made one again: nothing is lost, twice is once, and both agree."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings

from core.clocks.instants import EARLIEST
from core.errors import PackError
from core.pack import commands as c
from core.pack.handover import check_pack
from core.pack.merging import preview_merge
from core.pack.merging_values import same
from tests.core.pack.desk import Desk, read_all
from tests.core.pack.laws import COSTLY, LAWS, Memory, Step, edges, spread, take
from tests.core.pack.parted import differences, exported, go_on, heads, packs, parted, past, take_in
from tests.core.pack.walks import RANDOMS, SEATS, STEPS, Asked, Seeded, Walker

few = settings(
    max_examples=8,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a walk shrinks for minutes
    suppress_health_check=list(HealthCheck),
)

OF_A_PACK = ("I4", "I5", "key", "proposals", "links", "I16", "I17", "readable")
"""Laws that ask only what a pack holds."""


def holds(desk: Desk) -> None:
    """What the laws ask of any pack, after a merge."""
    memory = Memory.of(desk)
    step = Step(desk, Asked(c.Undo(), "ana"), PackError("."), memory, PackError("."), memory)
    for name in OF_A_PACK:
        LAWS[name](step)


@few
@given(random=RANDOMS)
def test_after_each_has_taken_in_the_other_both_hold_the_same(random: Random) -> None:
    """Every table but the settings, whatever was done on either side; and both are told of it."""
    with parted(random, common=14, own=22) as (here, there):
        first = take_in(here, there)
        holds(here)
        waited = set(there.pack.reader.held.open_proposals)
        back = take_in(there, here)
        assert differences(here, there) == []
        assert (back.clashes, sorted(back.notes)) == ((), sorted(first.notes))
        assert back.proposals_opened == len(set(there.pack.reader.held.open_proposals) - waited)
        holds(there)


@few
@given(random=RANDOMS)
def test_twice_is_once_and_what_was_taken_in_is_known_on_the_way_back(random: Random) -> None:
    with parted(random) as (here, there):
        first = take_in(here, there)
        before = past(here)
        again = take_in(here, there)
        assert again.nothing_new
        assert again.known == first.records + first.known
        assert past(here) == before
        take_in(there, here)
        assert take_in(here, there).nothing_new
        assert take_in(there, here).nothing_new


@few
@given(random=RANDOMS)
def test_no_past_belief_changes(random: Random) -> None:
    with parted(random) as (here, there):
        before, memory = past(here), Memory.of(here)
        dates = [at for at in spread(edges(memory), 4) if EARLIEST < at <= memory.t_tx]
        told = {at: read_all(here.pack, at, at) for at in dates}
        take_in(here, there)
        after = past(here)
        assert all(after[key][: len(chain)] == chain for key, chain in before.items())
        assert {at: read_all(here.pack, at, at) for at in dates} == told


@few
@example(random=Seeded(29))
@given(random=RANDOMS)
def test_no_claim_deed_or_decline_of_theirs_is_lost(random: Random) -> None:
    with parted(random) as (here, there):
        known = {key for table, key in past(here) if table == "declined"}  # taken back here it stays so
        receipt = take_in(here, there)
        mine, theirs = heads(here), heads(there)
        assert theirs["claim"].keys() <= mine["claim"].keys()
        assert theirs["declined"].keys() <= mine["declined"].keys() | known
        for claim_id, claim in theirs["claim"].items():
            texts = {line.claim.text for line in here.pack.history(claim_id)}
            versions = {one.text for one in mine["claim"].values()}
            assert claim.text in texts | versions
        for claim in mine["claim"].values():
            assert claim.state == "undone" or all(accession in mine["deed"] for accession in claim.deeds)
        for proposal in here.pack.reader.held.open_proposals.values():
            assert "|".join(sorted((proposal.new, proposal.old))) not in mine["declined"]
        assert set(receipt.claims_added) <= mine["claim"].keys()


@few
@given(random=RANDOMS)
def test_a_preview_writes_nothing_and_says_what_the_merge_does(random: Random) -> None:
    with parted(random) as (here, there):
        before, incoming = past(here), exported(there)
        seen = preview_merge(here.pack, incoming)
        assert past(here) == before
        done = take_in(here, there)
        assert seen.records == done.records == (done.last_tx or 0) - (done.first_tx or 1) + 1
        for name in ("known", "claims_added", "claims_changed", "clashes", "proposals_opened", "settings"):
            assert getattr(seen, name) == getattr(done, name)


@few
@given(random=RANDOMS)
def test_the_file_is_sound_after_a_merge_and_says_the_same_when_it_is_opened_again(random: Random) -> None:
    with parted(random) as (here, there):
        take_in(here, there)
        before = past(here)
        here.reopen_file()
        assert past(here) == before
        here.pack.close()
        report = check_pack(here.pack.path)
        assert report.ok, report


@few
@example(random=Seeded(644))  # the last record of a merge is undone, and brings back a question
@given(random=RANDOMS)
def test_every_law_holds_of_what_comes_after_a_merge(random: Random) -> None:
    with parted(random) as (here, there):
        take_in(here, there)
        walker = Walker(here, random)
        for number in range(12):
            step = take(here, walker.ask())
            for name, law in LAWS.items():
                if name not in COSTLY or number % 6 == 5:
                    law(step)


@few
@given(random=RANDOMS)
def test_a_merge_is_taken_back_as_a_range(random: Random) -> None:
    with parted(random) as (here, there):
        before = heads(here)["claim"]
        receipt = take_in(here, there)
        if receipt.first_tx is None:
            return
        merged = heads(here)
        taken_back = here.do(c.Undo(tx=receipt.first_tx, through=receipt.last_tx))
        for claim_id, claim in heads(here)["claim"].items():
            if claim_id in before:
                assert (claim.text, claim.state) == (before[claim_id].text, before[claim_id].state)
            else:
                assert claim.state == "undone"
        assert take_in(here, there).nothing_new
        if taken_back.tx is None:  # a merge of settings alone: they stay as they are here
            return
        here.do(c.Redo())
        again = heads(here)
        for table in ("claim", "deed", "link", "review", "declined", "use"):
            assert again[table].keys() == merged[table].keys()
            assert all(same(table, again[table][key], merged[table][key]) for key in again[table])


class Quarrel(Walker):
    """Draws commands that meet the same few claims again and again."""

    def some(self) -> str:
        return self.random.choice(self._ids()[:6])

    def ask(self) -> Asked:
        self.desk.pass_time(self.random.choice(STEPS))
        verb = self.random.choice(QUARRELS) if self._ids() else "write"
        return Asked(getattr(self, verb)(), self.random.choice(SEATS))


QUARRELS = (
    *["edit"] * 6, *["close"] * 3, *["grade"] * 3, "fire", "fire", "reopen", "reopen", "retract", "rest",
    "pin", "no_longer_true", "accept", "decline", "undo", "redo", "cite", "put_deed", "write", "consolidate",
)  # fmt: skip


def quarrel(desk: Desk, random: Random, steps: int) -> None:
    walker = Quarrel(desk, random)
    for _ in range(steps):
        asked = walker.ask()
        try:
            desk.do(asked.command, by=asked.by)
        except PackError:
            continue


@settings(few, max_examples=3)
@given(random=RANDOMS)
def test_three_packs_that_meet_in_any_order_agree_in_the_end(random: Random) -> None:
    """Acts that came through a third pack are known again; merges of merges, and crossing ones, too."""
    gossip(random, rounds=8)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_three_packs_that_meet_often_agree_in_the_end(seed: int) -> None:
    gossip(Random(seed), rounds=14)


def gossip(random: Random, rounds: int) -> None:
    with packs() as made:
        first = made.new("first")
        go_on(first, random, 10)
        desks = [first, made.copy(first, "second"), made.copy(first, "third")]
        for _ in range(rounds):
            quarrel(random.choice(desks), random, 8)
            if random.random() < 0.6:
                into, source = random.sample(desks, 2)
                before = past(into)
                take_in(into, source)
                after = past(into)
                assert all(after[key][: len(chain)] == chain for key, chain in before.items())
                assert take_in(into, source).nothing_new
        one, two, three = desks
        for into, source in ((one, two), (one, three), (two, one), (three, one)):
            take_in(into, source)
        for desk in desks:
            holds(desk)
            assert differences(one, desk) == []
            assert all(take_in(desk, other).nothing_new for other in desks if other is not desk)
