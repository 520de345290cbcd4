"""Indexes kept: the arrays of an index in the file, so that the next opening cuts no text into words."""

from __future__ import annotations

from core.state import posting_blobs
from core.state.documents import Source
from core.state.postings import Postings
from core.store.lmdb_log import LmdbLog
from core.text.stems import ENGLISH


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
        blobs = {name: self._log.get_blob(name) for name in self._log.blob_names(self._prefix)}
        stored = {
            name.removeprefix(self._prefix): blob.content
            for name, blob in blobs.items()
            if blob is not None and blob.format == posting_blobs.FORMAT
        }
        return posting_blobs.from_blobs(stored, self._source, stemming) if stored else None
