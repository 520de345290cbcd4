"""The records of claim versions, by row: those of the file are read when they are asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from operator import index
from typing import Final, cast, overload

from core.claims.claim import Claim

AT_HAND: Final = 16_384
"""Versions read from the file that are held: every list of a pack of ten thousand claims, in some 25 MB."""
PAGE: Final = 512
"""Versions that are read in one go."""

Reads = Callable[[Sequence[int]], list[Claim]]
"""The versions of some rows, from the file."""


class ClaimVersions(Sequence[Claim]):
    """Rows only grow. The first `stored` of them are in the file, the others in memory."""

    def __init__(self) -> None:
        self._stored = 0
        self._read: Reads | None = None
        self._fresh: list[Claim] = []
        self._recent: OrderedDict[int, Claim] = OrderedDict()

    def in_file(self, stored: int, read: Reads) -> None:
        """From now on the first rows are read from the file."""
        fresh, first = self._fresh, self._stored
        self._stored, self._read = stored, read
        self._fresh = fresh[stored - first :]
        start, end = max(first, stored - AT_HAND), min(stored, first + len(fresh))
        self._recent.update(zip(range(start, end), fresh[start - first : end - first], strict=True))
        while len(self._recent) > AT_HAND:
            self._recent.popitem(last=False)

    @property
    def in_memory(self) -> int:
        """Rows that the file is not asked for."""
        return len(self._fresh)

    def append(self, claim: Claim) -> None:
        """Add the next row."""
        self._fresh.append(claim)

    def __len__(self) -> int:
        return self._stored + len(self._fresh)

    @overload
    def __getitem__(self, row: int) -> Claim: ...
    @overload
    def __getitem__(self, row: slice) -> list[Claim]: ...
    def __getitem__(self, row: int | slice) -> Claim | list[Claim]:
        if isinstance(row, slice):
            return self.many(range(*row.indices(len(self))))
        place = index(row)
        if place < 0:
            place += len(self)
        if place >= self._stored:
            return self._fresh[place - self._stored]
        found = self._recent.get(place)
        return self._fetch([place])[0] if found is None else found

    def __iter__(self) -> Iterator[Claim]:
        return self.each(range(len(self)))

    def each(self, rows: Iterable[int]) -> Iterator[Claim]:
        """The versions of some rows, in order, read page by page."""
        wanted = iter(rows)
        while page := list(islice(wanted, PAGE)):
            yield from self.many(page)

    def many(self, rows: Sequence[int]) -> list[Claim]:
        """The versions of some rows, in order, read in one go."""
        stored, fresh, recent = self._stored, self._fresh, self._recent.get
        known = [recent(row) if row < stored else fresh[row - stored] for row in rows]
        if all(known):  # a record is always true
            return cast("list[Claim]", known)
        missing = list(dict.fromkeys(row for row, claim in zip(rows, known, strict=True) if claim is None))
        read = dict(zip(missing, self._fetch(missing), strict=True))
        return [read[row] if claim is None else claim for row, claim in zip(rows, known, strict=True)]

    def _fetch(self, rows: list[int]) -> list[Claim]:
        if self._read is None or min(rows) < 0:
            raise IndexError(f"there is no version {rows[0]}")
        claims = self._read(rows)
        for row, claim in zip(rows, claims, strict=True):
            self._keep(row, claim)
        return claims

    def _keep(self, row: int, claim: Claim) -> None:
        self._recent[row] = claim
        if len(self._recent) > AT_HAND:
            self._recent.popitem(last=False)
