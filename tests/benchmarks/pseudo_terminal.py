"""A program in a pseudo-terminal: what it paints, and when."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
from pathlib import Path
from time import perf_counter
from types import TracebackType

SIZE = (40, 120)
"""Rows and columns."""
QUIET = 0.08
"""Seconds without output after which a picture is finished."""
PATIENCE = 60.0
_TICK = os.sysconf("SC_CLK_TCK")
_ESCAPES = re.compile(
    r"\x1b(?:\[[0-9;?<>=]*[A-Za-z~$]|\][^\x07\x1b]*(?:\x07|\x1b\\)|P[^\x1b]*\x1b\\|[()][A-Z0-9]|.)"
)


class PseudoTerminal:
    """One program with a terminal of its own; leaving the block ends it."""

    def __init__(self, command: list[str], folder: Path, home: Path, **told: str) -> None:
        """Start it in `folder`, with the platform's state folders below `home`; `told` by the environment."""
        self.started = perf_counter()
        self.pid, self._end = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execve(command[0], command, _environment(home) | told)
        fcntl.ioctl(self._end, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
        self._raw = bytearray()

    def __enter__(self) -> PseudoTerminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._end)

    def until(self, wanted: str) -> float:
        """Wall seconds from the start until a text has been painted."""
        wanted = "".join(wanted.split())
        while wanted not in (painted := self.painted):
            if not self._read(PATIENCE):
                raise TimeoutError(f"never painted {wanted!r}; the last was {painted[-400:]!r}")
        return perf_counter() - self.started

    def press(self, key: str) -> tuple[float, float]:
        """Seconds from a key until the first answer, and until the picture is finished."""
        start = last = perf_counter()
        os.write(self._end, key.encode())
        first: float | None = None
        while self._read(QUIET if first is not None else PATIENCE):
            last = perf_counter()
            first = first or last
        return (first or last) - start, last - start

    def settle(self, quiet: float) -> None:
        """Read until nothing has come for so many seconds."""
        while self._read(quiet):
            pass

    def watch(self, seconds: float) -> None:
        """Read what comes for so many seconds."""
        end = perf_counter() + seconds
        while (left := end - perf_counter()) > 0:
            self._read(left)

    @property
    def painted(self) -> str:
        """Everything written so far, without escape sequences and white space.

        Worked out when it is asked for: done at every read it took longer than what is measured.
        """
        return "".join(_ESCAPES.sub("", self._raw.decode(errors="ignore")).split())

    @property
    def cpu(self) -> float:
        """Processor seconds of the program so far, in hundredths."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICK

    def _read(self, patience: float) -> bool:
        if not select.select([self._end], [], [], patience)[0]:
            return False
        try:
            self._raw += os.read(self._end, 1 << 16)
        except OSError:  # the program has ended
            return False
        return True


def _environment(home: Path) -> dict[str, str]:
    homes = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("STATE", "DATA", "CONFIG", "CACHE")}
    told = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "TZ": "UTC"}
    return {"PATH": os.environ["PATH"], "HOME": str(home), "PACKBENCH_SEAT": "maya"} | homes | told
