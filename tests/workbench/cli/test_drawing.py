"""Pictures from the command line: as text in the terminal, and as SVG for a document."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from core.claims.ids import short
from tests.workbench.cli.conftest import Shell

SVG = "{http://www.w3.org/2000/svg}"
OLD, NEW = "The pooler allows 120 connections.", "The pooler allows 200 connections."


@pytest.fixture
def lived(shell: Shell) -> Shell:
    """A small island in which one claim gave way to another."""
    shell.write(OLD, "--about", "pooler")
    shell.write(NEW, "--about", "pooler")
    shell.write("No service gets more than 40 of the pooler's connections.", "--about", "pooler")
    shell.write(
        "The pooler's queue is watched by the on-call person.", "--about", "pooler", "--about", "on-call"
    )
    return shell


def texts(svg: str) -> list[str]:
    root = ET.fromstring(svg.encode())
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


def test_all_islands_as_a_picture(lived: Shell) -> None:
    said = lived.ok("graph", "--svg", "-")
    assert "Islands of atlas" in texts(said)
    assert "A" in texts(said)
    assert NEW in said
    assert lived.ok("graph", "--svg", "-", "--dark") != said


@pytest.mark.parametrize("named", ["A", "a"])
def test_one_island_with_the_texts_of_its_claims(lived: Shell, named: str) -> None:
    said = texts(lived.ok("graph", named, "--svg", "-"))
    assert NEW in said
    assert OLD not in said


def test_a_claim_and_what_is_linked_to_it(lived: Shell) -> None:
    claim = next(line["claim"] for line in lived.json("list")["claims"] if line["claim"]["text"] == NEW)
    root = ET.fromstring(lived.ok("graph", short(claim["id"]), "--svg", "-").encode())
    assert len(root.findall(f"{SVG}circle")) == 3
    assert any("linked with 2 claims" in "".join(text.itertext()) for text in root.iter(f"{SVG}text"))


def test_without_svg_the_picture_is_text(lived: Shell) -> None:
    said = lived.ok("graph", "A")
    assert any("\u2801" <= sign <= "\u28ff" for sign in said)
    assert NEW in said


def test_what_is_neither_island_nor_claim_is_refused_with_what_helps(lived: Shell) -> None:
    ended = lived("graph", "nonsense")
    assert ended.code != 0
    assert "`packbench islands` lists the letters" in ended.err


def test_a_pack_without_links_says_so(shell: Shell) -> None:
    shell.write(NEW)
    assert "nothing to draw" in shell.ok("graph")
    ET.fromstring(shell.ok("graph", "--svg", "-").encode())


def test_a_file_that_is_there_is_not_written_over(lived: Shell, tmp_path: Path) -> None:
    to = tmp_path / "a.svg"
    assert lived("graph", "--svg", str(to)).code == 0
    before = to.read_bytes()
    ended = lived("graph", "A", "--svg", str(to))
    assert ended.code == 1
    assert "is there already" in ended.err
    assert to.read_bytes() == before


def test_an_ending_as_a_picture(lived: Shell) -> None:
    old = lived.json("report")["closings"][0]["claim"]
    said = lived.ok("why", short(old["id"]), "--svg", "-")
    struck = [
        span.text for span in ET.fromstring(said.encode()).iter(f"{SVG}tspan") if span.get("text-decoration")
    ]
    assert struck == ["120"]
    assert any("rule" in line for line in texts(said))


def test_a_picture_of_two_claims_is_refused(lived: Shell) -> None:
    ids = [short(line["claim"]["id"]) for line in lived.json("list")["claims"]]
    ended = lived("why", *ids[:2], "--svg", "-")
    assert ended.code == 1
    assert "a picture shows one ending" in ended.err


def test_two_dates_as_a_picture(lived: Shell) -> None:
    said = texts(lived.ok("diff", "2020-01-01", "now", "--svg", "-"))
    assert said[0] == "3 claims: 3 opened"
    assert NEW in said


def test_the_same_pack_draws_the_same_bytes_in_every_process(lived: Shell) -> None:
    """Below the line that says when it was drawn."""
    pictures = []
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-m", "workbench", "graph", "A", "--svg", "-", "--pack", str(lived.pack)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        pictures.append([line for line in run.stdout.splitlines() if "3 claims · " not in line])
    assert pictures[0] == pictures[1]
