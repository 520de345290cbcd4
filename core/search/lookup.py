"""Direct look-up: a query that is an id, a unique part of one, an accession, or a state key."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, takewhile
from typing import Final

import numpy as np

from core.claims.ids import part_of, short
from core.search.votes import Rows
from core.state.columns import ClaimColumns
from core.state.views import Selection

_TWO: Final = 2
"""More than one is enough to know that a part of an id is not unique."""
_ID: Final = re.compile(r"[0-9A-Fa-f-]{6,}|(?=.*[0-9])(?=.*[A-Fa-f])[0-9A-Fa-f]{4,5}")
"""What a part of an id looks like: fewer signs only where they are neither a word nor a number."""


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
        self._mirrored: list[str] = []
        self._by_short: list[str] = []
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
        if self._taken == columns.n:
            return
        for claim in columns.called(self._taken):
            number = columns.number[claim.id]
            for name in (*claim.deeds, *([claim.key] if claim.key else ())):
                self._named.setdefault(name, set()).add(number)
        new = columns.ids[len(self._ids) :]
        if len(new) > len(self._ids):
            self._ids = sorted(columns.ids)
            self._mirrored = sorted(claim_id[::-1] for claim_id in columns.ids)
            self._by_short = sorted(columns.ids, key=short)
        else:
            for claim_id in new:
                insort(self._ids, claim_id)
                insort(self._mirrored, claim_id[::-1])
                insort(self._by_short, claim_id, key=short)
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
        """The claims in view whose id has such a part (`ids.part_of`), two at most."""
        if not _ID.fullmatch(name):
            return []
        part = name.replace("-", "").lower()
        begun = self._shown(_beginning(self._ids, part), selection)
        ended = self._shown((one[::-1] for one in _beginning(self._mirrored, part[::-1])), selection)
        printed = self._shown(_beginning(self._by_short, part, short), selection)
        return list(dict.fromkeys(begun + ended + printed))[:_TWO]

    def _shown(self, ids: Iterable[str], selection: Selection) -> list[int]:
        """Numbers of those of some ids that are in view, two at most."""
        numbers = (self._columns.number[claim_id] for claim_id in ids)
        rows = selection.row_of_claim
        return list(islice((one for one in numbers if one < len(rows) and rows[one] >= 0), _TWO))

    def _says(self, row: int, name: str) -> bool:
        """Whether the version in view itself bears the name; a later one may have gained or lost it."""
        claim = self._columns.versions[row]
        part = name.replace("-", "").lower()
        return name in claim.deeds or name in (claim.key, claim.id) or part_of(part, claim.id)


def _beginning(ids: list[str], part: str, key: Callable[[str], str] = str) -> Iterator[str]:
    """Those of some ids, sorted by a key, whose key begins with a part."""
    return takewhile(
        lambda one: key(one).startswith(part), islice(ids, bisect_left(ids, part, key=key), None)
    )
