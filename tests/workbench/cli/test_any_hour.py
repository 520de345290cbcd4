"""The tests of the command line go by the machine's clock: they must pass at any hour that a run may meet.

A study day starts at four: the hours after midnight belong to yesterday, and a run may cross either border.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.slow
@pytest.mark.parametrize("hour", ["00:30", "03:59", "23:59"])
def test_the_command_line_is_right_at_any_hour(hour: str) -> None:
    asked = ["-m", "pytest", str(HERE), "-q", "-p", "no:cacheprovider", "--at", hour]
    ended = subprocess.run([sys.executable, *asked], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-4000:]
