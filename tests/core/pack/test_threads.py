"""Reads from several threads at once: a face searches in the background while a person goes on typing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock
from core.clocks.instants import DAY, parse_instant
from core.pack.commands import Write
from core.pack.pack import Pack

NOW = parse_instant("2026-11-30T07:30:00Z")
CUES = ("harbour", "harbour of Kiel", "ferry alarm", "the harbour master of Turku")
TOWNS = ("Kiel", "Turku", "Bergen", "Gdynia", "Riga", "Tallinn", "Visby", "Malmö")
DUTIES = (
    "closes at nine",
    "keeps a pilot",
    "rings its alarm twice",
    "lends its ferry",
    "counts its cranes",
    "sells its charts",
    "moors at the third pier",
    "hides its fog",
    "paints its buoys",
)
ROUNDS = 60


@pytest.fixture
def eager_switching() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def made(folder: Path) -> Path:
    path = folder / "harbours.pack"
    clock = ScriptedClock(NOW - DAY)
    with Pack.create(path, seat="ana", clock=clock, workspace="coast") as pack, pack.batched():
        for town in TOWNS:
            for duty in DUTIES:
                text = f"The harbour of {town} {duty}, says the harbour master of {town}."
                draft = Draft(text=text, entities=("harbour", town), workspace="coast")
                pack.submit(Write(draft=draft, keep_open=()))
    return path


def test_the_first_searches_may_come_together(tmp_path: Path, eager_switching: None) -> None:
    """They build one index between them, and what is stored of it on closing is sound."""
    path = made(tmp_path)
    expected: dict[str, list[str]] = {}
    for _ in range(ROUNDS):
        with Pack.open(path, seat="ana", clock=ScriptedClock(NOW), workspace="coast", mode="write") as pack:
            for name in pack.log.blob_names("search/"):
                pack.log.drop_blob(name)
            start = Barrier(len(CUES) + 1)

            def search(cue: str, pack: Pack = pack, start: Barrier = start) -> tuple[str, list[str]]:
                start.wait()
                return cue, [hit.line.claim.id for hit in pack.search(cue).hits]

            with ThreadPoolExecutor(len(CUES)) as threads:
                searches = threads.map(search, CUES)
                start.wait()
                pack.keep_arrays()
                found = dict(searches)
            pack.keep_arrays()
            expected = expected or found
            assert found == expected == {cue: search_alone(pack, cue) for cue in CUES}


def search_alone(pack: Pack, cue: str) -> list[str]:
    return [hit.line.claim.id for hit in pack.search(cue).hits]
