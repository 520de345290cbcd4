"""The gate: many transactions at once, or one change of the map alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Gate:
    """Keeps count of the open transactions of this process, so that the map moves under none of them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._closed = False

    def enter(self) -> None:
        """Come in; waits while the map is being changed."""
        with self._changed:
            while self._closed:
                self._changed.wait()
            self._inside += 1

    def leave(self) -> None:
        """Go out."""
        with self._changed:
            self._inside -= 1
            if not self._inside:
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let nobody in, wait until all are out. A thread that is inside must not ask for this."""
        with self._changed:
            while self._closed:
                self._changed.wait()
            self._closed = True
            while self._inside:
                self._changed.wait()
        try:
            yield
        finally:
            with self._changed:
                self._closed = False
                self._changed.notify_all()
