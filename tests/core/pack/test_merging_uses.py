"""Uses of claims in packs that merge: every use that was made counts once, whoever met whom."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import msgspec
import pytest

from core.clocks.instants import DAY, HOUR
from core.pack import commands as c
from core.pack.commands import Merge
from core.pack.handover import Incoming
from core.pack.merging import merge_pack
from core.pack.merging_sides import read_merge
from core.store.record import LogRecord
from tests.core.pack.desk import Desk
from tests.core.pack.parted import Packs, differences, exported, heads, packs, take_in

TEXTS = (
    "The gateway listens on port 8080.",
    "Coffee comes from a machine downstairs.",
    "The lamp in the hall is red.",
    "Bicycles stand behind the house.",
)


class Three:
    """Three packs of one past, the uses that were made, and who knows of which."""

    def __init__(self, made: Packs) -> None:
        first = made.new("ana")
        self.claims = [first.write(text).id or "" for text in TEXTS]
        first.pass_time(10 * DAY)
        self.desks = [first, made.copy(first, "ben"), made.copy(first, "cyn")]
        self.made: list[tuple[str, ...]] = []
        self.known: list[set[int]] = [set(), set(), set()]

    def use(self, who: int, *claims: str) -> None:
        now = max(desk.clock.now() for desk in self.desks) + 2 * HOUR
        self.desks[who].clock.set(now)
        assert self.desks[who].do(c.Fire(ids=claims)).outcome == "update"
        self.known[who].add(len(self.made))
        self.made.append(claims)

    def meet(self, into: int, source: int) -> None:
        take_in(self.desks[into], self.desks[source])
        self.known[into] |= self.known[source]

    def cross(self, one: int, other: int) -> None:
        before = exported(self.desks[one])
        take_in(self.desks[one], self.desks[other])
        merge_pack(self.desks[other].pack, before)
        self.known[one] |= self.known[other]
        self.known[other] |= self.known[one]

    def counted(self, who: int) -> Counter[str]:
        return Counter(claim for number in self.known[who] for claim in self.made[number])

    def hold(self) -> None:
        for who, desk in enumerate(self.desks):
            assert Counter(heads(desk)["use"]) == self.counted(who)


@pytest.mark.parametrize("seed", range(6))
def test_the_uses_of_three_packs_are_those_that_were_made_whoever_met_whom(seed: int) -> None:
    random = Random(seed)
    with packs() as made:
        three = Three(made)
        for _ in range(24):
            if random.random() < 0.55:
                three.use(random.randrange(3), *random.sample(three.claims, random.randint(2, 3)))
            elif random.random() < 0.6:
                three.meet(*random.sample(range(3), 2))
            else:
                three.cross(*random.sample(range(3), 2))
            three.hold()
        for one, other in (*combinations(range(3), 2), *combinations(range(3), 2)):
            three.cross(one, other)
        three.hold()
        assert [one for one in differences(*three.desks[:2]) if one[0] == "use"] == []
        last = [desk.pack.log.last()[0] for desk in three.desks]
        for one, other in combinations(range(3), 2):
            three.cross(one, other)
        assert [desk.pack.log.last()[0] for desk in three.desks] == last


def test_what_two_got_through_a_third_counts_once() -> None:
    with packs() as made:
        three = Three(made)
        one, other = three.claims[:2]
        three.use(2, one, other)
        three.meet(0, 2)
        three.use(0, one, other)
        three.meet(1, 2)
        three.use(1, one, other)
        three.cross(0, 1)
        three.hold()


def test_a_use_that_was_taken_back_is_taken_back_in_every_pack() -> None:
    with packs() as made:
        three = Three(made)
        one, other = three.claims[:2]
        three.use(2, one, other)
        for who in (0, 1):
            three.meet(who, 2)
            three.use(who, one, other)
        three.desks[0].pass_time(HOUR)
        three.desks[0].do(c.Undo())
        for pair in ((0, 1), (1, 2), (0, 2)):
            three.cross(*pair)
        assert [heads(desk)["use"][one] for desk in three.desks] == [2, 2, 2]


def told_as_before(desk: Desk) -> Incoming:
    """The pack as it is handed over by a program that does not note what an act added."""
    incoming = exported(desk)
    return msgspec.structs.replace(incoming, records=tuple(map(_without_uses, incoming.records)))


def _without_uses(record: LogRecord) -> LogRecord:
    merge = read_merge(record)
    if merge is None:
        return record
    bare = msgspec.structs.replace(merge, uses={})
    return msgspec.structs.replace(record, payload=msgspec.msgpack.encode(bare))


def test_where_an_older_merge_did_not_note_its_uses_both_sides_add_up_since_what_both_know() -> None:
    with packs() as made:
        three = Three(made)
        one, other = three.claims[:2]
        three.use(2, one, other)
        three.meet(1, 2)
        three.use(1, one, other)
        merge_pack(three.desks[0].pack, told_as_before(three.desks[1]))
        assert heads(three.desks[0])["use"] == {one: 2, other: 2}
        noted = [found for record in three.desks[0].pack.log.read() if (found := read_merge(record))]
        assert [isinstance(found, Merge) and found.uses for found in noted] == [{}, {}]
