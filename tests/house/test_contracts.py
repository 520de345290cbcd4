"""The walls between the rooms hold, and a hole in any of them is found."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.repository import PACKAGES, ROOT

LINT = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]


def lint_imports(tree: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(tree), "COLUMNS": "200"}
    return subprocess.run(LINT, cwd=tree, env=environment, capture_output=True, text=True, check=False)


ROOMS = "A room of core knows only the rooms below it"
HOLES = [
    ("core/text/hole.py", "core.store", ROOMS),
    ("core/clocks/hole.py", "core.text", ROOMS),
    ("core/rules/hole.py", "core.search", ROOMS),
    ("core/review/hole.py", "core.graph", ROOMS),
    ("core/state/hole.py", "core.pack", ROOMS),
    ("core/search/hole.py", "rich", "core knows no face"),
    ("core/pack/hole.py", "workbench", "core knows no face"),
    ("workbench/hole.py", "core.store", "never reach past core.pack"),
    ("sample_packs/hole.py", "core.state", "never reach past core.pack"),
    ("sample_packs/typer_hole.py", "typer", "Sample packs replay without a face"),
]


def copied_tree(tree: Path, holes: dict[str, str]) -> Path:
    """The packages with files in them that were not there."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tree)
    for file, statement in holes.items():
        (tree / file).write_text(statement + "\n", encoding="utf-8")
    return tree


def broken(said: str) -> list[str]:
    """The contracts that are called broken."""
    return [line for line in said.splitlines() if line.rstrip().endswith("BROKEN")]


@pytest.fixture(scope="module")
def with_holes(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is said of a tree with all these holes."""
    holes = {file: f"import {module}" for file, module, _ in HOLES}
    outcome = lint_imports(copied_tree(tmp_path_factory.mktemp("holes"), holes))
    assert outcome.returncode != 0
    return outcome.stdout + outcome.stderr


@pytest.mark.parametrize(("file", "module", "contract"), HOLES, ids=[f"{f}:{m}" for f, m, _ in HOLES])
def test_a_hole_in_a_wall_is_found(with_holes: str, file: str, module: str, contract: str) -> None:
    assert any(contract in line for line in broken(with_holes)), with_holes
    through = file.removesuffix(".py").replace("/", ".")
    assert f"{through} -> {module} (l.1)" in with_holes


def test_a_room_that_is_in_no_list_is_found(tmp_path: Path) -> None:
    outcome = lint_imports(copied_tree(tmp_path, {"core/annex.py": ""}))
    assert outcome.returncode != 0
    assert [line.startswith(ROOMS) for line in broken(outcome.stdout)] == [True]
