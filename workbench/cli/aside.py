"""What stands beside an answer: one line on standard error, and that the answer could not be written out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class OutputFailed(Exception):
    """Standard output takes no more: its reader has gone, or its disk is full."""


@contextmanager
def written_out() -> Iterator[None]:
    """Within it, a failure to write raises `OutputFailed`: it is no failure of the command."""
    try:
        yield
    except OSError as error:
        raise OutputFailed from error


def aside(text: str) -> None:
    """One line beside the answer: on standard error, so that a pipe stays clean."""
    from workbench.cells import visible  # late: most answers have nothing beside them

    print(visible(text), file=sys.stderr)
