"""Every benchmark beside the figures to hold: `python -m tests.benchmarks [--keep FOLDER] [NAME ...]`.

`must` is what this release holds, `design` what the design aims at; peers are measured in the same run.
`--keep` takes the filled pack of a run before, or leaves one there. Names choose among the tables.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.benchmarks import (
    as_of,
    capturing,
    door_search,
    door_writes,
    encoders,
    graph,
    mornings,
    opening,
    painting,
    search,
)
from tests.benchmarks.filled import Filled, filled
from tests.benchmarks.measuring import IDLE, pace, row

DOOR: Final[dict[str, Callable[[Filled], None]]] = {
    "search": door_search.run,
    "writes": door_writes.run,
    "mornings": mornings.run,
    "opening": opening.run,
    "capture": capturing.run,
    "painting": painting.run,
    "dates": as_of.run,
    "graph": graph.run,
}
"""Over one pack, filled through the door."""
PANEL: Final = "panel"
"""The search alone, over columns in memory."""
ENCODERS: Final = "encoders"
"""The bundled model, over no pack at all."""
SIZE: Final = 10_000


def main() -> None:
    """Run what was chosen, one after the other."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    tables = [*DOOR, PANEL, ENCODERS]
    parser.add_argument("names", nargs="*", choices=[[], *tables], help="tables; all without one")
    parser.add_argument("--large", action="store_true", help="the panel also at 100,000 claims")
    parser.add_argument("--turns", type=Path, help="the panel also over this file of LoCoMo")
    parser.add_argument("--size", type=int, default=SIZE, help="claims in the pack")
    parser.add_argument("--keep", type=Path, help="a folder that keeps the filled pack")
    chosen = parser.parse_args()
    names = chosen.names or tables
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    if set(names) & set(DOOR):
        with filled(chosen.size, chosen.keep) as pack:
            for name in names:
                if name in DOOR:
                    DOOR[name](pack)
                    row("pace: 200,000 additions in Python", pace(), f"about {IDLE:.0f} ms when idle")
    if PANEL in names:
        more = [] if chosen.turns is None else ["--turns", str(chosen.turns)]
        search.main([*(["--large"] if chosen.large else []), *more])
    if ENCODERS in names:
        encoders.run()
        row("pace: 200,000 additions in Python", pace(), f"about {IDLE:.0f} ms when idle")


if __name__ == "__main__":
    main()
