"""The present review states of a pack as they lie in the file, decoded when one is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self

import numpy as np
from numpy.typing import NDArray

from core.claims.review_state import ReviewState
from core.clocks.instants import Instant
from core.state.columns import FUTURE
from core.store import tables


class ReviewHeads:
    """Of each claim number the stored bytes of its last review state (none: it has none) and their time."""

    def __init__(
        self, content: bytes | memoryview, ends: NDArray[np.int64], since: NDArray[np.int64]
    ) -> None:
        """`ends[n]` is where the bytes of claim `n` end in `content`."""
        self.content = content
        self.ends = ends
        self.count = len(ends)
        """Claims that these are all present states of."""
        self.since = since
        self._decode = tables.decoder(tables.REVIEW)

    @classmethod
    def of(cls, count: int, heads: Mapping[int, tuple[Instant, bytes]]) -> Self:
        """From time and bytes by number, of so many claims; a claim that never had a state has none."""
        none = FUTURE, b""
        return cls.packed(heads.get(number, none) for number in range(count))

    @classmethod
    def packed(cls, heads: Iterable[tuple[Instant, bytes]]) -> Self:
        """From time and bytes of each claim in turn."""
        listed = list(heads)
        parts = [stored for _, stored in listed]
        ends = np.cumsum(np.fromiter(map(len, parts), np.int64, len(parts)))
        since = np.fromiter((t_tx for t_tx, _ in listed), np.int64, len(listed))
        return cls(b"".join(parts), ends, since)

    def stored(self, number: int) -> bytes | memoryview:
        """The bytes of a claim's state; empty for none."""
        start = int(self.ends[number - 1]) if number else 0
        return self.content[start : int(self.ends[number])]

    def get(self, number: int) -> ReviewState | None:
        """The state of a claim."""
        stored = self.stored(number)
        state: ReviewState | None = self._decode(stored) if stored else None
        return state
