"""What a command writes out: to standard output, or to a new file, which is whole or not there at all."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from core.errors import Refused
from workbench.cli.aside import written_out
from workbench.cli.words import STDIN


@contextmanager
def new_file(to: str) -> Iterator[IO[bytes]]:
    """Standard output, or a file that was not there."""
    if to == STDIN:
        with written_out():
            yield sys.stdout.buffer
        return
    from core.pack.handover import in_words

    try:
        with open(to, "xb") as file:
            yield from _kept_when_whole(file, Path(to))
    except FileExistsError:
        raise Refused(f"{to} is there already; choose another name.") from None
    except OSError as error:
        raise in_words(error, f"{to} cannot be written") from None


def _kept_when_whole(file: IO[bytes], at: Path) -> Iterator[IO[bytes]]:
    """The new file, which is gone again when it could not be written to its end."""
    try:
        yield file
        file.flush()
    except BaseException:
        at.unlink(missing_ok=True)
        raise
