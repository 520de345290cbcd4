"""The shelf says of deeds what a plain list of everything that was put and taken back says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.claims.deed import Deed
from core.errors import PackDamaged, PackError
from core.pack import commands as c
from core.pack import shelving
from core.pack.pack import Pack
from core.pack.shelving import load_held
from core.state import shelf_blobs
from core.state.columns import FUTURE, PAST
from core.state.deeds import NONE, DeedChains, DeedShelf
from core.state.recent_deeds import CHARACTERS, MOST, RecentDeeds
from core.store.lmdb_log import LmdbLog
from core.store.rebuilding import rebuild
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.walks import RANDOMS

BODIES = ("yes", "no", "We moved to Lisbon.", "数据库 is down", "x" * 5000)


class Stop(Exception):
    pass


@pytest.fixture
def desk() -> Iterator[Desk]:
    with scratch_desk() as opened:
        yield opened


def put(desk: Desk, random: Random) -> str:
    command = c.PutDeed(
        body=random.choice(BODIES),
        kind="turn",
        conversation=random.choice([None, "one", "two"]),
        position=random.choice([None, 0, 1, 2, 7]),
        said_at=random.choice([None, 5, -5]),
        speaker=random.choice([None, "Ana", "Bo"]),
    )
    return desk.do(command).id or ""


def a_step(desk: Desk, random: Random) -> None:
    """Put some deeds, take some back, put them again; sometimes all of it fails, or the pack is reopened."""
    pick = random.randrange(10)
    if pick < 5:
        put(desk, random)
    elif pick < 7:
        with desk.pack.batched():
            for _ in range(random.randrange(4)):
                put(desk, random)
    elif pick == 7:
        with pytest.raises(Stop):
            _fail(desk, random)
    elif pick == 8:
        desk.reopen_file()
    else:
        taken = [one.tx for one in desk.pack.journal(200) if one.verb in ("deed", "undo")]
        if taken:
            last = random.choice(taken[:3])
            verb = next(one.verb for one in desk.pack.journal(200) if one.tx == last)
            try:
                desk.do(c.Undo(tx=last) if verb == "deed" else c.Redo(tx=last))
            except PackError:  # taken back already
                return


def _fail(desk: Desk, random: Random) -> None:
    with desk.pack.batched():
        put(desk, random)
        raise Stop


Plain = list[tuple[int, int, str, Deed | None]]


def plain_of(pack: Pack) -> Plain:
    """Every value that the log gave a deed, in the order of records and accessions."""
    return [
        (record.tx, record.t_tx, effect.key, effect.value)
        for record in pack.log.read()
        for effect in sorted(record.effects, key=lambda one: one.key)
        if effect.table == "deed"
    ]


def naive_at(plain: Plain, instant: int) -> dict[str, Deed]:
    held: dict[str, Deed] = {}
    for _, t_tx, accession, deed in plain:
        if t_tx > instant:
            break
        held.pop(accession, None)
        if deed is not None:
            held[accession] = deed
    return held


def told(shelf: DeedShelf) -> dict[str, Any]:
    """All that a shelf says."""
    return {
        "accessions": shelf.accessions,
        "columns": {name: column.values.tolist() for name, column in shelf.columns.items()},
        "row_of": shelf.row_of,
        "chains": dict(DeedChains(shelf)),
        "deeds": list(shelf.iter_from(0)),
        "names": (shelf.conversations.names, shelf.speakers.names),
        "lines": [shelf.by_conversation(code).tolist() for code in range(len(shelf.conversations.names))],
    }


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(random=RANDOMS)
def test_the_shelf_is_the_plain_list_under_puts_undo_failures_and_reopening(random: Random) -> None:
    with scratch_desk() as desk:
        for _ in range(25):
            a_step(desk, random)
        shelf, plain = desk.pack.reader.held.deeds, plain_of(desk.pack)
        assert shelf.accessions == [accession for _, _, accession, deed in plain if deed is not None]
        assert list(shelf.iter_from(0)) == [deed for *_, deed in plain if deed is not None]
        moments = {t_tx + step for _, t_tx, _, _ in plain for step in (-1, 0)}
        for moment in sorted(moments):
            held = naive_at(plain, moment)
            assert dict(desk.pack.reader.held.chains.items_at("deed", moment)) == held
            assert shelf.standing_at(moment) == list(held)
            assert list(shelf.all_at(moment)) == list(held.values())
            assert all(shelf.held(one, moment) == (one in held) for one in shelf.row_of)
        now = naive_at(plain, FUTURE)
        assert {one: shelf.get(one) for one in shelf.row_of} == {one: now.get(one) for one in shelf.row_of}
        assert shelf.standing == len(now)
        assert told(load_held(desk.pack.log).deeds) == told(shelf)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(random=RANDOMS)
def test_stored_columns_and_what_came_after_are_the_shelf(random: Random) -> None:
    with pytest.MonkeyPatch.context() as patched, scratch_desk() as desk:
        patched.setattr(shelving, "WORTH_KEEPING", random.choice([1, 3]))
        patched.setattr("core.store.lmdb_log.FEW_RECORDS", random.choice([0, 1000]))
        for _ in range(25):
            a_step(desk, random)
        loaded, living = load_held(desk.pack.log).deeds, desk.pack.reader.held.deeds
        assert told(loaded) == told(living)
        for deed in living.deeds(range(len(living))):
            assert deed is not None
            assert loaded.same_as(deed) == living.same_as(deed)


def test_columns_of_another_history_are_not_read() -> None:
    with scratch_desk() as desk:
        desk.do(c.PutDeed(body="seen"))
        shelf, log = desk.pack.reader.held.deeds, desk.pack.log
        content = shelf_blobs.to_blob(shelf, log.digest(1))
        assert shelf_blobs.from_blob(content, log.digest(1), log) is not None
        assert shelf_blobs.from_blob(content, "0" * 32, log) is None
        assert shelf_blobs.from_blob(content[:-9], log.digest(1), log) is None


def test_a_rebuilt_pack_has_the_same_shelf() -> None:
    with scratch_desk() as desk:
        for seed in range(20):
            a_step(desk, Random(seed))
        before = told(desk.pack.reader.held.deeds)
        rebuild(desk.pack.log)
        desk.pack.forget()
        assert told(desk.pack.reader.held.deeds) == before


TURNS = st.lists(
    st.tuples(st.sampled_from([None, "one", "two"]), st.none() | st.integers(0, 9), st.booleans()),
    max_size=30,
)


@settings(deadline=None)
@given(turns=TURNS, cut=st.integers(0, 30), reach=st.integers(0, 3))
def test_neighbours_stand_beside_it_in_its_conversation(
    turns: list[tuple[str | None, int | None, bool]], cut: int, reach: int
) -> None:
    shelf = DeedShelf()
    for number, (conversation, position, gone) in enumerate(turns, 1):
        if number == cut:
            shelf.by_conversation(0)  # from here on rows are merged in
        deed = Deed(f"d{number}", "turn", "x", "ana", number, conversation=conversation, position=position)
        shelf.append(2 * number, 2 * number, deed.accession, deed)
        if gone:
            shelf.append(2 * number + 1, 2 * number + 1, deed.accession, None)

    def place(row: int) -> tuple[int, int]:
        position = turns[row][1]
        return (-1 if position is None else position), row

    for row, (conversation, _, _) in enumerate(turns):
        line = sorted((one for one in range(len(turns)) if turns[one][0] == conversation), key=place)
        code = NONE if conversation is None else shelf.conversations.find(conversation)
        assert shelf.by_conversation(code).tolist() == ([] if conversation is None else line)
        at = line.index(row)
        before = [one for one in line[:at] if not turns[one][2]]
        after = [one for one in line[at + 1 :] if not turns[one][2]]
        beside = [*before[len(before) - min(reach, len(before)) :], *after[:reach]]
        assert shelf.neighbours(row, reach) == ([] if conversation is None else beside)


def test_neighbours_as_of_an_instant_are_those_that_stood_then() -> None:
    shelf = DeedShelf()
    for number in (1, 2, 3):
        deed = Deed(f"d{number}", "turn", "x", "ana", number, conversation="one", position=number)
        shelf.append(number, number, deed.accession, deed)
    shelf.append(4, 4, "d2", None)
    assert (shelf.neighbours(0), shelf.neighbours(0, 1, 3), shelf.neighbours(0, 1, 1)) == ([2], [1], [])


def test_a_deed_that_says_nothing_of_itself_has_open_cells() -> None:
    shelf = DeedShelf()
    shelf.append(1, 7, "d", Deed("d", "note", "x", "ana", 7))
    cells = {name: column.values.tolist() for name, column in shelf.columns.items()}
    assert cells == {
        "tx": [1],
        "t_recorded": [7],
        "t_gone": [FUTURE],
        "said_at": [PAST],
        "conversation": [NONE],
        "position": [NONE],
        "speaker": [NONE],
    }
    assert shelf.gone.tolist() == [False]
    shelf.append(2, 9, "d", None)
    assert (shelf.gone.tolist(), shelf.seen(8).tolist(), shelf.seen(9).tolist()) == ([True], [True], [False])


class Counted:
    """The file, and how often it was asked."""

    def __init__(self, log: LmdbLog) -> None:
        self.log = log
        self.asked: list[tuple[str, int]] = []

    def versions_at(self, table: str, places: Sequence[tuple[str, int]]) -> list[Any]:
        self.asked += places
        return list(self.log.versions_at(table, places))


def test_words_are_read_when_they_are_asked_for_and_then_at_hand(desk: Desk) -> None:
    one, other = (desk.do(c.PutDeed(body=body * 1000)).id or "" for body in "ab")
    stored = Counted(desk.pack.log)
    shelf = DeedShelf(stored)
    for tx, t_tx, accession, deed in plain_of(desk.pack):
        shelf.append(tx, t_tx, accession, deed)
    assert shelf.standing_at(desk.pack.now()) == [one, other]
    assert shelf.held(one)
    assert stored.asked == []
    assert [shelf.get(one), shelf.get(one)] == [desk.pack.deed(one)] * 2
    assert stored.asked == [(one, 1)]


def test_words_of_a_commit_to_come_are_read_from_memory(desk: Desk) -> None:
    with desk.pack.batched():
        one = desk.do(c.PutDeed(body="a" * 1000)).id or ""
        assert desk.pack.log.versions_at("deed", [(one, 1)]) == [None]
        assert desk.pack.deed(one).body == "a" * 1000
    assert desk.pack.log.versions_at("deed", [(one, 1)]) != [None]
    for number in range(MOST):
        desk.do(c.PutDeed(body=f"turn {number}"))
    assert desk.pack.deed(one).body == "a" * 1000


def test_a_deed_that_is_not_in_the_file_any_more_is_told(desk: Desk) -> None:
    desk.do(c.PutDeed(body="seen"))
    shelf = load_held(desk.pack.log).deeds
    shelf.columns["tx"].values[0] = 99
    assert shelf.deeds([0]) == [None]
    with pytest.raises(PackDamaged, match="is not in the file any more"):
        shelf.deed(0)


def test_what_was_not_looked_at_for_longest_is_let_go_first() -> None:
    recent = RecentDeeds()
    for row in range(MOST + 2):
        recent.keep(row, Deed(f"d{row}", "note", "x", "ana", 1))
        recent.get(0)
    assert (recent.get(0) is None, recent.get(1), recent.get(2)) == (False, None, None)
    recent.keep(9000, Deed("long", "note", "x" * CHARACTERS, "ana", 1))
    assert recent.get(9000) is not None
    assert recent.get(0) is None
    recent.keep(9001, Deed("longer", "note", "x" * (CHARACTERS + 1), "ana", 1))
    assert recent.get(9001) is None
