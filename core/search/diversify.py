"""Diversity: which of the best to show, so that the same thing is not said twice.

MMR: Carbonell and Goldstein (1998). DPP: greedy maximum a posteriori, Chen, Zhang and Zhou (2018).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.errors import Refused
from core.search.votes import Rows, Scores
from core.state.postings import STOPPED, Postings

LAMBDA: Final = 0.8
"""Weight of relevance in MMR; the rest is that of being unlike what is shown already."""
_TINY: Final = 1e-10
_WORD_BITS: Final = 64

Similarity = NDArray[np.float32]
Picker = Callable[[Scores, Similarity, int], list[int]]


def likeness(rows: Rows, postings: Postings) -> Similarity:
    """`(n, n)`: Jaccard of the sets of stems of text rows, without stop words."""
    terms, held = postings.terms_of(rows)
    stems = postings.stem_of.values.take(terms)
    spoken = stems != STOPPED
    stems, held = stems.compress(spoken), held.compress(spoken)
    column, times = _numbered(stems, len(postings.stems))
    common = times.take(column) > 1  # one that is said once is in no two of the sets
    alone = np.bincount(held.compress(~common), minlength=len(rows)).astype(np.float32)
    column = (times > 1).cumsum().take(column.compress(common)) - 1
    bits = np.zeros((len(rows), (int(column.max(initial=0)) // _WORD_BITS + 1) * _WORD_BITS), np.bool_)
    bits[held.compress(common), column] = True
    # Counting bits: a matrix product would wake the threads of the linear algebra library.
    words = np.packbits(bits, axis=1).view(np.uint64).T.copy()
    shared = np.bitwise_count(words[:, :, None] & words[:, None, :])
    jaccard: Similarity = shared.sum(axis=0, dtype=np.uint16).astype(np.float32)
    each = jaccard.diagonal() + alone
    jaccard.flat[:: len(rows) + 1] = each
    either = each[:, None] + each
    either -= jaccard
    jaccard /= np.maximum(either, np.float32(1), out=either)
    return jaccard


def _numbered(values: NDArray[np.int32], count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Numbers from 0 on for the distinct of some values below `count`, and how often each stands there."""
    places = np.arange(len(values))
    slots = np.empty(count, np.intp)
    slots[values] = places
    last = slots.take(values)
    column = (last == places).cumsum().take(last) - 1
    return column, np.bincount(column)


def mmr(scores: Scores, similarity: Similarity, limit: int) -> list[int]:
    """Places of the picked, in order of picking. `scores` fall; among equals the first is picked."""
    top = scores[0]
    gain = scores * np.float32(LAMBDA / top if top else 0)
    penalty = similarity * np.float32(1 - LAMBDA)
    nearest = np.zeros(len(scores), np.float32)
    left = np.empty_like(gain)
    picked: list[int] = []
    for _ in range(limit):
        best = int(np.subtract(gain, nearest, out=left).argmax())
        picked.append(best)
        gain[best] = -np.inf
        np.maximum(nearest, penalty[best], out=nearest)
    return picked


def dpp(scores: Scores, similarity: Similarity, limit: int) -> list[int]:
    """Greedily picked for the largest determinant of rel_i · rel_j · similarity_ij; the rest by score."""
    top = scores[0]
    quality = (scores / top if top else np.ones_like(scores)).astype(np.float64)
    kernel = quality[:, None] * similarity * quality[None, :]
    gains = np.diagonal(kernel).copy()
    factors = np.zeros((limit, len(scores)))
    picked: list[int] = []
    for step in range(limit):
        best = int(gains.argmax())
        if gains[best] <= _TINY:
            break
        picked.append(best)
        row = (kernel[best] - factors[:step, best] @ factors[:step]) / np.sqrt(gains[best])
        factors[step] = row
        gains -= row * row
        gains[picked] = -np.inf
    return picked + [place for place in range(len(scores)) if place not in picked][: limit - len(picked)]


def none(scores: Scores, similarity: Similarity, limit: int) -> list[int]:
    """The order as it is."""
    return list(range(limit))


PICKERS: Final[dict[str, Picker]] = {"mmr": mmr, "dpp": dpp, "none": none}


def picker(name: str) -> Picker:
    """The picker of a name. Raises `Refused` for an unknown one."""
    if name not in PICKERS:
        raise Refused(f"no way to diversify is called {name!r}; choose one of {', '.join(PICKERS)}.")
    return PICKERS[name]
