"""`python -m core.graph.child`: a graph on standard input, its islands on standard output."""

from __future__ import annotations

import sys

import msgspec
import numpy as np

from core.graph.communities import Answer, Task, divide
from core.graph.graph_arrays import GraphArrays


def answer(task: Task) -> Answer:
    """Divide the graph of a task."""
    low, high = (np.frombuffer(ends, np.int64) for ends in (task.low, task.high))
    return divide(GraphArrays(task.n, low, high, np.frombuffer(task.weight, np.float64)))


def main() -> None:
    """Read one task, write one answer."""
    task = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Task)
    sys.stdout.buffer.write(msgspec.msgpack.encode(answer(task)))


if __name__ == "__main__":
    main()
