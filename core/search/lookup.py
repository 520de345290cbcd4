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


def name_in(query: str) -> str:
    """The one word that a query is, without quotes; empty when it is several."""
    name = query.strip().strip("\"'")
    return "" if any(map(str.isspace, name)) else name


class Directory:
    """Claims by id, cited accession and key; kept up on look-ups only."""

    def __init__(self, columns: ClaimColumns) -> None:
        self._columns = columns
        self._taken = 0
        self._ids: list[str] = []
        self._named: dict[str, set[int]] = {}

    def look_up(self, query: str, selection: Selection) -> Rows:
        """Text rows in view that the query names, in ascending order; empty for words."""
        name = name_in(query)
        if not name:
            return np.zeros(0, np.int32)
        self._catch_up()
        rows = [int(selection.row_of_claim[number]) for number in self._numbers(name, selection)]
        shown = [row for row in rows if row >= 0 and self._says(row, name)]
        texts: Rows = np.unique(self._columns.column("text")[shown]).astype(np.int32)
        return texts

    def begun(self, query: str, selection: Selection) -> list[str]:
        """Ids in view that the query is the beginning of, two at most; none when it is itself an id."""
        name = name_in(query)
        self._catch_up()
        if name in self._columns.number:
            return []
        return [self._columns.ids[number] for number in self._begun(name, selection)]

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
        begun = self._begun(name, selection) if number is None else [number]
        if len(begun) == 1:
            found.add(begun[0])
        return {number for number in found if number < known}

    def _begun(self, name: str, selection: Selection) -> list[int]:
        """The claims in view whose id begins so, two at most."""
        shown: list[int] = []
        if len(name) < MIN_PREFIX or not _ID.fullmatch(name):
            return shown
        start = name.replace("-", "").lower()
        for place in range(bisect_left(self._ids, start), len(self._ids)):
            if not self._ids[place].startswith(start) or len(shown) > 1:
                break
            number = self._columns.number[self._ids[place]]
            if number < len(selection.row_of_claim) and selection.row_of_claim[number] >= 0:
                shown.append(number)
        return shown

    def _says(self, row: int, name: str) -> bool:
        """Whether the version in view itself bears the name; a later one may have gained or lost it."""
        claim = self._columns.versions[row]
        return (
            name in claim.deeds
            or name == claim.key
            or claim.id.startswith(name.replace("-", "").lower())
            or (claim.id == name)
        )
