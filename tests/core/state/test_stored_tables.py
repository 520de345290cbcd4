"""Tables over the file answer as chains in memory do, at every instant, whenever the pack was opened."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from core.clocks.instants import DAY
from core.errors import PackDamaged
from core.pack import commands as c
from core.pack import shelving
from core.pack.pack import Pack
from core.pack.shelving import load_held
from core.state import held_blobs
from core.state.held import Held
from core.state.links import Links
from core.store import layout
from core.store.rebuilding import rebuild
from core.store.tables import LINK, REVIEW
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.walks import RANDOMS, walk
from tests.core.state.test_held import grown, told

TABLES = ("claim", "link", "review", "use", "fired", "lens", "proposal", "declined", "setting")
PARTS = [f"held/{name}" for name in sorted(held_blobs.PARTS)]


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A desk whose pack stores its columns whenever it is closed."""
    monkeypatch.setattr(shelving, "WORTH_KEEPING", 1)
    with scratch_desk() as opened:
        yield opened


def answers(held: Held, keys: dict[str, list[str]], instants: list[int]) -> dict[str, Any]:
    """What every table of a pack says of some keys at some instants, in every way that it can be asked."""
    chains = held.chains
    return {
        table: {
            "chains": {key: chains.chain(table, key) for key in (*named, "nothing", "a|b")},
            "heads": {key: chains.head(table, key) for key in (*named, "nothing", "a|b")},
            "at": [[chains.at(table, key, at) for key in (*named, "nothing", "a|b")] for at in instants],
            "keys": sorted(chains.tables[table]),
            "there": [key in chains.tables[table] for key in (*named, "nothing", "a|b")],
            "items": [dict(chains.items_at(table, at)) for at in instants],
        }
        for table, named in keys.items()
    } | {"links": [edges(held.links_at(at)) for at in instants]}


def edges(links: Links) -> tuple[Any, Any]:
    """The links, read both ways."""
    listed = sorted(links.edges())
    return listed, {one: links.peers(one) for a, b, _ in listed for one in (a, b)}


def all_keys(held: Held) -> dict[str, list[str]]:
    return {table: sorted(held.chains.tables[table]) for table in TABLES}


def instants_of(pack: Pack) -> list[int]:
    """Every time of a record, and a moment before each."""
    return [0, *(record.t_tx + step for record in pack.log.read() for step in (-1, 0))]


def the_same(pack: Pack, *packs: Held) -> None:
    """Each of some packs says what the records of the log say, taken in one by one."""
    memory, instants = grown(pack), instants_of(pack)
    wanted, facts = answers(memory, all_keys(memory), instants), told(memory)
    for held in packs:
        assert answers(held, all_keys(memory), instants) == wanted
        assert told(held) == facts


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(random=RANDOMS)
def test_a_history_reads_the_same_from_the_file_at_every_instant(random: Random) -> None:
    with pytest.MonkeyPatch.context() as patched, scratch_desk() as desk:
        patched.setattr(shelving, "WORTH_KEEPING", random.choice([1, 8]))
        patched.setattr(shelving, "FEW", random.choice([0, 1000]))
        for room in ("held", "claim_versions", "stored_table"):
            patched.setattr(f"core.state.{room}.AT_HAND", random.choice([1, 3, 1000]))
        patched.setattr("core.state.stored_tables.READ_SINGLY", random.choice([0, 2, 1000]))
        patched.setattr("core.store.file_tables.ROWS_AT_ONCE", random.choice([1, 1000]))
        for step, _ in enumerate(walk(desk, random, 40)):
            if random.randrange(6) == 0:
                desk.reopen_file()
            elif step % 9 == 0:  # past dates that are held must not be touched by what comes
                answers(desk.pack.reader.held, all_keys(desk.pack.reader.held), instants_of(desk.pack)[-9:])
        the_same(desk.pack, desk.pack.reader.held, load_held(desk.pack.log))


def test_what_was_stored_is_caught_up_and_nothing_of_it_is_read_again(desk: Desk) -> None:
    first = desk.write("The gateway restarts at night.", entities=("gateway",)).id or ""
    desk.pass_time(DAY)
    second = desk.write("Backups of the gateway run first.", entities=("gateway",)).id or ""
    desk.do(c.Grade(id=first, grade=3))
    desk.reopen_file()
    assert desk.pack.log.blob_names("held/") == PARTS
    desk.do(c.Grade(id=second, grade=1))
    desk.do(c.Fire(ids=(first, second)))
    desk.do(c.Undo())
    held = load_held(desk.pack.log)
    assert held.kept_tx < held.tx
    assert set(held.chains.tables[REVIEW].fresh) == {second}  # type: ignore[attr-defined]
    assert set(held.chains.tables[LINK].fresh) == {f"{first}|{second}"}  # type: ignore[attr-defined]
    the_same(desk.pack, desk.pack.reader.held, held)


def test_a_reader_sees_no_row_that_came_behind_its_back(desk: Desk) -> None:
    first = desk.write("The gateway restarts at night.", entities=("gateway",)).id or ""
    desk.write("Backups of the gateway run first.", entities=("gateway",))
    desk.reopen_file()
    reader = load_held(desk.pack.log)
    before = {table: dict(reader.chains.items_at(table, reader.t_tx)) for table in TABLES}
    last = desk.pack.now()
    desk.pass_time(DAY)
    desk.do(c.Grade(id=first, grade=3))
    desk.do(c.Fire(ids=tuple(reader.columns.ids)))
    desk.do(c.Pin(id=first))
    for at in (last, desk.pack.now()):
        assert {table: dict(reader.chains.items_at(table, at)) for table in TABLES} == before
    assert {len(chain) for chain in reader.chains.tables[REVIEW].values()} == {1}
    assert reader.claim(first) != desk.pack.reader.held.claim(first)


@pytest.mark.parametrize("part", PARTS)
def test_parts_that_are_gone_or_stand_for_another_record_are_made_again(desk: Desk, part: str) -> None:
    ids = [desk.write(f"The gateway has port {n}.", entities=("gateway",)).id or "" for n in range(4)]
    desk.do(c.Fire(ids=tuple(ids)))
    desk.reopen_file()
    log, tx = desk.pack.log, desk.pack.log.last()[0]
    blob = log.get_blob(part)
    assert blob is not None
    log.put_blob(part, blob.content, tx=tx - 1, format=held_blobs.FORMAT)
    the_same(desk.pack, load_held(log))
    log.put_blob(part, blob.content[:-1], tx=tx, format=held_blobs.FORMAT)
    the_same(desk.pack, load_held(log))
    log.drop_blob(part)
    the_same(desk.pack, load_held(log))


def test_parts_of_another_history_are_not_read(desk: Desk) -> None:
    desk.write("The gateway restarts at night.")
    desk.reopen_file()
    stored = {name: desk.pack.log.get_blob(name) for name in PARTS}
    with scratch_desk() as other:
        other.write("The cache restarts at noon.")
        other.write("The cache is cold.")
        for name, blob in stored.items():
            assert blob is not None
            other.pack.log.put_blob(name, blob.content, tx=blob.tx, format=blob.format)
        the_same(other.pack, load_held(other.pack.log))


def test_a_rebuild_drops_the_parts_and_they_come_again(desk: Desk) -> None:
    desk.write("The gateway restarts at night.")
    desk.reopen_file()
    rebuild(desk.pack.log)
    assert desk.pack.log.blob_names("held/") == []
    desk.pack.forget()
    the_same(desk.pack, desk.pack.reader.held)
    desk.reopen_file()
    assert desk.pack.log.blob_names("held/") == PARTS


def test_a_damaged_row_is_told_when_it_is_read_and_hides_nothing_else(desk: Desk) -> None:
    one, two = (desk.write(text).id or "" for text in ("The gateway restarts at night.", "Tea is at four."))
    desk.do(c.Grade(id=one, grade=3))
    desk.reopen_file()
    raw = layout.chain_key("claim", one, desk.pack.reader.held.chains.chain("claim", one)[0].tx)
    env = desk.pack.log.environment
    env.write(lambda txn: txn.put(raw, b"damaged rows are found", db=env[layout.CHAIN]))
    held = load_held(desk.pack.log)
    assert held.claim(two) is not None
    with pytest.raises(PackDamaged, match="damaged"):
        held.claim(one)
