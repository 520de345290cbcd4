"""Reads for long lists: ids by their last change, single records, and a journal read by threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock
from core.clocks.instants import DAY, MINUTE
from core.errors import NotFound
from core.pack.commands import Pin, Write
from core.pack.pack import Pack
from core.pack.views import View

START = 1_790_000_000_000_000


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    clock = ScriptedClock(START)
    made = Pack.create(tmp_path / "p.pack", seat="ana", clock=clock, workspace="atlas")
    written = []
    for number in range(12):
        clock.set(START + number * DAY)
        draft = Draft(text=f"Point {number} holds for area {chr(65 + number)}.", workspace="atlas")
        written.append(made.submit(Write(draft=draft)).id)
    clock.set(START + 20 * DAY)
    made.submit(Pin(id=written[3] or ""))
    return made


@pytest.mark.parametrize("days", [None, 5, 19, 21])
def test_ids_are_those_of_the_claims_of_a_view_in_the_same_order(pack: Pack, days: int | None) -> None:
    view = View(workspace="atlas", believed_at=None if days is None else START + days * DAY + MINUTE)
    assert pack.ids(view) == tuple(line.claim.id for line in pack.claims(view))


def test_what_changed_last_comes_first(pack: Pack) -> None:
    assert pack.claim(pack.ids()[0]).pinned


def test_one_record_is_the_event_of_its_number(pack: Pack) -> None:
    every = pack.events()
    assert [pack.event(event.tx or 0) for event in every] == list(every)
    with pytest.raises(NotFound):
        pack.event(len(every) + 1)


def test_threads_that_read_the_journal_at_once_take_each_record_in_once(pack: Pack) -> None:
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: pack.events(), range(32)))
    assert all(answer == answers[0] for answer in answers)
    assert [event.tx for event in answers[0]] == list(range(1, len(answers[0]) + 1))
