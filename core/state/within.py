"""A span of time as a filter: a mask, applied before anything is counted."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from core.clocks.instants import Instant
from core.state.columns import FUTURE, PAST, ClaimColumns
from core.state.views import HIDDEN, Selection

Clock = Literal["true", "said"]
"""`true`: what was true at some instant of the span. `said`: what its author saw or heard in the span."""


class TimeSpan(msgspec.Struct, frozen=True):
    """`[start, end)` on one clock; None is open."""

    start: Instant | None = None
    end: Instant | None = None
    clock: Clock = "said"

    @property
    def open(self) -> bool:
        """Whether it restricts nothing."""
        return self.start is None and self.end is None

    def holds(self, instants: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which instants lie in it; one that is not known (`PAST`) lies in no span but the open one."""
        if self.open:
            return np.ones(len(instants), np.bool_)
        first, last = self._edges
        inside: NDArray[np.bool_] = (instants != PAST) & (instants >= first) & (instants < last)
        return inside

    def meets(self, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which windows `[start, end)` have an instant in common with it."""
        first, last = self._edges
        meeting: NDArray[np.bool_] = (starts < last) & (ends > first)
        return meeting

    @property
    def _edges(self) -> tuple[int, int]:
        return (
            int(PAST) if self.start is None else self.start,
            int(FUTURE) if self.end is None else self.end,
        )


EVER: Final = TimeSpan()


def within(
    selection: Selection, columns: ClaimColumns, observed: NDArray[np.int64], span: TimeSpan
) -> Selection:
    """A selection without what lies outside a span. `observed` is `t_observed` by text row."""
    texts = np.flatnonzero(selection.row_of_text >= 0)
    versions = selection.row_of_text[texts]
    if span.clock == "true":
        inside = span.meets(columns.column("t_valid")[versions], columns.column("t_invalid")[versions])
    else:
        inside = span.holds(observed[texts])
    row_of_text, row_of_claim = selection.row_of_text.copy(), selection.row_of_claim.copy()
    row_of_text[texts[~inside]] = HIDDEN
    row_of_claim[columns.column("claim")[versions[~inside]]] = HIDDEN
    return replace(selection, row_of_text=row_of_text, row_of_claim=row_of_claim)
