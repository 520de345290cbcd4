"""Fusion: several ballots into one score. Tables over names; each takes the votes of some rows.

CombSUM and CombMNZ: Fox and Shaw, "Combination of multiple searches" (1994), over min-max scores. RRF:
Cormack, Clarke and Buettcher (2009), k = 60. Borda and Dowdall: points by place; equal scores share a place.
The methods that hold pair against pair (`pairwise.py`) reorder the best by Borda.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.errors import Refused, as_given
from core.search.pairwise import PAIRWISE, Levels, Wins, wins
from core.search.votes import Rows, Scores, Votes

RRF_K: Final = 60.0
HEAD: Final = 50
"""The best by Borda that a pairwise method orders, as many as diversity picks from; the rest follows."""

_DIGITS: Final = 13
"""So that the same points in another order of ballots are a tie."""

Fused = NDArray[np.floating]
"""`(rows,)`, higher is better."""
Fuser = Callable[[Sequence[Votes], Rows], Fused]
IdOf = Callable[[int], str]


def comb_sum(votes: Sequence[Votes], rows: Rows) -> Fused:
    """Weighted sum of the normalised scores."""
    total = np.zeros(len(rows), np.float32)
    for ballot in votes:
        scores, _ = ballot.at(rows)
        total += _weighted(scores, ballot)
    return total


def comb_mnz(votes: Sequence[Votes], rows: Rows) -> Fused:
    """Weighted sum of the normalised scores, times the number of ballots that name the row."""
    total, named = np.zeros(len(rows), np.float32), np.zeros(len(rows), np.uint8)
    for ballot in votes:
        scores, speaks = ballot.at(rows)
        total += _weighted(scores, ballot)
        named += speaks.view(np.uint8)  # many times as fast as a sum of booleans
    total *= named
    return total


def _weighted(scores: Scores, ballot: Votes) -> Scores:
    """Scores times the weight of their ballot, in place."""
    if ballot.weight != 1:
        scores *= np.float32(ballot.weight)
    return scores


def _places(ballot: Votes, rows: Rows) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Place of each row in a ballot, from 1; rows with equal scores share the first of theirs."""
    raw = ballot.raw(rows)
    _, named = ballot.at(rows)
    falling = np.sort(-raw[named])
    return falling.searchsorted(-raw, "left") + 1, named


def _by_place(points: Callable[[NDArray[np.int64], int], NDArray[np.float64]]) -> Fuser:
    def fuse(votes: Sequence[Votes], rows: Rows) -> Fused:
        total = np.zeros(len(rows))
        for ballot in votes:
            places, named = _places(ballot, rows)
            total += np.where(named, ballot.weight * points(places, len(rows)), 0.0)
        return total.round(_DIGITS)

    return fuse


borda: Final = _by_place(lambda places, size: (size - places + 1) / size)


def _by_pairs(method: Callable[[Wins], Levels], id_of: IdOf) -> Fuser:
    """Borda's points, handed out anew among the best: the highest to what the method puts first."""

    def fuse(votes: Sequence[Votes], rows: Rows) -> Fused:
        points = borda(votes, rows)
        if not len(rows):
            return points
        head = _head(points, rows, id_of)
        said = [(ballot.raw(rows[head]), ballot.at(rows[head])[1], ballot.weight) for ballot in votes]
        raw, named, weights = (list(column) for column in zip(*said, strict=True))
        order = np.argsort(-method(wins(raw, named, weights)), kind="stable")
        dealt = points.copy()
        dealt[head[order]] = points[head]
        return dealt

    return fuse


def _head(points: Fused, rows: Rows, id_of: IdOf) -> NDArray[np.intp]:
    """Places of the best by points, ties by id."""
    least = np.partition(points, -HEAD)[-HEAD] if len(points) > HEAD else -np.inf
    able = np.flatnonzero(points >= least)
    ids = list(map(id_of, rows[able].tolist()))
    ranked = sorted(range(len(able)), key=lambda place: (-points[able[place]], ids[place]))
    return able[ranked[:HEAD]]


FUSERS: Final[dict[str, Fuser]] = {
    "combmnz": comb_mnz,
    "combsum": comb_sum,
    "rrf": _by_place(lambda places, size: 1 / (RRF_K + places)),
    "borda": borda,
    "dowdall": _by_place(lambda places, size: 1 / places),
}

ADDITIVE: Final = frozenset({"combmnz", "combsum"})
"""Fusers in which a row named by one ballot alone gets at most that ballot's weight."""


NAMES: Final = (*FUSERS, *PAIRWISE)


def check_name(name: str) -> None:
    """Raises `Refused` for an unknown fuser."""
    if name not in NAMES:
        raise Refused(f"no fuser is called {as_given(name)}; choose one of {', '.join(NAMES)}.")


def fuser(name: str, id_of: IdOf) -> Fuser:
    """The fuser of a name; `id_of` settles ties. Raises `Refused` for an unknown one."""
    check_name(name)
    return FUSERS[name] if name in FUSERS else _by_pairs(PAIRWISE[name], id_of)
