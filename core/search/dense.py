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
from core.text.scripts import unspaced_character

DENSE: Final[Literal["dense"]] = "dense"
NEAR: Final[Literal["near"]] = "near"
Name = Literal["dense", "near"]
READY: Final = 0.9
"""Share of a view that must have vectors before the ballots vote."""
FEWEST_SIGNS: Final = 2
"""Letters and figures of a query from which on it can mean something."""

_AT_ONCE: Final = 1024
"""Pairs of neighbours worked out together: a few milliseconds."""
_QUERIES: Final = 256
"""Vectors of queries held."""
_VIEWS: Final = 12
"""As many as selections."""
_STEP: Final = 0.01
"""Share of a view that still waits for others whose vectors may have come in before its mean is made anew."""
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
        self._views: list[tuple[NDArray[np.int32], Centred]] = []

    def prepare(self, seen: Seen, lock: AbstractContextManager[object], goes_on: Callable[[], bool]) -> None:
        """Work out ahead, a little at a time, what the first search of a view would wait for.

        Before each little, without the lock, `goes_on` is asked; False ends it.
        """
        with lock:
            first, second = pairs_beside(self._in_order(seen))
            known = self.vectors.known
        inside = (first < len(known)) & (second < len(known))
        first, second = first[inside], second[inside]
        both = known[first] & known[second]
        first, second = first[both], second[both]
        for start in range(0, len(first), _AT_ONCE):
            if not goes_on():
                return
            with lock:
                some = slice(start, start + _AT_ONCE)
                self._products.of(self.vectors.matrix, first[some], second[some])

    def centred(self, seen: Seen) -> Centred:
        """The vectors of a view around their mean.

        While vectors come in a few at a time, those of the last step may still count as waiting.
        """
        shown = seen.row_of_text
        holding = [view for view in self._views if self._holds(view[1])]
        for known, centred in holding:
            if known is shown:
                return centred
        centred = Centred(shown, self.vectors, self._products, partial(self._in_order, seen))
        self._views = [(shown, centred), *holding[: _VIEWS - 1]]
        return centred

    def _holds(self, centred: Centred) -> bool:
        """Whether no row of a view has got its vector since, or but a step of them while others wait."""
        waiting = centred.waiting
        come = int(np.count_nonzero(self.vectors.known[waiting[waiting < len(self.vectors)]]))
        few = come < len(waiting) and come <= _STEP * (len(centred.rows) + len(waiting))
        return not come or (few and centred.share >= READY)


class MeaningBallot:
    """`dense` or `near`, as a ballot that joins a panel."""

    def __init__(self, meaning: Meaning, by: Name) -> None:
        self._meaning = meaning
        self._by = by

    def score(self, query: str, selection: Seen) -> tuple[Rows, Scores]:
        """Every row in view with its cosine; none while vectors or the query's own are on their way.

        None for a single letter either: a model has an opinion of it all the same.
        """
        centred = self._meaning.centred(selection)
        if centred.share < READY or says_nothing(query):
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


def says_nothing(query: str) -> bool:
    """Whether a query is so short that it means nothing: one letter, of a script that writes words apart."""
    signs = [sign for sign in query if sign.isalnum()]
    return len(signs) < FEWEST_SIGNS and not any(map(unspaced_character.match, signs))


def checked(vectors: NDArray[np.float32], shape: tuple[int, int], name: str) -> NDArray[np.float32]:
    """The vectors, if they have the shape that was promised. Raises `OtherDimension`."""
    if vectors.shape != shape:
        raise OtherDimension(
            f"{name} said that its vectors have {shape[1]} figures, and gave {vectors.shape[-1]}."
        )
    return vectors
