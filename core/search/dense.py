"""Ballots of meaning: the nearness of a query's vector to that of a row, and to the mean of its neighbours.

They are silent until nearly all that is in view has a vector: half a view would be ranked by which half it
is. A row that still waits for its vector votes as the mean of the others, neither helped nor hurt.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from core.search.centred import Centred, Order, pairs_beside
from core.search.encoder import Encoder, NotYet, OtherDimension
from core.search.pair_products import PairProducts
from core.search.seen import Seen
from core.search.votes import Rows, Scores
from core.state.vectors import VectorRows

DENSE: Final[Literal["dense"]] = "dense"
NEAR: Final[Literal["near"]] = "near"
Name = Literal["dense", "near"]
READY: Final = 0.9
"""Share of a view that must have vectors before the ballots vote."""

_AT_ONCE: Final = 1024
"""Pairs of neighbours worked out together: a few milliseconds."""
_QUERIES: Final = 256
"""Vectors of queries held."""
_VIEWS: Final = 12
"""As many as selections."""
_NOBODY: Final = (np.zeros(0, np.int32), np.zeros(0, np.float32))


class Queries:
    """The vectors of the last queries."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self._size = encoder.size
        self._known: OrderedDict[str, NDArray[np.float32]] = OrderedDict()

    def vector(self, query: str) -> NDArray[np.float32]:
        """`(size,)`. Raises `NotYet`, and `OtherDimension` when the encoder does not keep its word."""
        known = self._known.get(query)
        if known is None:
            known = checked(self.encoder.encode([query], query=True), (1, self._size), self.encoder.name)[0]
            self._known[query] = known
            if len(self._known) > _QUERIES:
                self._known.popitem(last=False)
        return known


class Meaning:
    """What the rows of one corpus mean: their vectors, by view."""

    def __init__(self, queries: Queries, vectors: VectorRows, in_order: Callable[[Seen], Order]) -> None:
        """`in_order` gives the rows in view by sequence; it is asked once a view."""
        self.queries = queries
        self.vectors = vectors
        self._in_order = in_order
        self._products = PairProducts()
        self._views: list[tuple[NDArray[np.int32], int, Centred]] = []

    def prepare(self, seen: Seen, lock: AbstractContextManager[object]) -> None:
        """Work out ahead, a little at a time, what the first search of a view would wait for."""
        with lock:
            first, second = pairs_beside(self._in_order(seen))
        inside = (first < len(self.vectors)) & (second < len(self.vectors))
        first, second = first[inside], second[inside]
        for start in range(0, len(first), _AT_ONCE):
            with lock:
                some = slice(start, start + _AT_ONCE)
                self._products.of(self.vectors.matrix, first[some], second[some])

    def centred(self, seen: Seen) -> Centred:
        """The vectors of a view around their mean."""
        shown, changes = seen.row_of_text, self.vectors.changes
        for known, at, centred in self._views:
            if known is shown and at == changes:
                return centred
        centred = Centred(shown, self.vectors, self._products, partial(self._in_order, seen))
        fresh = [view for view in self._views if view[1] == changes]
        self._views = [(shown, changes, centred), *fresh[: _VIEWS - 1]]
        return centred


class MeaningBallot:
    """`dense` or `near`, as a ballot that joins a panel."""

    def __init__(self, meaning: Meaning, by: Name) -> None:
        self._meaning = meaning
        self._by = by

    def score(self, query: str, selection: Seen) -> tuple[Rows, Scores]:
        """Every row in view with its cosine; none while vectors or the query's own are on their way."""
        centred = self._meaning.centred(selection)
        if centred.share < READY:
            return _NOBODY
        try:
            vector = self._meaning.queries.vector(query)
        except NotYet:
            return _NOBODY
        scores = centred.cosines(vector) if self._by == DENSE else centred.near(vector)
        if not len(centred.waiting):
            return centred.rows, scores
        even = np.full(len(centred.waiting), scores.mean(), np.float32)
        return np.concatenate((centred.rows, centred.waiting)), np.concatenate((scores, even))


def checked(vectors: NDArray[np.float32], shape: tuple[int, int], name: str) -> NDArray[np.float32]:
    """The vectors, if they have the shape that was promised. Raises `OtherDimension`."""
    if vectors.shape != shape:
        raise OtherDimension(
            f"{name} said that its vectors have {shape[1]} figures, and gave {vectors.shape[-1]}."
        )
    return vectors
