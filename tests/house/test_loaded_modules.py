"""What a start loads: asked of a fresh process, on its own list of modules."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.house.repository import ROOT

FACES = frozenset({"workbench", "sample_packs", "textual", "rich", "typer", "click"})
SCREEN = frozenset({"textual"})
# Slow to import, or heavy: 0.15 s and more for each of them.
HEAVY = frozenset(
    {"dateparser", "networkx", "scipy", "sentence_transformers", "torch", "mcp", "starlette", "uvicorn"}
)
IMPORT = """
import json, sys
import {module}
json.dump(sorted({{name.partition(".")[0] for name in sys.modules}}), sys.stderr)
"""
COMMAND = """
import json, sys
from workbench.__main__ import main
sys.argv = ["packbench", *{arguments!r}]
code = 0
try:
    main()
except SystemExit as end:
    code = end.code or 0
finally:
    print(file=sys.stderr)
    json.dump(sorted({{name.partition(".")[0] for name in sys.modules}}), sys.stderr)
sys.exit(code)
"""


SITTING = """
import json, sys
from pathlib import Path
from core.pack.pack import Pack
from workbench.session import Session
pack = Path({pack!r})
session = Session.of(Pack.open(pack, seat="maya", workspace="default", mode="read"), pack.parent)
session.load()
json.dump(sorted({{name.partition(".")[0] for name in sys.modules}}), sys.stderr)
"""


@dataclass(frozen=True, slots=True)
class Start:
    """How a fresh process ended, and the top-level packages it had loaded by then."""

    code: int
    said: str
    packages: frozenset[str]


def start(program: str, pack: Path | None = None) -> Start:
    environment = dict(os.environ)
    if pack is not None:
        environment["PACKBENCH_PACK"] = str(pack)
    outcome = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    last = outcome.stderr.rstrip().rpartition("\n")[2]
    assert last.startswith("["), outcome.stderr
    return Start(outcome.returncode, outcome.stdout, frozenset(json.loads(last)))


@cache
def packbench(pack: Path, *arguments: str) -> Start:
    """How a command starts; asked once, though two tests look at it."""
    return start(COMMAND.format(arguments=list(arguments)), pack)


def test_the_core_loads_no_face_and_nothing_heavy() -> None:
    loaded = start(IMPORT.format(module="core.pack")).packages
    assert "core" in loaded
    assert loaded & (FACES | HEAVY) == frozenset()


@pytest.mark.parametrize(
    "room",
    [
        "errors",
        "clocks",
        "text",
        "claims",
        "store",
        "state",
        "rules",
        "timeline",
        "review",
        "search",
        "graph",
    ],
)
def test_a_room_can_be_loaded_by_itself(room: str) -> None:
    loaded = start(IMPORT.format(module=f"core.{room}")).packages
    assert loaded & FACES == frozenset()


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack with one claim in it, written by the command line."""
    where = tmp_path_factory.mktemp("loaded") / "small.pack"
    written = packbench(where, "remember", "The staging database moved to port 5433.")
    assert written.code == 0, written.said
    return where


SCREENLESS = [
    ("--version",),
    ("--help",),
    ("status",),
    ("status", "--json"),
    ("due",),
    ("due", "--json"),
    ("search", "staging", "--json"),
    ("islands", "--json"),
    ("hubs", "--json"),
    ("proposals", "--json"),
    ("check",),
]


@pytest.mark.parametrize("arguments", SCREENLESS, ids=" ".join)
def test_a_command_that_needs_no_screen_loads_no_textual(pack: Path, arguments: tuple[str, ...]) -> None:
    run = packbench(pack, *arguments)
    assert run.code == 0, run.said
    assert run.said.strip()
    assert run.packages & SCREEN == frozenset()


@pytest.mark.parametrize("arguments", [("--version",), ("status",), ("due",)], ids=" ".join)
def test_a_quick_answer_loads_nothing_heavy(pack: Path, arguments: tuple[str, ...]) -> None:
    run = packbench(pack, *arguments)
    assert run.code == 0
    assert run.packages & HEAVY == frozenset()


def test_the_line_for_a_prompt_loads_hardly_anything(pack: Path) -> None:
    """A shell waits for it before each prompt."""
    run = packbench(pack, "status", "--line")
    assert run.code == 0
    assert run.packages & (HEAVY | SCREEN | {"numpy", "rich", "typer"}) == frozenset()


def test_what_a_card_needs_is_loaded_with_the_pack(pack: Path) -> None:
    """The tables of sentences take a tenth of a second: the first card with two of them waited for it."""
    assert "uniseg" in start(SITTING.format(pack=str(pack))).packages
