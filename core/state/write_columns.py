"""What the write index keeps of each text row, in growing arrays: its words, its scope, its window."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.claims.claim import BELIEVED, Claim
from core.clocks.instants import Instant
from core.state.columns import FUTURE, PAST

Rows = NDArray[np.int32]
_NOWHERE: Final = -1
"""Scope of a row that no rule may use any more, or of no row at all."""


class Vocabulary(dict[str, int]):
    """Numbers of words, given out at first sight."""

    def __init__(self) -> None:
        super().__init__()
        self.spelling: list[str] = []

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self.spelling)
        self.spelling.append(word)
        return number


class Runs:
    """One run of numbers a text row, end to end in one growing array."""

    def __init__(self) -> None:
        self._flat = array("i")
        self._starts = array("i", [0])

    def append(self, run: Iterable[int]) -> None:
        self._flat.extend(run)
        self._starts.append(len(self._flat))

    def run(self, row: int) -> Sequence[int]:
        return self._flat[self._starts[row] : self._starts[row + 1]]

    def lengths(self, rows: Rows) -> Rows:
        starts = np.frombuffer(self._starts, np.int32)
        found: Rows = starts[rows + 1] - starts[rows]
        return found


class Standing:
    """What a rule may use of a text row: its scope and kind, and from when until when its claim is true.

    A row that is not the newest text of its claim, or whose claim is not believed, stands nowhere.
    """

    def __init__(self) -> None:
        self._scopes: dict[tuple[str, str | None], int] = {}
        self._kinds: dict[str, int] = {}
        self._scope = array("i")
        self._kind = array("i")
        self._starts = array("q")
        self._ends = array("q")

    def enter(self, row: int, claim: Claim) -> None:
        """Note the newest version of the claim of a row, which may be the next one."""
        if row == len(self._scope):
            for column in (self._scope, self._kind, self._starts, self._ends):
                column.append(0)
        scope = self._scopes.setdefault((claim.workspace, claim.set), len(self._scopes))
        self._scope[row] = scope if claim.state == BELIEVED else _NOWHERE
        self._kind[row] = self._kinds.setdefault(claim.kind, len(self._kinds))
        self._starts[row] = PAST if claim.t_valid is None else claim.t_valid
        self._ends[row] = FUTURE if claim.t_invalid is None else claim.t_invalid

    def leave(self, row: int) -> None:
        """Note that the claim of a row has another text now."""
        self._scope[row] = _NOWHERE

    def standing(self, rows: Rows, workspace: str, set_: str | None, now: Instant) -> NDArray[np.bool_]:
        """Which rows are of this scope and have not ended by `now`."""
        scope = self._scopes.get((workspace, set_), _NOWHERE - 1)
        keep: NDArray[np.bool_] = np.frombuffer(self._scope, np.int32)[rows] == scope
        keep &= np.frombuffer(self._ends, np.int64)[rows] > now
        return keep

    def live(
        self, rows: Iterable[int], workspace: str, set_: str | None, kind: str | None, now: Instant
    ) -> list[int]:
        """The rows of this scope and kind (None: any) that are true at `now`; a loop, for there are few."""
        scope = self._scopes.get((workspace, set_), _NOWHERE - 1)
        of_kind = None if kind is None else self._kinds.get(kind, -1)
        scopes, kinds, starts, ends = self._scope, self._kind, self._starts, self._ends
        return [
            row
            for row in rows
            if scopes[row] == scope
            and starts[row] <= now < ends[row]
            and (of_kind is None or kinds[row] == of_kind)
        ]
