"""When two deeds are the same: bytes, source, conversation and position; found by a keyed digest of them.

The key is drawn at random and is never in the log: once a deed is erased, and the stored columns with it, no
guess at its words can be tried on what is left.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.claims.deed import Deed
from core.state.growing import Growing

KEY_BYTES: Final = 32
DIGEST_BYTES: Final = 8
"""Enough that two deeds seldom meet; a digest that is met is never believed without the words."""
LEAST_SORTED: Final = 4096
"""Digests are sorted anew when so many, and a quarter, are not; a look-up stays as fast as a shelf grows."""

_ENCODE: Final = msgspec.msgpack.Encoder().encode


def content(deed: Deed) -> tuple[str | None, str | None, int | None, str]:
    """What makes two deeds the same."""
    return deed.source, deed.conversation, deed.position, deed.body


class DeedDigests:
    """A digest for each row of a shelf."""

    def __init__(self, key: bytes | None = None, known: NDArray[np.uint64] | None = None) -> None:
        self.key = os.urandom(KEY_BYTES) if key is None else key
        self._of_rows = Growing(np.uint64, () if known is None else known)
        self._order = np.zeros(0, np.int64)
        self._sorted = np.zeros(0, np.uint64)
        self._unsorted: dict[int, list[int]] = {}
        self._looked_at = 0
        """Rows that are in one of both."""

    @property
    def values(self) -> NDArray[np.uint64]:
        """By row."""
        return self._of_rows.values

    def digest(self, deed: Deed) -> int:
        """Keyed digest of what makes a deed the same as another (BLAKE2b, RFC 7693)."""
        hashed = blake2b(_ENCODE(content(deed)), digest_size=DIGEST_BYTES, key=self.key)
        return int.from_bytes(hashed.digest(), "little")

    def add(self, deed: Deed) -> None:
        """Take in the deed of the next row."""
        self._of_rows.append(self.digest(deed))

    def rows(self, deed: Deed) -> Iterator[int]:
        """The rows whose deeds may be the same, the oldest first."""
        self._catch_up()
        wanted = self.digest(deed)
        place = int(np.searchsorted(self._sorted, np.uint64(wanted)))
        while place < len(self._sorted) and int(self._sorted[place]) == wanted:
            yield int(self._order[place])
            place += 1
        yield from self._unsorted.get(wanted, ())

    @staticmethod
    def same(one: Deed, other: Deed) -> bool:
        """Whether two deeds hold the same bytes from the same place."""
        return content(one) == content(other)

    def _catch_up(self) -> None:
        rows = len(self._of_rows)
        new = rows - len(self._sorted)
        if new > max(LEAST_SORTED, rows // 4):
            self._order = np.argsort(self.values, kind="stable")
            self._sorted = self.values[self._order]
            self._unsorted, self._looked_at = {}, rows
        for row in range(self._looked_at, rows):
            self._unsorted.setdefault(int(self.values[row]), []).append(row)
        self._looked_at = rows
