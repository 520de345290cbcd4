"""A process that gives commands through the door as fast as it can and acknowledges each receipt.

`python -m tests.core.pack.commanding_child PACK SEED`, until it is killed.
"""

from __future__ import annotations

import os
import sys
from itertools import count
from random import Random

import msgspec

from core.clocks.clock import ScriptedClock
from core.errors import PackError
from core.pack.pack import Pack
from tests.core.pack.desk import START, Desk
from tests.core.pack.walks import Walker


def main(path: str, seed: str) -> None:
    clock = ScriptedClock(START)
    pack = Pack.open(path, seat="ana", clock=clock, mode="write")
    walker = Walker(Desk(pack, clock), Random(int(seed)))
    for _ in count():
        asked = walker.ask()
        try:
            receipt = pack.submit(asked.command, actor=asked.by)
        except PackError:
            continue
        if receipt.tx is not None:
            os.write(1, msgspec.json.encode([receipt.tx, receipt.verb, receipt.summary]) + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
