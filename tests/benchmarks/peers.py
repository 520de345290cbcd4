"""Peers that do the one BM25 ballot: SQLite FTS5, and bm25s, tantivy and rank-bm25 where they are there."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Protocol, runtime_checkable

import numpy as np

from core.text.stems import STOP_WORDS

BEST = 16
K1, B, DELTA = 1.2, 0.5, 1.0
"""Of those that can be told; SQLite and tantivy have 1.2 and 0.75."""
MANY = 100_000
"""Texts from which on a peer that walks over all of them in Python is asked few queries."""
FEW = 20


class Peer(Protocol):
    """A search that is built over texts and asked for the best sixteen."""

    name: str
    slow: bool
    """Whether a query costs a walk over every text in Python."""

    def build(self, texts: Sequence[str]) -> None: ...

    def search(self, query: str) -> object: ...


@runtime_checkable
class Growing(Protocol):
    """A peer that takes one more text without a new index."""

    def add(self, text: str) -> None:
        """Add a text so that the next search sees it."""
        ...


class Fts5:
    """SQLite FTS5 with its Porter tokenizer, in memory, asked without stop words."""

    name = "SQLite FTS5, order by rank"
    slow = False

    def __init__(self) -> None:
        self._base = sqlite3.connect(":memory:")
        self._base.execute("create virtual table claims using fts5(text, tokenize='porter unicode61')")

    def build(self, texts: Sequence[str]) -> None:
        with self._base:
            self._base.executemany("insert into claims(text) values (?)", [(text,) for text in texts])

    def add(self, text: str) -> None:
        with self._base:
            self._base.execute("insert into claims(text) values (?)", (text,))

    def search(self, query: str) -> object:
        words = re.findall(r"\w+", query.lower())
        asked = " OR ".join(f'"{word}"' for word in words if word not in STOP_WORDS)
        if not asked:
            return []
        found = f"select rowid, rank from claims where claims match ? order by rank limit {BEST}"
        return self._base.execute(found, (asked,)).fetchall()


class Bm25s:
    """bm25s without numba; it takes no document without a new index."""

    slow = False

    def __init__(self, stops: str | None) -> None:
        import bm25s
        import Stemmer

        self.name = f"bm25s, BM25+, top {BEST}, {'its stop list' if stops else 'every word'}"
        self._stops = stops
        self._library: Any = bm25s
        self._stemmer = Stemmer.Stemmer("english")
        self._index: Any = bm25s.BM25(method="bm25+", k1=K1, b=B, delta=DELTA)

    def _cut(self, texts: Sequence[str]) -> Any:
        return self._library.tokenize(
            list(texts), stopwords=self._stops or [], stemmer=self._stemmer, show_progress=False
        )

    def build(self, texts: Sequence[str]) -> None:
        self._index.index(self._cut(texts), show_progress=False)

    def search(self, query: str) -> object:
        return self._index.retrieve(self._cut([query]), k=BEST, show_progress=False)


class Tantivy:
    """tantivy (Lucene's design, in Rust), in memory, with one writing thread and its English stop list."""

    name = f"tantivy, BM25, top {BEST}"
    slow = False

    def __init__(self) -> None:
        import tantivy

        self._library: Any = tantivy
        cut = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(tantivy.Filter.lowercase())
        for step in (tantivy.Filter.stopword("english"), tantivy.Filter.stemmer("english")):
            cut = cut.filter(step)
        self._analyzer: Any = cut.build()
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("text", stored=False, tokenizer_name="english")
        self._schema: Any = builder.build()
        self._index: Any = tantivy.Index(self._schema)
        self._index.register_tokenizer("english", self._analyzer)
        self._writer: Any = self._index.writer(heap_size=100_000_000, num_threads=1)

    def build(self, texts: Sequence[str]) -> None:
        for text in texts:
            self._writer.add_document(self._library.Document(text=[text]))
        self._show()

    def add(self, text: str) -> None:
        self._writer.add_document(self._library.Document(text=[text]))
        self._show()

    def search(self, query: str) -> object:
        term, should = self._library.Query.term_query, self._library.Occur.Should
        words = self._analyzer.analyze(query)
        asked = self._library.Query.boolean_query(
            [(should, term(self._schema, "text", word)) for word in words]
        )
        return self._searcher.search(asked, BEST).hits

    def _show(self) -> None:
        self._writer.commit()
        self._index.reload()
        self._searcher: Any = self._index.searcher()


class RankBm25:
    """rank-bm25's BM25Plus over stems without stop words; it takes no document without a new index."""

    name = f"rank-bm25, BM25Plus, top {BEST}"
    slow = True

    def __init__(self) -> None:
        import rank_bm25
        import Stemmer

        self._library: Any = rank_bm25
        self._stemmer = Stemmer.Stemmer("english")

    def _cut(self, text: str) -> list[str]:
        words = [word for word in re.findall(r"\w+", text.lower()) if word not in STOP_WORDS]
        stems: list[str] = self._stemmer.stemWords(words)
        return stems

    def build(self, texts: Sequence[str]) -> None:
        self._index: Any = self._library.BM25Plus([*map(self._cut, texts)], k1=K1, b=B, delta=DELTA)

    def search(self, query: str) -> object:
        scores = self._index.get_scores(self._cut(query))
        best = np.argpartition(scores, -BEST)[-BEST:]
        return best[np.argsort(-scores[best])]


def peers() -> list[Peer]:
    """The peers at hand."""
    found: list[Peer] = [Fts5()]
    if find_spec("bm25s"):
        found += [Bm25s("english"), Bm25s(None)]
    if find_spec("tantivy"):
        found.append(Tantivy())
    if find_spec("rank_bm25"):
        found.append(RankBm25())
    return found


def asked_of(peer: Peer, queries: list[str], size: int) -> list[str]:
    """As many of the queries as a peer can be asked in bearable time."""
    return queries[:FEW] if peer.slow and size >= MANY else queries
