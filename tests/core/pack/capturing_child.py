"""A process that captures turns without end and acknowledges each commit.

`python -m tests.core.pack.capturing_child PACK`, until it is killed.
"""

from __future__ import annotations

import os
import sys
from itertools import count

from core.clocks.clock import ScriptedClock
from core.pack import capturing
from core.pack.commands import PutDeed
from core.pack.pack import Pack
from tests.core.pack.desk import START

GROUP = 20


def body(place: int) -> str:
    """The words of a turn, short ones and such as fill pages of their own."""
    return f"turn {place} " * (1000 if place % 7 == 0 else 3)


def acknowledge(seen: int) -> None:
    """Say how many turns are durable."""
    os.write(1, b"%d\n" % seen)


def main(path: str) -> None:
    capturing.GROUP = GROUP  # type: ignore[misc]
    with Pack.open(path, seat="ana", clock=ScriptedClock(START), mode="write") as pack:
        turns = (
            PutDeed(body=body(place), kind="turn", conversation="c", position=place) for place in count()
        )
        pack.put_deeds(turns, acknowledge)


if __name__ == "__main__":
    main(*sys.argv[1:])
