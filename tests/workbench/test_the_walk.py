"""The walk of a first morning, by keyboard alone, in a real terminal at two sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.clocks.clock import SystemClock
from core.pack.pack import Pack
from core.pack.scripts import replay_script
from tests.workbench.terminal import TMUX, Terminal
from workbench.samples import sample_script

pytestmark = [pytest.mark.pty, pytest.mark.skipif(TMUX is None, reason="tmux is not installed")]

SUCCESSOR = "A green build takes 8 minutes."


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    path = tmp_path / "walk.pack"
    replay_script(sample_script("project_log"), path, now=SystemClock().now())
    return path


def verbs(path: Path) -> list[str]:
    """The verbs of ana's records through the workbench, oldest first."""
    with Pack.open(path, seat="test") as opened:
        return [event.verb for event in opened.events() if event.at > opened.last_t_tx() - 3600 * 1_000_000]


@pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])
def test_row_52_the_walk_of_a_first_morning_by_keys_alone(
    pack: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    with Terminal.packbench("open", str(pack), folder=tmp_path, size=size) as terminal:
        grade_three(terminal)
        search(terminal)
        write_what_closes(terminal)
        see_why_and_take_it_back(terminal, narrow=size[0] < 100)
        travel_back_three_months(terminal)
        see_what_a_task_touches(terminal)
        terminal.press("F8")
        terminal.until("links", "If it closed")
        terminal.press("C-q")
        terminal.until("Graded 3")
        terminal.ended()
    assert verbs(pack)[-5:] == ["grade", "grade", "grade", "write", "undo"]


def grade_three(terminal: Terminal) -> None:
    terminal.until("space reveals", "Today")
    for place in (2, 3, 4):
        terminal.press("Space")
        terminal.until("Again", "Good")
        terminal.press("3")
        terminal.until(f" {place} of ", "space reveals")


def search(terminal: Terminal) -> None:
    terminal.press("F3")
    terminal.until("shows closed")
    terminal.type("green build minutes")
    terminal.until("A green build takes 9 minutes", "match")
    terminal.press("Escape", "Escape")


def write_what_closes(terminal: Terminal) -> None:
    terminal.press("F4")
    terminal.until("of 2 sentences")
    terminal.type(SUCCESSOR)
    terminal.press("Tab", "Tab")
    terminal.type("CI, duration")
    terminal.until("will close", "A green build takes 9 minutes")
    terminal.press("C-s")
    terminal.until("Wrote")


def see_why_and_take_it_back(terminal: Terminal, *, narrow: bool) -> None:
    terminal.press("Escape", "F6")
    terminal.until("▸⊗", "A green build")
    if narrow:  # the list and the page stand one behind the other
        terminal.press("Enter")
    terminal.until("[8]", "[9]", "rewrite")
    terminal.press("u")
    terminal.when(lambda seen: "took back" in seen.lower(), "the undo")
    terminal.when(lambda seen: "[8]" not in seen, "the closing gone")


def travel_back_three_months(terminal: Terminal) -> None:
    terminal.press("t")
    terminal.type("3 months ago")
    terminal.press("Enter")
    terminal.until("BELIEVED", "read only")
    terminal.press("T")
    terminal.when(lambda seen: "BELIEVED" not in seen, "now again")


def see_what_a_task_touches(terminal: Terminal) -> None:
    terminal.press("F7")
    terminal.until("before:")
    terminal.type("make the green build shorter")
    terminal.press("Enter")
    terminal.until("1.00", "seed")
    terminal.press("Escape")
