"""Rows of claims read when they are seen, so that a list of all claims opens at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from core.pack.pages import ClaimLine
from workbench.screens.claims_words import row_of
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
