"""The review clocks of many claims as arrays: which are due, graded today, put off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.claims.kinds import KINDS
from core.claims.review_state import ReviewState
from core.clocks.instants import EARLIEST, Instant
from core.clocks.study_day import StudyDay
from core.review.queue import FIRST, GRADED, NEW, PINNED, SIGNS, Order
from core.review.retrievability import UNREVIEWED_STABILITY
from core.state.columns import ClaimColumns
from core.state.held import Held
from core.state.view import Basis, View

Column = NDArray[Any]
Mask = NDArray[np.bool_]

NEVER: Final = int(np.iinfo(np.int32).max)
"""Due day of a claim that has no clock."""
NO_DAY: Final = -1

_FIELDS: Final[dict[str, Any]] = {
    "due_day": np.int32,
    "since": np.int32,
    "stability": np.float64,
    "reps": np.int32,
    "last_day": np.int32,
    "last_at": np.int64,
    "buried_day": np.int32,
    "suspended": np.bool_,
    "added_day": np.int32,
    "known_day": np.int32,
    "doubted_day": np.int32,
}
_NONE: Final = (NEVER, 0, np.nan, 0, NO_DAY, EARLIEST, NO_DAY, False, 0, 0, NO_DAY)


def _cells(review: ReviewState | None) -> tuple[object, ...]:
    if review is None:
        return _NONE
    return (
        review.due_day,
        review.added_day if review.last_day is None else review.last_day,
        np.nan if review.stability is None else review.stability,
        review.reps,
        NO_DAY if review.last_day is None else review.last_day,
        EARLIEST if review.last_at is None else review.last_at,
        NO_DAY if review.buried_day is None else review.buried_day,
        review.suspended,
        review.added_day,
        review.added_day if review.verified_day is None else max(review.added_day, review.verified_day),
        NO_DAY if review.doubted_day is None else review.doubted_day,
    )


class ClockRows(NamedTuple):
    """Of some version rows, one value each: the clock of the claim."""

    rows: Column
    due_day: Column
    since: Column
    """Study day of the last grade, else of the writing."""
    stability: Column
    """Days; nan before the first grade."""
    reps: Column
    last_day: Column
    last_at: Column
    buried_day: Column
    suspended: Column
    added_day: Column
    known_day: Column
    """Study day on which it was last known to be true: written or verified."""
    doubted_day: Column

    def where(self, chosen: Mask) -> ClockRows:
        """Those of a mask."""
        return ClockRows(*(column[chosen] for column in self))

    def asked_on(self, day: StudyDay) -> Mask:
        """Whether nobody put it off on a study day, as `ReviewState.is_asked_on`."""
        asked: Mask = ~self.suspended & (self.buried_day != day)
        return asked


class ClockTable:
    """The present clocks by claim number; follows the records that its pack takes in."""

    def __init__(self, held: Held) -> None:
        self._held = held
        self._taken = 0
        self._count = 0
        self._arrays = _arrays(())

    def of(self, rows: NDArray[np.int32]) -> ClockRows:
        """The clocks of the claims of some version rows, as they are now."""
        self._follow()
        numbers = self._held.columns.column("claim")[rows]
        return ClockRows(rows, *(self._arrays[name][numbers] for name in _FIELDS))

    def _follow(self) -> None:
        held, taken = self._held, self._taken
        self._taken = len(held.reviewed)
        ids = held.columns.ids
        if len(ids) > self._count:
            fresh = _arrays(held.reviews(ids[self._count :], held.t_tx))
            self._arrays = {name: np.append(self._arrays[name], fresh[name]) for name in _FIELDS}
            self._count = len(ids)
        for claim_id in dict.fromkeys(held.reviewed[taken:]):
            if (number := held.columns.number.get(claim_id)) is not None:
                for name, value in zip(_FIELDS, _cells(held.review(claim_id)), strict=True):
                    self._arrays[name][number] = value


def clocks_at(held: Held, rows: NDArray[np.int32], believed_at: Instant) -> ClockRows:
    """The clocks of the claims of some version rows as believed at an instant."""
    arrays = _arrays(held.reviews(held.columns.id_of(rows), believed_at))
    return ClockRows(rows, *arrays.values())


def clocks_in(held: Held, view: View, basis: Basis, table: ClockTable | None = None) -> ClockRows:
    """The running clocks of the claims of a view that are asked for in review; `table` says those of now."""
    rows = held.select(view, basis.true_at).rows
    rows = rows[reviewed(held.columns, rows)]
    is_now = table is not None and basis.believed_at >= held.t_tx
    clocks = table.of(rows) if table is not None and is_now else clocks_at(held, rows, basis.believed_at)
    return clocks.where(clocks.due_day < NEVER)


def _arrays(reviews: Iterable[ReviewState | None]) -> dict[str, NDArray[Any]]:
    columns: Sequence[Sequence[object]] = list(zip(*map(_cells, reviews), strict=True)) or [()] * len(_FIELDS)
    return {name: np.array(column, of) for (name, of), column in zip(_FIELDS.items(), columns, strict=True)}


def reviewed(columns: ClaimColumns, rows: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Whether the claims of some version rows are asked for in review: accepted, of a kind with a clock."""
    kinds = np.array([name is not None and KINDS[name].reviewed for name in columns.kinds.names], np.bool_)
    of_kind = kinds[columns.column("kind")[rows]] if len(kinds) else np.zeros(len(rows), np.bool_)
    asked: Mask = of_kind & columns.column("accepted")[rows]
    return asked


def in_view(columns: ClaimColumns, view: View, clocks: ClockRows) -> NDArray[np.bool_]:
    """Whether the claims of some clocks are of the set, the kinds and the authors of a view."""
    seen = np.ones(len(clocks.rows), np.bool_)
    if view.set is not None:
        seen &= columns.column("set")[clocks.rows] == columns.sets.find(view.set)
    for names, codes, column in (
        (view.kinds, columns.kinds, "kind"),
        (view.authors, columns.authors, "author"),
    ):
        if names is not None:
            seen &= np.isin(columns.column(column)[clocks.rows], [codes.find(name) for name in names])
    return seen


def parts_of(columns: ClaimColumns, clocks: ClockRows, first: Set[str]) -> NDArray[np.int8]:
    """The part of a morning to which each clock belongs, as `core.review.queue.part_of` says."""
    parts = np.where(clocks.reps == 0, NEW, GRADED).astype(np.int8)
    parts[columns.column("pinned")[clocks.rows]] = PINNED
    if first:
        parts[[one in first for one in columns.id_of(clocks.rows)]] = FIRST
    return parts


def in_order(
    columns: ClaimColumns, clocks: ClockRows, parts: NDArray[np.int8], order: Order, day: StudyDay
) -> NDArray[np.int32]:
    """The version rows in the order of a morning, as `core.review.queue.order_due` has it."""
    stability = np.where(np.isnan(clocks.stability), UNREVIEWED_STABILITY, clocks.stability)
    faded = np.maximum(day - clocks.since, 0) / stability
    rank = np.where(parts == NEW, 0.0, SIGNS[order] * faded)
    ids = columns.id_of(clocks.rows)
    if ids == sorted(ids):  # as ids of one pack mostly are, for they grow with time
        return clocks.rows[np.lexsort((clocks.due_day, rank, parts))]
    by_id = np.argsort(np.array(ids, np.str_), kind="stable")
    placed = np.lexsort((clocks.due_day[by_id], rank[by_id], parts[by_id]))
    return clocks.rows[by_id[placed]]


class Members(Set[str]):
    """The claims of some version rows, one row each, in no order; a claim is found without a look at all."""

    def __init__(self, columns: ClaimColumns, rows: NDArray[np.int32]) -> None:
        self._columns = columns
        self._rows = rows
        self._row_of = np.full(len(columns.ids), -1, np.int32)
        self._row_of[columns.column("claim")[rows]] = rows

    def row(self, claim_id: str) -> int:
        """The row of a claim; -1 for one that is not among them."""
        number = self._columns.number.get(claim_id, len(self._row_of))
        return self._row_of.item(number) if number < len(self._row_of) else -1

    def __contains__(self, claim_id: object) -> bool:
        return isinstance(claim_id, str) and self.row(claim_id) >= 0

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns.id_of(self._rows))

    def __len__(self) -> int:
        return len(self._rows)


def next_asked(clocks: ClockRows, day: StudyDay) -> NDArray[np.int32]:
    """When each is asked next, without those that are suspended: what is put off today is asked tomorrow."""
    put_off = np.where(clocks.buried_day == day, np.maximum(clocks.due_day, day + 1), clocks.due_day)
    return put_off[~clocks.suspended]


def ahead(days: NDArray[np.int32], today: StudyDay, count: int) -> list[int]:
    """As `core.review.queue.forecast`."""
    places = np.maximum(days - today, 0)
    counted: list[int] = np.bincount(places[places < count], minlength=count).tolist()
    return counted
