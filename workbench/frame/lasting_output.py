"""The way to a terminal that may be gone: what cannot be written any more is dropped.

Textual writes in a thread of its own that ends with the first error. Its queue fills then, and the program
waits for ever for room in it, holding the pack, when the terminal is closed in the middle of a picture.
"""

from __future__ import annotations

from typing import IO, Any

from textual.driver import Driver


class LastingOutput:
    """A file that takes every text, also when nobody is there to read it."""

    ended = False
    """Whether the terminal was given back: nothing more is written to it."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Write a text, or drop it."""
        if self.ended:
            return len(text)
        try:
            return self._file.write(text)
        except OSError:
            return len(text)

    def flush(self) -> None:
        """Send on what was written, or drop it."""
        try:
            self._file.flush()
        except OSError:
            return

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def lasting(driver: type[Driver]) -> type[Driver]:
    """The driver of a terminal, whose output outlasts the terminal."""

    class LastingDriver(driver):  # type: ignore[misc, valid-type]
        """Writes through a `LastingOutput`."""

        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            if (file := getattr(self, "_file", None)) is not None:
                self._file = LastingOutput(file)

    return LastingDriver
