"""What the program says when a damaged page ends it: one sentence, in a terminal as it was before."""

from __future__ import annotations

import os
import sys
from typing import Any, Final

import msgspec

from core.pack.ending import spoken_by
from workbench.cli.exits import NO_PACK

ERRORS: Final = 2
"""Descriptor of standard error."""

USUAL: Final = (
    "\x1b[?2004l\x1b[?7h\x1b[?2048l"
    "\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"
    "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""Takes back what Textual asks of a terminal: pasting, long lines, sizes, mouse, keys, second screen."""

_before: list[Any] = []
"""How the terminal was set before the workbench took it."""


def speak_when_killed() -> None:
    """From now on a damaged page ends the program by a sentence and the exit code of a damaged pack."""
    spoken_by(_say)


def keep_terminal() -> None:
    """Remember how the terminal is set, so that it can be put back."""
    import termios

    try:
        _before[:] = [termios.tcgetattr(sys.__stdin__)] if sys.__stdin__ else []
    except (termios.error, ValueError):
        _before.clear()


def _say(sentence: str) -> int:
    lines = [f"packbench: {sentence}"]
    if "--json" in sys.argv:
        error = {"kind": "PackDamaged", "message": sentence, "exit_code": NO_PACK.code}
        lines.append(msgspec.json.encode({"error": error}).decode())
    told = "".join(f"{line}\n" for line in lines)
    os.write(ERRORS, (_terminal_put_back() + told).encode(errors="backslashreplace"))
    return NO_PACK.code


def _terminal_put_back() -> str:
    """Give the terminal its settings back; what has to be written to it first."""
    if not _before:
        return ""
    import termios

    from workbench.frame.lasting_output import LastingOutput

    LastingOutput.ended = True
    try:
        termios.tcsetattr(0, termios.TCSANOW, _before[0])
    except termios.error:
        return ""
    return USUAL
