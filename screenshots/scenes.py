"""The scenes: which sample, which keys, one for each screen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from textual.widgets import Input, TextArea

from core.clocks.clock import ScriptedClock
from core.clocks.instants import parse_instant
from core.pack.scripts import replay_script
from workbench.app import WorkbenchApp
from workbench.opening import open_session
from workbench.samples import sample_script

NOW: Final = parse_instant("2026-11-30T07:31:12Z")
SIZE: Final = (120, 36)
SEED: Final = 1972


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: the sample it is taken on and the keys that lead to it."""

    name: str
    sample: str
    keys: tuple[str, ...]


def _typed(text: str) -> tuple[str, ...]:
    return tuple("space" if sign == " " else sign for sign in text)


SCENES: Final = (
    Scene("today", "project_log", ("space", "3", "space")),
    Scene("claims", "project_log", ("slash", *_typed("gateway ports"), "enter")),
    Scene("write", "project_log", ("w", *_typed("The search index keeps 5 replicas per shard."))),
    Scene("time", "changing_facts", ("f5",)),
    Scene("changes", "project_log", ("f6",)),
    Scene("islands", "project_log", ("f7", *_typed("raise the geocoding quota"), "enter")),
    Scene("hubs", "project_log", ("f8",)),
    Scene("proposals", "project_log", ("f9",)),
    Scene("stats", "project_log", ("f10",)),
)


async def play(scene: Scene, scratch: Path) -> str:
    """The picture of a scene as SVG, from the real program on a freshly replayed sample."""
    path = scratch / f"{scene.sample}-{scene.name}" / f"{scene.sample}.pack"
    path.parent.mkdir(parents=True)
    replay_script(sample_script(scene.sample), path, now=NOW, chance=Random(SEED))
    with _state_in(scratch / scene.name):
        session = open_session(path, seat="ana", clock=ScriptedClock(NOW))
        app = WorkbenchApp(session, log=scratch / "log.txt")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            for key in scene.keys:
                await pilot.press(key)
                await app.workers.wait_for_complete()
            for field in (*app.screen.query(Input), *app.screen.query(TextArea)):
                field.cursor_blink = False  # a cursor that comes and goes makes two pictures of one screen
            await pilot.pause(0.5)
            picture = app.export_screenshot(title=f"packbench: {scene.name}")
        session.pack.close()
    return picture


@contextmanager
def _state_in(folder: Path) -> Iterator[None]:
    """Drafts and logs of the scene in a folder of its own, never in the person's."""
    before = os.environ.get("XDG_STATE_HOME")
    os.environ["XDG_STATE_HOME"] = str(folder)
    try:
        yield
    finally:
        os.environ.pop("XDG_STATE_HOME")
        if before is not None:
            os.environ["XDG_STATE_HOME"] = before
