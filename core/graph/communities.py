"""Islands: the communities of the link graph, found here or in a child process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from core.errors import PackError

if TYPE_CHECKING:
    from core.graph.graph_arrays import Edge, GraphArrays

IN_CHILD_FROM: Final = 600
"""Nodes from which a child process is worth its start: a busy thread slows every search (measured)."""
_PATIENCE: Final = 600
"""Seconds after which a child that does not answer is given up."""


class Partition(msgspec.Struct, frozen=True):
    """A division of claims into islands. A claim without links is an island of its own."""

    ids: tuple[str, ...]
    """Every claim, sorted."""
    labels: tuple[int, ...]
    """The island of each claim: 0 is the largest."""
    modularity: float
    signatures: tuple[str, ...]
    """The shape of each island as 16 hex digits."""
    propagation: int
    """Islands that label propagation finds, for comparison."""
    propagation_modularity: float

    def islands(self, at_least: int = 2) -> tuple[tuple[str, ...], ...]:
        """The members of each island of some size, in the order of the labels."""
        members: list[list[str]] = [[] for _ in self.signatures]
        for claim_id, label in zip(self.ids, self.labels, strict=True):
            members[label].append(claim_id)
        return tuple(tuple(island) for island in members if len(island) >= at_least)


class Task(msgspec.Struct, frozen=True, array_like=True):
    """What the child is given: the arrays of a graph as bytes (int64, int64, float64)."""

    n: int
    low: bytes
    high: bytes
    weight: bytes


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """What the child gives back; labels by node."""

    labels: tuple[int, ...]
    modularity: float
    signatures: tuple[str, ...]
    propagation: int
    propagation_modularity: float


def communities(ids: Sequence[str], edges: Iterable[Edge]) -> Partition:
    """The islands of these claims, found in this process. Edges to other claims do not count."""
    return find_communities(ids, edges, in_child=False)


def find_communities(ids: Sequence[str], edges: Iterable[Edge], *, in_child: bool | None = None) -> Partition:
    """The islands of these claims, in a child process when there are many (None) or when told to.

    The answer depends on the set of ids and edges alone. Raises `PackError` when the child fails.
    """
    from core.graph.graph_arrays import numbered

    ordered, graph = numbered(ids, edges)
    elsewhere = len(ordered) >= IN_CHILD_FROM if in_child is None else in_child
    answer = _by_child(graph) if elsewhere and sys.executable else divide(graph)
    return Partition(ids=tuple(ordered), **msgspec.structs.asdict(answer))


def divide(graph: GraphArrays) -> Answer:
    """Divide a graph: propagation first, then Louvain, each island connected."""
    from core.graph.louvain import louvain
    from core.graph.partition import connected, modularity, renumbered, signatures
    from core.graph.propagation import propagate

    groups = renumbered(propagate(graph))
    labels = renumbered(connected(graph, louvain(graph, groups)))
    return Answer(
        labels=tuple(labels.tolist()),
        modularity=modularity(graph, labels),
        signatures=signatures(graph, labels),
        propagation=int(groups.max(initial=-1)) + 1,
        propagation_modularity=modularity(graph, groups),
    )


def _by_child(graph: GraphArrays) -> Answer:
    task = Task(graph.n, graph.low.tobytes(), graph.high.tobytes(), graph.weight.tobytes())
    try:
        done = subprocess.run(
            [sys.executable, "-m", "core.graph.child"],
            input=msgspec.msgpack.encode(task),
            capture_output=True,
            env=_environment(),
            timeout=_PATIENCE,
            check=True,
        )
        return msgspec.msgpack.decode(done.stdout, type=Answer)
    except (OSError, subprocess.SubprocessError, msgspec.MsgspecError) as error:
        said = getattr(error, "stderr", None) or b""
        last = said.decode(errors="replace").strip().rpartition("\n")[2] or str(error)
        raise PackError(f"the islands could not be worked out ({last}); ask again.") from error


def _environment() -> dict[str, str]:
    """The environment of the child: it must find this very `core`, wherever it is started."""
    home = str(Path(__file__).parents[2])
    known = os.environ.get("PYTHONPATH")
    return os.environ | {"PYTHONPATH": f"{home}{os.pathsep}{known}" if known else home}
