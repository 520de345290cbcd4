"""Postings: which text rows hold which term, how often; and the terms of each text row in order.

A document is a text row of `ClaimColumns`: the claim's text, its entities, its author and the date of
`t_observed`. Rows only grow; who may see which row is the reader's business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.claims.claim import Claim
from core.clocks.instants import DAY, to_datetime
from core.state.columns import ClaimColumns, Codes
from core.state.growing import Growing
from core.state.posting_lists import PostingLists
from core.state.vocabulary import Vocabulary
from core.text.lexicon import word_set
from core.text.stems import STOP_WORDS, stem
from core.text.words import search_terms

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
SILENT: Final = STOP_WORDS | word_set("i he she they them their his her hers him did has have had how why am")
"""Words in no stem list: the stop list, and the pronouns, auxiliaries and question words that it lacks
(LoCoMo turns: hit@1 0.397 without these, 0.422 with them)."""
STOPPED: Final = -1
"""Stem number of a silent word: it has a surface but takes part in no stem list and no length."""

BULK: Final = 1024
"""New rows from which on the lists are built anew by one sort instead of row by row."""

_CACHED_CHUNKS: Final = 1 << 15


def indexed_text(claim: Claim) -> str:
    """What is indexed of a claim: text, entities, author, and the UTC date of `t_observed` (`8 May 2023`)."""
    return "\n".join((claim.text, *claim.entities, claim.author, _date_in_words(claim.t_observed // DAY)))


@lru_cache(maxsize=4096)
def _date_in_words(day: int) -> str:
    date = to_datetime(day * DAY)
    return f"{date.day} {MONTHS[date.month - 1]} {date.year}"


class _Chunks(dict[str, list[int]]):
    """Surface numbers of chunks of text, each cut once: terms never reach across a space."""

    def __init__(self, cut: Callable[[str], list[int]]) -> None:
        super().__init__()
        self._cut = cut

    def __missing__(self, chunk: str) -> list[int]:
        if len(self) >= _CACHED_CHUNKS:
            self.clear()
        numbers = self[chunk] = self._cut(chunk)
        return numbers


class Postings:
    """The inverted and the forward index of all text rows, hidden ones too."""

    def __init__(self) -> None:
        self.surfaces = Vocabulary()
        """Words as written, folded; stop words too."""
        self.stems = Vocabulary()
        self.stem_of = Growing(np.int32)
        """`(surfaces,)`: stem number of a surface, -1 for a silent word."""
        self.terms = Growing(np.int32)
        """Surface numbers of all rows, one after the other."""
        self.starts = Growing(np.int64, [0])
        """`(rows + 1,)`: where each row begins in `terms`."""
        self.lengths = Growing(np.float32)
        """`(rows,)`: terms of a row without silent words."""
        self.streams = Growing(np.int32)
        """`(rows,)`: a number for (author, workspace)."""
        self.observed = Growing(np.int64)
        """`(rows,)`: `t_observed`."""
        self.claim_ids: list[str] = []
        """Id of the claim of each row."""
        self.by_surface = PostingLists()
        self.by_stem = PostingLists()
        self.listed = 0
        """Rows in the built arrays; later ones stand in tails."""
        self._stream_codes = Codes()
        self._stems: list[int] = []  # `stem_of` again: a list is ten times as fast one by one
        self._chunks = _Chunks(self._cut)

    @property
    def rows(self) -> int:
        """Text rows taken in so far."""
        return len(self.lengths)

    def catch_up(self, columns: ClaimColumns) -> int:
        """Take in the text rows written since the last call; returns how many there were."""
        first, last = self.rows, len(columns.text_rows)
        claims = [columns.versions[version] for version in columns.text_rows[first:last]]
        if len(claims) >= BULK:
            self._take(claims)
            self.compact()
        else:
            for row, claim in enumerate(claims, first):
                self._add(row, claim)
        return last - first

    def compact(self) -> None:
        """Build all lists anew from the forward index: 0.03 s at 10,000 rows. Never in a write."""
        terms = self.terms.values
        rows = np.repeat(np.arange(self.rows, dtype=np.int32), np.diff(self.starts.values))
        self.by_surface = PostingLists.of(terms, rows, len(self.surfaces))
        stems = self.stem_of.values[terms]
        kept = stems != STOPPED
        self.by_stem = PostingLists.of(stems[kept], rows[kept], len(self.stems))
        self.stems.compact()
        self.listed = self.rows

    @property
    def stream_names(self) -> list[str]:
        """Author and workspace of each stream number, separated by a NUL."""
        return [name or "" for name in self._stream_codes.names]

    def restore(self, claim_ids: list[str], stream_names: list[str]) -> None:
        """Make good what stored arrays do not hold, after they were put in place."""
        self.claim_ids = claim_ids
        self._stems = self.stem_of.values.tolist()
        self.listed = self.rows
        for name in stream_names:
            self._stream_codes.code(name)

    def terms_of(self, rows: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
        """Surface numbers of some rows, row after row, and for each the place of its row in `rows`."""
        starts = self.starts.values
        firsts = starts[rows]
        sizes = starts[rows + 1] - firsts
        firsts -= sizes.cumsum() - sizes
        of = np.arange(len(rows)).repeat(sizes)
        return self.terms.values[np.arange(len(of)) + firsts[of]], of

    def _add(self, row: int, claim: Claim) -> None:
        """Add one claim to the forward index and to the tails of the lists."""
        terms = self._terms_in(claim)
        stems = self._stems
        spoken = [stems[term] for term in terms if stems[term] != STOPPED]
        self.by_surface.add(row, Counter(terms))
        self.by_stem.add(row, Counter(spoken))
        self.terms.extend(terms)
        self.starts.append(len(self.terms))
        self.streams.append(self._stream(claim))
        self.observed.append(claim.t_observed)
        self.claim_ids.append(claim.id)
        self.lengths.append(len(spoken))

    def _take(self, claims: list[Claim]) -> None:
        """Add many claims to the forward index only."""
        terms = [self._terms_in(claim) for claim in claims]
        sizes = np.fromiter(map(len, terms), np.int64, len(terms))
        numbers = np.fromiter(chain.from_iterable(terms), np.int32, int(sizes.sum()))
        spoken = np.concatenate(([0], np.cumsum(self.stem_of.values[numbers] != STOPPED)))
        ends = sizes.cumsum()
        self.starts.extend(len(self.terms) + ends)
        self.terms.extend(numbers)
        self.streams.extend([self._stream(claim) for claim in claims])
        self.observed.extend([claim.t_observed for claim in claims])
        self.claim_ids += [claim.id for claim in claims]
        self.lengths.extend(spoken[ends] - spoken[ends - sizes])

    def _terms_in(self, claim: Claim) -> list[int]:
        """Surface numbers of what is indexed of a claim, in order."""
        return list(chain.from_iterable(map(self._chunks.__getitem__, indexed_text(claim).split())))

    def _stream(self, claim: Claim) -> int:
        return self._stream_codes.code(f"{claim.author}\0{claim.workspace}")

    def _cut(self, chunk: str) -> list[int]:
        """Surface numbers of a text without spaces."""
        return [self._number(term) for term in search_terms(chunk)]

    def _number(self, term: str) -> int:
        number = self.surfaces.add(term)
        if number == len(self._stems):
            stemmed = STOPPED if term in SILENT else self.stems.add(stem(term))
            self._stems.append(stemmed)
            self.stem_of.append(stemmed)
        return number
