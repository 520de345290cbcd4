"""The encoder's own process: `python -m workbench.encoders.serving NAME`. It ends with its standard input.

Beside one busy Python thread a search of a millisecond takes a hundred; another process has its own lock.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Final

import numpy as np

from core.errors import PackError
from workbench.encoders import frames
from workbench.encoders.choosing import load

NICE: Final = 10
"""The person's own program goes first."""


def main(name: str) -> int:
    """Load a model, say so, and encode what is asked for; questions in the order in which they come."""
    with suppress(OSError):
        os.nice(NICE)
    out = sys.stdout.buffer
    # What a library prints must not stand between the messages.
    sys.stdout = sys.stderr
    try:
        encoder = load(name)
    except PackError as error:
        frames.write(out, frames.Missing(str(error)))
        return 1
    frames.write(out, frames.Ready(encoder.name, encoder.fingerprint, encoder.size))
    while (ask := frames.read_ask(sys.stdin.buffer)) is not None:
        vectors = encoder.encode(ask.texts, query=ask.query)
        frames.write(out, frames.Answer(ask.number, np.ascontiguousarray(vectors, "<f4").tobytes()))
    return 0


if __name__ == "__main__":
    with suppress(BrokenPipeError, KeyboardInterrupt):
        sys.exit(main(sys.argv[1]))
