"""Shares: what the words of a query add to a ballot, and where.

They depend on the word and the scope alone, so those of a word that is asked for again are kept: who types a
query asks for its first words with every key. Words that are new here are worked out together. In which order
shares are added up changes nothing: single precision adds up in double precision without rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Places = NDArray[np.int32] | NDArray[np.intp]

MOST: Final = 1 << 20
"""Places kept for one scope, about 12 MB; with more than that all are let go."""

Key = tuple[str, bool, bool, int]
"""A word as far as a share depends on it: its stem, whether it is silent, whether it is quoted, how often the
query says it."""


class Share(NamedTuple):
    """What some words add."""

    where: Places
    """Rows, or numbers of windows; word after word, for each word once."""
    scores: Floats
    sizes: NDArray[np.intp]
    """`(words,)`: to how many places each word adds."""
    reached: Sequence[Sequence[int]] = ()
    """Of the scan, for each word: numbers of the stems that it came near to."""


Make = Callable[[list[int]], Share]
"""Makes the share of the words at some places of the query."""


class Shares:
    """The shares of one scope, by ballot and word."""

    def __init__(self) -> None:
        self._of: dict[str, dict[Key, Share | None]] = {}  # None: asked for once
        self._size = 0

    def of(self, ballot: str, keys: Sequence[Key], make: Make) -> list[Share]:
        """The shares of all keys; those not kept are made."""
        held = self._of.setdefault(ballot, {})
        known = list(map(held.get, keys))
        found = [share for share in known if share is not None]
        if len(found) < len(keys):
            missing = [place for place, share in enumerate(known) if share is None]
            made = make(missing)
            found.append(made)
            self._note(held, [keys[place] for place in missing], made)
        return found

    def keeps(self, ballot: str, key: Key) -> bool:
        """Whether the share of a word need not be made."""
        held = self._of.get(ballot)
        return held is not None and held.get(key) is not None

    def _note(self, held: dict[Key, Share | None], keys: list[Key], made: Share) -> None:
        again = [place for place, key in enumerate(keys) if key in held]
        held.update(dict.fromkeys(keys))
        if not again:
            return
        ends: list[int] = made.sizes.cumsum().tolist()
        for place in again:
            start, end = ends[place - 1] if place else 0, ends[place]
            reached = made.reached[place : place + 1]
            where, scores = made.where[start:end].copy(), made.scores[start:end].copy()
            held[keys[place]] = Share(where, scores, made.sizes[place : place + 1].copy(), reached)
            self._size += end - start
        if self._size > MOST:
            self.forget()

    def forget(self) -> None:
        """Let go of all of them."""
        self._of = {}
        self._size = 0


def summed(shares: Sequence[Share], size: int) -> Floats:
    """`(size,)`: what all of them add at each place."""
    if not shares:
        return np.zeros(size, np.float32)
    where, scores = shares[0].where, shares[0].scores
    if len(shares) > 1:
        where = np.concatenate([share.where for share in shares])
        scores = np.concatenate([share.scores for share in shares])
    return np.bincount(where, scores, size).astype(np.float32)


def reached(shares: Sequence[Share]) -> list[int]:
    """Numbers of the stems that any of the words came near to."""
    return list(chain.from_iterable(chain.from_iterable(share.reached for share in shares)))
