"""Rows of claims made when they are seen, so that a list of all claims opens at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from core.pack.pages import ClaimLine
from core.pack.searching import Hit
from workbench.screens.claims_words import hit_row, row_of
from workbench.widgets.rows import Row

CHUNK = 32
"""Rows read together: about a screenful."""


class ClaimRows:
    """Claims by id, in order; `read` gives the lines of some ids."""

    def __init__(
        self,
        ids: Sequence[str],
        read: Callable[[Sequence[str]], Sequence[ClaimLine]],
        *,
        looking_back: bool = False,
    ) -> None:
        """`looking_back`: whether the truth of then is shown with what is known since."""
        self.ids = ids
        self._row_of = partial(row_of, looking_back=looking_back)
        self._read = read
        self._rows: dict[int, Row] = {}
        self._index: dict[str, int] | None = None

    def __len__(self) -> int:
        return len(self.ids)

    def row(self, index: int) -> Row:
        """The row at a position, read with its neighbours."""
        if index not in self._rows:
            start = index - index % CHUNK
            lines = self._read(self.ids[start : start + CHUNK])
            self._rows.update((start + place, self._row_of(line)) for place, line in enumerate(lines))
        return self._rows[index]

    def index_of(self, id: str) -> int | None:
        """The position of an id, or None."""
        if self._index is None:
            self._index = {one: at for at, one in enumerate(self.ids)}
        return self._index.get(id)


class HitRows:
    """The hits of a search, in their order."""

    def __init__(self, hits: Sequence[Hit], *, looking_back: bool = False) -> None:
        self._hits = hits
        self._row_of = partial(hit_row, looking_back=looking_back)
        self._rows: dict[int, Row] = {}

    def __len__(self) -> int:
        return len(self._hits)

    def row(self, index: int) -> Row:
        """The row at a position."""
        if index not in self._rows:
            self._rows[index] = self._row_of(self._hits[index])
        return self._rows[index]

    def index_of(self, id: str) -> int | None:
        """The position of a claim, or None."""
        return next((at for at, hit in enumerate(self._hits) if hit.line.claim.id == id), None)
