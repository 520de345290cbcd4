"""Claim columns: one row a claim version, in recorded order, as growing numpy arrays.

Rows only grow, so a reader that keeps its own B sees one unchanging pack: a version written later has
`t_recorded > B`, and a former version that it ends gets `t_expired > B`. The two clocks are the isolation.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.claims.claim import BELIEVED, Claim

PAST: Final = np.iinfo(np.int64).min
FUTURE: Final = np.iinfo(np.int64).max
"""Open ends of windows inside the columns."""

_DTYPES: Final[dict[str, Any]] = {
    "claim": np.int32,  # number of the claim
    "text": np.int32,  # number of its text row
    "t_recorded": np.int64,
    "t_expired": np.int64,
    "t_valid": np.int64,
    "t_invalid": np.int64,
    "believed": np.bool_,
    "resting": np.bool_,
    "pinned": np.bool_,
    "accepted": np.bool_,
    "kind": np.int32,
    "workspace": np.int32,
    "set": np.int32,
}


class Codes:
    """Small integers for strings, in order of first sight."""

    def __init__(self) -> None:
        self.of: dict[str | None, int] = {}
        self.names: list[str | None] = []

    def code(self, name: str | None) -> int:
        """The code of a name, new if need be."""
        known = self.of.get(name)
        if known is None:
            known = self.of[name] = len(self.names)
            self.names.append(name)
        return known

    def find(self, name: str | None) -> int:
        """The code of a name, or -1."""
        return self.of.get(name, -1)


def indexed_content(claim: Claim) -> tuple[object, ...]:
    """What search indexes of a claim; a version that changes none of it keeps its text row."""
    return (claim.text, claim.entities, claim.author, claim.t_observed, claim.question, claim.workspace)


class ClaimColumns:
    """Every version of every claim. `versions[row]` is the record; arrays are `(n,)` slices by name."""

    def __init__(self) -> None:
        self.n = 0
        self.versions: list[Claim] = []
        self.ids: list[str] = []
        self.number: dict[str, int] = {}
        self.last_row: list[int] = []
        self.text_rows: list[int] = []
        """First version row of each text row."""
        self.kinds = Codes()
        self.workspaces = Codes()
        self.sets = Codes()
        self._arrays: dict[str, NDArray[Any]] = {
            name: np.zeros(1024, dtype) for name, dtype in _DTYPES.items()
        }

    def column(self, name: str) -> NDArray[Any]:
        """The column's `n` values; a slice that stays valid for its rows."""
        return self._arrays[name][: self.n]

    def append(self, claim: Claim) -> int:
        """Add the newest version of a claim, end the one before it, and return its row."""
        if self.n == len(self._arrays["claim"]):
            self._grow()
        row = self.n
        number = self.number.get(claim.id)
        before = -1 if number is None else self.last_row[number]
        if number is None:
            number = self.number[claim.id] = len(self.ids)
            self.ids.append(claim.id)
            self.last_row.append(row)
        else:
            self._arrays["t_expired"][before] = claim.t_recorded
            self.last_row[number] = row
        self._fill(row, claim, number, self._text_row(row, claim, before))
        self.versions.append(claim)
        self.n += 1
        return row

    def _text_row(self, row: int, claim: Claim, before: int) -> int:
        if before >= 0 and indexed_content(self.versions[before]) == indexed_content(claim):
            return int(self._arrays["text"][before])
        self.text_rows.append(row)
        return len(self.text_rows) - 1

    def _fill(self, row: int, claim: Claim, number: int, text: int) -> None:
        values = {
            "claim": number,
            "text": text,
            "t_recorded": claim.t_recorded,
            "t_expired": FUTURE,
            "t_valid": PAST if claim.t_valid is None else claim.t_valid,
            "t_invalid": FUTURE if claim.t_invalid is None else claim.t_invalid,
            "believed": claim.state == BELIEVED,
            "resting": claim.resting,
            "pinned": claim.pinned,
            "accepted": claim.accepted,
            "kind": self.kinds.code(claim.kind),
            "workspace": self.workspaces.code(claim.workspace),
            "set": self.sets.code(claim.set),
        }
        for name, value in values.items():
            self._arrays[name][row] = value

    def _grow(self) -> None:
        for name, array in self._arrays.items():
            wider = np.zeros(2 * len(array), array.dtype)
            wider[: self.n] = array[: self.n]
            self._arrays[name] = wider
