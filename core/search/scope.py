"""The scope of a search: which rows a view shows, and the figures that BM25+ takes from them alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.search import bm25
from core.search.seen import Seen
from core.search.sequences import Sequences
from core.search.shares import Shares
from core.search.windows import Windows
from core.state.postings import Postings

_KEPT = 12
"""Scopes held; as many as views."""
_WITH_SHARES = 4
"""Scopes that keep what past queries left."""
_RECUT = 2
"""Rows that come or go, up to which only the sequences around them are cut anew …"""
_EACH = 6000
"""… and one more for so many rows in view: about as many as one pass cuts in the time of one sequence."""
_WORN = 1.25
"""Window numbers for each window, from which on all are numbered anew; some more for any view."""
_SPARE = 64


class Scope:
    """The visible rows of one selection. Nothing hidden has a part in any figure of it."""

    def __init__(
        self,
        row_of_text: NDArray[np.int32],
        postings: Postings,
        sequences: Sequences,
        known: Iterable[Scope] = (),
    ) -> None:
        """From one of those `known` that shows nearly the same rows, if any does; else from all rows."""
        self.key = row_of_text
        size = min(len(row_of_text), postings.rows)
        self.row_of_text = row_of_text[:size]
        self.visible = np.zeros(size + 1, np.bool_)
        """`(rows + 1,)`: the last one stands for every row that the selection does not know yet."""
        np.greater_equal(self.row_of_text, 0, out=self.visible[:size])
        self.lengths = postings.lengths.values[:size]
        self.count = int(np.count_nonzero(self.visible))
        """N: documents in view."""
        self.shares = Shares()
        """What the words of past queries add here."""
        self.holders: dict[tuple[str, bool], int] = {}
        """How many rows in view hold a word, by its stem and whether it is silent."""
        self.repairs: dict[str, str | None] = {}
        """Words that nothing in view holds, and what stands in for each."""
        self._sequences = sequences
        self._take_over(known)

    def _take_over(self, known: Iterable[Scope]) -> None:
        """Recut the windows of a scope that differs in few rows, as the one before a write does."""
        for one in known:
            few = _RECUT + self.count // _EACH
            if "windows" not in vars(one) or one.size > self.size or abs(one.count - self.count) > few:
                continue
            if one.windows.numbers > _WORN * one.windows.count + _SPARE:
                continue
            differs = self.visible[:-1].copy()
            differs[: one.size] ^= one.visible[:-1]
            changed: list[int] = differs.nonzero()[0].tolist()
            if len(changed) <= few:
                self.total_length = one.total_length + sum(map(self._gained, changed))
                windows = self._sequences.recut(one.windows, self.lengths, self.visible, changed)
                if windows is not None:
                    self.windows = windows
                return

    def _gained(self, row: int) -> float:
        """The terms that came into view, or left it, with a row."""
        length: float = self.lengths.item(row)
        return length if self.visible[row] else -length

    @cached_property
    def total_length(self) -> float:
        """Terms of all that is in view."""
        return float((self.lengths * self.visible[:-1]).sum(dtype=np.float64))  # faster than `where`

    @property
    def mean_length(self) -> float:
        """Terms in a document."""
        return self.total_length / self.count if self.count else 0.0

    @property
    def size(self) -> int:
        """Rows known to the selection, hidden ones too."""
        return len(self.row_of_text)

    @property
    def in_order(self) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """The rows in view by sequence, and which of them begin one."""
        return self._sequences.in_view(self.visible)

    @cached_property
    def windows(self) -> Windows:
        """The windows of what is in view."""
        return self._sequences.windows(self.visible, self.lengths)

    @cached_property
    def norms(self) -> NDArray[np.float32]:
        """`(rows,)`: what each length adds to a count in BM25+."""
        return bm25.norms(self.lengths, self.mean_length)

    @cached_property
    def window_norms(self) -> NDArray[np.float32]:
        """`(window numbers,)`: the same for windows."""
        return bm25.norms(self.windows.lengths, self.windows.mean_length)

    def forget(self) -> None:
        """Let go of what past queries left."""
        self.shares.forget()
        self.holders.clear()
        self.repairs.clear()

    def shown(self, rows: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which of some rows are in view."""
        seen: NDArray[np.bool_] = self.visible.take(rows, mode="clip")
        return seen


class Scopes:
    """Keeps the scopes of the last few selections; a selection is known by its array."""

    def __init__(self, postings: Postings, gap: int | None) -> None:
        """`gap`: the longest step within a sequence that windows cover."""
        self._postings = postings
        self.sequences = Sequences(postings, gap)
        self._kept: list[Scope] = []  # the last used first

    def of(self, selection: Seen) -> Scope:
        """The scope of a selection."""
        key = selection.row_of_text
        for place, known in enumerate(self._kept):
            if known.key is key:
                if place:
                    self._kept.insert(0, self._kept.pop(place))
                return known
        scope = Scope(key, self._postings, self.sequences, self._kept)
        self._kept = [scope, *self._kept[: _KEPT - 1]]
        for old in self._kept[_WITH_SHARES:]:
            old.forget()
        return scope
