"""The `evidence` view: search over deeds, as turns or as windows of a conversation. It reads only."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from core.claims.deed import Deed
from core.clocks.instants import Instant
from core.pack.index_keeping import LiveIndex
from core.pack.reader import Reader
from core.pack.spans import EVER, Span, Times, told
from core.pack.vectors import Vectors, take_part
from core.pack.weights import over
from core.search.deed_corpus import DeedCorpus, DeedScope, DeedSelection, select_deeds
from core.search.panel import PanelSettings
from core.search.ranking import UNASKED
from core.search.rerank import OFF
from core.search.result import Hit, SearchResult
from core.search.settings import TURNS
from core.state.documents import DeedTexts
from core.state.view import Basis
from core.store.lmdb_log import LmdbLog

PREFIX: Final = "deeds/"
"""Of the names under which the arrays of the index are stored."""
BESIDE: Final = frozenset({"windows"})
"""Ballots that name a deed for what stands beside it."""
NEIGHBOURS: Final = 1
"""Deeds of the same conversation that are shown to each side of a hit."""
DECIDED: Final = ("fuse", "diversify", "weighing", "answering")
"""Settings of the pack that hold for deeds as they stand."""
_KEPT: Final = 8
"""Selections held; asking again with the same filters is common."""

Units = Literal["turns", "windows"]
"""What is ranked: single deeds, or six of a conversation in strides of three, each by its best."""


class DeedHit(msgspec.Struct, frozen=True, kw_only=True):
    """One found deed, with its explanation and what stands beside it."""

    accession: str
    deed: Deed
    score: float
    relevance: float
    ballots: dict[str, float]
    """Normalised score of each ballot that named it."""
    fit: float
    """What its score was multiplied by for how it fits as an answer, at least 1."""
    marks: tuple[tuple[int, int], ...]
    """Spans of the body that matched."""
    context: bool = False
    """Whether it was found only for what stands beside it."""
    by_meaning: bool = False
    """Whether no word of the query came near to it, and an encoder found it all the same."""
    neighbours: tuple[Deed, ...] = ()
    """Deeds beside it in its conversation and in view, in order; none that another hit shows already."""
    window: tuple[Deed, ...] = ()
    """With windows as units: the deeds of the window, in order; the hit's own is the best of them."""


class FoundDeeds(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a query over deeds, as believed on B."""

    query: str
    shown_as: str | None
    """The query with its unknown words repaired, if any were."""
    repairs: tuple[tuple[str, str], ...]
    basis: Basis
    hits: tuple[DeedHit, ...]
    matched: int
    hidden: dict[str, int]
    """Matching deeds that the filters hide, by what hides them."""
    span: Span | None
    """The span of saying time that was asked for."""
    engine: str
    """The channels that took part: `lexical`, and the ballots from outside that voted."""
    panel: dict[str, Any]
    rerank: str = OFF
    """The name of the reranker that read the best again, `off`, `absent` or `failed`."""


class DeedSearcher(LiveIndex[DeedSelection]):
    """The live index of the deeds of a held pack; opened or built at the first search."""

    def __init__(self, reader: Reader, log: LmdbLog) -> None:
        self.shelf = reader.held.deeds
        self.texts = DeedTexts(self.shelf)
        super().__init__(reader, log, PREFIX, self.texts, lambda postings: DeedCorpus(self.shelf, postings))
        self._selections: dict[tuple[int, Instant, DeedScope], DeedSelection] = {}

    def join(self, vectors: Vectors | None) -> None:
        """Let the ballots of meaning vote, as soon as there are vectors; None: no longer."""
        take_part(self.joined, vectors, "deeds", self.texts, lambda seen: self.panel.in_order(seen))

    def settings(self, believed_at: Instant) -> PanelSettings:
        """The panel's settings for deeds, the pack's as believed at an instant; evidence does not decay."""
        named = {name: self.reader.setting(name, believed_at) for name in DECIDED}
        weights = over(TURNS, str(self.reader.setting("weights", believed_at)))
        rerank = self.reader.setting("rerank", believed_at) != OFF
        return PanelSettings(**named, weights=weights, rerank=rerank, decay="off")

    def select(self, basis: Basis, scope: DeedScope) -> DeedSelection:
        """The deeds that stood on B and are in a scope; the last few are held."""
        asked = (self.held.tx, min(basis.believed_at, self.held.t_tx), scope)
        known = self._selections.pop(asked, None) or select_deeds(self.shelf, basis, scope)
        self._selections[asked] = known
        if len(self._selections) > _KEPT:
            self._selections.pop(next(iter(self._selections)))
        return replace(known, basis=basis)


def search_deeds(
    searcher: DeedSearcher,
    query: str,
    basis: Basis,
    *,
    limit: int,
    conversation: str | Collection[str] | None = None,
    times: Times = EVER,
    neighbours: int = NEIGHBOURS,
    units: Units = "turns",
) -> FoundDeeds:
    """Ranked deeds. A span of time in which nothing is found is dropped, and the answer says so."""
    names = (conversation,) if isinstance(conversation, str) else conversation
    conversations = None if names is None else frozenset(names)
    span, read_from = times.read(searcher.reader, query)
    seen = searcher.select(basis, DeedScope(conversations, span))
    result = _asked(searcher, query, seen, limit, units)
    dropped = not span.open and not result.hits
    if dropped:
        seen = searcher.select(basis, DeedScope(conversations))
        result = _asked(searcher, query, seen, limit, units)
    return FoundDeeds(
        query=query,
        shown_as=result.shown_as,
        repairs=result.repairs,
        basis=basis,
        hits=tuple(_hits(searcher, result.hits, seen, neighbours)),
        matched=result.matched,
        hidden=result.hidden,
        span=told(span, read_from, dropped),
        engine=result.engine,
        panel=result.panel,
        rerank=result.rerank,
    )


def _asked(searcher: DeedSearcher, query: str, seen: DeedSelection, limit: int, units: Units) -> SearchResult:
    basis = seen.basis
    return searcher.panel_at(basis).search(
        query,
        seen,
        limit=limit,
        settings=searcher.settings(basis.believed_at),
        everything=searcher.select(basis, DeedScope()),
        windows=units == "windows",
    )


def _hits(
    searcher: DeedSearcher, ranked: Iterable[Hit], seen: DeedSelection, reach: int
) -> Iterable[DeedHit]:
    """The hits with what stands beside them; what one hit shows, none shows again."""
    ranked = tuple(ranked)
    shown = {row for hit in ranked for row in (hit.row, *hit.window)}
    for hit in ranked:
        beside = [row for row in _beside(searcher, hit, seen, reach) if row not in shown]
        shown.update(beside)
        yield DeedHit(
            accession=hit.id,
            deed=searcher.shelf.deed(hit.row),
            score=hit.score,
            relevance=hit.relevance,
            ballots=hit.ballots,
            fit=hit.fit,
            marks=hit.marks,
            context=hit.ballots.keys() <= BESIDE,
            by_meaning=not hit.ballots.keys() <= BESIDE and hit.ballots.keys() <= UNASKED,
            neighbours=_read(searcher, beside),
            window=_read(searcher, hit.window),
        )


def _beside(searcher: DeedSearcher, hit: Hit, seen: DeedSelection, reach: int) -> list[int]:
    """Rows beside a hit, or beside its window, that the search may see, in order."""
    if reach <= 0:
        return []
    edges = hit.window or (hit.row,)
    first, last = edges[0], edges[-1]
    rows = searcher.shelf.neighbours(first, reach, seen.basis.believed_at)
    if last != first:
        rows = [*rows, *searcher.shelf.neighbours(last, reach, seen.basis.believed_at)]
    return [row for row in dict.fromkeys(rows) if seen.row_of_text[row] >= 0 and row not in edges]


def _read(searcher: DeedSearcher, rows: Iterable[int]) -> tuple[Deed, ...]:
    return tuple(deed for deed in searcher.shelf.deeds(list(rows)) if deed is not None)
