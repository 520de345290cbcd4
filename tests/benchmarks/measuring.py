"""Taking times and printing them beside the figures to hold."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple, TypeVar

T = TypeVar("T")


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


class Taken:
    """Wall and processor time of repeated calls; on a busy machine the second is the one to judge by."""

    def __init__(self) -> None:
        self.wall: list[float] = []
        self.cpu: list[float] = []

    def of(self, call: Callable[[], T]) -> T:
        """Take the time of one call and return what it returns."""
        wall, cpu = perf_counter(), process_time()
        answer = call()
        self.cpu.append(process_time() - cpu)
        self.wall.append(perf_counter() - wall)
        return answer

    def __str__(self) -> str:
        return f"{spread(self.wall)}  cpu {spread(self.cpu)}"


@contextmanager
def settled() -> Iterator[None]:
    """What was built before is left alone by the collector; it stays on."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


IDLE: float = 9.0
"""Milliseconds that 200,000 additions take on an idle machine of the kind the figures are held on."""


def pace() -> str:
    """What 200,000 additions in Python take just now: tells a busy machine from an idle one."""

    def add() -> None:
        total = 0
        for number in range(200_000):
            total += number

    taken = Taken()
    for _ in range(9):
        taken.of(add)
    wall, cpu = median(taken.wall) * 1e3, median(taken.cpu) * 1e3
    busy = f", busy: {wall / cpu:.1f} x" if wall > 1.3 * cpu else ""
    return f"{wall:.1f} ms, cpu {cpu:.1f} ms{busy}"


def heading(text: str) -> None:
    """A headline between two tables."""
    print(f"\n{text}\n{'-' * len(text)}", flush=True)


def row(name: str, value: object, hold: str = "") -> None:
    """One line: what, measured, and what to hold."""
    print(f"  {name:<54} {value!s:>18}   {hold}".rstrip(), flush=True)
