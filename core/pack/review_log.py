"""The review log of a pack: every grade and every answer about truth, as rows, pure in B."""

from __future__ import annotations

import threading

from core.clocks.instants import Instant
from core.pack.reader import Reader
from core.pack.review_fold import ReviewFold
from core.review.rows import ReviewRow
from core.state.view import View
from core.store.lmdb_log import LmdbLog


class ReviewLog:
    """The rows of a log, read once and kept up."""

    def __init__(self, log: LmdbLog) -> None:
        self._log = log
        self._lock = threading.Lock()
        self._fold = ReviewFold()

    def rows(self, believed_at: Instant) -> tuple[ReviewRow, ...]:
        """Every row by an instant, in the order of the log, as it was believed then."""
        with self._lock:
            for record in self._log.read(self._fold.tx + 1):
                self._fold.take(record)
            return self._fold.rows(believed_at)


def review_log(reader: Reader, log: ReviewLog, view: View) -> tuple[ReviewRow, ...]:
    """The rows of the claims of a view by its B, closed and retracted claims too, in the order of the log."""
    basis = reader.basis(view)
    rows = log.rows(basis.believed_at)
    if (view.workspace, view.set, view.kinds, view.authors) == (None, None, None, None):
        return rows
    seen = View(
        *(view.workspace, basis.true_at, basis.believed_at, "history"),
        *(view.set, view.kinds, view.authors, True),
    )
    ids = set(reader.held.columns.id_of(reader.select(seen).rows.tolist()))
    return tuple(row for row in rows if row.claim in ids)
