"""The program survives its own faults: a refusal becomes a sentence, anything else a readable page."""

from __future__ import annotations

import traceback
from pathlib import Path

import msgspec

from core.errors import PackError
from workbench.cells import width


class Mishap(msgspec.Struct, frozen=True):
    """A fault that was not foreseen."""

    sentence: str
    trace: str
    log: Path | None
    """File that holds it, or None when that could not be written."""


def mishap_of(error: BaseException, log: Path) -> Mishap:
    """Describe an unexpected error and append it to the log file."""
    trace = "".join(traceback.format_exception(error))
    kept: Path | None = log
    try:
        log.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(trace + "\n")
    except OSError:
        kept = None
    return Mishap(f"{type(error).__name__}: {error}", trace, kept)


def last_words(mishap: Mishap) -> str:
    """What is left in the terminal when a fault ends the program."""
    kept = f" It is kept in {mishap.log}." if mishap.log else ""
    return f"packbench had to end: {mishap.sentence}.{kept} Nothing that was saved is lost."


SAVING = "export --skip-damaged"
DAMAGED = f"Damaged: restore a backup, or packbench {SAVING} NAME.zip"
"""What to do about a damaged pack, where there is no room to say what is damaged."""


def sentence_of(error: PackError, cells: int | None = None) -> str:
    """A refusal as one sentence, its first letter a capital; where it takes more than `cells`, its advice."""
    said = str(error).strip() or type(error).__name__
    if cells is not None and width(said) > cells and SAVING in said:
        return DAMAGED
    return said[:1].upper() + said[1:]
