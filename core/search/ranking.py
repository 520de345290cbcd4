"""From votes to an order: fusion over everything scored, then decay. Ties break by id.

Exact pruning: half of all claims are named by the windows alone, and then get no more than that ballot gives.
Of them only those are fused that can stand beside the last of the pool of the others; the list is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from core.search import decay
from core.search.fusion import ADDITIVE, Fused, fuser
from core.search.settings import PanelSettings
from core.search.votes import Rows, Votes

POOL: Final = 50
"""The best that diversity picks from."""

_ROUNDING: Final = 1e-6
"""Relative room for float32 at an edge."""

UNASKED: Final = frozenset({"windows", "dense", "near"})
"""Ballots that name what the query itself says nothing of: what stands beside, or lies near in meaning."""

FactorsOf = Callable[[Rows], decay.Factors]


class Ranking(msgspec.Struct, frozen=True):
    """Text rows in order, after decay and before diversity."""

    rows: Rows
    relevance: Fused
    scores: list[float]
    """They fall; in a near tie they are handed out anew, the highest to the best held."""
    factors: list[float]
    named: int
    """Rows that a word of the query came near to, or that it named outright."""
    fits: Sequence[float] = ()
    """What the scores of the first rows were multiplied by for how they fit as answers."""

    def fit_at(self, place: int) -> float:
        """That factor at a place."""
        return self.fits[place] if place < len(self.fits) else 1.0


def rank(
    votes: Sequence[Votes],
    size: int,
    settings: PanelSettings,
    limit: int,
    id_of: Callable[[int], str],
    factors_of: FactorsOf | None,
) -> Ranking:
    """The best `max(POOL, limit)` of `size` text rows. `factors_of` takes text rows; None is no decay."""
    wanted = max(POOL, limit)
    fuse = _decaying(votes, settings, id_of, factors_of)
    core = [vote for vote in votes if vote.name != "windows"]
    marked = _marked(core, size)
    rows = _rows(marked)
    relevance, scores = fuse(rows)
    asked = [vote for vote in core if vote.name not in UNASKED]
    named = len(rows) if len(asked) == len(core) else int(np.count_nonzero(_marked(asked, size)))
    floor = _floor(scores, wanted, settings.band)
    for vote in votes:
        if vote.name != "windows" or not vote.weight:
            continue
        if settings.fuse not in ADDITIVE:
            rows = _rows(_marked(votes, size))
            relevance, scores = fuse(rows)
        elif floor <= vote.weight:
            least = floor * (1 - _ROUNDING) / vote.weight if floor > 0 else 0.0
            beside = _rows(vote.above(least, size) & ~marked)
            more, held = fuse(beside)
            rows = np.concatenate((rows, beside))
            relevance, scores = np.concatenate((relevance, more)), np.concatenate((scores, held))
        else:
            continue
        floor = _floor(scores, wanted, settings.band)
    order = _falling(rows, scores, floor, id_of)
    rows, relevance, falling = rows.take(order), relevance.take(order), scores.take(order).tolist()
    return _settle(rows, relevance, falling, settings, wanted, factors_of, named)


def reordered(ranking: Ranking, order: Sequence[int], final: Sequence[float]) -> Ranking:
    """The ranking with its first places in a new order; `final` are their scores by their old places."""
    every = [*order, *range(len(order), len(ranking.rows))]
    return replace(
        ranking,
        rows=ranking.rows[every],
        relevance=ranking.relevance[every],
        scores=[final[place] for place in order] + ranking.scores[len(order) :],
        factors=[ranking.factors[place] for place in every],
        fits=[ranking.fits[place] for place in every[: len(ranking.fits)]],
    )


def refitted(ranking: Ranking, fits: Sequence[float]) -> Ranking:
    """The ranking with the scores of its first places multiplied, and those places in their new order.

    With factors of at least 1 what stands behind them stays behind.
    """
    final = [score * fit for score, fit in zip(ranking.scores, fits, strict=False)]
    order = sorted(range(len(final)), key=lambda place: -final[place])
    return reordered(replace(ranking, fits=fits), order, final)


def _decaying(
    votes: Sequence[Votes], settings: PanelSettings, id_of: Callable[[int], str], factors_of: FactorsOf | None
) -> Callable[[Rows], tuple[Fused, Fused]]:
    combine = fuser(settings.fuse, id_of)

    def fuse(rows: Rows) -> tuple[Fused, Fused]:
        relevance = combine(votes, rows)
        if factors_of is None or not decay.multiplies(settings.decay, settings.decay_form):
            return relevance, relevance
        return relevance, decay.multiplied(relevance, factors_of(rows))

    return fuse


def _marked(votes: Sequence[Votes], size: int) -> NDArray[np.bool_]:
    named = np.zeros(size, np.bool_)
    for vote in votes:
        vote.mark(named)
    return named


def _rows(named: NDArray[np.bool_]) -> Rows:
    return named.nonzero()[0].astype(np.int32)


def _floor(scores: Fused, wanted: int, band: float) -> float:
    """The least score of the wanted best and of all that are ties or near ties of the last of them."""
    place = len(scores) - wanted
    last = float(np.partition(scores, place)[place]) if place >= 0 else 0.0
    return last * (1 - band) * (1 - _ROUNDING)


def _falling(rows: Rows, scores: Fused, least: float, id_of: Callable[[int], str]) -> NDArray[np.intp]:
    """Places of the rows with at least a score, the best first, ties by id."""
    kept = (scores >= np.float32(least)).nonzero()[0]
    below = -scores.take(kept)
    order = below.argsort(kind="stable")
    falling = below.take(order)
    if (falling[1:] == falling[:-1]).any():
        named = list(zip(below.tolist(), map(id_of, rows.take(kept).tolist()), strict=True))
        order = np.array(sorted(range(len(named)), key=named.__getitem__), np.intp)
    return kept.take(order)


def _settle(
    rows: Rows,
    relevance: Fused,
    scores: list[float],
    settings: PanelSettings,
    wanted: int,
    factors_of: FactorsOf | None,
    named: int,
) -> Ranking:
    factors = [1.0] * len(rows) if factors_of is None else factors_of(rows).tolist()
    order = list(range(len(rows)))
    if factors_of is not None and not decay.multiplies(settings.decay, settings.decay_form):
        order = decay.near_ties(scores, factors, settings.band)
    order = order[:wanted]
    factors = [factors[place] for place in order]
    return Ranking(rows.take(order), relevance.take(order), scores[:wanted], factors, named)
