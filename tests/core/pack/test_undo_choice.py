"""Undo of what a seat did since a moment: all of it and nothing else, or a refusal that says why not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.claims.claim import UNDONE, Claim
from core.clocks.instants import DAY, HOUR
from core.errors import NotFound, PackError, Refused
from core.pack import commands as c
from core.pack.choosing import Acts, named, taken_back
from tests.core.pack.desk import START, Desk, new_desk, read_all, scratch_desk
from tests.core.pack.laws import Memory
from tests.core.pack.test_undo import walked
from tests.core.pack.walks import RANDOMS, Walker


def heads(memory: Memory) -> dict[tuple[str, str], Any]:
    """What each key holds, without number and time; a claim whose write was taken back is absent."""
    found = {
        (table, key): chain[-1].value for table, keys in memory.tables.items() for key, chain in keys.items()
    }
    return {key: said for key, value in found.items() if (said := content(value)) is not None}


def content(value: Any) -> Any:
    if not isinstance(value, Claim):
        return value
    return None if value.state == UNDONE else replace(value, rev=0, t_recorded=0)


def before(memory: Memory, key: tuple[str, str], tx: int) -> Any:
    """What a key held before a transaction."""
    chain = memory.tables[key[0]].get(key[1], ())
    return next((content(entry.value) for entry in reversed(chain) if entry.tx < tx), None)


def touched(desk: Desk, since: int) -> dict[tuple[str, str], dict[str, int]]:
    """By key, the seats that changed it since a moment, each with its first record."""
    found: dict[tuple[str, str], dict[str, int]] = {}
    for record in desk.pack.log.read():
        if record.t_tx >= since:
            for effect in record.effects:
                found.setdefault((effect.table, effect.key), {}).setdefault(record.actor, record.tx)
    return found


def lapsed(one: Mapping[tuple[str, str], Any], other: Mapping[tuple[str, str], Any], key: Any) -> bool:
    """Whether a key is a proposal that ended because a side of it is not what it was."""
    if key[0] != "proposal" or one.get(key) is None or other.get(key) is None:
        return False
    return one[key].status == "open" and other[key].status == "lapsed"


def interleaved(desk: Desk, random: Random, steps: int) -> int:
    """Two seats at work on one pack; returns the moment from which one of them is to be taken back."""
    walker = Walker(desk, random)
    moment = desk.clock.now()
    begins = random.randrange(steps)
    for step in range(steps):
        if step == begins:
            moment = desk.pack.now()
        try:
            desk.do(walker.ask().command, by=random.choice(["ana", "bot"]))
        except PackError:
            continue
    return moment


@walked
@given(random=RANDOMS, steps=st.integers(4, 24))
def test_a_seats_acts_since_a_moment_go_as_a_whole_or_nothing_changes(random: Random, steps: int) -> None:
    with scratch_desk() as desk:
        since = interleaved(desk, random, steps)
        memory, now, seats_of = Memory.of(desk), desk.clock.now(), touched(desk, since)
        shown = read_all(desk.pack, now)
        try:
            undone = desk.do(named(desk.pack, Acts(by="bot", since=since)))
        except PackError:
            assert Memory.of(desk) == memory
            return
        was, left = heads(memory), heads(Memory.of(desk))
        for key in was.keys() | left.keys():
            seats = seats_of.get(key, {})
            if set(seats) == {"bot"}:
                former = {key: before(memory, key, seats["bot"])}
                assert left.get(key) == former[key] or lapsed(former, left, key), key
            elif "bot" not in seats:
                assert left.get(key) == was.get(key) or lapsed(was, left, key), key
        desk.do(c.Redo(tx=undone.tx))
        assert heads(Memory.of(desk)) == was
        assert read_all(desk.pack, now) == shown


def test_what_a_seat_did_since_a_moment_goes_in_one_act_and_comes_back_in_one(desk: Desk) -> None:
    kept = desk.write("Tea is in jar one.", by="bot")
    desk.pass_time(DAY)
    noon = desk.pass_time(HOUR)
    mine = desk.write("Stairs are closed on Sunday.")
    first = desk.write("The lift holds eight people.", by="bot")
    desk.do(c.Pin(id=first.id or ""), by="bot")
    desk.do(c.Edit(id=kept.id or "", expect_rev=1, changes={"question": "Where?"}), by="bot")
    command = named(desk.pack, Acts(by="bot", since=noon))
    assert command.txs == (5, 4, 3)
    listed = taken_back(desk.pack, command)
    assert [(act.tx, act.verb, act.actor) for act in listed] == [
        (5, "edit", "bot"),
        (4, "pin", "bot"),
        (3, "write", "bot"),
    ]
    was = heads(Memory.of(desk))
    desk.do(command)
    assert {line.claim.id for line in desk.pack.claims()} == {kept.id, mine.id}
    assert desk.claim(kept.id).question is None
    desk.reopen_file().do(c.Redo())
    assert heads(Memory.of(desk)) == was


def test_an_act_and_its_own_undo_need_nothing(desk: Desk) -> None:
    noon = desk.pass_time(HOUR)
    desk.write("The lift holds eight people.", by="bot")
    desk.do(c.Undo(), by="bot")
    with pytest.raises(NotFound, match="bot did nothing there"):
        named(desk.pack, Acts(by="bot", since=noon))
    desk.do(c.Redo(), by="bot")
    assert [act.tx for act in taken_back(desk.pack, named(desk.pack, Acts(by="bot", since=noon)))] == [1]


def test_what_a_seat_took_back_of_before_stands_again(desk: Desk) -> None:
    lift = desk.write("The lift holds eight people.")
    noon = desk.pass_time(HOUR)
    desk.do(c.Undo(tx=1), by="bot")
    tea = desk.write("Tea is in jar one.", by="bot")
    desk.do(named(desk.pack, Acts(by="bot", since=noon)))
    assert desk.claim(lift.id).believed
    assert not desk.claim(tea.id).believed
    desk.do(c.Redo())
    assert not desk.claim(lift.id).believed
    assert desk.claim(tea.id).believed


def test_a_refusal_says_exactly_what_else_would_have_to_go_and_how(desk: Desk) -> None:
    noon = desk.pass_time(HOUR)
    lift = desk.write("The lift holds eight people.", by="bot")
    desk.write("Tea is in jar one.", by="bot")
    desk.do(c.Pin(id=lift.id or ""))
    desk.do(c.Edit(id=lift.id or "", expect_rev=2, changes={"text": "The lift holds nine people."}))
    desk.write("Stairs are closed on Sunday.")
    memory = Memory.of(desk)
    with pytest.raises(Refused) as refusal:
        desk.do(named(desk.pack, Acts(by="bot", since=noon)))
    told = str(refusal.value)
    assert told.startswith("nothing was taken back: 2 later records rest on it: 3 (pinned")
    assert told.count(", by ana)") == 2
    assert told.endswith("All of it would go with `undo 1 2 3 4`.")
    assert Memory.of(desk) == memory
    desk.do(c.Undo(txs=(1, 2, 3, 4)))
    assert [line.claim.text for line in desk.pack.claims()] == ["Stairs are closed on Sunday."]


def test_an_act_of_another_between_two_of_a_seat_is_not_taken_back_unseen(desk: Desk) -> None:
    lift = desk.write("The lift holds eight people.")
    for text, by in (("nine", "bot"), ("ten", "ana"), ("eleven", "bot")):
        rev = desk.claim(lift.id).rev
        changes = {"text": f"The lift holds {text} people."}
        desk.do(c.Edit(id=lift.id or "", expect_rev=rev, changes=changes), by=by)
    with pytest.raises(
        Refused, match=r"1 later record rests on it: 3 \(.*All of it would go with `undo 2 3 4`"
    ):
        desk.do(named(desk.pack, Acts(by="bot")))
    desk.do(c.Undo(txs=(4,)))
    assert desk.claim(lift.id).text == "The lift holds ten people."


@walked
@given(random=RANDOMS, steps=st.integers(4, 20))
def test_the_acts_that_a_refusal_names_can_be_taken_back(random: Random, steps: int) -> None:
    with scratch_desk() as desk:
        since = interleaved(desk, random, steps)
        try:
            desk.pack.preview(named(desk.pack, Acts(by="bot", since=since)))
        except PackError as refusal:
            said = re.search(r"would go with `undo ([\d ]+)`", str(refusal))
            if said:
                txs = tuple(map(int, said[1].split()))
                assert desk.pack.preview(c.Undo(txs=txs)).verb == "undo"


def a_range_since(desk: Desk, random: Random, moments: list[int]) -> c.Command:
    """What a seat, or everybody, did since one of some moments; or a redo."""
    if random.randrange(3) == 0:
        return c.Redo()
    return named(desk.pack, Acts(by=random.choice([None, "ana", "bot"]), since=random.choice(moments)))


@walked
@given(random=RANDOMS, steps=st.integers(4, 24))
def test_everything_since_a_moment_goes_though_some_of_it_was_taken_back_before(
    random: Random, steps: int
) -> None:
    with scratch_desk() as desk:
        walker, moments, begins = Walker(desk, random), [desk.pack.now()], random.randrange(steps)
        for step in range(steps):
            if step == begins:
                now, first = desk.clock.now(), desk.pack.status().tx + 1
                shown, memory = read_much_later(desk, now), Memory.of(desk)
            if random.randrange(4) == 0:
                moments.append(desk.pack.now())
            try:
                again = random.randrange(4) == 0
                command = a_range_since(desk, random, moments) if again else walker.ask().command
                desk.do(command, by=random.choice(["ana", "bot"]))
            except PackError:
                continue
        was = heads(Memory.of(desk))
        try:
            undone = desk.do(named(desk.pack, Acts(first=first)))
        except NotFound:
            undone = None
        assert read_much_later(desk, now) == shown
        assert heads(Memory.of(desk)) == heads(memory)
        if undone is not None and undone.tx is not None:
            desk.do(c.Redo(tx=undone.tx))
        assert heads(Memory.of(desk)) == was


def read_much_later(desk: Desk, true_at: int) -> Any:
    """Everything that can be read, on a day after all of them, so that no time passes between two reads."""
    now = desk.clock.now()
    desk.clock.set(START + 9000 * DAY)
    found = read_all(desk.pack, true_at)
    desk.clock.set(now)
    return found


def test_a_second_range_leaves_what_the_first_took_back(desk: Desk) -> None:
    noon = desk.pass_time(HOUR)
    for by, text in (
        ("ana", "The shed code is 100."),
        ("scout", "The shed code is 200."),
        ("ana", "Apples are stored in the cellar."),
        ("scout", "The well is 12 metres deep."),
        ("ana", "The well is 14 metres deep."),
        ("scout", "The roof leaks in the north corner."),
    ):
        desk.write(text, by=by)
        desk.pass_time(HOUR)
    first = desk.do(named(desk.pack, Acts(by="scout", since=noon)))
    asked = named(desk.pack, Acts(since=noon))
    assert [act.tx for act in taken_back(desk.pack, asked)] == [5, 3, 1]
    assert desk.do(asked).summary.count("wrote") == 3
    assert desk.pack.claims() == ()
    with pytest.raises(NotFound, match="nobody did anything there"):
        named(desk.pack, Acts(since=noon))
    desk.do(c.Redo())
    assert {line.claim.author for line in desk.pack.claims()} == {"ana"}
    assert first.tx == 7


def test_a_question_that_an_undo_ended_keeps_no_act_from_being_taken_back(desk: Desk) -> None:
    desk.do(c.Configure(name="policy", value="propose"))
    noon = desk.pass_time(HOUR)
    old = desk.write("The gateway listens on port 8080 for all.", entities=("gateway",))
    desk.pass_time(HOUR)
    new = desk.write("The gateway listens on port 9090 for all.", entities=("gateway",), by="bot")
    assert len(desk.pack.proposals()) == 1
    desk.do(c.Undo(tx=old.tx), by="bot")
    desk.do(named(desk.pack, Acts(by="bot", since=noon)), by="bot")
    assert desk.claim(old.id).believed
    assert not desk.claim(new.id).believed


def test_the_zone_that_a_pack_was_made_with_is_nobodys_act(tmp_path: Path) -> None:
    desk = new_desk(tmp_path, zone="Europe/Berlin")
    with pytest.raises(NotFound, match="ana has done nothing"):
        desk.do(c.Undo())
    written = desk.write("Tea is in jar one.")
    assert named(desk.pack, Acts(by="ana")).txs == (written.tx,)
    desk.do(named(desk.pack, Acts()))
    assert desk.pack.setting("zone") == "Europe/Berlin"
    desk.do(c.Undo(tx=1))
    assert desk.pack.setting("zone") == "UTC"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (c.Undo(txs=(9,)), "there is no transaction 9"),
        (c.Undo(txs=(2,)), "2 is taken back already"),
    ],
)
def test_what_cannot_be_named_is_refused(desk: Desk, command: c.Undo, words: str) -> None:
    desk.write("The lift holds eight people.")
    desk.write("Stairs are closed on Sunday.")
    desk.do(c.Undo())
    with pytest.raises(PackError, match=words):
        desk.do(command)
