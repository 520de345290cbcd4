"""P saves what is shown: a drawn picture where a screen has one, else the screen as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.workbench.looks import settle
from tests.workbench.sample_desk import sample_app
from workbench.app import WorkbenchApp

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkbenchApp]:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with sample_app("project_log", tmp_path) as made:
        yield made


def saved(tmp_path: Path) -> dict[str, ET.Element]:
    return {path.name: ET.parse(path).getroot() for path in (tmp_path / "here").iterdir()}


def words(root: ET.Element) -> str:
    return "\n".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))


@pytest.mark.parametrize(
    ("keys", "name", "told"),
    [
        (("f7", "escape"), "islands", "Islands of atlas"),
        (("f7", "escape", "enter"), "islands", "35 claims · "),
        (("f8",), "hubs", "linked with "),
        (("f6",), "changes", "Why claim "),
        (("f2",), "today", "Today"),
        (("f10",), "stats", "Stats"),
    ],
)
async def test_a_screen_is_saved_as_its_own_picture(
    app: WorkbenchApp, tmp_path: Path, keys: tuple[str, ...], name: str, told: str
) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        for key in keys:
            await pilot.press(key)
            await settle(app, pilot)
        await pilot.press("P")
        await settle(app, pilot)
        assert app.frame is not None
        assert f"Saved as packbench-{name}.svg" in app.frame.said
    (file, root), *more = saved(tmp_path).items()
    assert (file, more) == (f"packbench-{name}.svg", [])
    assert told in words(root).replace("\xa0", " ")


async def test_two_compared_dates_are_saved_as_a_picture(app: WorkbenchApp, tmp_path: Path) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        for key in ("f5", "m", "ctrl+left", "ctrl+left", "M", "P"):
            await pilot.press(key)
            await settle(app, pilot)
    assert "opened" in words(saved(tmp_path)["packbench-time.svg"])


async def test_a_second_picture_leaves_the_first(app: WorkbenchApp, tmp_path: Path) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        await pilot.press("P", "P")
        await settle(app, pilot)
    assert sorted(saved(tmp_path)) == ["packbench-today-2.svg", "packbench-today.svg"]


async def test_where_nothing_can_be_written_the_screen_says_so(
    app: WorkbenchApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").rmdir()
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        monkeypatch.setattr(Path, "cwd", lambda: tmp_path / "here")
        await pilot.press("P")
        await settle(app, pilot)
        assert app.frame is not None
        assert "cannot be written" in app.frame.said
    assert app.mishaps == []
