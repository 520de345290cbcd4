"""The last words of a process that a damaged page ends.

LMDB trusts its pages: on one that makes no sense it may end the process by an assertion, or read where
nothing is. Nothing can be saved then, but the person can be told what it was. How a process ends is for its
face to say: until one has, all stays as it is.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from core.store.layout import SAVE_THE_REST

Speaker = Callable[[str], int]
"""Tells a person the sentence, and returns the exit code. It runs in a process that is about to end: it
writes to descriptors and touches nothing else."""

inside: Final[list[Path]] = []
"""The packs that LMDB is reading or writing now, one for each transaction of any thread."""

_speaker: Speaker | None = None
_kept: list[Any] = []
"""What the system calls when the end comes, kept from being collected."""


def spoken_by(speaker: Speaker) -> None:
    """From the next file that is opened on, a process that its pages kill ends by this speaker."""
    global _speaker
    _speaker = speaker


def listen() -> None:
    """Be ready for the end, if somebody will speak then."""
    if _speaker is None or _kept:
        return
    import ctypes  # late: who reads without a face needs it not
    import signal

    library = ctypes.CDLL(None)
    handler = ctypes.CFUNCTYPE(None, ctypes.c_int)(_end)
    library.signal.argtypes = [ctypes.c_int, ctypes.c_void_p]
    library.signal.restype = ctypes.c_void_p
    _kept.extend((library, handler))
    for deadly in (signal.SIGABRT, signal.SIGBUS, signal.SIGSEGV):
        library.signal(deadly, ctypes.cast(handler, ctypes.c_void_p))


def _end(number: int) -> None:
    """Called in the thread that cannot go on; an end that is none of ours takes its usual course."""
    if not inside or _speaker is None:
        _kept[0].signal(number, None)
        return
    code = 1
    try:
        code = _speaker(sentence(inside[-1]))
    finally:
        os._exit(code)


def sentence(pack: Path) -> str:
    """What happened and what to do."""
    return f"{pack} is damaged: a page of its file makes no sense, and reading it ended here. {SAVE_THE_REST}"
