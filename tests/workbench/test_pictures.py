"""A dozen SVG snapshots: each screen in the dark look, two in the light one, one without colour, and help.

`pytest tests/workbench/test_pictures.py --snapshot-update` draws them anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.workbench.looks import at_rest
from tests.workbench.sample_desk import sample_app
from workbench.app import WorkbenchApp
from workbench.themes import DARK, LIGHT

SIZE = (120, 40)
Compare = Callable[..., bool]

SCENES: dict[str, tuple[str, ...]] = {
    "today": ("space",),
    "claims": ("f3",),
    "write": ("f4",),
    "time": ("f5",),
    "changes": ("f6",),
    "islands": ("f7",),
    "hubs": ("f8",),
    "proposals": ("f9",),
    "stats": ("f10",),
    "help": ("question_mark",),
}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[WorkbenchApp]:
    """The workbench over half a year of one team."""
    with sample_app("project_log", tmp_path) as opened:
        yield opened


async def _settled(pilot: Any) -> None:
    await pilot.pause(0.6)
    await at_rest(pilot.app, pilot)


@pytest.mark.parametrize("scene", SCENES)
def test_a_screen_in_the_dark_look(app: WorkbenchApp, scene: str, snap_compare: Compare) -> None:
    app.theme = DARK.name
    assert snap_compare(app, press=SCENES[scene], terminal_size=SIZE, run_before=_settled)


@pytest.mark.parametrize("scene", ["today", "changes"])
def test_a_screen_in_the_light_look(app: WorkbenchApp, scene: str, snap_compare: Compare) -> None:
    app.theme = LIGHT.name
    assert snap_compare(app, press=SCENES[scene], terminal_size=SIZE, run_before=_settled)


def test_changes_without_colour(
    tmp_path: Path, snap_compare: Compare, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with sample_app("project_log", tmp_path) as app:
        assert snap_compare(app, press=SCENES["changes"], terminal_size=SIZE, run_before=_settled)
