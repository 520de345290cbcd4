"""Diversity: which of the best to show, so that the same thing is not said twice.

MMR: Carbonell and Goldstein (1998). DPP: greedy maximum a posteriori, Chen, Zhang and Zhou (2018).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.errors import Refused, as_given
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
    terms, of = postings.terms_of(rows)
    stems = postings.stem_of.values.take(terms)
    column, said = _columns(stems, len(postings.stems))
    alone = np.bincount(of.compress(said == 1), minlength=len(rows))
    common = said > 1
    jaccard = _shared(of.compress(common), column.compress(common), len(rows))
    each = jaccard.diagonal() + alone.astype(np.float32)
    jaccard.flat[:: len(rows) + 1] = each
    either = each[:, None] + each
    either -= jaccard
    if not each.all():
        np.maximum(either, np.float32(1), out=either)
    jaccard /= either
    return jaccard


def _columns(stems: NDArray[np.int32], count: int) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
    """Of each of some stems below `count` a number from 0 on and how often it is there.

    Only those that are there more than once have a number: others are in no two of the sets. Of silent words
    none are there.
    """
    places = np.arange(len(stems), dtype=np.int32)
    slots = np.empty(count + 1, np.int32)
    slots[STOPPED] = len(stems)
    slots[stems] = places
    last = slots[stems]
    times = np.bincount(last, minlength=len(stems) + 1)
    times[slots[STOPPED]] = 0
    common = (times > 1).nonzero()[0]
    slots = np.zeros(len(times), np.int32)
    slots[common] = places[: len(common)]
    return slots.take(last), times.take(last)


def _shared(rows: NDArray[np.intp], columns: NDArray[np.int32], count: int) -> Similarity:
    """`(count, count)`: how many columns every two rows have in common.

    Counted as bits: a matrix product would wake the threads of the linear algebra library.
    """
    width = (int(columns.max(initial=0)) // _WORD_BITS + 1) * _WORD_BITS
    bits = np.zeros(count * width, np.bool_)
    bits[rows * width + columns] = True
    words = np.packbits(bits).view(np.uint64).reshape(count, -1).T.copy()
    shared: NDArray[np.uint8] = np.bitwise_count(words[:, :, None] & words[:, None, :])
    counted: Similarity = shared.sum(axis=0, dtype=np.uint16).astype(np.float32)
    return counted


def mmr(scores: Scores, similarity: Similarity, limit: int) -> list[int]:
    """Places of the picked, in order of picking. `scores` fall; among equals the first is picked."""
    top = scores[0]
    left = scores * np.float32(LAMBDA / top if top else 0)
    beside = left - similarity * np.float32(1 - LAMBDA)  # what each is worth beside each
    picked: list[int] = []
    for _ in range(limit):
        best = int(left.argmax())
        picked.append(best)
        np.minimum(left, beside[best], out=left)
        left[best] = -np.inf
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
        raise Refused(f"no way to diversify is called {as_given(name)}; choose one of {', '.join(PICKERS)}.")
    return PICKERS[name]
