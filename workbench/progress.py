"""How far something is, on one line of a terminal."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Self

_WIPE = "\r\x1b[K"


class ProgressLine:
    """Says a percentage on standard error while it is a terminal; leaving the block wipes the line."""

    def __init__(self, doing: str) -> None:
        """`doing` is what is said, such as `making the sample pack`; it is said at once."""
        self._doing = doing
        self._said = -1
        self._shown = sys.stderr.isatty()
        self(0, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self(1, 1)

    def __call__(self, done: int, of: int) -> None:
        """Say how much is done; at the end the line is empty again."""
        percent = 100 * done // max(1, of)
        if not self._shown or percent == self._said:
            return
        self._said = percent
        line = "" if done >= of else f"{self._doing}: {percent} %"
        print(f"{_WIPE}{line}", end="", file=sys.stderr, flush=True)
