"""Looking through a pack for pairs in a process of its own, so that the screen never waits for it.

Run as `python -m workbench.looking`; the question comes on standard input, the receipt of a dry run goes
to standard output.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec

from core.clocks.clock import ScriptedClock
from core.clocks.instants import Instant
from core.errors import PackError
from core.pack.commands import Consolidate
from core.pack.pack import Pack
from core.pack.receipts import Receipt

PATIENCE: Final = 600
"""Seconds after which a child that does not answer is given up."""


class Question(msgspec.Struct, frozen=True):
    """Which pack is to be looked through, as who and when."""

    path: str
    seat: str
    workspace: str
    now: Instant


def pairs_to_propose(question: Question) -> Receipt:
    """What `consolidate` would propose, as a dry run. Raises `PackError` when the child fails."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "workbench.looking"],
            input=msgspec.json.encode(question),
            capture_output=True,
            cwd=Path(__file__).parents[1],
            timeout=PATIENCE,
            check=True,
        )
        return msgspec.json.decode(done.stdout, type=Receipt)
    except (OSError, subprocess.SubprocessError, msgspec.MsgspecError) as error:
        said = getattr(error, "stderr", None) or b""
        last = said.decode(errors="replace").strip().rpartition("\n")[2] or str(error)
        raise PackError(f"the pack could not be looked through ({last}); ask again.") from error


def look(question: Question) -> Receipt:
    """The dry run itself: reads the pack beside its writer, writes nothing."""
    clock = ScriptedClock(question.now)
    with Pack.open(question.path, seat=question.seat, clock=clock, workspace=question.workspace) as pack:
        return pack.preview(Consolidate(workspace=question.workspace))


if __name__ == "__main__":
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Question)
    sys.stdout.buffer.write(msgspec.json.encode(look(asked)))
