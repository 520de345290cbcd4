"""Products of pairs of vectors, each worked out once: after a write nearly all pairs of a view are old."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.state.vectors import Matrix

_CHUNK = 1024


class PairProducts:
    """v · w by the numbers of two rows, whose vectors never change."""

    def __init__(self) -> None:
        self._codes = np.zeros(0, np.int64)
        self._products = np.zeros(0, np.float32)

    def of(self, matrix: Matrix, first: NDArray[np.int32], second: NDArray[np.int32]) -> NDArray[np.float32]:
        """`(pairs,)`: the product of each row of `first` and the row of `second` beside it."""
        codes = (first.astype(np.int64) << 32) | second
        places = self._codes.searchsorted(codes)
        known = np.zeros(len(codes), np.bool_)
        inside = places < len(self._codes)
        known[inside] = self._codes[places[inside]] == codes[inside]
        if not known.all():
            self._take(matrix, np.unique(codes[~known]))
            places = self._codes.searchsorted(codes)
        return self._products[places]

    def _take(self, matrix: Matrix, codes: NDArray[np.int64]) -> None:
        products = np.empty(len(codes), np.float32)
        for start in range(0, len(codes), _CHUNK):
            some = codes[start : start + _CHUNK]
            pairs = matrix[some >> 32], matrix[some & 0xFFFFFFFF]
            products[start : start + _CHUNK] = np.einsum("ij,ij->i", *pairs)
        places = self._codes.searchsorted(codes)
        self._codes = np.insert(self._codes, places, codes)
        self._products = np.insert(self._products, places, products)
