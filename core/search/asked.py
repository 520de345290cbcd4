"""A query as asked of one scope: its words after repair, and their postings in view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.search.repair import Repair, repaired
from core.search.scope import Scope
from core.search.shares import Key, Make, Share, cut
from core.search.votes import Rows, Scores
from core.state.postings import SILENT, Postings
from core.text.stems import stem
from core.text.words import query_terms

_NO_ROWS: Final = np.zeros(0, np.int32)
_NOWHERE: Final = Share(_NO_ROWS, np.zeros(0, np.float32))
_HELD: Final = "held"
"""The name under which postings in view are kept beside the ballots."""


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

    def every_row(self, postings: Postings) -> tuple[Rows, NDArray[np.int32]]:
        """`(rows, counts)` of all rows that hold the word, hidden ones too."""
        return (postings.by_surface if self.silent else postings.by_stem).of_term(self.number)


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
        self.keys = [Key(word.stem, word.silent, word.quoted, word.times) for word in words]

    def shares(self, ballot: str, make: Make) -> list[Share]:
        """What each word adds to a ballot; `make` makes what is not known yet."""
        return self.scope.shares.of(ballot, self.keys, make)

    def times(self, places: list[int]) -> NDArray[np.float32]:
        """How often the query says some of its words."""
        return np.array([self.words[place].times for place in places], np.float32)

    def held(self, places: list[int]) -> tuple[Rows, Scores, NDArray[np.intp]]:
        """The rows in view that hold some of the words, how often, and for each the place in `places`."""
        held = in_view([self.words[place] for place in places], self.scope, self.postings)
        of = np.arange(len(held)).repeat([len(share.where) for share in held])
        return np.concatenate([one.where for one in held]), np.concatenate([one.scores for one in held]), of

    def unseen(self, word: Word) -> Rows:
        """The rows that hold a word and are not in view."""
        if word.number < 0:
            return _NO_ROWS
        rows = word.every_row(self.postings)[0]
        return rows.compress(~self.scope.shown(rows))


def in_view(words: Sequence[Word], scope: Scope, postings: Postings) -> list[Share]:
    """The rows in view that hold each word, and how often."""

    def make(places: list[int]) -> list[Share]:
        made = dict.fromkeys(places, _NOWHERE)
        known = [place for place in places if words[place].number >= 0]
        if known:
            made.update(zip(known, _seen([words[place] for place in known], scope, postings), strict=True))
        return list(made.values())

    return scope.shares.of(_HELD, [Key(word.stem, word.silent, False, 1) for word in words], make)


def _seen(words: list[Word], scope: Scope, postings: Postings) -> list[Share]:
    every = [word.every_row(postings) for word in words]
    rows = np.concatenate([rows for rows, _ in every])
    counts = np.concatenate([counts for _, counts in every])
    seen = scope.shown(rows)
    of = np.arange(len(every)).repeat([len(rows) for rows, _ in every])
    sizes = np.bincount(of.compress(seen), minlength=len(every))
    return cut(rows.compress(seen), counts.compress(seen).astype(np.float32), sizes)


def ask(query: str, scope: Scope, postings: Postings, repairing: bool = True) -> Asked:
    """Cut a query into words, repairing those that nothing in view holds. Any text is a query."""
    typed = [
        Word(term.text, term.quoted, postings)
        for term in query_terms(query)
        if term.quoted or term.text not in SILENT
    ]
    words: dict[tuple[str, bool, bool], Word] = {}
    mended: list[tuple[Word, Repair]] = []
    for word, held in zip(typed, in_view(typed, scope, postings), strict=True):
        meant = word
        if (
            repairing
            and not len(held.where)
            and (repair := repaired(word.text, word.quoted, scope, postings))
        ):
            mended.append((word, repair))
            meant = Word(repair.became, False, postings)
        known = words.setdefault((meant.stem, meant.silent, meant.quoted), meant)
        if known is not meant:
            known.times += 1
    return Asked(query, list(words.values()), scope, postings, mended)
