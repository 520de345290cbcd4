"""Fusion: several ballots into one score. Tables over names; each takes the votes of some rows.

CombSUM and CombMNZ: Fox and Shaw, "Combination of multiple searches" (1994), over min-max scores. RRF:
Cormack, Clarke and Buettcher (2009), k = 60. Borda and Dowdall: points by place; equal scores share a place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.errors import Refused
from core.search.votes import Rows, Scores, Votes

RRF_K: Final = 60.0

Fuser = Callable[[Sequence[Votes], Rows], Scores]


def comb_sum(votes: Sequence[Votes], rows: Rows) -> Scores:
    """Weighted sum of the normalised scores."""
    total = np.zeros(len(rows), np.float32)
    for ballot in votes:
        scores, _ = ballot.at(rows)
        total += scores * np.float32(ballot.weight)
    return total


def comb_mnz(votes: Sequence[Votes], rows: Rows) -> Scores:
    """Weighted sum of the normalised scores, times the number of ballots that name the row."""
    total, named = np.zeros(len(rows), np.float32), np.zeros(len(rows), np.float32)
    for ballot in votes:
        scores, speaks = ballot.at(rows)
        total += scores * np.float32(ballot.weight)
        named += speaks
    return total * named


def _places(ballot: Votes, rows: Rows) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Place of each row in a ballot, from 1; rows with equal scores share the first of theirs."""
    raw = ballot.raw(rows)
    _, named = ballot.at(rows)
    falling = np.sort(-raw[named])
    return falling.searchsorted(-raw, "left") + 1, named


def _by_place(points: Callable[[NDArray[np.int64], int], NDArray[np.float64]]) -> Fuser:
    def fuse(votes: Sequence[Votes], rows: Rows) -> Scores:
        total = np.zeros(len(rows), np.float32)
        for ballot in votes:
            places, named = _places(ballot, rows)
            total += np.where(named, ballot.weight * points(places, len(rows)), 0).astype(np.float32)
        return total

    return fuse


FUSERS: Final[dict[str, Fuser]] = {
    "combmnz": comb_mnz,
    "combsum": comb_sum,
    "rrf": _by_place(lambda places, size: 1 / (RRF_K + places)),
    "borda": _by_place(lambda places, size: (size - places + 1) / size),
    "dowdall": _by_place(lambda places, size: 1 / places),
}

ADDITIVE: Final = frozenset({"combmnz", "combsum"})
"""Fusers in which a row named by one ballot alone gets at most that ballot's weight."""


def fuser(name: str) -> Fuser:
    """The fuser of a name. Raises `Refused` for an unknown one."""
    if name not in FUSERS:
        raise Refused(f"no fuser is called {name!r}; choose one of {', '.join(FUSERS)}.")
    return FUSERS[name]
