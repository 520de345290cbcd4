"""Several corpora of claims as one: ranked by the figures of all of them together.

A claim that more than one of them shows is that of the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import groupby, islice
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.search.claim_corpus import ClaimCorpus
from core.search.corpus import Face
from core.search.lookup import name_in
from core.search.votes import Rows
from core.search.windows import SITTING
from core.state.documents import Document
from core.state.view import Basis
from core.state.views import HIDDEN, Selection


class UnionSeen(msgspec.Struct, frozen=True):
    """What may be seen of each part."""

    basis: Basis
    row_of_text: NDArray[np.int32]
    """`(rows,)`: the version row that shows each row, times the number of parts, plus the part; -1 hidden."""
    selections: tuple[Selection, ...]


class Union:
    """The rows of all parts, in the order in which they were met."""

    gap: Final = SITTING

    def __init__(self, parts: Sequence[ClaimCorpus]) -> None:
        self.parts = tuple(parts)
        self._rows: list[tuple[int, int]] = []
        self._row_of: tuple[list[int], ...] = tuple([] for _ in parts)

    def __len__(self) -> int:
        return len(self._rows)

    def seen(self, selections: Sequence[Selection]) -> UnionSeen:
        """Take in what the parts have gained, and say what selections of them show together."""
        self._grow()
        shown = np.full(len(self._rows), HIDDEN, np.int32)
        met: set[str] = set()
        for place, (part, selection) in enumerate(zip(self.parts, selections, strict=True)):
            rows = np.flatnonzero(selection.row_of_text >= 0)
            ids = part.columns.id_of(selection.row_of_text[rows])
            fresh = rows[[claim_id not in met for claim_id in ids]]
            met.update(ids)
            here = np.array(self._row_of[place], np.int32)[fresh]
            shown[here] = selection.row_of_text[fresh] * len(self.parts) + place
        return UnionSeen(selections[0].basis, shown, tuple(selections))

    def _grow(self) -> None:
        for place, part in enumerate(self.parts):
            known = self._row_of[place]
            for row in range(len(known), len(part)):
                known.append(len(self._rows))
                self._rows.append((place, row))

    def documents(self, first: int) -> Iterator[Document]:
        """The documents from a row on."""
        for place, run in groupby(self._rows[first:], key=lambda row: row[0]):
            rows = [row for _, row in run]  # rows of one part that are met together follow each other
            yield from islice(self.parts[place].documents(rows[0]), len(rows))

    def ids(self, rows: int) -> list[str]:
        """The claim ids of the first rows."""
        every = [part.ids(len(part)) for part in self.parts]
        return [every[place][row] for place, row in self._rows[:rows]]

    def fingerprint(self, rows: int) -> str:
        """Which rows the first are."""
        return blake2b("\n".join(self.ids(rows)).encode(), digest_size=16).hexdigest()

    def look_up(self, query: str, seen: UnionSeen) -> Rows:
        """Rows in view that the query names; the beginning of an id only if one claim of all has it."""
        found: list[int] = []
        begun: set[str] = set()
        for place, (part, selection) in enumerate(zip(self.parts, seen.selections, strict=True)):
            found += [self._row_of[place][row] for row in part.look_up(query, selection).tolist()]
            begun.update(part.begun(query, selection))
        named = [row for row in found if seen.row_of_text[row] >= 0]
        if len(begun) > 1 or any(name_in(query) in part.columns.number for part in self.parts):
            named = [row for row in named if self._face_of(row, seen).id not in begun]
        return np.unique(np.array(named, np.int32))

    def _face_of(self, row: int, seen: UnionSeen) -> Face:
        return self.faces([int(seen.row_of_text[row])], seen)[0]

    def row_of(self, name: str, seen: UnionSeen) -> int | None:
        """The row in view of a claim id."""
        for place, (part, selection) in enumerate(zip(self.parts, seen.selections, strict=True)):
            row = part.row_of(name, selection)
            if row is not None and seen.row_of_text[self._row_of[place][row]] >= 0:
                return self._row_of[place][row]
        return None

    def whose(self, shown: int) -> tuple[int, int]:
        """The part that a number in `row_of_text` belongs to, and the version row there."""
        row, place = divmod(shown, len(self.parts))
        return place, row

    def faces(self, shown: Sequence[int], seen: UnionSeen) -> list[Face]:
        """The versions that their parts show."""
        whose = map(self.whose, shown)
        return [self.parts[place].faces([row], seen.selections[place])[0] for place, row in whose]

    def states(self, shown: Rows, seen: UnionSeen) -> Counter[str]:
        """How many of what the views hide are in each state."""
        counted: Counter[str] = Counter()
        for place, (part, selection) in enumerate(zip(self.parts, seen.selections, strict=True)):
            here = shown % len(self.parts) == place
            counted += part.states(shown[here] // len(self.parts), selection)
        return counted
