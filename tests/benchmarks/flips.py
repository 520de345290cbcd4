"""What becomes of flipped bits: `python -m tests.benchmarks.flips [--count 200] [--each 12] [--seed 1]`.

A pack that was lived in; `--count` flips anywhere in its file, each looked for with `packbench check` from
its start to its exit code, then `--each` flips in every kind of byte and in the two root pages. A flip is
found, or harmless (every read of the pack is what it was), or a defect.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.core.store.flips import DEFECT, Bench, Flip, Outcome, lived, table


def main() -> int:
    """Print both tables; 1 when there is a defect."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.flips")
    parser.add_argument("--count", type=int, default=200, help="flips anywhere in the file")
    parser.add_argument("--each", type=int, default=12, help="flips in each kind of byte")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with TemporaryDirectory(prefix="packbench-flips-") as folder:
        pack = lived(Path(folder) / "lived.pack")
        with Bench(pack, door=True) as bench:
            anywhere = list(bench.outcomes(bench.anywhere(chosen.count, chosen.seed)))
        told(f"{chosen.count} flips anywhere, through `packbench check`", anywhere)
        with Bench(pack) as bench:
            roots = Random(chosen.seed).sample(bench.every_root_bit(), 20 * chosen.each)
            each = [*bench.in_each_kind(chosen.each, chosen.seed), *roots]
            chosen_kinds = list(bench.outcomes(each))
        told(f"{chosen.each} flips in each kind of byte, and {len(roots)} in the root pages", chosen_kinds)
    return int(any(one.result == DEFECT for one in (*anywhere, *chosen_kinds)))


def told(title: str, outcomes: Iterable[Outcome]) -> None:
    """Print a table, its sum, and what is neither found nor harmless."""
    kept = list(outcomes)
    rows = table(kept)
    total = {result: sum(row[result] for row in rows.values()) for result in next(iter(rows.values()))}
    print(f"\n{title}\n{'':24}" + "".join(f"{result:>10}" for result in total))
    for kind, row in {**rows, "all": total}.items():
        print(f"{kind:24}" + "".join(f"{number:10}" for number in row.values()))
    for one in kept:
        if one.result == DEFECT:
            print(f"{described(one.flip)} in {one.kind}: {one.says}")


def described(flip: Flip) -> str:
    """`byte 97726 with 02`."""
    return f"byte {flip.at} with {flip.mask:02x}"


if __name__ == "__main__":
    sys.exit(main())
