"""Text goldens: every screen at three sizes, with data, empty, and at a past date.

`UPDATE_GOLDENS=1 pytest tests/workbench/test_goldens.py` writes them anew; read the change before keeping it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import unified_diff
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from core.clocks.clock import ScriptedClock
from core.pack.pack import Pack
from tests.workbench.looks import at_rest, settle, text
from tests.workbench.sample_desk import NOW, SEED, sample_app
from workbench.app import WorkbenchApp
from workbench.drafts import DraftJournal
from workbench.frame.messages import ViewChanged
from workbench.screens import SCREENS
from workbench.session import Session

FOLDER = Path(__file__).parent / "goldens"
SIZES = ((120, 40), (80, 24), (200, 60))
PAST = NOW - 90 * 86_400_000_000
CUE = "raise the geocoding quota"
STATES = ("data", "empty", "past")


@contextmanager
def empty_app(folder: Path) -> Iterator[WorkbenchApp]:
    """The workbench over a pack that holds nothing."""
    pack = Pack.create(folder / "empty.pack", seat="ana", client="test", clock=ScriptedClock(NOW))
    pack.chance = Random(SEED)
    try:
        yield WorkbenchApp(Session(pack, DraftJournal(folder / "drafts.json")), log=folder / "log.txt")
    finally:
        pack.close()


async def welcomed(app: WorkbenchApp, pilot: Pilot[str | None]) -> None:
    """Wait for the page that greets an empty pack: the pack is loaded before it comes."""
    for _ in range(200):
        if "This pack is empty." in text(app):
            return
        await pilot.pause(0.05)


@contextmanager
def app_in(state: str, folder: Path) -> Iterator[WorkbenchApp]:
    """The workbench in one of the states."""
    with empty_app(folder) if state == "empty" else sample_app("project_log", folder) as app:
        yield app


async def show(app: WorkbenchApp, pilot: Pilot[str | None], mode: str, state: str) -> None:
    """Bring a screen up as a person would see it, and wait until it is all there."""
    await app.go(mode)
    await settle(app, pilot)
    if state == "data" and mode == "islands":
        await pilot.press(*("space" if sign == " " else sign for sign in CUE), "enter")
    if state == "data" and mode == "write":
        await pilot.press(*("space" if sign == " " else sign for sign in "The spill volume is 200 GB."))
        await pilot.pause(0.6)  # the preview waits for a rest between keys
    await pilot.pause(0.3)
    await settle(app, pilot)


async def looks(
    app: WorkbenchApp, pilot: Pilot[str | None], mode: str, state: str
) -> Iterator[tuple[str, str]]:
    """`(golden's name, text)` of a screen at every size."""
    await show(app, pilot, mode, state)
    seen = []
    for width, height in SIZES:
        await pilot.resize_terminal(width, height)
        await pilot.pause(0.2)
        looks_so = await at_rest(app, pilot)
        seen.append((f"{mode}-{state}-{width}x{height}.txt", looks_so.rstrip() + "\n"))
    await pilot.resize_terminal(*SIZES[0])
    return seen


def difference(name: str, seen: str) -> str:
    """The difference to a golden, empty when there is none; writes it when told to update."""
    golden = FOLDER / name
    if os.environ.get("UPDATE_GOLDENS"):
        golden.write_text(seen, encoding="utf-8")
        return ""
    kept = golden.read_text(encoding="utf-8") if golden.is_file() else ""
    return "\n".join(
        unified_diff(kept.splitlines(), seen.splitlines(), f"goldens/{name}", "seen", lineterm="")
    )


@pytest.mark.parametrize("state", STATES)
async def test_every_screen_looks_as_it_was_approved(tmp_path: Path, state: str) -> None:
    differences = []
    with app_in(state, tmp_path) as app:
        async with app.run_test(size=SIZES[0]) as pilot:
            await settle(app, pilot)
            if state == "empty":
                await welcomed(app, pilot)
                differences.append(difference("welcome-120x40.txt", text(app).rstrip() + "\n"))
                await pilot.press("escape")
            if state == "past":
                app.post_message(ViewChanged(true_at=None, believed_at=PAST))
            for entry in SCREENS:
                for name, seen in await looks(app, pilot, entry.mode, state):
                    differences.append(difference(name, seen))
            assert not app.mishaps
    if told := "\n".join(filter(None, differences)):
        pytest.fail(told, pytrace=False)  # whole: an assertion would be cut
