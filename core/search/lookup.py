"""Direct look-up: a query that is an id, the unique beginning of one, an accession, or a state key."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from typing import Final

import numpy as np

from core.search.votes import Rows
from core.state.columns import ClaimColumns
from core.state.views import Selection

MIN_PREFIX: Final = 6
"""Signs of an id that count as its beginning."""

_ID: Final = re.compile(r"[0-9A-Fa-f-]{6,}")


class Directory:
    """Claims by id, cited accession and key; kept up on look-ups only."""

    def __init__(self, columns: ClaimColumns) -> None:
        self._columns = columns
        self._taken = 0
        self._ids: list[str] = []
        self._named: dict[str, set[int]] = {}

    def look_up(self, query: str, selection: Selection) -> Rows:
        """Text rows in view that the query names, in ascending order; empty for words."""
        name = query.strip().strip("\"'")
        if not name or any(map(str.isspace, name)):
            return np.zeros(0, np.int32)
        self._catch_up()
        rows = [int(selection.row_of_claim[number]) for number in self._numbers(name, selection)]
        shown = [row for row in rows if row >= 0 and self._says(row, name)]
        texts: Rows = np.unique(self._columns.column("text")[shown]).astype(np.int32)
        return texts

    def _catch_up(self) -> None:
        columns = self._columns
        for row in range(self._taken, columns.n):
            claim = columns.versions[row]
            number = columns.number[claim.id]
            for name in (*claim.deeds, *([claim.key] if claim.key else ())):
                self._named.setdefault(name, set()).add(number)
        new = columns.ids[len(self._ids) :]
        if len(new) > len(self._ids):
            self._ids = sorted(columns.ids)
        else:
            for claim_id in new:
                insort(self._ids, claim_id)
        self._taken = columns.n

    def _numbers(self, name: str, selection: Selection) -> set[int]:
        known = len(selection.row_of_claim)
        found = set(self._named.get(name, ()))
        number = self._columns.number.get(name)
        if number is None and len(name) >= MIN_PREFIX and _ID.fullmatch(name):
            number = self._unique(name.replace("-", "").lower(), selection)
        if number is not None:
            found.add(number)
        return {number for number in found if number < known}

    def _unique(self, start: str, selection: Selection) -> int | None:
        """The one claim in view whose id begins so."""
        shown: list[int] = []
        for place in range(bisect_left(self._ids, start), len(self._ids)):
            if not self._ids[place].startswith(start) or len(shown) > 1:
                break
            number = self._columns.number[self._ids[place]]
            if number < len(selection.row_of_claim) and selection.row_of_claim[number] >= 0:
                shown.append(number)
        return shown[0] if len(shown) == 1 else None

    def _says(self, row: int, name: str) -> bool:
        """Whether the version in view itself bears the name; a later one may have gained or lost it."""
        claim = self._columns.versions[row]
        return (
            name in claim.deeds
            or name == claim.key
            or claim.id.startswith(name.replace("-", "").lower())
            or (claim.id == name)
        )
