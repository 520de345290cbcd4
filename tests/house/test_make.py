"""The Makefile installs once, and again only when what is to be installed has changed."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.repository import ROOT, read

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not on this machine")

TARGETS = ("setup", "demo", "test", "slow", "bench", "screenshots", "lint", "format", "types", "clean")


def dry_run(target: str, environment_folder: Path, **variables: str) -> str:
    settings = [f"VENV={environment_folder}", *(f"{name}={value}" for name, value in variables.items())]
    command = ["make", "--dry-run", target, *settings]
    plain = {name: value for name, value in os.environ.items() if name != "EXTRAS"}
    return subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=True).stdout


def touch(path: Path, seconds_from_now: int = 0) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    moment = max(ROOT.joinpath(name).stat().st_mtime for name in ("pyproject.toml", ".ci/constraints.txt"))
    os.utime(path, (moment + seconds_from_now, moment + seconds_from_now))


@pytest.mark.parametrize("target", ["demo", "test"])
def test_a_fresh_machine_gets_an_environment_and_an_install(tmp_path: Path, target: str) -> None:
    plan = dry_run(target, tmp_path / "env")
    work = {"demo": "/bin/packbench demo", "test": " -m pytest"}[target]
    assert plan.index(" -m venv ") < plan.index(" -m pip ") < plan.index(work)


def test_only_the_suite_installs_the_test_extra(tmp_path: Path) -> None:
    assert ".[test]" in dry_run("test", tmp_path / "env")
    assert ".[test]" not in dry_run("demo", tmp_path / "env")


@pytest.mark.parametrize(("target", "stamp"), [("demo", ".installed"), ("test", ".installed-test")])
def test_a_second_run_installs_nothing(tmp_path: Path, target: str, stamp: str) -> None:
    touch(tmp_path / "env/bin/python")
    touch(tmp_path / "env" / stamp, seconds_from_now=60)
    assert " -m pip " not in dry_run(target, tmp_path / "env")
    touch(tmp_path / "env" / stamp, seconds_from_now=-60)
    assert " -m pip " in dry_run(target, tmp_path / "env")


def test_a_python_that_is_too_old_is_refused_in_a_sentence(tmp_path: Path) -> None:
    old = tmp_path / "old-python"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    command = ["make", "demo", f"VENV={tmp_path / 'env'}", f"PYTHON={old}"]
    outcome = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert outcome.returncode != 0
    assert "Packbench needs Python 3.11 or newer" in outcome.stderr


@pytest.mark.parametrize("target", TARGETS)
def test_help_lists_every_target(target: str) -> None:
    said = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert f"make {target} " in said


def test_the_script_for_machines_runs_the_commands_for_people() -> None:
    script = read(".ci/run")
    subprocess.run(["bash", "-n", str(ROOT / ".ci/run")], check=True)
    assert all(f"make {target}" in script for target in ("test", "slow", "lint", "types"))
    assert "PACKBENCH_NO_SKIP=1" in script
