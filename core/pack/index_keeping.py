"""Indexes kept: the arrays of an index in the file, so that the next opening cuts no text into words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from core.pack.reader import Reader
from core.search.corpus import Corpus
from core.search.panel import Panel
from core.search.rerank import Reranker
from core.search.seen import Seen
from core.search.votes import Ballot
from core.state import posting_blobs
from core.state.documents import Source
from core.state.postings import Postings
from core.state.view import Basis
from core.store.lmdb_log import LmdbLog
from core.text.stems import ENGLISH

S = TypeVar("S", bound=Seen)


class KeptIndex:
    """The index of a source, restored from the file where its copy still stands for the same rows."""

    def __init__(self, log: LmdbLog, prefix: str, source: Source, stemming: str = ENGLISH) -> None:
        """`prefix` begins the names under which the arrays are stored."""
        self._log = log
        self._prefix = prefix
        self._source = source
        self.postings = self._stored(stemming) or Postings(stemming)
        self._kept = self.postings.rows

    def keep(self, tx: int) -> int:
        """Store the arrays for the record `tx`; how many rows the stored copy lacked (0: it stays)."""
        self.postings.catch_up(self._source)
        lacking = self.postings.rows - self._kept
        if lacking:
            for name, content in posting_blobs.to_blobs(self.postings, self._source).items():
                self._log.put_blob(self._prefix + name, content, tx=tx, format=posting_blobs.FORMAT)
            self._kept = self.postings.rows
        return lacking

    def _stored(self, stemming: str) -> Postings | None:
        blobs = [self._log.get_blob(name) for name in self._log.blob_names(self._prefix)]
        known = [blob for blob in blobs if blob is not None and blob.format == posting_blobs.FORMAT]
        if len({blob.tx for blob in known}) != 1:
            return None  # none, or somebody was stopped between two of them, or is storing them right now
        stored = {blob.name.removeprefix(self._prefix): blob.content for blob in known}
        return posting_blobs.from_blobs(stored, self._source, stemming)


class LiveIndex(Generic[S]):
    """The live index of a held pack's claims, or of its deeds: a panel for each way of stemming asked for."""

    def __init__(
        self,
        reader: Reader,
        log: LmdbLog,
        prefix: str,
        source: Source,
        corpus_of: Callable[[Postings], Corpus[S]],
    ) -> None:
        self.reader = reader
        self.held = reader.held
        self.joined: dict[str, Ballot] = {}
        """Ballots from outside, by name; one votes where the settings give it a weight."""
        self.reranker: Reranker | None = None
        """Reads the best again where the setting `rerank` asks for it; a face joins it."""
        self._log = log
        self._prefix = prefix
        self._source = source
        self._corpus_of = corpus_of
        self._of: dict[str, tuple[KeptIndex, Panel[S]]] = {}

    @property
    def panel(self) -> Panel[S]:
        """The panel over the index of the present."""
        return self._open(str(self.reader.setting("stemming")))[1]

    def panel_at(self, basis: Basis) -> Panel[S]:
        """The panel over the index in the language that was in force; made anew where that was another."""
        return self._open(str(self.reader.setting("stemming", basis.believed_at)))[1]

    def keep(self) -> int:
        """Store the arrays of the index, unless they are stored already; how many rows the copy lacked."""
        return self._open(str(self.reader.setting("stemming")))[0].keep(self.held.tx)

    def _open(self, stemming: str) -> tuple[KeptIndex, Panel[S]]:
        known = self._of.get(stemming)
        if known is None:
            index = KeptIndex(self._log, self._prefix, self._source, stemming)
            known = self._of[stemming] = (index, Panel(self._corpus_of(index.postings), index.postings))
            known[1].joined = self.joined
        known[1].reranker = self.reranker
        return known
