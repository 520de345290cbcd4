"""Shares: what each word of a query adds to a ballot, and where.

They depend on the word and the scope alone, so they are made once: who types a query asks for its first words
again with every key, and most queries have words in common. The words that are missing are made together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Places = NDArray[np.int32] | NDArray[np.intp]

MOST: Final = 1 << 20
"""Places kept for one scope, about 12 MB; one more and all are made anew."""


class Key(NamedTuple):
    """A word, as far as a share depends on it."""

    stem: str
    silent: bool
    quoted: bool
    times: int
    """How often the query says it."""


class Share(NamedTuple):
    """What one word adds."""

    where: Places
    """Rows, or numbers of windows; each once."""
    scores: Floats
    reached: Sequence[int] = ()
    """Of the scan: numbers of the stems that the word came near to."""


Make = Callable[[list[int]], list[Share]]
"""Makes the shares of the words at some places of the query."""


class Shares:
    """The shares of one scope, by ballot and word."""

    def __init__(self) -> None:
        self._of: dict[str, dict[Key, Share]] = {}
        self._size = 0

    def of(self, ballot: str, keys: Sequence[Key], make: Make) -> list[Share]:
        """One share for each key; those not known yet are made."""
        known = self._of.setdefault(ballot, {})
        missing = [place for place, key in enumerate(keys) if key not in known]
        if missing:
            made = make(missing)
            self._size += sum(len(share.where) for share in made)
            known.update(zip([keys[place] for place in missing], made, strict=True))
        found = [known[key] for key in keys]
        if self._size > MOST:
            self.forget()
        return found

    def forget(self) -> None:
        """Let go of all of them."""
        self._of = {}
        self._size = 0


def cut(where: Places, scores: Floats, sizes: NDArray[np.intp]) -> list[Share]:
    """Shares out of arrays that hold them one after the other."""
    ends: list[int] = sizes.cumsum().tolist()
    starts = [0, *ends]
    return [Share(where[start:end], scores[start:end]) for start, end in zip(starts, ends, strict=False)]


def summed(shares: Sequence[Share], size: int) -> Floats:
    """`(size,)`: what all of them add at each place."""
    if not shares:
        return np.zeros(size, np.float32)
    where = np.concatenate([share.where for share in shares])
    scores = np.concatenate([share.scores for share in shares])
    return np.bincount(where, scores, size).astype(np.float32)
