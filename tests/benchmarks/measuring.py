"""Taking times and printing them beside the figures to hold."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from time import perf_counter
from typing import NamedTuple


class Spread(NamedTuple):
    """Median and 95th percentile in milliseconds."""

    p50: float
    p95: float

    def __str__(self) -> str:
        return f"{self.p50:8.3f} {self.p95:8.3f}"


def spread(seconds: Sequence[float]) -> Spread:
    """The spread of some times."""
    ordered = sorted(seconds)
    return Spread(median(ordered) * 1e3, ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))] * 1e3)


def each(call: Callable[[object], object], arguments: Iterable[object]) -> Spread:
    """The spread of a call over some arguments."""
    seconds: list[float] = []
    for argument in arguments:
        start = perf_counter()
        call(argument)
        seconds.append(perf_counter() - start)
    return spread(seconds)


def once(call: Callable[[], object]) -> float:
    """Seconds that one call takes."""
    start = perf_counter()
    call()
    return perf_counter() - start


@contextmanager
def settled() -> Iterator[None]:
    """What was built before is left alone by the collector; it stays on."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def pace() -> str:
    """What 200,000 additions in Python take just now: tells a busy machine from an idle one (about 9 ms)."""

    def add() -> None:
        total = 0
        for number in range(200_000):
            total += number

    return f"{median(once(add) for _ in range(9)) * 1e3:.1f} ms"


def heading(text: str) -> None:
    """A headline between two tables."""
    print(f"\n{text}\n{'-' * len(text)}")


def row(name: str, value: object, hold: str = "") -> None:
    """One line: what, measured, and what to hold."""
    print(f"  {name:<54} {value!s:>18}   {hold}".rstrip())
