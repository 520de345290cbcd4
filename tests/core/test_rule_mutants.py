"""Every comparison and every figure of the write rules is held by a test."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.core.rule_mutants import HERE, LAST, REST, ROOT, SAME, mutants

FILES = sorted({one.file for one in mutants()})


def test_what_means_the_same_is_still_there() -> None:
    """A reason for a change that no test can notice goes when its line goes, and excuses no second line."""
    assert sorted(one.same for one in mutants() if one.same) == sorted(SAME.values())


def test_the_tests_that_are_to_notice_are_there() -> None:
    named = [*REST, *(f"{HERE}/{test}" for test in LAST)]
    assert [test for test in named if not (ROOT / test).exists()] == []


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_a_test_notices_the_first_change_of_a_file(file: str) -> None:
    """All take a quarter of an hour: `python -m tests.core.rule_mutants` prints which test notices which."""
    command = [sys.executable, "-m", "tests.core.rule_mutants", "--first", file]
    plain = {name: value for name, value in os.environ.items() if name != "HYPOTHESIS_PROFILE"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=plain)
    assert done.returncode == 0, done.stdout + done.stderr
