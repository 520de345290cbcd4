"""`--at 03:58` runs the tests as at that hour, UTC: a study day starts at four, and a run may meet any hour.

Only this process is moved: programs that a test starts go by the machine's clock.
"""

import time
from typing import Final

import pytest

from core.clocks.clock import SystemClock

DAY: Final = 86_400_000_000
"""Microseconds."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--at", metavar="HH:MM", help="let the clock of this process start at that hour, UTC")


def pytest_configure(config: pytest.Config) -> None:
    if asked := config.getoption("--at"):
        _start_at(*map(int, asked.split(":")))


def _start_at(hour: int, minute: int) -> None:
    now = time.time_ns() // 1_000
    ahead = ((hour * 60 + minute) * 60_000_000 - now) % DAY

    def moved(self: SystemClock) -> int:
        return time.time_ns() // 1_000 + ahead

    SystemClock.now = moved  # type: ignore[method-assign]
