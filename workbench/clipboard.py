"""Copying out of the terminal: by the terminal itself (OSC 52), else by the system, else a word of advice."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import msgspec
from textual.app import App

WITHOUT_OSC_52 = frozenset({"Apple_Terminal"})
"""Values of TERM_PROGRAM whose terminal ignores OSC 52."""

MOST_BYTES = 74_994
"""Longest text that common terminals take by OSC 52 (xterm's limit is 100,000 bytes of base64)."""

BY_HAND = "To copy by hand, hold shift (option on a Mac) and drag over the text."
IN_TMUX = "If pasting gives nothing, put “set -g set-clipboard on” into tmux's configuration."
IF_NOTHING = "If pasting gives nothing, hold shift (option on a Mac) and drag over the text."


class Copied(msgspec.Struct, frozen=True):
    """What came of a copy; `certain` when the system's clipboard took it."""

    sentence: str
    certain: bool


def copy(app: App[Any], text: str, environ: Mapping[str, str] | None = None) -> Copied:
    """Copy by every way there is and say what to expect; never raises."""
    env = os.environ if environ is None else environ
    app.copy_to_clipboard(text)
    if not _remote(env) and _by_system(text):
        return Copied(f"Copied {len(text)} characters.", certain=True)
    if env.get("TERM_PROGRAM") in WITHOUT_OSC_52:
        return Copied(f"This terminal does not let programs copy. {BY_HAND}", certain=False)
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        return Copied(f"This is too long for the terminal's clipboard. {BY_HAND}", certain=False)
    advice = IN_TMUX if env.get("TMUX") else IF_NOTHING
    return Copied(f"Sent {len(text)} characters to the terminal's clipboard. {advice}", certain=False)


def _remote(env: Mapping[str, str]) -> bool:
    """Over SSH the system's clipboard is that of the other machine."""
    return bool(env.get("SSH_CONNECTION") or env.get("SSH_TTY"))


def _by_system(text: str) -> bool:
    """Whether pyperclip is there and took the text; it raises all sorts where no clipboard tool is."""
    try:
        system_copy: Callable[[str], None] = import_module("pyperclip").copy
        system_copy(text)
    except Exception:
        return False
    return True
