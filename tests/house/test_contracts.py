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


@pytest.fixture
def copied_tree(tmp_path: Path) -> Path:
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_import_contract_is_kept() -> None:
    outcome = lint_imports(ROOT)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


HOLES = [
    ("core/text/hole.py", "import core.store", "A room of core knows only the rooms below it"),
    ("core/clocks/hole.py", "import core.text", "A room of core knows only the rooms below it"),
    ("core/rules/hole.py", "import core.search", "A room of core knows only the rooms below it"),
    ("core/review/hole.py", "import core.graph", "A room of core knows only the rooms below it"),
    ("core/state/hole.py", "import core.pack", "A room of core knows only the rooms below it"),
    ("core/annex.py", "", "A room of core knows only the rooms below it"),
    ("core/search/hole.py", "import rich.text", "core knows no face"),
    ("core/pack/hole.py", "import workbench", "core knows no face"),
    ("workbench/hole.py", "import core.store", "never reach past core.pack"),
    ("sample_packs/hole.py", "import core.state", "never reach past core.pack"),
    ("sample_packs/hole.py", "import typer", "Sample packs replay without a face"),
]


@pytest.mark.parametrize(("file", "statement", "contract"), HOLES, ids=[f"{f}:{s}" for f, s, _ in HOLES])
def test_a_hole_in_a_wall_is_found(copied_tree: Path, file: str, statement: str, contract: str) -> None:
    (copied_tree / file).write_text(statement + "\n", encoding="utf-8")
    outcome = lint_imports(copied_tree)
    broken = [line for line in outcome.stdout.splitlines() if line.rstrip().endswith("BROKEN")]
    assert outcome.returncode != 0
    assert any(contract in line for line in broken), outcome.stdout + outcome.stderr
