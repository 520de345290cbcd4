"""The suite's own rules: no skip where none may be, core is sealed, no test touches a home."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.house.repository import ROOT

SKIPPING = """
import pytest

def test_that_skips():
    pytest.skip("no such tool on this machine")

@pytest.mark.skipif(True, reason="marked so")
def test_that_is_marked():
    pass

@pytest.mark.xfail(reason="known")
def test_that_is_known_to_fail():
    raise AssertionError
"""
SKIPPING_AS_A_WHOLE = """
import pytest
pytest.importorskip("no_such_module_anywhere")
"""
REACHING_OUT = """
import socket
import pytest
from tests.sealed import SealBroken

def test_internet():
    with pytest.raises(SealBroken):
        socket.socket(socket.AF_INET, socket.SOCK_STREAM)

def test_names():
    with pytest.raises(SealBroken):
        socket.getaddrinfo("localhost", 80)

@pytest.mark.parametrize("library", ["torch", "sentence_transformers", "transformers"])
def test_models(library):
    with pytest.raises(ModuleNotFoundError, match="core reaches for the model library"):
        __import__(library)

def test_a_local_socket_is_no_network():
    for end in socket.socketpair():
        end.close()
"""
OPEN = """
import socket

def test_internet():
    socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()
"""


def run_suite(tree: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run pytest over a tree of its own with the suite's plugins and nothing else of ours."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.no_skip",
        "-p",
        "tests.sealed",
        "-rs",
        "-p",
        "no:cacheprovider",
    ]
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("PACKBENCH", "PYTEST"))
    }
    return subprocess.run(
        [*command, "--rootdir", str(tree), "--import-mode=importlib", str(tree)],
        cwd=tree,
        env=inherited | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("body", "ordinary", "strict"),
    [
        (SKIPPING, "2 skipped, 1 xfailed", ["1 failed", "1 xfailed", "1 error"]),
        (SKIPPING_AS_A_WHOLE, "1 skipped", ["1 error"]),
    ],
    ids=["a test", "a file"],
)
def test_a_skip_is_a_failure_where_nothing_may_skip(
    tmp_path: Path, body: str, ordinary: str, strict: list[str]
) -> None:
    (tmp_path / "test_skipping.py").write_text(body, encoding="utf-8")
    assert ordinary in run_suite(tmp_path).stdout
    refused = run_suite(tmp_path, PACKBENCH_NO_SKIP="1")
    assert refused.returncode != 0
    assert all(count in refused.stdout.splitlines()[-1] for count in strict), refused.stdout
    assert "nothing may be" in refused.stdout


def test_a_test_of_core_reaches_neither_network_nor_model(tmp_path: Path) -> None:
    for folder, body in (("core", REACHING_OUT), ("workbench", OPEN)):
        (tmp_path / "tests" / folder).mkdir(parents=True)
        (tmp_path / "tests" / folder / "test_reaching.py").write_text(body, encoding="utf-8")
    outcome = run_suite(tmp_path)
    assert outcome.returncode == 0, outcome.stdout
    assert "7 passed" in outcome.stdout


def test_the_zone_is_utc_and_the_folders_are_the_runs_own() -> None:
    assert time.tzname == ("UTC", "UTC")
    assert all(
        Path(os.environ[name]).name and "packbench-tests-" in os.environ[name]
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    )
