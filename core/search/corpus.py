"""A corpus: the rows that a panel ranks, and what is shown of them. Claims are one, deeds another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from core.search.result import State
from core.search.seen import Seen
from core.search.votes import Rows
from core.state.documents import Source

S_contra = TypeVar("S_contra", bound=Seen, contravariant=True)


class Face(NamedTuple):
    """What a hit shows."""

    id: str
    rev: int
    state: State
    text: str
    """Where its words are marked."""


class Corpus(Source, Protocol[S_contra]):
    """Documents of one sort, with the names they are called by."""

    @property
    def gap(self) -> int | None:
        """Longest step of `order` within the sequences that windows cover; None: any."""
        ...

    def look_up(self, query: str, seen: S_contra) -> Rows:
        """The rows in view that a query names outright, in ascending order; empty for words."""
        ...

    def row_of(self, name: str, seen: S_contra) -> int | None:
        """The row in view of an id."""
        ...

    def faces(self, shown: Sequence[int], seen: S_contra) -> list[Face]:
        """What shows some rows, from their numbers in `row_of_text`; read in one go."""
        ...

    def states(self, shown: Rows, seen: S_contra) -> Counter[str]:
        """How many of what a view hides are in each state; those out of its scope are in none."""
        ...
