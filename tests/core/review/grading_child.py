"""Grades what is due in a pack, and says each grade when it is durable."""

from __future__ import annotations

import sys
from pathlib import Path

from core.clocks.clock import ScriptedClock
from core.pack import commands as c
from core.pack.pack import Pack


def main(path: Path, at: int) -> None:
    """One grade after another, one line each: the claim."""
    with Pack.open(path, seat="ana", clock=ScriptedClock(at), mode="write") as pack:
        for claim_id in [card.line.claim.id for card in pack.due().cards]:
            pack.submit(c.Grade(id=claim_id, grade=3))
            print(claim_id, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
