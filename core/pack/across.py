"""Search over several open packs as if they were one.

The packs are one corpus to the panel: every figure it takes is that of all of them, so scores can be compared
and the order is that of a pack that held them all. Settings are those of the first pack; ballots from outside
have a pack each, and take no part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from core.errors import Refused
from core.pack.pack import Pack
from core.pack.searching import Found, Hit, hit_of
from core.search.panel import Panel
from core.search.result import SearchResult
from core.search.union import Union, UnionSeen
from core.state.postings import Postings
from core.state.view import View
from core.state.views import Selection


class FoundAcross(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of several packs to one query."""

    found: Found
    """Its basis is that of the first pack."""
    whose: tuple[int, ...]
    """For each hit the place of its pack."""


class Across:
    """Several open packs under one index that grows with them; a claim of two packs is the first's."""

    def __init__(self, packs: Sequence[Pack]) -> None:
        """Raises `Refused` for no pack at all."""
        if not packs:
            raise Refused("name the packs to search; there is none.")
        self.packs = tuple(packs)
        self._union: Union | None = None
        self._panels: dict[str, Panel[UnionSeen]] = {}
        self._seen: list[tuple[tuple[Selection, ...], UnionSeen]] = []

    def search(self, query: str, view: View | None = None, *, limit: int = 16) -> FoundAcross:
        """Ranked claims of all packs, by one view or by the present of the workspace in use in each."""
        with ExitStack() as locks:
            for pack in sorted(self.packs, key=lambda one: one.path):  # always in one order: no deadlock
                locks.enter_context(pack.held_still())
            return self._search(query, [pack.view(view) for pack in self.packs], limit)

    def _search(self, query: str, views: Sequence[View], limit: int) -> FoundAcross:
        searcher = self.packs[0].searcher
        seen = self._of(views)
        everything = self._of([replace(view, shows="history", resting=True) for view in views])
        panel = self._panel(str(searcher.reader.setting("stemming", seen.basis.believed_at)))
        panel.reranker = searcher.reranker
        result = panel.search(
            query,
            seen,
            limit=limit,
            settings=searcher.settings(views[0]),
            retrievability=self._retrievability(seen),
            everything=everything,
        )
        return self._told(result, seen)

    def _of(self, views: Sequence[View]) -> UnionSeen:
        """What the views show together; the same for the same selections, so that figures are kept."""
        selections = tuple(pack.reader.select(view) for pack, view in zip(self.packs, views, strict=True))
        for known, seen in self._seen:
            if all(a.row_of_text is b.row_of_text for a, b in zip(known, selections, strict=True)):
                return replace(seen, basis=selections[0].basis, selections=selections)
        seen = self._parts().seen(selections)
        self._seen = [(selections, seen), *self._seen[:3]]
        return seen

    def _parts(self) -> Union:
        corpora = tuple(pack.searcher.corpus for pack in self.packs)
        if self._union is None or self._union.parts != corpora:
            self._union, self._panels, self._seen = Union(corpora), {}, []
        return self._union

    def _panel(self, stemming: str) -> Panel[UnionSeen]:
        panel = self._panels.get(stemming)
        if panel is None:
            panel = self._panels[stemming] = Panel(self._parts(), Postings(stemming))
        return panel

    def _retrievability(self, seen: UnionSeen) -> Callable[[NDArray[np.int32]], NDArray[np.float64]]:
        parts = len(self.packs)
        recalled = [
            pack.searcher.retrievability(selection.basis)
            for pack, selection in zip(self.packs, seen.selections, strict=True)
        ]

        def by_rows(rows: NDArray[np.int32]) -> NDArray[np.float64]:
            chances = np.ones(len(rows))
            for place, of in enumerate(recalled):
                here = rows % parts == place
                chances[here] = of(rows[here] // parts)
            return chances

        return by_rows

    def _told(self, result: SearchResult, seen: UnionSeen) -> FoundAcross:
        hits: list[Hit] = []
        whose: list[int] = []
        for one in result.hits:
            place, row = self._parts().whose(one.row)
            hits.append(hit_of(self.packs[place].reader, one, row, seen.selections[place].basis))
            whose.append(place)
        found = Found(
            query=result.query,
            shown_as=result.shown_as,
            repairs=result.repairs,
            basis=seen.basis,
            hits=tuple(hits),
            matched=result.matched,
            hidden=result.hidden,
            engine=result.engine,
            panel=result.panel,
            rerank=result.rerank,
        )
        return FoundAcross(found=found, whose=tuple(whose))
