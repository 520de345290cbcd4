"""A morning after a long absence: everything graded before is due at once.

Measured are the first card, from the file and from the loaded pack; a grade with its durable commit until the
next card; and both on Today itself, from the key to the painted cue, in 120 x 40 cells without a terminal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final

from core.clocks.clock import ScriptedClock, SystemClock
from core.clocks.instants import DAY, SECOND
from core.pack.commands import Grade
from core.pack.pack import Pack
from core.pack.queue import DueQueue
from tests.benchmarks.filled import Filled
from tests.benchmarks.filling import SEAT, WORKSPACE
from tests.benchmarks.measuring import Taken, heading, row, settled

AWAY: Final = 40_000 * DAY
"""After such a time every claim that was ever graded is due."""
TURNS: Final = 5
GRADES: Final = 100
ON_THE_SCREEN: Final = 30
SIZE: Final = (120, 40)
WORDS_SEEN: Final = 3
"""First words of the cue that must stand on the screen."""
LONGEST: Final = 20.0
"""Seconds after which a picture does not come any more."""
LOOK_EVERY: Final = 0.002


def run(pack: Filled) -> None:
    """The tables of a morning."""
    with _opened(pack.copy("mornings-counted"), "read") as opened:
        due, all_due = opened.due(), sum(opened.due().ahead[:1])
    heading(f"A morning with {all_due:,} claims due ({len(due.cards):,} asked): ms, p50 and p95")
    _door(pack)
    asyncio.run(_screen(pack))


def _opened(path: Path, mode: Any = "write") -> Pack:
    clock = ScriptedClock(SystemClock().now() + AWAY)
    return Pack.open(path, seat=SEAT, workspace=WORKSPACE, clock=clock, mode=mode)


def _first_card(opened: Pack) -> DueQueue:
    queue = opened.due()
    opened.cue(queue.cards[0])
    return queue


def _door(pack: Filled) -> None:
    path = pack.copy("mornings")
    taken = {name: Taken() for name in ("file", "first", "again", "grade", "spread")}
    for _ in range(TURNS):
        with _opened(path, "read") as opened:
            taken["file"].of(lambda: _first_card(opened))
        with _opened(path, "read") as opened:
            opened.claims()
            taken["first"].of(lambda: _first_card(opened))
            taken["again"].of(lambda: _first_card(opened))
    with _opened(path) as opened:
        queue = _first_card(opened)
        opened.preview(Grade(id=queue.cards[0].line.claim.id, grade=3))
        with settled():
            for number in range(GRADES):
                queue = taken["grade"].of(partial(_graded, opened, queue, 1 + number % 4))
            taken["spread"].of(lambda: opened.spreading(a_morning=25))
    row("first card, read from the file", taken["file"], "must: 300")
    row("first card of a pack that is loaded, first time", taken["first"], "must: 300")
    row("first card, asked again", taken["again"])
    row("grade, durable, until the next card", taken["grade"], "must: p95 60")
    row("what a spread over all mornings would do", taken["spread"])


def _graded(opened: Pack, queue: DueQueue, grade: int) -> DueQueue:
    opened.submit(Grade(id=queue.cards[0].line.claim.id, grade=grade))
    return _first_card(opened)


async def _screen(pack: Filled) -> None:
    from tests.workbench.looks import settle
    from workbench.app import WorkbenchApp
    from workbench.session import Session

    shown, graded = Taken(), Taken()
    with _opened(pack.copy("mornings-screen")) as opened:
        app = WorkbenchApp(Session.of(opened, pack.scratch), log=pack.scratch / "workbench.log")
        async with app.run_test(size=SIZE) as pilot:
            await settle(app, pilot)
            for _ in range(TURNS):
                await pilot.press("f3")
                await settle(app, pilot)
                await _timed(shown, partial(pilot.press, "f2"), app, pilot, opened)
            for number in range(ON_THE_SCREEN):
                opened._clock.set(opened.now() + SECOND)  # type: ignore[attr-defined]
                await pilot.press("space")
                await pilot.pause()
                await _timed(graded, partial(pilot.press, str(1 + number % 4)), app, pilot, opened)
    row("Today, from its key to the cue", shown, "must: 300")
    row("Today, from a grade to the next cue", graded, "must: p95 60")


async def _timed(taken: Taken, act: Callable[[], Any], app: Any, pilot: Any, opened: Pack) -> None:
    wall, cpu = perf_counter(), process_time()
    await _seen(app, pilot, opened, act)
    taken.wall.append(perf_counter() - wall)
    taken.cpu.append(process_time() - cpu)


async def _seen(app: Any, pilot: Any, opened: Pack, act: Callable[[], Any]) -> None:
    """Do something and wait until the cue of the card that is due first stands on the screen."""
    from tests.workbench.looks import text

    before = app.frame.card.line.claim.id if getattr(app.frame, "card", None) is not None else None
    done = act()
    if done is not None:
        await done
    end = perf_counter() + LONGEST
    while perf_counter() < end:
        card = getattr(app.frame, "card", None)
        if card is not None and (before is None or card.line.claim.id != before):
            words = opened.cue(card).shown.split()[:WORDS_SEEN]
            if all(word in text(app) for word in words):
                return
        await pilot.pause(LOOK_EVERY)
    raise RuntimeError("no card was painted")
