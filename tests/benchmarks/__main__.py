"""`python -m tests.benchmarks [--large]`: every benchmark, printed beside the figures to hold."""

from __future__ import annotations

import platform
import sys

from tests.benchmarks import search

BENCHMARKS = (search.main,)


def main(arguments: list[str]) -> None:
    """Run them all, one after the other."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    for benchmark in BENCHMARKS:
        benchmark(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
