"""The difference of two readings of a pack: what opened, closed, was retracted, and changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from core.claims.claim import Claim
from core.state.view import Basis
from core.timeline.history import differing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from core.state.held import Held
    from core.state.views import Selection

_HIDDEN: Final = -1
"""Row of a claim that a selection does not show (`core.state.views.HIDDEN`)."""


@dataclass(frozen=True, slots=True)
class Change:
    """One claim in both readings; `after` of one that left is the version believed at the second basis."""

    before: Claim
    after: Claim | None
    fields: tuple[str, ...] = ()
    """Fields that differ, for a claim that is in both."""


@dataclass(frozen=True, slots=True)
class Diff:
    """From one basis to another."""

    first: Basis
    second: Basis
    opened: tuple[Claim, ...]
    closed: tuple[Change, ...]
    """In the first reading only, and still believed at the second basis (or not yet recorded there)."""
    retracted: tuple[Change, ...]
    """In the first reading only, because it is no longer believed."""
    changed: tuple[Change, ...]
    """In both readings, by different versions."""

    @property
    def size(self) -> int:
        """How many claims differ."""
        return len(self.opened) + len(self.closed) + len(self.retracted) + len(self.changed)


def diff(held: Held, first: Selection, second: Selection) -> Diff:
    """Compare two selections row by row; a pure function of the two bases and the view."""
    import numpy as np  # a morning that compares no dates pays nothing for it

    n = max(len(first.row_of_claim), len(second.row_of_claim))
    a, b = _padded(first, n), _padded(second, n)
    versions = held.columns.versions
    opened = tuple(versions[row] for row in b[(a == _HIDDEN) & (b != _HIDDEN)].tolist())
    left = [_left(held, versions[row], second.basis) for row in a[(a != _HIDDEN) & (b == _HIDDEN)].tolist()]
    both = np.flatnonzero((a != _HIDDEN) & (b != _HIDDEN) & (a != b)).tolist()
    changed = tuple(_changed(versions[a[number]], versions[b[number]]) for number in both)
    return Diff(
        first.basis,
        second.basis,
        opened,
        tuple(change for change in left if change.after is None or change.after.believed),
        tuple(change for change in left if change.after is not None and not change.after.believed),
        changed,
    )


def _padded(selection: Selection, n: int) -> NDArray[np.int32]:
    import numpy as np

    rows = np.full(n, _HIDDEN, np.int32)
    rows[: len(selection.row_of_claim)] = selection.row_of_claim
    return rows


def _left(held: Held, before: Claim, basis: Basis) -> Change:
    return Change(before, held.claim_at(before.id, basis.believed_at))


def _changed(before: Claim, after: Claim) -> Change:
    return Change(before, after, differing(before, after))


def applied(state: dict[str, Claim], change: Diff) -> dict[str, Claim]:
    """The first state with a diff applied: the second state."""
    gone = {left.before.id for left in (*change.closed, *change.retracted)}
    kept = {claim_id: claim for claim_id, claim in state.items() if claim_id not in gone}
    kept |= {claim.id: claim for claim in change.opened}
    return kept | {both.before.id: both.after for both in change.changed if both.after is not None}
