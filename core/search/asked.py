"""A query as asked of one scope: its words after repair, and their postings in view."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.search.repair import Repair, repaired
from core.search.scope import Scope
from core.search.votes import Rows, Scores
from core.state.postings import SILENT, Postings
from core.text.stems import stem
from core.text.words import query_terms

_NO_ROWS: Final = np.zeros(0, np.int32)
_NO_COUNTS: Final = np.zeros(0, np.float32)
_NONE_SEEN: Final = np.zeros(0, np.bool_)


class Word:
    """One distinct word of a query and where it stands in view."""

    def __init__(self, text: str, stemmed: str, quoted: bool, scope: Scope, postings: Postings) -> None:
        self.text = text
        self.stem = stemmed
        self.quoted = quoted
        self.times = 1
        """How often the query says it."""
        self.silent = text in SILENT
        self.number = (postings.surfaces if self.silent else postings.stems).find(stemmed)
        """Stem number, or surface number of a quoted stop word; -1 for a word that no row holds."""
        self.postings: tuple[Rows, Scores] = (_NO_ROWS, _NO_COUNTS)
        """`(rows, counts)` of the rows in view that hold the word."""
        self._every, self._seen = _NO_ROWS, _NONE_SEEN
        if self.number >= 0:
            lists = postings.by_surface if self.silent else postings.by_stem
            self._every, counts = lists.of_term(self.number)
            self._seen = scope.visible.take(self._every, mode="clip")
            self.postings = self._every.compress(self._seen), counts.compress(self._seen).astype(np.float32)

    @property
    def unseen(self) -> Rows:
        """The rows that hold the word and are not in view."""
        return self._every.compress(~self._seen)


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
        self.reached = [word.number for word in words if word.number >= 0 and not word.silent]
        """Stem numbers of the words of the pack that the query reached; more once it was scanned."""
        self.times = np.array([word.times for word in words], np.float32)
        """`(words,)`: how often the query says each."""
        sizes = [len(word.postings[0]) for word in words]
        self.rows: Rows = np.concatenate([_NO_ROWS, *(word.postings[0] for word in words)])
        self.counts: Scores = np.concatenate([_NO_COUNTS, *(word.postings[1] for word in words)])
        """`(postings,)`: rows in view that hold a word, and how often."""
        self.of: NDArray[np.intp] = np.arange(len(words)).repeat(sizes)
        """`(postings,)`: the place of that word in `words`."""


def ask(query: str, scope: Scope, postings: Postings, repairing: bool = True) -> Asked:
    """Cut a query into words, repairing those that nothing in view holds. Any text is a query."""
    words: dict[tuple[str, bool, bool], Word] = {}
    mended: list[tuple[Word, Repair]] = []
    for term in query_terms(query):
        if term.text in SILENT and not term.quoted:
            continue
        word = _word(term.text, term.quoted, scope, postings)
        if repairing and (repair := repaired(word.text, word.quoted, len(word.postings[0]), scope, postings)):
            mended.append((word, repair))
            word = _word(repair.became, False, scope, postings)
        known = words.setdefault((word.stem, word.silent, word.quoted), word)
        if known is not word:
            known.times += 1
    return Asked(query, list(words.values()), scope, postings, mended)


def _word(text: str, quoted: bool, scope: Scope, postings: Postings) -> Word:
    return Word(text, text if text in SILENT else stem(text, postings.stemming), quoted, scope, postings)
