"""Peers that do the one BM25 ballot: SQLite's FTS5, and bm25s if it is installed."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Protocol

from core.text.stems import STOP_WORDS


class Peer(Protocol):
    """A search that is built over texts and asked for the best sixteen."""

    name: str

    def build(self, texts: Sequence[str]) -> None: ...

    def search(self, query: str) -> object: ...


class Fts5:
    """SQLite FTS5 with its Porter tokenizer, in memory, asked without stop words."""

    name = "SQLite FTS5, order by rank"

    def __init__(self) -> None:
        self._base = sqlite3.connect(":memory:")
        self._base.execute("create virtual table claims using fts5(text, tokenize='porter unicode61')")

    def build(self, texts: Sequence[str]) -> None:
        with self._base:
            self._base.executemany("insert into claims(text) values (?)", [(text,) for text in texts])

    def search(self, query: str) -> object:
        words = re.findall(r"\w+", query.lower())
        asked = " OR ".join(f'"{word}"' for word in words if word not in STOP_WORDS)
        if not asked:
            return []
        found = "select rowid, rank from claims where claims match ? order by rank limit 16"
        return self._base.execute(found, (asked,)).fetchall()


class Bm25s:
    """bm25s without numba; it takes no document without a new index."""

    def __init__(self, stops: str | None) -> None:
        import bm25s
        import Stemmer

        self.name = f"bm25s, BM25+, top 16, {'its stop list' if stops else 'every word'}"
        self._stops = stops
        self._library: Any = bm25s
        self._stemmer = Stemmer.Stemmer("english")
        self._index: Any = bm25s.BM25(method="bm25+", k1=1.2, b=0.5, delta=1.0)

    def _cut(self, texts: Sequence[str]) -> Any:
        return self._library.tokenize(
            list(texts), stopwords=self._stops or [], stemmer=self._stemmer, show_progress=False
        )

    def build(self, texts: Sequence[str]) -> None:
        self._index.index(self._cut(texts), show_progress=False)

    def search(self, query: str) -> object:
        return self._index.retrieve(self._cut([query]), k=16, show_progress=False)


def peers() -> list[Peer]:
    """The peers at hand."""
    return [Fts5(), Bm25s("english"), Bm25s(None)] if find_spec("bm25s") else [Fts5()]
