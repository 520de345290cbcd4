"""Views: which version of each claim a read may see, as one integer array. Pure in (V, B)."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.claims.claim import BELIEVED, EVERYWHERE, Claim
from core.clocks.instants import Instant
from core.state.columns import FUTURE, ClaimColumns
from core.state.view import Basis, View

HIDDEN: Final = -1
_FEW: Final = 4
"""Versions that are asked one by one."""
_KEPT: Final = 12
"""Selections held, by view."""


class Selection(msgspec.Struct, frozen=True):
    """The versions that a view may see."""

    basis: Basis
    row_of_claim: NDArray[np.int32]
    """`(claims,)`: version row of each claim number, -1 hidden."""
    row_of_text: NDArray[np.int32]
    """`(texts,)`: version row that shows each text row, -1 hidden."""
    until: int
    """First later instant of truth at which the selection would differ (int64 max: never)."""

    @property
    def rows(self) -> NDArray[np.int32]:
        """The visible version rows, by claim number."""
        return self.row_of_claim[self.row_of_claim >= 0]


def select(columns: ClaimColumns, view: View, basis: Basis) -> Selection:
    """Apply a view to the columns: one pass over the versions recorded by `basis.believed_at`."""
    n = int(np.searchsorted(columns.column("t_recorded"), basis.believed_at, side="right"))
    rows, until = _seen(columns, view, basis, slice(0, n))
    return Selection(
        basis,
        _showing(rows, columns.column("claim"), len(columns.ids)),
        _showing(rows, columns.column("text"), len(columns.text_rows)),
        until,
    )


def _showing(rows: NDArray[np.intp], of: NDArray[np.int32], size: int) -> NDArray[np.int32]:
    """For each number the row that is of it. In these types what is put in place need not be converted."""
    showing = np.full(size, HIDDEN, np.int32)
    showing[of.take(rows).astype(np.intp)] = rows.astype(np.int32)
    return showing


def following(columns: ClaimColumns, view: View, basis: Basis, held: Selection, taken: int) -> Selection:
    """The selection after more versions, from one that was exact for the first `taken` of them.

    Belief only grew and no window opened or ended in between: only claims with a new version show another.
    """
    row_of_claim = _longer(held.row_of_claim, len(columns.ids))
    row_of_text = _longer(held.row_of_text, len(columns.text_rows))
    claims, texts = columns.column("claim"), columns.column("text")
    changed = claims[taken:]
    former = row_of_claim[changed]
    row_of_text[texts[former[former != HIDDEN]]] = HIDDEN
    row_of_claim[changed] = HIDDEN
    rows: NDArray[np.intp] | list[int]
    if columns.n - taken <= _FEW:
        rows, until = _seen_of_few(columns, view, basis, range(taken, columns.n))
    else:
        rows, until = _seen(columns, view, basis, slice(taken, columns.n))
    row_of_claim[claims[rows]] = rows
    row_of_text[texts[rows]] = rows
    return Selection(basis, row_of_claim, row_of_text, min(held.until, until))


def _longer(array: NDArray[np.int32], size: int) -> NDArray[np.int32]:
    longer = np.empty(size, np.int32)
    longer[: len(array)], longer[len(array) :] = array, HIDDEN
    return longer


def _seen(columns: ClaimColumns, view: View, basis: Basis, part: slice) -> tuple[NDArray[np.intp], int]:
    """Rows of a part of the columns, all recorded by B, that a view shows; when V alone next changes them.

    A view of a time that it names never changes with the clock.
    """
    seen = columns.column("t_expired")[part] > basis.believed_at
    if view.shows != "history":
        seen &= columns.column("believed")[part]
    _keep_scope(seen, columns, view, part)
    starts, ends = columns.column("t_valid")[part], columns.column("t_invalid")[part]
    until = _next_boundary(starts[seen], ends[seen], basis.true_at) if view.is_now else int(FUTURE)
    if view.shows == "current":
        seen &= (starts <= basis.true_at) & (ends > basis.true_at)
    return seen.nonzero()[0] + part.start, until


def _seen_of_few(columns: ClaimColumns, view: View, basis: Basis, rows: range) -> tuple[list[int], int]:
    """The same for a few rows, asking each version: a pass over columns is some twenty calls."""
    expired = columns.column("t_expired")
    shown: list[int] = []
    until = int(FUTURE)
    for row in rows:
        claim = columns.versions[row]
        if expired.item(row) <= basis.believed_at or not _is_of(view, claim):
            continue
        if view.is_now:
            edges = [edge for edge in (claim.t_valid, claim.t_invalid) if edge is not None]
            until = min([until, *(edge for edge in edges if edge > basis.true_at)])
        if view.shows != "current" or claim.true_at(basis.true_at):
            shown.append(row)
    return shown, until


def _is_of(view: View, claim: Claim) -> bool:
    """Whether a version is in the scope of a view, whenever it is believed and true."""
    without_resting = view.resting is False or (view.resting is None and view.is_now)
    return (
        (view.shows == "history" or claim.state == BELIEVED)
        and (view.workspace is None or claim.workspace in (view.workspace, EVERYWHERE))
        and (view.set is None or claim.set == view.set)
        and (view.kinds is None or claim.kind in view.kinds)
        and (view.authors is None or claim.author in view.authors)
        and not (without_resting and claim.resting)
    )


def _keep_scope(seen: NDArray[np.bool_], columns: ClaimColumns, view: View, part: slice) -> None:
    """Leave out what is of another workspace, set, kind or author, and what rests."""
    if view.workspace is not None:
        workspace = columns.column("workspace")[part]
        here, everywhere = (columns.workspaces.find(name) for name in (view.workspace, EVERYWHERE))
        seen &= (workspace == here) | (workspace == everywhere)
    if view.set is not None:
        seen &= columns.column("set")[part] == columns.sets.find(view.set)
    if view.kinds is not None:
        codes = [columns.kinds.find(kind) for kind in sorted(view.kinds)]
        seen &= np.isin(columns.column("kind")[part], codes)
    if view.authors is not None:
        codes = [columns.authors.find(author) for author in sorted(view.authors)]
        seen &= np.isin(columns.column("author")[part], codes)
    if view.resting is False or (view.resting is None and view.is_now):
        seen &= ~columns.column("resting")[part]


def _next_boundary(starts: NDArray[np.int64], ends: NDArray[np.int64], instant: Instant) -> int:
    later = [int(ahead.min()) for edge in (starts, ends) if (ahead := edge[edge > instant]).size]
    return min(later, default=int(FUTURE))


class Selector:
    """Keeps the last few selections: good until the next record or the next window boundary."""

    def __init__(self, columns: ClaimColumns) -> None:
        self._columns = columns
        self._kept: OrderedDict[View, tuple[int, Selection]] = OrderedDict()

    def select(self, view: View, now: Instant, believed_now: Instant) -> Selection:
        """The selection of a view for a reader at `now`; held ones are reused while they are exact."""
        basis = view.at(now, believed_now)
        taken, held = self._kept.get(view, (0, None))
        if held and taken == self._columns.n and self._exact(held, basis):
            self._kept.move_to_end(view)
            return Selection(basis, held.row_of_claim, held.row_of_text, held.until)
        if held and self._exact(held, basis) and self._follows(held, taken, basis):
            selection = following(self._columns, view, basis, held, taken)
        else:
            selection = select(self._columns, view, basis)
        self._kept[view] = (self._columns.n, selection)
        self._kept.move_to_end(view)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return selection

    def _follows(self, held: Selection, taken: int, basis: Basis) -> bool:
        """Whether the selection saw all versions of its time, and B now sees all that came since."""
        recorded = self._columns.column("t_recorded")
        saw_all = taken and recorded[taken - 1] <= held.basis.believed_at
        return bool(saw_all and recorded[-1] <= basis.believed_at)

    @staticmethod
    def _exact(held: Selection, basis: Basis) -> bool:
        same_belief = held.basis.believed_at <= basis.believed_at
        return same_belief and held.basis.true_at <= basis.true_at < held.until
