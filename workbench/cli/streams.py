"""The standard streams of one run: what fails in them is told apart from what fails in a command."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from workbench.cli.aside import written_out


class Answers:
    """Standard output; what it cannot take raises `OutputFailed`, which no library swallows."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        with written_out():
            return self._file.write(text)

    def flush(self) -> None:
        with written_out():
            self._file.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class Asides(Answers):
    """Standard error; what it cannot take is lost, and nothing fails for it."""

    def write(self, text: str) -> int:
        with suppress(OSError):
            return self._file.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()


@contextmanager
def standard_streams() -> Iterator[None]:
    """Within it, all three are there, and the two outputs behave as above."""
    kept = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = _there(sys.stdin, "r")
    sys.stdout = cast(TextIO, Answers(_showing_anything(_there(sys.stdout, "w"))))
    sys.stderr = cast(TextIO, Asides(_showing_anything(_there(sys.stderr, "w"))))
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept


def _there(stream: TextIO | None, mode: str) -> TextIO:
    """The stream; one that was closed is put back, holding nothing and taking everything.

    Else the next file to be opened gets its number, and what is meant for the stream lands in the pack.
    """
    if stream is not None:
        return stream
    return cast(TextIO, open(os.devnull, mode, encoding="utf-8"))


def _showing_anything(file: TextIO) -> TextIO:
    """The output; a sign that it cannot encode shows its code instead of failing."""
    if (reconfigure := getattr(file, "reconfigure", None)) is not None:
        reconfigure(errors="backslashreplace")
    return file
