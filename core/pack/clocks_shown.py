"""What the review clocks of claim versions show, for a search: of many claims at once, again and again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay
from core.pack.pages import ClockOn, clock_on
from core.pack.reader import Reader
from core.review.retrievability import Curve
from core.state.view import Basis

_Asked = tuple[Instant | None, StudyDay, Curve]
"""B (None: the present), its day, and how memory fades."""


class ShownClocks:
    """Keeps what was read for one belief and day: who types a query asks for the same claims.

    Of the present only claims that were reviewed since are read anew. No version is read.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._asked: _Asked | None = None
        self._clocks: dict[int, ClockOn] = {}
        self._recalls: NDArray[np.float64] = np.zeros(0)
        """By version row; not a number where no clock was read."""
        self._reviewed = 0

    def recalls(self, rows: NDArray[np.int32], basis: Basis) -> NDArray[np.float64]:
        """Retrievability of some versions as of B; 1 for one without a clock."""
        asked = self._turn_to(basis)
        found = self._recalls.take(rows)
        unread = np.isnan(found)
        if unread.any():
            self._read(rows.compress(unread).tolist(), basis, asked)
            found = self._recalls.take(rows)
        return found

    def of(self, rows: Sequence[int], basis: Basis) -> list[ClockOn]:
        """The clocks of some versions as of B."""
        asked, known = self._turn_to(basis), self._clocks
        self._read([row for row in rows if row not in known], basis, asked)
        return [known[row] for row in rows]

    def _read(self, rows: list[int], basis: Basis, asked: _Asked) -> None:
        if not rows:
            return
        columns, (_, day, curve) = self._reader.held.columns, asked
        reviews = self._reader.held.reviews(columns.id_of(rows), basis.believed_at)
        kinds: list[int] = columns.column("kind").take(rows).tolist()
        for row, kind, review in zip(rows, kinds, reviews, strict=True):
            clock = self._clocks[row] = clock_on(review, columns.kinds.names[kind] or "", day, curve)
            self._recalls[row] = 1.0 if clock.recall is None else clock.recall

    def _turn_to(self, basis: Basis) -> _Asked:
        """Let go of what no longer holds."""
        held, at = self._reader.held, basis.believed_at
        asked = (None if at >= held.t_tx else at, self._reader.day_of(at, at), self._reader.curve(at))
        if self._asked != asked:
            self._asked, self._clocks, self._recalls = asked, {}, np.zeros(0)
        elif asked[0] is None:
            for claim_id in held.reviewed[self._reviewed :]:
                number = held.columns.number.get(claim_id)
                if number is not None:
                    self._forget(held.columns.last_row[number])
        self._reviewed = len(held.reviewed)
        if len(self._recalls) < held.columns.n:
            self._recalls = _longer(self._recalls, 2 * held.columns.n)
        return asked

    def _forget(self, row: int) -> None:
        self._clocks.pop(row, None)
        if row < len(self._recalls):
            self._recalls[row] = np.nan


def _longer(array: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    longer = np.full(size, np.nan)
    longer[: len(array)] = array
    return longer
