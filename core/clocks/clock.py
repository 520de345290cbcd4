"""Clocks: the machine's, and a scripted one for samples and tests."""

from __future__ import annotations

import time
from typing import Protocol

from core.clocks.instants import Instant


class Clock(Protocol):
    """Where the writer takes the wall time from."""

    def now(self) -> Instant:
        """The wall time in microseconds of UTC since 1970; it may step back."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> Instant:
        return time.time_ns() // 1_000


class ScriptedClock:
    """A clock that stands where it was put."""

    def __init__(self, instant: Instant) -> None:
        self.instant = instant

    def now(self) -> Instant:
        return self.instant

    def set(self, instant: Instant) -> None:
        """Move the clock; backwards is allowed, as on a real machine."""
        self.instant = instant


def next_transaction_time(wall: Instant, last: Instant) -> Instant:
    """System time of the next record: the wall clock, but strictly after the last record."""
    return max(wall, last + 1)
