"""Claims as a brief: whole, with who said them and on what evidence, and plain text for Markdown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from core.claims.ids import short
from tests.workbench.cli.conftest import Shell
from tests.workbench.desks import Desk
from tests.workbench.looks import settle
from tests.workbench.sample_desk import sample_app
from workbench import brief as briefs
from workbench.screens.islands import IslandsScreen

OLD, NEW = "The pooler allows 120 connections.", "The pooler allows 200 connections."


@pytest.fixture
def lived(shell: Shell) -> Shell:
    """An island of three, of which one cites a note and another gave way."""
    deed = shell.json("deed", "put", "Measured on Monday: 200 held, 201 did not.")["id"]
    shell.write(OLD, "--about", "pooler")
    shell.write(NEW, "--about", "pooler", "--cites", deed)
    shell.write("The pooler's queue is *watched* by <the on-call> person.", "--about", "pooler")
    return shell


def test_an_island_is_told_with_its_evidence(lived: Shell) -> None:
    said = lived.ok("brief", "A")
    assert said.startswith("# A · pooler\n\n2 claims, ")
    assert f"- {NEW}[^1] (lesson, " in said
    assert re.search(r"^\[\^1\]: deed-\S+, \S+: “Measured on Monday: 200 held, 201 did not\.”$", said, re.M)
    assert OLD not in said
    assert r"is \*watched\* by \<the on-call\> person" in said


def test_a_task_is_told_with_what_always_applies(lived: Shell) -> None:
    lived.write(
        "Nobody restarts the pooler by hand.",
        "--kind",
        "rule",
        "--fact",
        "verdict=deny",
        "--fact",
        "pattern=restart",
    )
    said = lived.ok("brief", "raise", "the", "pooler", "connections")
    assert said.startswith("# Before: raise the pooler connections\n")
    assert NEW in said
    assert "## Always applies\n\n- **deny:** Nobody restarts" in said


def test_every_claim_of_the_brief_can_be_found_again(lived: Shell) -> None:
    said = lived.ok("brief", "a")
    listed = {short(line["claim"]["id"]) for line in lived.json("list")["claims"]}
    assert set(re.findall(r"`(\w+)`\)$", said, re.M)) == listed
    assert len(lived.json("brief", "A")["claims"]) == len(listed)


def test_a_brief_holds_any_text(awkward: str, tmp_path: Path) -> None:
    """Titles and texts that broke terminals and parsers stay on their own lines, and nothing marks up."""
    desk = Desk(tmp_path)
    try:
        (line, *_) = desk.pack.claims()
        told = briefs.Brief(awkward, [replace(line, claim=replace(line.claim, text=awkward))])
        said = briefs.markdown(desk.pack, told, desk.pack.view())
    finally:
        desk.close()
    assert said.count("\n") == 5
    assert said.splitlines()[4].startswith("- ")
    assert re.search(r"(?<!\\)[<>*]", said) is None


async def test_the_key_copies_the_island_or_what_the_task_touches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    with sample_app("project_log", tmp_path) as app:
        monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
        async with app.run_test(size=(120, 40)) as pilot:
            await app.go("islands")
            await settle(app, pilot)
            assert isinstance(app.frame, IslandsScreen)
            await pilot.press("escape", "Y")
            await settle(app, pilot)
            assert copied[-1].startswith("# A · search index")
            assert "claims as a brief." in app.frame.said
            await pilot.press("q", *"geocoding", "enter")
            await settle(app, pilot)
            await pilot.press("Y")
            await settle(app, pilot)
        assert copied[-1].startswith("# Before: geocoding")
        assert app.mishaps == []
