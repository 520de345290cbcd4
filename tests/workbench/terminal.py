"""A real terminal to test in: the command in tmux, its keys sent, its screen read."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from uuid import uuid4

TMUX = shutil.which("tmux")
PATIENCE = 60.0
"""Seconds that a loaded machine may take before a screen shows what is waited for."""
LOOK_EVERY = 0.05


class Terminal:
    """One tmux server with one window of a fixed size, running a command."""

    def __init__(self, command: list[str], folder: Path, width: int, height: int) -> None:
        self._name = f"packbench-test-{uuid4().hex[:8]}"
        homes = {
            f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("STATE", "DATA", "CONFIG", "CACHE")
        }
        told = {**homes, "PACKBENCH_SEAT": "ana", "TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC"}
        line = shlex.join(["env", *(f"{name}={value}" for name, value in told.items()), *command])
        self._tmux(
            "-f", "/dev/null", "new-session", "-d", "-s", "w", "-x", str(width), "-y", str(height), line,
            ";", "set-option", "-g", "remain-on-exit", "on",
        )  # fmt: skip

    @classmethod
    def packbench(cls, *arguments: str, folder: Path, size: tuple[int, int] = (120, 40)) -> Terminal:
        """The program itself, by the interpreter that runs the tests."""
        return cls([sys.executable, "-m", "workbench", *arguments], folder, *size)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tmux("kill-server", check=False)

    def _tmux(self, *words: str, check: bool = True) -> str:
        assert TMUX is not None
        environment = {name: value for name, value in os.environ.items() if name != "TMUX"}
        run = subprocess.run(
            [TMUX, "-L", self._name, *words], capture_output=True, text=True, check=check, env=environment
        )
        return run.stdout

    def press(self, *keys: str) -> None:
        """Send keys by tmux's names."""
        for key in keys:
            self._tmux("send-keys", "-t", "w", key)

    def type(self, text: str) -> None:
        """Send text as it stands."""
        self._tmux("send-keys", "-t", "w", "-l", text)

    def screen(self) -> str:
        """What stands on the screen."""
        return self._tmux("capture-pane", "-p", "-t", "w")

    def until(self, *wanted: str) -> str:
        """The screen, as soon as it shows all that is wanted."""
        return self.when(lambda seen: all(one in seen for one in wanted), " and ".join(wanted))

    def when(self, shows: Callable[[str], bool], what: str) -> str:
        """The screen, as soon as it passes a look."""
        end = time.monotonic() + PATIENCE
        while not shows(seen := self.screen()):
            assert time.monotonic() < end, f"never saw {what} on:\n{seen}"
            time.sleep(LOOK_EVERY)
        return seen

    def ended(self) -> None:
        """Wait until the program has ended."""
        self.when(lambda _: self._ask("#{pane_dead}") == "1", "the end of the program")

    def hang_up(self) -> None:
        """Close the terminal under the program, as a lost connection does."""
        self._tmux("kill-session", "-t", "w")

    def pid(self) -> int:
        """Process id of the program in the window."""
        return int(self._ask("#{pane_pid}"))

    def _ask(self, what: str) -> str:
        return self._tmux("display-message", "-p", "-t", "w", what).strip()
