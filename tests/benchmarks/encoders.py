"""The bundled model by numpy, beside the same weights by sentence-transformers: loading, texts, memory."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Final

from tests.benchmarks.measuring import heading, row

if TYPE_CHECKING:
    from core.pack.meaning import Encoder

TURNS: Final = 3
WAYS: Final = {"numpy": "numpy, as shipped", "torch": "sentence-transformers, one thread"}
SHORT: Final = "what holds eight people"
"""A query."""
ASKED: Final = 30
TEXTS: Final = 320
BATCHES: Final = (8, 32)
"""As the workbench hands them over, and as sentence-transformers takes them by itself."""
ONE_THREAD: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def run() -> None:
    """The table: each way in fresh processes, in turns, so that a busy moment meets both."""
    from workbench.encoders import bundled

    heading(f"The bundled encoder, one thread, fresh processes, medians of {TURNS}; cpu unless it says wall")
    if bundled.folder() is None:
        row("the extra `encoder` is not installed", "-")
        return
    told: dict[str, list[dict[str, float]]] = {way: [] for way in WAYS}
    for way in islice(cycle(WAYS), TURNS * len(WAYS)):
        told[way].append(_child(way))
    middle = {way: {name: median(one[name] for one in told[way]) for name in told[way][0]} for way in WAYS}
    for way, called in WAYS.items():
        found = middle[way]
        row(f"{called}: load, s", f"{found['load']:.2f}  wall {found['load wall']:.2f}")
        row("… one short text, ms", f"{found['short'] * 1e3:.1f}")
        for batch in BATCHES:
            row(f"… claims a second, {batch} at a time", f"{TEXTS / found[f'batch {batch}']:.0f}")
        row("… memory with the model and after it, MB", f"{found['loaded rss']:.0f}  {found['rss']:.0f}")


def _child(way: str) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.benchmarks.encoders", way]
    answer = subprocess.run(command, env={**os.environ, **ONE_THREAD}, check=True, capture_output=True)
    found: dict[str, float] = json.loads(answer.stdout)
    return found


def _load(way: str) -> Encoder:
    from workbench.encoders.bundled import folder

    found = folder()
    assert found is not None
    if way == "numpy":
        from workbench.encoders.light import LightEncoder

        return LightEncoder(found)
    from workbench.encoders.sentences import SentenceEncoder

    return SentenceEncoder(str(found))


def _measured(way: str) -> Iterator[tuple[str, float]]:
    """What one way costs in this process: seconds, and megabytes at the most."""
    wall, cpu = perf_counter(), process_time()
    encoder = _load(way)
    yield "load", process_time() - cpu
    yield "load wall", perf_counter() - wall
    yield "loaded rss", _peak()
    encoder.encode([SHORT], query=True)
    yield "short", median(_taken(partial(encoder.encode, [SHORT], query=True)) for _ in range(ASKED))
    from tests.benchmarks import corpus

    texts = [said.text for said in corpus.said(TEXTS)]
    for batch in BATCHES:
        parts = [texts[start : start + batch] for start in range(0, TEXTS, batch)]
        yield f"batch {batch}", sum(_taken(partial(encoder.encode, part, query=False)) for part in parts)
    yield "rss", _peak()


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _taken(call: Callable[[], object]) -> float:
    before = process_time()
    call()
    return process_time() - before


if __name__ == "__main__":
    print(json.dumps(dict(_measured(sys.argv[1]))))
