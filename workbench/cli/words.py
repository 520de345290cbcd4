"""What a person types: words in the arguments, or on standard input for `-`, and answers to a question."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from core.errors import Refused

STDIN: Final = "-"
PLAIN_TERMINALS: Final = frozenset({"dumb", "unknown"})
"""Values of TERM that promise nothing but lines."""


def words_of(arguments: Sequence[str]) -> str:
    """The arguments as one text; a single `-` reads standard input. Raises `Refused` for what is no text."""
    if list(arguments) == [STDIN]:
        return _read()
    text = " ".join(arguments)
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        raise Refused(
            "the text is not UTF-8; set the terminal to UTF-8, or pipe the text in and write - for it."
        )
    return text


def _read() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise Refused(f"standard input is not UTF-8 (byte {error.start}); convert it first.") from None


def at_terminal() -> bool:
    """Whether somebody sits there to be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def can_paint(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether there is a terminal that can show a full screen."""
    return at_terminal() and environ.get("TERM", "") not in PLAIN_TERMINALS


def asked(question: str, answers: Mapping[str, str]) -> str:
    """The letter of an answer that a person chose; the first one when they only press enter."""
    named = ", ".join(f"{letter} {meaning}" for letter, meaning in answers.items())
    while True:
        print(f"{question} ({named}) ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            return "n"
        answer = line.strip().casefold()[:1] or next(iter(answers))
        if answer in answers:
            return answer
