"""BM25+ as a formula: Lv and Zhai, "Lower-bounding term frequency normalization" (2011).

Delta goes to matched words only. N, df, lengths and mean length are those of the view.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

K1: Final = 1.2
B: Final = 0.5
DELTA: Final = 1.0
"""Chosen on chat turns and on self-contained messages together (core/README.md, Figures of search)."""

Floats = NDArray[np.float32]


def idf(documents: int, holders: NDArray[Any]) -> Floats:
    """Weights of words that so many of `documents` hold; never negative."""
    weights: Floats = np.log1p((documents - holders + 0.5) / (holders + 0.5)).astype(np.float32)
    return weights


def norms(lengths: Floats, mean_length: float) -> Floats:
    """What the length of each document adds to a count: K1 · (1 - B + B · length / mean)."""
    return lengths * np.float32(K1 * B / mean_length if mean_length else 0.0) + np.float32(K1 * (1 - B))


def saturation(counts: Floats, document_norms: Floats) -> Floats:
    """The part that a word has in documents that hold it `counts` times, before idf."""
    parts = counts * np.float32(K1 + 1)
    parts /= document_norms + counts
    parts += np.float32(DELTA)
    return parts


def parts(
    documents: NDArray[Any],
    counts: Floats,
    words: NDArray[Any],
    holders: NDArray[np.intp],
    times: Floats,
    every_norm: Floats,
    count: int,
) -> Floats:
    """BM25+ of each posting.

    One entry of `documents`, `counts` and `words` a posting: which document, how often, which word of the
    query. `holders` is how many documents hold each word, `times` how often the query says it, `count` is N.
    """
    weighed = saturation(counts, every_norm.take(documents, mode="clip"))
    weighed *= (times * idf(count, holders)).take(words)
    return weighed
