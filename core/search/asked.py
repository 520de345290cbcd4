"""A query as asked of one scope: its words after repair, and their postings in view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.search.repair import Repair, repaired
from core.search.scope import Scope
from core.search.shares import Key, Make, Share
from core.search.votes import Rows, Scores
from core.state.postings import SILENT, Postings
from core.text.stems import stem
from core.text.words import query_terms

_NO_ROWS: Final = np.zeros(0, np.int32)
_NO_COUNTS: Final = np.zeros(0, np.int32)


class Word:
    """One distinct word of a query."""

    __slots__ = ("number", "quoted", "silent", "stem", "text", "times")

    def __init__(self, text: str, quoted: bool, postings: Postings) -> None:
        self.text = text
        self.quoted = quoted
        self.silent = text in SILENT
        self.stem = text if self.silent else stem(text, postings.stemming)
        self.number = (postings.surfaces if self.silent else postings.stems).find(self.stem)
        """Stem number, or surface number of a quoted stop word; -1 for a word that no row holds."""
        self.times = 1
        """How often the query says it."""

    @property
    def key(self) -> Key:
        """What shares are kept by."""
        return self.stem, self.silent, self.quoted, self.times

    def every_row(self, postings: Postings) -> tuple[Rows, NDArray[np.int32]]:
        """`(rows, counts)` of all rows that hold the word, hidden ones too."""
        if self.number < 0:
            return _NO_ROWS, _NO_COUNTS
        return (postings.by_surface if self.silent else postings.by_stem).of_term(self.number)


class Held(NamedTuple):
    """The postings in view of some words, word after word."""

    rows: Rows
    counts: Scores
    """How often each row holds the word."""
    of: NDArray[np.intp]
    """Which word it is."""
    sizes: NDArray[np.intp]
    """`(words,)`: how many rows in view hold each word."""


def in_view(words: Sequence[Word], scope: Scope, postings: Postings) -> Held:
    """The rows in view that hold each of some words."""
    every = [word.every_row(postings) for word in words]
    rows = np.concatenate([_NO_ROWS, *(rows for rows, _ in every)])
    counts = np.concatenate([_NO_COUNTS, *(counts for _, counts in every)])
    seen = scope.shown(rows).nonzero()[0]  # to take by places is quicker than by a mask
    of = np.arange(len(every)).repeat([len(rows) for rows, _ in every]).take(seen)
    sizes = np.bincount(of, minlength=len(every))
    return Held(rows.take(seen), counts.take(seen).astype(np.float32), of, sizes)


class Asked:
    """A query and the scope it is asked of."""

    def __init__(
        self,
        query: str,
        words: list[Word],
        scope: Scope,
        postings: Postings,
        mended: list[tuple[Word, Repair]],
    ) -> None:
        self.query = query
        self.words = words
        self.scope = scope
        self.postings = postings
        self.repairs = [repair for _, repair in mended]
        self.typed = [word for word, _ in mended]
        """The words that were repaired, as they were typed."""
        self.reached: Sequence[int] = [word.number for word in words if word.number >= 0 and not word.silent]
        """Stem numbers of the words of the pack that the query reached; more once it was scanned."""
        self.keys = [word.key for word in words]
        self._held: dict[tuple[int, ...], Held] = {}

    def shares(self, ballot: str, make: Make) -> list[Share]:
        """What the words add to a ballot; `make` makes what is not kept from queries before."""
        return self.scope.shares.of(ballot, self.keys, make)

    def times(self, places: list[int]) -> NDArray[np.float32]:
        """How often the query says some of its words."""
        return np.array([self.words[place].times for place in places], np.float32)

    def held(self, places: list[int]) -> Held:
        """The postings in view of the words at some places."""
        held = self._held.get(tuple(places))
        if held is None:
            words = [self.words[place] for place in places]
            held = self._held[tuple(places)] = in_view(words, self.scope, self.postings)
        return held

    def take(self, places: list[int], held: Held) -> None:
        """Take in what `held` would say of the words at some places."""
        self._held[tuple(places)] = held

    def every_row(self) -> Rows:
        """The rows that hold a word, as typed or as searched, hidden ones too; some more than once."""
        words = (*self.words, *self.typed)
        return np.concatenate([_NO_ROWS, *(word.every_row(self.postings)[0] for word in words)])


def ask(query: str, scope: Scope, postings: Postings, repairing: bool = True) -> Asked:
    """Cut a query into words, repairing those that nothing in view holds. Any text is a query."""
    typed = [
        Word(term.text, term.quoted, postings)
        for term in query_terms(query)
        if term.quoted or term.text not in SILENT
    ]
    new = [
        place
        for place, word in enumerate(typed)
        if (word.stem, word.silent) not in scope.holders or not scope.shares.keeps("bm25+", word.key)
    ]
    held = in_view([typed[place] for place in new], scope, postings) if new else None
    if held is not None:
        for place, size in zip(new, held.sizes.tolist(), strict=True):
            scope.holders[typed[place].stem, typed[place].silent] = size
    words: dict[tuple[str, bool, bool], Word] = {}
    mended: list[tuple[Word, Repair]] = []
    for word in typed:
        meant = word
        if repairing and not scope.holders[word.stem, word.silent]:
            repair = repaired(word.text, word.quoted, scope, postings)
            if repair:
                mended.append((word, repair))
                meant = Word(repair.became, False, postings)
        known = words.setdefault((meant.stem, meant.silent, meant.quoted), meant)
        if known is not meant:
            known.times += 1
    asked = Asked(query, list(words.values()), scope, postings, mended)
    if held is not None and not mended and len(words) == len(typed):
        asked.take(new, held)
    return asked
