"""Deeds as a corpus: a row of the shelf, shown by itself. Nothing decays: evidence has no review clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.search.corpus import Face
from core.search.seen import Seen
from core.search.votes import Rows
from core.state.deeds import NONE, DeedShelf
from core.state.documents import DeedTexts
from core.state.postings import Postings
from core.state.view import Basis
from core.state.within import EVER, TimeSpan

HIDDEN: Final = -1
OTHER_CONVERSATIONS: Final = "in other conversations"
OTHER_TIMES: Final = "said at other times"


class DeedScope(msgspec.Struct, frozen=True):
    """Which deeds a search may see, beside those that stood on B."""

    conversations: frozenset[str] | None = None
    said: TimeSpan = EVER
    """A deed whose saying time is not known is in no span but the open one."""

    def of(self, shelf: DeedShelf) -> NDArray[np.bool_]:
        """`(rows,)`: which rows are in it."""
        return self.in_conversation(shelf) & self.said.holds(shelf.said_at)

    def in_conversation(self, shelf: DeedShelf) -> NDArray[np.bool_]:
        """`(rows,)`: which rows are of the conversations."""
        if self.conversations is None:
            return np.ones(len(shelf), np.bool_)
        codes = {shelf.conversations.find(name) for name in self.conversations} - {NONE}
        return np.isin(shelf.conversation, list(codes))


class DeedSelection(msgspec.Struct, frozen=True):
    """The deeds that a search may see."""

    basis: Basis
    row_of_text: NDArray[np.int32]
    """`(rows,)`: the row itself, -1 hidden."""
    scope: DeedScope = DeedScope()

    @property
    def count(self) -> int:
        """How many deeds are in view."""
        return int(np.count_nonzero(self.row_of_text >= 0))


def select_deeds(shelf: DeedShelf, basis: Basis, scope: DeedScope) -> DeedSelection:
    """The deeds that stood on B and are in a scope."""
    seen = shelf.seen(basis.believed_at) & scope.of(shelf)
    return DeedSelection(basis, np.where(seen, np.arange(len(seen)), HIDDEN).astype(np.int32), scope)


class DeedCorpus(DeedTexts):
    """The deeds of a shelf, and the names that a query may call them by."""

    gap: Final = None

    def __init__(self, shelf: DeedShelf, postings: Postings) -> None:
        super().__init__(shelf)
        self._postings = postings
        self._called: dict[str, list[int]] = {}
        self._taken = 0

    def look_up(self, query: str, seen: Seen) -> Rows:
        """Rows in view whose accession, source, or file or section of it the whole query is."""
        name = query.strip().strip("\"'").strip()
        row = self.row_of(name, seen)
        if row is not None:
            return np.array([row], np.int32)
        sources = self._sources(name)
        if not name or not sources:
            return np.zeros(0, np.int32)
        rows = np.isin(self._postings.sources.values, sources).nonzero()[0].astype(np.int32)
        rows = rows[rows < len(seen.row_of_text)]
        return rows[seen.row_of_text[rows] >= 0]

    def row_of(self, name: str, seen: Seen) -> int | None:
        """The row in view of an accession; one that was put again has several, and a view shows one."""
        chain = (row for _, _, row in self.shelf.chain(name) if 0 <= row < len(seen.row_of_text))
        return next((row for row in chain if seen.row_of_text[row] >= 0), None)

    def faces(self, shown: Sequence[int], seen: Seen) -> list[Face]:
        """The deeds, their words read from the file."""
        accessions, deed = self.shelf.accessions, self.shelf.deed
        return [Face(accessions[row], 1, "live", deed(row).body) for row in shown]

    def states(self, shown: Rows, seen: DeedSelection) -> Counter[str]:
        """How many are hidden because they are of another conversation, or else said at another time."""
        here = seen.scope.in_conversation(self.shelf)[shown]
        elsewhere = int(np.count_nonzero(~here))
        return +Counter({OTHER_CONVERSATIONS: elsewhere, OTHER_TIMES: len(shown) - elsewhere})

    def _sources(self, name: str) -> list[int]:
        """Numbers of the sources that a name calls."""
        for source in self._postings.sources_from(self._taken):
            for called in _names_of(source):
                self._called.setdefault(called, []).append(self._taken)
            self._taken += 1
        return self._called.get(name.casefold(), [])


def _names_of(source: str) -> Iterable[str]:
    """A source is called by all of it, by its file with or without the folders, and by its section."""
    path, _, section = source.partition("#")
    every = (source, path, path.rpartition("/")[2], section, f"#{section}" if section else "")
    return dict.fromkeys(name.casefold() for name in every if name)
