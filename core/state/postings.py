"""Postings: which text rows hold which term, how often; and the terms of each text row in order.

What the rows are (claims, deeds) the index does not know: it takes documents. Rows only grow; who may see
which row is the reader's business.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import islice
from struct import Struct
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.state.columns import PAST, Codes
from core.state.documents import Document, Source
from core.state.growing import Growing
from core.state.posting_lists import PostingLists
from core.state.vocabulary import Vocabulary
from core.store.chains import collector_paused
from core.text.lexicon import word_set
from core.text.stems import ENGLISH, STOP_WORDS, stems_of
from core.text.words import plain_term, search_terms

SILENT: Final = STOP_WORDS | word_set("i he she they them their his her hers him did has have had how why am")
"""Words in no stem list: the stop list, and the pronouns, auxiliaries and question words that it lacks
(LoCoMo turns: hit@1 0.397 without these, 0.422 with them)."""
STOPPED: Final = -1
"""Stem number of a silent word: it has a surface but takes part in no stem list and no length."""

BULK: Final = 1024
"""New rows from which on the lists are built anew by one sort instead of row by row."""

ALONE: Final = -1
"""Stream number of a document that is read in sequence with nothing, source number of one from nowhere."""

_CHUNKS_IN_BULK: Final = 1 << 17
"""Chunks of text whose terms are known while many documents are taken in."""
_CHUNKS_KEPT: Final = 1 << 15
"""And afterwards: some 5 MB."""
_ONE: Final = Struct("=i").pack
AROUND: Final = ".,:;!?()\"'"
"""Signs that belong to no term at the ends of a chunk."""
_READ_AT_ONCE: Final = 1 << 13
"""Documents held in memory while many are taken in."""


class _Chunks(dict[str, bytes]):
    """Terms of chunks of text, each cut once: terms never reach across a space.

    Each term is an int32, the number of its surface: bytes lie together where numbers do not.
    """

    def __init__(self, cut: Callable[[str], bytes]) -> None:
        super().__init__()
        self._cut = cut
        self._around: dict[tuple[str, str], bytes] = {}  # of a voice and a date, which many documents share

    def __missing__(self, chunk: str) -> bytes:
        if len(self) >= _CHUNKS_IN_BULK:
            self.empty()
        bare = chunk.strip(AROUND)
        terms = self.get(bare)
        if terms is None:
            terms = self[bare] = self._cut(bare)
        self[chunk] = terms
        return terms

    def let_go(self) -> None:
        """Let go of what many documents have left."""
        if len(self) > _CHUNKS_KEPT:
            self.empty()

    def empty(self) -> None:
        """Forget all."""
        self.clear()
        self._around.clear()

    def of_document(self, document: Document) -> bytes:
        """The terms of all that is indexed of a document, in order."""
        said = b"".join(map(self.__getitem__, document.said.split()))
        told = document.voice, document.date
        around = self._around.get(told)
        if around is None:
            if len(self._around) >= _CHUNKS_KEPT:
                self._around.clear()
            around = self._around[told] = b"".join(map(self.__getitem__, " ".join(told).split()))
        return said + around


class Postings:
    """The inverted and the forward index of all text rows, hidden ones too."""

    def __init__(self, stemming: str = ENGLISH) -> None:
        self.stemming = stemming
        """Language by which words are stemmed, or `off`."""
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
        """`(rows,)`: number of the stream, `ALONE` for none."""
        self.orders = Growing(np.int64)
        """`(rows,)`: place in the stream."""
        self.voices = Growing(np.int32)
        """`(rows,)`: number of the voice."""
        self.dated = Growing(np.int64)
        """`(rows,)`: the instant whose date is indexed, `PAST` for none."""
        self.sources = Growing(np.int32)
        """`(rows,)`: number of where it comes from, `ALONE` for nowhere."""
        self.ids: list[str] = []
        """Id of each row."""
        self.by_stem = PostingLists()
        self.listed = 0
        """Rows in the built arrays; later ones stand in tails."""
        self._by_surface = PostingLists()
        self._surfaced = 0  # rows that it has
        self._stream_codes = Codes()
        self._voice_codes = Codes()
        self._source_codes = Codes()
        self._stems: list[int] = []  # `stem_of` again: a list is ten times as fast one by one
        self._chunks = _Chunks(self._cut)

    @property
    def rows(self) -> int:
        """Text rows taken in so far."""
        return len(self.lengths)

    @property
    def by_surface(self) -> PostingLists:
        """Which rows hold which surface. Few searches ask, so it is made, and kept up, when one does."""
        if not self._surfaced and self.rows:
            self.by_surface = PostingLists.of(self.terms.values, self._row_of_each(), len(self.surfaces))
        starts, terms = self.starts.values, self.terms.values
        for row in range(self._surfaced, self.rows):
            self._by_surface.add(row, terms[starts[row] : starts[row + 1]].tolist())
        self._surfaced = self.rows
        return self._by_surface

    @by_surface.setter
    def by_surface(self, lists: PostingLists) -> None:
        """Put lists of all rows in place."""
        self._by_surface, self._surfaced = lists, self.rows

    def catch_up(self, source: Source) -> int:
        """Take in the rows that came since the last call; returns how many there were."""
        first, last = self.rows, len(source)
        if first == last:
            return 0
        documents = islice(source.documents(first), last - first)
        if last - first >= BULK:
            with collector_paused():
                while some := list(islice(documents, _READ_AT_ONCE)):
                    self._take(some)
                self._chunks.let_go()
                self.compact()
        else:
            for row, document in enumerate(documents, first):
                self._add(row, document)
        return last - first

    def compact(self) -> None:
        """Build all lists anew from the forward index: 0.03 s at 10,000 rows. Never in a write."""
        stems = self.stem_of.values[self.terms.values]
        kept = stems != STOPPED
        self.by_stem = PostingLists.of(stems[kept], self._row_of_each()[kept], len(self.stems))
        self._by_surface, self._surfaced = PostingLists(), 0
        self.stems.compact()
        self.listed = self.rows

    def _row_of_each(self) -> NDArray[np.int32]:
        """The row of each of `terms`."""
        return np.repeat(np.arange(self.rows, dtype=np.int32), np.diff(self.starts.values))

    @property
    def stream_names(self) -> list[str]:
        """Name of each stream number."""
        return [name or "" for name in self._stream_codes.names]

    @property
    def voice_names(self) -> list[str]:
        """Name of each voice number."""
        return [name or "" for name in self._voice_codes.names]

    @property
    def source_names(self) -> list[str]:
        """Name of each source number."""
        return self.sources_from(0)

    def sources_from(self, first: int) -> list[str]:
        """Names of the sources from a number on."""
        return [name or "" for name in self._source_codes.names[first:]]

    def restore(self, ids: list[str], streams: list[str], voices: list[str], sources: list[str]) -> None:
        """Make good what stored arrays do not hold, after they were put in place."""
        self.ids = ids
        self._stems = self.stem_of.values.tolist()
        self.listed = self.rows
        every = (self._stream_codes, streams), (self._voice_codes, voices), (self._source_codes, sources)
        for codes, names in every:
            for name in names:
                codes.code(name)

    def terms_of(self, rows: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
        """Surface numbers of some rows, row after row, and for each the place of its row in `rows`."""
        starts = self.starts.values
        firsts = starts.take(rows)
        sizes = starts[1:].take(rows) - firsts
        firsts -= sizes.cumsum() - sizes
        places = firsts.repeat(sizes)
        places += np.arange(len(places))
        return self.terms.values.take(places), np.arange(len(rows)).repeat(sizes)

    def _add(self, row: int, document: Document) -> None:
        """Add one document to the forward index and to the tails of the lists."""
        terms = array("i")
        terms.frombytes(self._chunks.of_document(document))
        self._stem_new()
        stems = self._stems
        spoken = [stem for number in terms if (stem := stems[number]) != STOPPED]
        self.by_stem.add(row, spoken)
        self.terms.extend(terms)
        self.starts.append(len(self.terms))
        self.streams.append(_number(self._stream_codes, document.stream))
        self.orders.append(document.order)
        self.voices.append(self._voice_codes.code(document.voice))
        self.dated.append(_instant(document))
        self.sources.append(_number(self._source_codes, document.source))
        self.ids.append(document.id)
        self.lengths.append(len(spoken))

    def _take(self, documents: list[Document]) -> None:
        """Add many documents to the forward index only."""
        runs = [*map(self._chunks.of_document, documents)]
        self._stem_new()
        terms = np.frombuffer(b"".join(runs), np.int32)
        ends = np.fromiter(map(len, runs), np.int64, len(runs)).cumsum() // terms.itemsize
        speaking = self.stem_of.values[terms] != STOPPED
        spoken = np.concatenate(([0], speaking.cumsum())).take(ends)
        self.starts.extend(len(self.terms) + ends)
        self.terms.extend(terms)
        self.streams.extend([_number(self._stream_codes, document.stream) for document in documents])
        self.orders.extend([document.order for document in documents])
        self.voices.extend([self._voice_codes.code(document.voice) for document in documents])
        self.dated.extend([_instant(document) for document in documents])
        self.sources.extend([_number(self._source_codes, document.source) for document in documents])
        self.ids += [document.id for document in documents]
        self.lengths.extend(np.diff(spoken, prepend=0))

    def _cut(self, text: str) -> bytes:
        plain = plain_term(text)
        if plain is not None:
            return _ONE(self.surfaces.add(plain))
        return array("i", self.surfaces.add_all(search_terms(text))).tobytes()

    def _stem_new(self) -> None:
        """Give the surfaces that came since the last call their stems."""
        new = self.surfaces.words[len(self._stems) :]
        if not new:
            return
        spoken = [term for term in new if term not in SILENT]
        stems = iter(self.stems.add_all(stems_of(spoken, self.stemming)))
        stemmed = [STOPPED if term in SILENT else next(stems) for term in new]
        self._stems += stemmed
        self.stem_of.extend(stemmed)


def _number(codes: Codes, name: str | None) -> int:
    return ALONE if name is None else codes.code(name)


def _instant(document: Document) -> int:
    return int(PAST) if document.dated is None else document.dated
