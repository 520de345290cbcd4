"""Claim columns: one row a claim version, in recorded order, as growing numpy arrays.

Rows only grow, so a reader that keeps its own B sees one unchanging pack: a version written later has
`t_recorded > B`, and a former version that it ends gets `t_expired > B`. The two clocks are the isolation.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from core.claims.claim import BELIEVED, Claim
from core.clocks.instants import Instant
from core.state.claim_versions import ClaimVersions

if TYPE_CHECKING:
    from core.state.documents import Document

PAST: Final = np.iinfo(np.int64).min
FUTURE: Final = np.iinfo(np.int64).max
"""Open ends of windows inside the columns."""

DTYPES: Final[dict[str, Any]] = {
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
    "author": np.int32,
    "tx": np.int64,  # record that left the version
    "t_tx": np.int64,  # its time
    "former": np.int32,  # row of the version before it, -1 for none
    "marks": np.uint8,  # what else the version says: `CALLED`, `TIED`, `ENDED`
}
"""The columns, in the order in which a version's cells are worked out."""

CALLED: Final = 1
"""Mark of a version that bears a key or cites a deed."""
TIED: Final = 2
"""Mark of a version that names another claim, as ended by, replaced or a premise."""
ENDED: Final = 4
"""Mark of a version that was ended, by whatever, or whose end is stated."""


class _Numbers(dict[str | None, int]):
    """Numbers of names, given out at first sight."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str | None] = []

    def __missing__(self, name: str | None) -> int:
        number = self[name] = len(self.names)
        self.names.append(name)
        return number


class Codes:
    """Small integers for strings, in order of first sight."""

    def __init__(self) -> None:
        self.of = _Numbers()
        """The code of a name, new if need be."""
        self.names = self.of.names

    @classmethod
    def of_names(cls, names: Iterable[str | None]) -> Self:
        """The codes of names in their order."""
        codes = cls()
        for name in names:
            codes.code(name)
        return codes

    def code(self, name: str | None) -> int:
        """The code of a name, new if need be."""
        return self.of[name]

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
        self.versions = ClaimVersions()
        self.ids: list[str] = []
        self.number: dict[str, int] = {}
        self.last_row = array("i")
        self.last_text = array("i")
        """Newest text row of each claim number."""
        self.text_rows = array("i")
        """First version row of each text row."""
        self.read_along: list[Document] = []
        """Documents of the first text rows, where all versions were read anyhow: for the index, which takes
        them away."""
        self.kinds = Codes()
        self.workspaces = Codes()
        self.sets = Codes()
        self.authors = Codes()
        self._arrays: dict[str, NDArray[Any]] = {}
        self._cells: list[memoryview] = []  # the same memory: one value is set in half the time
        self._put({name: np.zeros(1024, dtype) for name, dtype in DTYPES.items()})

    def column(self, name: str) -> NDArray[Any]:
        """The column's `n` values; a slice that stays valid for its rows."""
        return self._arrays[name][: self.n]

    def restore(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Take over the columns of as many rows as they have."""
        self._put(arrays)
        self.n = len(arrays["claim"])

    def chain_rows(self, number: int) -> list[int]:
        """The rows of a claim, oldest first."""
        former, row, rows = self._arrays["former"], self.last_row[number], list[int]()
        while row >= 0:
            rows.append(row)
            row = int(former[row])
        rows.reverse()
        return rows

    def row_at(self, claim_id: str, believed_at: Instant) -> int | None:
        """The row of a claim as believed at an instant; None for a claim that was not written by then."""
        number = self.number.get(claim_id)
        if number is None:
            return None
        t_tx, former = self._arrays["t_tx"], self._arrays["former"]
        row = self.last_row[number]
        while row >= 0 and t_tx.item(row) > believed_at:
            row = former.item(row)
        return row if row >= 0 else None

    def holds_at(self, row: int, instant: Instant) -> bool:
        """Whether a version is believed and its window holds an instant."""
        arrays = self._arrays
        believed: bool = arrays["believed"].item(row)
        start, end = arrays["t_valid"].item(row), arrays["t_invalid"].item(row)
        return believed and start <= instant < end

    def id_of(self, rows: Sequence[int] | NDArray[np.int32]) -> list[str]:
        """The claim ids of some rows."""
        numbers = self.column("claim")[np.asarray(rows, np.int32)]
        return [self.ids[number] for number in numbers.tolist()]

    def that_call(self, rows: NDArray[np.int32]) -> Iterator[Claim]:
        """Those of some versions that bear a key or cite a deed, in order; no other one is read."""
        return self._bearing(CALLED, rows)

    def that_ended(self, rows: NDArray[np.int32]) -> Iterator[Claim]:
        """Those of some versions that were ended or have a stated end, in order; no other one is read."""
        return self._bearing(ENDED, rows)

    def _bearing(self, mark: int, rows: NDArray[np.int32]) -> Iterator[Claim]:
        marked = self.column("marks")[rows] & mark
        return self.versions.each(rows[marked != 0].tolist())

    def called(self, first: int) -> Iterator[Claim]:
        """The versions from a row on that bear a key or cite a deed, in order; no other one is read."""
        return self._marked(CALLED, first)

    def tied(self, first: int) -> Iterator[Claim]:
        """The versions from a row on that name another claim, in order; no other one is read."""
        return self._marked(TIED, first)

    def _marked(self, mark: int, first: int) -> Iterator[Claim]:
        rows = np.flatnonzero(self.column("marks")[first:] & mark) + first
        return self.versions.each(rows.tolist())

    def append(self, claim: Claim, tx: int = 0, t_tx: Instant | None = None) -> int:
        """Add the newest version of a claim, end the one before it, and return its row.

        `tx` and `t_tx` are of the record that leaves it; without them its time is that of the version.
        """
        row = self.n
        if row == len(self._arrays["claim"]):
            self._grow(1)
        [(number, text, before)] = self._places((claim,), row)
        if before >= 0:
            self._arrays["t_expired"][before] = claim.t_recorded
        values = (*self._values(claim, number, text), tx, _told(claim, t_tx), before, marks_of(claim))
        for cells, value in zip(self._cells, values, strict=True):
            cells[row] = value
        self.n = row + 1
        return row

    def extend(self, versions: Sequence[tuple[int, Instant, Claim]]) -> None:
        """Add many versions with `tx` and `t_tx` of their records, as `append` does one by one."""
        if not versions:
            return
        first, last = self.n, self.n + len(versions)
        if last > len(self._arrays["claim"]):
            self._grow(len(versions))
        told, t_tx, claims = zip(*versions, strict=True)
        number, text, before = zip(*self._places(claims, first), strict=True)
        cells = (number, text, *self._cells_of(claims), told, t_tx, before, [*map(marks_of, claims)])
        for name, values in zip(DTYPES, cells, strict=True):
            self._arrays[name][first:last] = values
        self.n = last
        ended = np.flatnonzero(self._arrays["former"][first:last] >= 0) + first
        former = self._arrays["former"][ended]
        self._arrays["t_expired"][former] = self._arrays["t_recorded"][ended]

    def _places(self, claims: Sequence[Claim], first: int) -> list[tuple[int, int, int]]:
        """Take in versions for the rows from `first` on; of each its claim's number, its text row, and the
        row of the version before it or -1."""
        numbers, ids, last_row, last_text = self.number, self.ids, self.last_row, self.last_text
        text_rows, versions = self.text_rows, self.versions
        found: list[tuple[int, int, int]] = []
        for row, claim in enumerate(claims, first):
            number, before = numbers.get(claim.id), -1
            if number is None:
                number = numbers[claim.id] = len(ids)
                ids.append(claim.id)
                last_row.append(row)
                last_text.append(-1)
            else:
                before = last_row[number]
                last_row[number] = row
            if before < 0 or indexed_content(versions[before]) != indexed_content(claim):
                last_text[number] = len(text_rows)
                text_rows.append(row)
            versions.append(claim)
            found.append((number, last_text[number], before))
        return found

    def _values(self, claim: Claim, number: int, text: int) -> tuple[int, ...]:
        """What a version itself has in its row, in the order of the columns."""
        return (
            number,
            text,
            claim.t_recorded,
            FUTURE,
            PAST if claim.t_valid is None else claim.t_valid,
            FUTURE if claim.t_invalid is None else claim.t_invalid,
            claim.state == BELIEVED,
            claim.resting,
            claim.pinned,
            claim.accepted,
            self.kinds.of[claim.kind],
            self.workspaces.of[claim.workspace],
            self.sets.of[claim.set],
            self.authors.of[claim.author],
        )

    def _cells_of(self, claims: Sequence[Claim]) -> Iterator[Sequence[object]]:
        """What many versions themselves have in their rows, column by column, as `_values` of each."""
        yield [claim.t_recorded for claim in claims]
        yield [FUTURE] * len(claims)
        yield [PAST if claim.t_valid is None else claim.t_valid for claim in claims]
        yield [FUTURE if claim.t_invalid is None else claim.t_invalid for claim in claims]
        yield [claim.state == BELIEVED for claim in claims]
        yield [claim.resting for claim in claims]
        yield [claim.pinned for claim in claims]
        yield [claim.accepted for claim in claims]
        for codes, name in (
            (self.kinds, "kind"),
            (self.workspaces, "workspace"),
            (self.sets, "set"),
            (self.authors, "author"),
        ):
            yield [*map(codes.of.__getitem__, map(attrgetter(name), claims))]

    def _grow(self, by: int) -> None:
        arrays: dict[str, NDArray[Any]] = {}
        for name, column in self._arrays.items():
            arrays[name] = np.zeros(max(2 * len(column), self.n + by), column.dtype)
            arrays[name][: self.n] = column[: self.n]
        self._put(arrays)

    def _put(self, arrays: dict[str, NDArray[Any]]) -> None:
        self._arrays = arrays
        self._cells = [arrays[name].data for name in DTYPES]


def marks_of(claim: Claim) -> int:
    """`CALLED`, `TIED` and `ENDED`, as far as they hold of a version."""
    closing, withdrawal = claim.closing, claim.withdrawal
    marks = CALLED if claim.deeds or claim.key else 0
    if claim.supersedes or claim.derived_from:
        marks |= TIED
    if claim.t_invalid is not None:
        marks |= ENDED
    for ending in () if closing is withdrawal is None else (closing, withdrawal):
        if ending is not None:
            marks |= ENDED if ending.by is None else ENDED | TIED
    return marks


def _told(claim: Claim, t_tx: Instant | None) -> Instant:
    return claim.t_recorded if t_tx is None else t_tx
