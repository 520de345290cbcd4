"""Work beside waits while a person presses keys: two busy threads of one interpreter hold each other up."""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Final

REST: Final = 1.0
"""Seconds without a key after which work may begin: longer than between two letters of a word."""
BREATH: Final = 0.001
"""Seconds between two pieces of work, in which whoever waits for a lock gets it."""

Wait = Callable[[threading.Event, float], object]
"""Waits until something has happened or so many seconds have passed."""


class KeysRest:
    """Asked before a piece of work, it waits until the keys have rested. For use from any thread."""

    def __init__(
        self,
        seconds: float = REST,
        *,
        now: Callable[[], float] = monotonic,
        wait: Wait = threading.Event.wait,
    ) -> None:
        """`seconds` without a key are a rest."""
        self._seconds = seconds
        self._now = now
        self._wait = wait
        self._pressed = -inf
        self._ended = threading.Event()

    def press(self) -> None:
        """A key came, or something else that a person does."""
        self._pressed = self._now()

    def end(self) -> None:
        """There is nothing to wait for any more, and nothing to be done."""
        self._ended.set()

    @property
    def left(self) -> float:
        """Seconds until the keys have rested; 0 when they have."""
        return max(0.0, self._pressed + self._seconds - self._now())

    def __call__(self) -> bool:
        """Wait until the keys have rested; False when the end came first."""
        self._wait(self._ended, BREATH)
        while not self._ended.is_set() and (left := self.left):
            self._wait(self._ended, left)
        return not self._ended.is_set()
