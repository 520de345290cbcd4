"""Search through the door: the panel over the held pack, with the review clock read as of the view's B."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from core.clocks.instants import Instant
from core.pack import walking
from core.pack.clocks_shown import ShownClocks
from core.pack.index_keeping import LiveIndex
from core.pack.pages import ClaimLine, line_of, line_on
from core.pack.reader import Reader
from core.pack.spans import EVER, Span, Times, told
from core.pack.vectors import Vectors, take_part
from core.pack.weights import over
from core.search.claim_corpus import ClaimCorpus
from core.search.panel import PanelSettings
from core.search.ranking import UNASKED
from core.search.rerank import OFF
from core.search.result import Hit as Ranked
from core.search.settings import WEIGHTS
from core.state.view import Basis, View
from core.state.views import Selection
from core.state.within import TimeSpan, within
from core.store.lmdb_log import LmdbLog

PREFIX: Final = "search/"
"""Of the names under which the arrays of the index are stored."""
BESIDE: Final = frozenset({"windows"})
"""Ballots that name a claim for what stands beside it."""
WORDS_ALONE: Final = PanelSettings(weights={"bm25+": 1.0}, diversify="none", decay="off")
"""What finds the claims that a graph walk begins at."""
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
    by_meaning: bool = False
    """Whether no word of the query came near to it, and an encoder found it all the same."""
    hop: int = 1
    """2: it was found by asking for what the first facts speak of."""


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
    """The channels that took part: `lexical`, and the ballots from outside that voted."""
    panel: dict[str, Any]
    rerank: str = "off"
    """The name of the reranker that read the best again, `off`, `absent` or `failed`."""
    further: tuple[str, ...] = ()
    """What a second hop asked besides."""
    span: Span | None = None
    """The span of time that was asked for."""


class Searcher(LiveIndex[Selection]):
    """The live index of a held pack's claims."""

    def __init__(self, reader: Reader, log: LmdbLog) -> None:
        self.corpus = ClaimCorpus(reader.held)
        super().__init__(reader, log, PREFIX, self.corpus, lambda postings: self.corpus)
        self.joined[walking.NAME] = walking.WalkBallot(reader, self.by_words)
        self.clocks = ShownClocks(reader)
        self._in_force: tuple[tuple[int, Instant, bool], PanelSettings] | None = None

    def join(self, vectors: Vectors | None) -> None:
        """Let the ballots of meaning vote, as soon as there are vectors; None: no longer."""
        take_part(self.joined, vectors, "claims", self.corpus, lambda seen: self.panel.in_order(seen))

    def by_words(self, query: str, selection: Selection, limit: int) -> list[tuple[str, float]]:
        """Ids and scores of the claims that hold words of a query, best first; no other ballot is asked."""
        panel = self.panel_at(selection.basis)
        return panel.best(query, selection, limit=limit, settings=WORDS_ALONE)

    def within(self, view: View, span: TimeSpan) -> Selection:
        """The claims of a view within a span of time."""
        selection = self.reader.select(view)
        postings = self.panel_at(selection.basis).postings
        postings.catch_up(self.corpus)
        return within(selection, self.held.columns, postings.dated.values, span)

    def settings(self, view: View) -> PanelSettings:
        """The panel's settings in force for a view; the last ones are held."""
        believed_at = self.reader.basis(view).believed_at
        asked = (self.held.tx, min(believed_at, self.held.t_tx), view.shows in NO_DECAY)
        if self._in_force is None or self._in_force[0] != asked:
            self._in_force = (asked, self._settings(believed_at, decaying=view.shows not in NO_DECAY))
        return self._in_force[1]

    def _settings(self, believed_at: Instant, decaying: bool) -> PanelSettings:
        named = {
            name: self.reader.setting(name, believed_at)
            for name in ("fuse", "diversify", "decay", "decay_form", "weighing")
        }
        named["decay_form"] = str(named["decay_form"]).replace("_", "-")
        if not decaying:
            named["decay"] = "off"
        weights = over(WEIGHTS, str(self.reader.setting("weights", believed_at)))
        rerank = self.reader.setting("rerank", believed_at) != OFF
        return PanelSettings(**named, weights=weights, rerank=rerank)

    def retrievability(self, basis: Basis) -> Callable[[NDArray[np.int32]], NDArray[np.float64]]:
        """From version rows to retrievability as of B."""
        return lambda rows: self.clocks.recalls(rows, basis)


def search(searcher: Searcher, query: str, view: View, limit: int, times: Times = EVER) -> Found:
    """Ranked claims of a view, and how many matching ones the view hides.

    A span on the clock of truth shows what was true within it, also what has ended since. A span in which
    nothing is found is dropped, and the answer says so.
    """
    span, read_from = times.read(searcher.reader, query)
    if span.open:
        return _found(searcher, query, view, searcher.reader.select(view), limit)
    timed = view.with_shows("both") if span.clock == "true" and view.shows == "current" else view
    found = _found(searcher, query, timed, searcher.within(timed, span), limit)
    dropped = not found.hits
    if dropped:
        found = _found(searcher, query, view, searcher.reader.select(view), limit)
    return msgspec.structs.replace(found, span=told(span, read_from, dropped))


def _found(searcher: Searcher, query: str, view: View, selection: Selection, limit: int) -> Found:
    reader = searcher.reader
    everything = reader.select(replace(view, shows="history", resting=True))
    result = searcher.panel_at(selection.basis).search(
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
        hits=_hits(searcher, result.hits, selection.basis),
        matched=result.matched,
        hidden=result.hidden,
        engine=result.engine,
        panel=result.panel,
        rerank=result.rerank,
    )


def _hits(searcher: Searcher, ranked: Sequence[Ranked], basis: Basis) -> tuple[Hit, ...]:
    rows = [hit.row for hit in ranked]
    claims, clocks = searcher.held.columns.versions.many(rows), searcher.clocks.of(rows, basis)
    told = zip(ranked, claims, clocks, strict=True)
    return tuple(_hit(hit, line_on(searcher.reader, claim, basis, clock)) for hit, claim, clock in told)


def hit_of(reader: Reader, ranked: Ranked, row: int, basis: Basis) -> Hit:
    """What is told of a hit whose version stands in a row of the pack's columns."""
    return _hit(ranked, line_of(reader, reader.held.columns.versions[row], basis))


def _hit(ranked: Ranked, line: ClaimLine) -> Hit:
    named = ranked.ballots.keys()
    unasked = named <= UNASKED
    context = unasked and named <= BESIDE
    return Hit(
        line=line,
        score=ranked.score,
        ballots=ranked.ballots,
        relevance=ranked.relevance,
        decay=ranked.decay,
        marks=ranked.marks,
        context=context,
        by_meaning=unasked and not context,
    )
