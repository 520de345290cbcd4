"""A terminal that went away without a word.

The system tells the end of a terminal to the leader of its session alone. Where that leader waits for the
workbench, as `make demo` in a window of its own does, nobody passes it on, and the thread that reads keys
would read an end of file over and over.
"""

from __future__ import annotations

import select
import sys
from typing import Final

LOOK_EVERY: Final = 1.0
"""Seconds between looks."""


def terminal_is_gone() -> bool:
    """Whether the terminal that keys come from was hung up."""
    if sys.__stdin__ is None:
        return False
    looking = select.poll()
    looking.register(sys.__stdin__.fileno(), 0)  # a hang-up is told without being asked for
    return any(told & (select.POLLHUP | select.POLLERR) for _, told in looking.poll(0))
