"""Token lists of the text rows of one scope and kind: which of them may come near to a text.

Rows are numbered within, so that what a look-up counts in is as long as what a rule may reach.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection
from math import ceil
from typing import Final, NamedTuple

import numpy as np

_SLACK: Final = 3
"""Token lists read beyond the fewest that are complete: a candidate must then be on so many lists more."""
_LENIENT: Final = 1e-6
"""Slack of a sift: what it lets through is measured."""
_ROUNDING: Final = 1e-9
"""Slack of a comparison of shares: 3 of 5 is 0.6."""


class Asked(NamedTuple):
    """A set of tokens, and from which Jaccard on a row is looked for."""

    known: list[int]
    """Numbers of those that the pack has seen."""
    size: int
    """How many there are, seen or not."""
    least: float
    worth: float = 0.0
    """Jaccard below which, with this set and the other, a row is of no use."""
    other_size: int = 0
    other_more: int = 0
    """Size of the other set (0: there is none), and how many tokens of it are not in this one."""

    def may_reach(self, shared: int, length: int) -> bool:
        """Whether a row of so many tokens, at most so many of them shared, may be of use."""
        gain, worth = 1 + self.worth, self.worth
        if gain * shared >= worth * (length + self.size) - _LENIENT:
            return True
        other = self.other_size
        return other > 0 and gain * (shared + self.other_more) >= worth * (length + other) - _LENIENT


class TokenLists:
    """For each token number the rows that hold it, growing."""

    def __init__(self) -> None:
        self._lists: dict[int, array[int]] = {}
        self._rows = array("i")
        self._lengths = array("i")

    def add(self, row: int, tokens: Collection[int]) -> None:
        """Put a text row with its distinct tokens."""
        place, lists = len(self._rows), self._lists
        for token in tokens:
            listed = lists.get(token)
            if listed is None:
                listed = lists[token] = array("i")
            listed.append(place)
        self._rows.append(row)
        self._lengths.append(len(tokens))

    def near(self, asked: Asked) -> list[int]:
        """Text rows that may have a Jaccard of `asked.least`; none that has it is missing.

        So near a text shares at least that part of the tokens: it is on several of the rarest lists.
        """
        lists = sorted([listed for token in asked.known if (listed := self._lists.get(token))], key=len)
        needed = ceil(asked.least * asked.size - _ROUNDING)
        if len(lists) < needed or not needed:
            return []
        read = min(len(lists), len(lists) - needed + 1 + _SLACK)
        unread = len(lists) - read
        counts = np.bincount(np.frombuffer(b"".join(lists[:read]), np.int32))
        places = (counts >= needed - unread).nonzero()[0]
        if not len(places):
            return []
        rows, lengths = self._rows, self._lengths
        found = zip(places.tolist(), counts[places].tolist(), strict=True)
        return [rows[at] for at, shared in found if asked.may_reach(shared + unread, lengths[at])]
