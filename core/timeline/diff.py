"""The difference of two readings of a pack: what opened, closed, was withdrawn, and changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from core.claims.claim import Claim
from core.claims.ended import WITHDRAWN, Withdrawn, how_withdrawn
from core.state.view import Basis
from core.timeline.history import differing
from core.timeline.looked_at import LookedAt

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from core.state.columns import ClaimColumns
    from core.state.held import Held
    from core.state.views import Selection

_HIDDEN: Final = -1
"""Row of a claim that a selection does not show (`core.state.views.HIDDEN`)."""


class Change(msgspec.Struct, frozen=True):
    """One claim in both readings; `after` of one that left is the version believed at the second basis."""

    before: Claim
    after: Claim | None
    fields: tuple[str, ...] = ()
    """Fields that differ, for a claim that is in both."""


class Diff(msgspec.Struct, frozen=True):
    """From one basis to another. Its records are made as they are looked at: counting them costs nothing."""

    first: Basis
    second: Basis
    opened: Sequence[Claim]
    closed: Sequence[Change]
    """In the first reading only, and still believed at the second basis (or not yet recorded there)."""
    withdrawn: Sequence[Change]
    """In the first reading only, because it is no longer believed: `by_how` says why not."""
    changed: Sequence[Change]
    """In both readings, by different versions."""

    @property
    def size(self) -> int:
        """How many claims differ."""
        return len(self.opened) + len(self.closed) + len(self.withdrawn) + len(self.changed)

    def by_how(self) -> dict[Withdrawn, tuple[Change, ...]]:
        """What was withdrawn, by how that came, in the order of `WITHDRAWN`."""
        found: dict[Withdrawn, list[Change]] = {how: [] for how in WITHDRAWN}
        for change in self.withdrawn:
            if change.after is not None and (how := how_withdrawn(change.after)) is not None:
                found[how].append(change)
        return {how: tuple(changes) for how, changes in found.items() if changes}


def diff(held: Held, first: Selection, second: Selection) -> Diff:
    """Compare two selections row by row; a pure function of the two bases and the view."""
    import numpy as np  # a morning that compares no dates pays nothing for it

    columns = held.columns
    versions = columns.versions
    n = max(len(first.row_of_claim), len(second.row_of_claim))
    a, b = _padded(first.row_of_claim, n), _padded(second.row_of_claim, n)
    then = _padded(_believed_rows(columns, second.basis), n)

    def pair(number: int) -> Change:
        before, after = versions[a[number]], versions[b[number]]
        return Change(before, after, differing(before, after))

    def left(number: int) -> Change:
        after = int(then[number])
        return Change(versions[a[number]], versions[after] if after != _HIDDEN else None)

    def read(*rows: NDArray[np.int32]) -> Callable[[list[int]], object]:
        return lambda numbers: [
            versions.many([row for row in of[numbers].tolist() if row != _HIDDEN]) for of in rows
        ]

    shown, gone = (a != _HIDDEN) & (b != _HIDDEN), (a != _HIDDEN) & (b == _HIDDEN)
    withdrawn = gone & (then != _HIDDEN) & ~columns.column("believed")[then]
    return Diff(
        first.basis,
        second.basis,
        LookedAt(
            np.flatnonzero((a == _HIDDEN) & (b != _HIDDEN)), lambda number: versions[b[number]], read(b)
        ),
        LookedAt(np.flatnonzero(gone & ~withdrawn), left, read(a, then)),
        LookedAt(np.flatnonzero(withdrawn), left, read(a, then)),
        LookedAt(np.flatnonzero(shown & (a != b)), pair, read(a, b)),
    )


def _padded(rows: NDArray[np.int32], n: int) -> NDArray[np.int32]:
    import numpy as np

    padded = np.full(n, _HIDDEN, np.int32)
    padded[: len(rows)] = rows[:n]
    return padded


def _believed_rows(columns: ClaimColumns, basis: Basis) -> NDArray[np.int32]:
    """The version row of each claim at a basis, retracted ones too; hidden where none was written yet."""
    import numpy as np

    n = int(np.searchsorted(columns.column("t_recorded"), basis.believed_at, side="right"))
    rows = np.flatnonzero(columns.column("t_expired")[:n] > basis.believed_at).astype(np.int32)
    of_claim = np.full(len(columns.ids), _HIDDEN, np.int32)
    of_claim[columns.column("claim")[rows]] = rows
    return of_claim


def applied(state: dict[str, Claim], change: Diff) -> dict[str, Claim]:
    """The first state with a diff applied: the second state."""
    gone = {left.before.id for left in (*change.closed, *change.withdrawn)}
    kept = {claim_id: claim for claim_id, claim in state.items() if claim_id not in gone}
    kept |= {claim.id: claim for claim in change.opened}
    return kept | {both.before.id: both.after for both in change.changed if both.after is not None}
