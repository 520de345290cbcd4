"""The deeds that were read last, so that a page and its search do not read them twice."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Final

from core.claims.deed import Deed

MOST: Final = 512
"""Deeds."""
CHARACTERS: Final = 4 << 20
"""Of all their bodies together; one that is longer alone is not kept."""


class RecentDeeds:
    """By row; what was not looked at for longest goes first. Safe from any thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Deed] = OrderedDict()
        self._characters = 0
        self._lock = Lock()

    def get(self, row: int) -> Deed | None:
        """The deed of a row, if it is at hand."""
        with self._lock:
            found = self._kept.get(row)
            if found is not None:
                self._kept.move_to_end(row)
            return found

    def keep(self, row: int, deed: Deed) -> None:
        """Keep a deed, and let go of others."""
        if len(deed.body) > CHARACTERS:
            return
        with self._lock:
            if row not in self._kept:
                self._characters += len(deed.body)
            self._kept[row] = deed
            while len(self._kept) > MOST or self._characters > CHARACTERS:
                self._characters -= len(self._kept.popitem(last=False)[1].body)
