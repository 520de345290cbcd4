"""A morning after a long absence: everything graded before is due at once.

Measured are the first card, from the file and from the loaded pack; a grade with its durable commit until the
next card; and both on Today in a terminal of 120 x 40 cells, from the key until the picture is finished.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any, Final

from core.clocks.clock import ScriptedClock, SystemClock
from core.clocks.instants import DAY
from core.pack.commands import Configure, Grade
from core.pack.pack import Pack
from core.pack.queue import DueQueue
from tests.benchmarks.filled import Filled
from tests.benchmarks.filling import SEAT, WORKSPACE
from tests.benchmarks.measuring import Taken, heading, row, settled, spread
from tests.benchmarks.pseudo_terminal import PseudoTerminal

AWAY: Final = 40_000 * DAY
"""After such a time every claim that was ever graded is due."""
TURNS: Final = 5
GRADES: Final = 100
NO_LIMIT: Final = 99_999
"""New cards a day; more than there are."""
TODAY, CLAIMS = "\x1bOQ", "\x1bOR"
"""F2 and F3."""
LOADED: Final = 1.5
"""Seconds of silence after which the pack is loaded and the screen has settled."""


def run(pack: Filled) -> None:
    """The tables of a morning."""
    with _opened(pack.copy("mornings-counted"), "read") as opened:
        due, all_due = opened.due(), sum(opened.due().ahead[:1])
    heading(f"A morning with {all_due:,} claims due ({len(due.cards):,} asked): ms, p50 and p95")
    _door(pack)
    _terminal(pack)


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


def _terminal(pack: Filled) -> None:
    """The program itself. Its present is never before the last record: one far ahead makes all claims due."""
    path = pack.copy("mornings-seen")
    with _opened(path) as opened:
        opened.submit(Configure(name="new_a_day", value=NO_LIMIT))
    command = [str(Path(sys.executable).with_name("packbench")), "open", str(path)]
    shown, graded = [], []
    with PseudoTerminal(command, pack.scratch, pack.scratch / "home", PACKBENCH_ENCODER="off") as terminal:
        terminal.until("reveals")
        terminal.settle(LOADED)
        for _ in range(TURNS):
            terminal.press(CLAIMS)
            shown.append(terminal.press(TODAY)[1])
        before = terminal.cpu
        for number in range(GRADES):
            terminal.press(" ")
            graded.append(terminal.press(str(1 + number % 4))[1])
        cpu = (terminal.cpu - before) / (2 * GRADES)
    row("Today, from its key to the finished picture", spread(shown), "must: 300")
    row(
        "Today, from a grade to the picture of the next card",
        spread(graded),
        f"must: p95 60; cpu {cpu * 1e3:.1f} a key",
    )
