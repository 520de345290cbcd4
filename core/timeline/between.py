"""What came and went between two readings of a pack: neither of them shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.claims.claim import Claim
from core.state.view import Basis

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from core.state.columns import ClaimColumns
    from core.state.views import Selection


def between(
    columns: ClaimColumns, first: Selection, second: Selection, every: Selection
) -> tuple[Claim, ...]:
    """The claims that were shown somewhere on the way from one basis to the other, and at neither end.

    `every` is of the second basis and the same scope, closed and retracted claims too. Where both clocks
    move together, a claim counts if it was true while it was believed. By claim number, in the version
    believed at the second basis.
    """
    import numpy as np

    seen = np.zeros(len(columns.ids), np.bool_)
    for selection in (first, second):
        seen[: len(selection.row_of_claim)] |= selection.row_of_claim >= 0
    shown = np.zeros(len(columns.ids), np.bool_)
    shown[columns.column("claim")[_on_the_way(columns, first.basis, second.basis)]] = True
    last = every.row_of_claim
    numbers = np.flatnonzero(shown[: len(last)] & ~seen[: len(last)] & (last >= 0))
    return tuple(columns.versions.many(last[numbers].tolist()))


def _on_the_way(columns: ClaimColumns, first: Basis, second: Basis) -> NDArray[np.bool_]:
    """Of each version, whether it was believed and true at a moment from the one basis to the other."""
    import numpy as np

    spans = []
    for clock, begins, ends in (
        ("believed_at", "t_recorded", "t_expired"),
        ("true_at", "t_valid", "t_invalid"),
    ):
        low, high = sorted((getattr(first, clock), getattr(second, clock)))
        since, until = columns.column(begins), columns.column(ends)
        spans.append((np.maximum(since, low), np.where(until > high, high + 1, until)))
    (known, forgotten), (begun, ended) = spans
    met: NDArray[np.bool_] = (known < forgotten) & (begun < ended)
    if first.true_at == first.believed_at and second.true_at == second.believed_at:
        met &= np.maximum(known, begun) < np.minimum(forgotten, ended)
    met &= columns.column("believed")
    return met
