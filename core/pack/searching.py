"""Search through the door: the panel over the held pack, with the review clock read as of the view's B."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay
from core.pack.pages import ClaimLine, line_of
from core.pack.reader import Reader
from core.review.retrievability import recall_of
from core.search.claim_corpus import ClaimCorpus
from core.search.panel import Panel, PanelSettings
from core.search.result import Hit as Ranked
from core.state import posting_blobs
from core.state.documents import Source
from core.state.postings import Postings
from core.state.view import Basis, View
from core.state.views import Selection
from core.store.lmdb_log import LmdbLog

PREFIX: Final = "search/"
"""Of the names under which the arrays of the index are stored."""
BESIDE: Final = frozenset({"windows"})
"""Ballots that name a claim for what stands beside it."""
NO_DECAY: Final = frozenset({"both", "history"})
"""What a view shows when nothing is to be reordered by memory."""


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """One found claim, with its explanation."""

    line: ClaimLine
    score: float
    ballots: dict[str, float]
    """Normalised score of each ballot that named it."""
    relevance: float
    decay: float
    marks: tuple[tuple[int, int], ...]
    """Spans of the text that matched."""
    context: bool = False
    """Whether it was found only for what was written beside it, in the same sitting."""


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a query on one basis."""

    query: str
    shown_as: str | None
    """The query with its unknown words repaired, if any were."""
    repairs: tuple[tuple[str, str], ...]
    basis: Basis
    hits: tuple[Hit, ...]
    matched: int
    hidden: dict[str, int]
    """Matching claims that the view hides, by state."""
    engine: str
    panel: dict[str, Any]


class Searcher:
    """The live index of a held pack."""

    def __init__(self, reader: Reader, log: LmdbLog) -> None:
        self.reader = reader
        self.held = reader.held
        self._log = log
        self._corpus = ClaimCorpus(self.held)
        self._postings = _kept(log, self._corpus) or Postings()
        self._rows_kept = self._postings.rows
        self.panel = Panel(self._corpus, self._postings)
        self._known: tuple[tuple[int, Instant, StudyDay], dict[int, float]] = ((0, 0, 0), {})

    def keep(self) -> None:
        """Store the arrays of the index with the record they stand for, unless they are stored already."""
        self._postings.catch_up(self._corpus)
        if self._postings.rows == self._rows_kept:
            return
        for name, content in posting_blobs.to_blobs(self._postings, self._corpus).items():
            self._log.put_blob(PREFIX + name, content, tx=self.held.tx, format=posting_blobs.FORMAT)
        self._rows_kept = self._postings.rows

    def settings(self, view: View) -> PanelSettings:
        """The panel's settings in force for a view."""
        basis = self.reader.basis(view)
        named = {
            name: self.reader.setting(name, basis.believed_at)
            for name in ("fuse", "diversify", "decay", "decay_form")
        }
        named["decay_form"] = str(named["decay_form"]).replace("_", "-")
        if view.shows in NO_DECAY:
            named["decay"] = "off"
        return PanelSettings(**named)

    def retrievability(self, basis: Basis) -> Callable[[NDArray[np.int32]], NDArray[np.float64]]:
        """From version rows to retrievability as of B."""
        reader, versions = self.reader, self.held.columns.versions
        day = reader.day_of(basis.believed_at, basis.believed_at)
        known = self._recalled(min(basis.believed_at, self.held.t_tx), day)

        def recalled(row: int) -> float:
            chance = known.get(row)
            if chance is None:
                claim = versions[row]
                review = self.held.review(claim.id, basis.believed_at)
                chance = known[row] = 1.0 if review is None else recall_of(review, claim.kind, day)
            return chance

        def by_rows(rows: NDArray[np.int32]) -> NDArray[np.float64]:
            return np.fromiter(map(recalled, rows.tolist()), np.float64, len(rows))

        return by_rows

    def _recalled(self, believed_at: Instant, day: StudyDay) -> dict[int, float]:
        """What was worked out for this belief and day already: who types a query asks for the same claims."""
        asked = (self.held.tx, believed_at, day)
        if self._known[0] != asked:
            self._known = (asked, {})
        return self._known[1]


def _kept(log: LmdbLog, source: Source) -> Postings | None:
    """The index as it was stored, if it still stands for the rows that are held."""
    blobs = {name: log.get_blob(name) for name in log.blob_names(PREFIX)}
    stored = {
        name.removeprefix(PREFIX): blob.content
        for name, blob in blobs.items()
        if blob is not None and blob.format == posting_blobs.FORMAT
    }
    return posting_blobs.from_blobs(stored, source) if stored else None


def search(searcher: Searcher, query: str, view: View, limit: int) -> Found:
    """Ranked claims of a view, and how many matching ones the view hides."""
    reader = searcher.reader
    selection = reader.select(view)
    everything = reader.select(replace(view, shows="history", resting=True))
    result = searcher.panel.search(
        query,
        selection,
        limit=limit,
        settings=searcher.settings(view),
        retrievability=searcher.retrievability(selection.basis),
        everything=everything,
    )
    return Found(
        query=query,
        shown_as=result.shown_as,
        repairs=result.repairs,
        basis=selection.basis,
        hits=tuple(_hits(reader, result.hits, selection)),
        matched=result.matched,
        hidden=result.hidden,
        engine=result.engine,
        panel=result.panel,
    )


def _hits(reader: Reader, ranked: Iterable[Ranked], selection: Selection) -> Iterable[Hit]:
    versions = reader.held.columns.versions
    for hit in ranked:
        yield Hit(
            line=line_of(reader, versions[hit.row], selection.basis),
            score=hit.score,
            ballots=hit.ballots,
            relevance=hit.relevance,
            decay=hit.decay,
            marks=hit.marks,
            context=hit.ballots.keys() <= BESIDE,
        )
