"""The searches of a pack, of claims and of evidence, and the encoder and reranker that join them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from core.clocks.clock import Clock
from core.clocks.instants import Instant
from core.pack.read_base import ReadBase
from core.state.view import View
from core.store.lmdb_log import LmdbLog

if TYPE_CHECKING:
    from core.claims.claim import Claim
    from core.claims.deed import Deed
    from core.pack.meaning import VectorStatus
    from core.pack.searching import Found, Searcher
    from core.pack.searching_deeds import DeedSearcher, FoundDeeds, Units
    from core.pack.spans import Date, Times
    from core.pack.vectors import Filling, GoesOn, Progress, Vectors
    from core.search.encoder import Encoder
    from core.search.rerank import Reranker


class SearchReads(ReadBase):
    """What can be searched of a pack; each answer is a pure function of its view."""

    def __init__(self, log: LmdbLog, clock: Clock) -> None:
        super().__init__(log, clock)
        self._searcher: Searcher | None = None
        self._reranker: Reranker | None = None
        self._deed_searcher: DeedSearcher | None = None
        self._vectors: Vectors | None = None

    def held_still(self) -> AbstractContextManager[object]:
        """While this is entered, nothing is written here and no index grows: for reads of several packs."""
        return self._lock

    @property
    def searcher(self) -> Searcher:
        """The live search index; built at the first search."""
        if self._searcher is None or self._searcher.held is not self.reader.held:
            from core.pack.searching import Searcher

            self._searcher = Searcher(self.reader, self._log)
            self._searcher.join(self._vectors)
        return self._searcher

    def search(
        self,
        query: str,
        view: View | None = None,
        *,
        limit: int = 16,
        hop: int = 1,
        times: Times | None = None,
    ) -> Found:
        """Ranked claims for a query, every hit explained. Never writes; any text is a query.

        With `hop` 2 the objects of the first three live facts are asked for as well, and what that finds
        stands behind the first five. `times` restricts when a claim was true or said, or reads that from the
        query; raises `Refused` for what is no date.
        """
        from core.pack import hopping, searching
        from core.pack.spans import EVER

        seen = self.view(view)
        with self._lock:
            searcher = self.searcher
            searcher.reranker = self._reranker
            return hopping.hopped(
                lambda asked, most: searching.search(searcher, asked, seen, most, times or EVER),
                query,
                limit,
                hop,
            )

    def join_reranker(self, reranker: Reranker | None) -> None:
        """Let a reranker read the first hits again, where the setting `rerank` asks for it; None: none."""
        self._reranker = reranker

    def join_encoder(self, encoder: Encoder | None) -> str | None:
        """Let an encoder vote in searches, once `fill_vectors` has been called; None: no encoder any more.

        Returns a warning when the vectors that lie there are of another model. Raises `OtherDimension`.
        """
        from core.pack.vectors import Vectors

        vectors = None if encoder is None else Vectors(Path(self._log.path), encoder, self._lock)
        with self._lock:
            self._vectors = vectors
            for searcher in (self._searcher, self._deed_searcher):
                if searcher is not None:
                    searcher.join(vectors)
        return None if vectors is None else vectors.warning

    def fill_vectors(
        self,
        most: int | None = None,
        *,
        deeds: bool = False,
        progress: Progress | None = None,
        goes_on: GoesOn | None = None,
    ) -> Filling:
        """Encode at most so many texts that have no vector yet (None: all), with `deeds` theirs too.

        Needs an encoder that has joined; without one nothing is done. Searches may go on meanwhile. Before
        each piece of work, of milliseconds but for the encoder's own, `goes_on` is asked: it may wait, and
        ends it by False.
        """
        from core.pack.vectors import Filling, at_once

        with self._lock:
            vectors = self._vectors
            if vectors is None:
                return Filling(0, 0)
            _ = self.searcher, self.deed_searcher if deeds else None
        done = vectors.fill(most, progress, goes_on or at_once)
        vectors.prepare("claims", lambda: self.reader.select(self.view()), goes_on or at_once)
        return done

    @property
    def vectors(self) -> Filling | None:
        """How many rows have a vector, of how many, as far as they are held; None without an encoder."""
        return None if self._vectors is None else self._vectors.state

    def vector_status(self) -> VectorStatus:
        """How many claims have a vector in the file, and by which model; no encoder is needed to know."""
        from core.pack.vectors import status_of

        return status_of(Path(self._log.path), self.searcher.corpus)

    def drop_vectors(self, records: Sequence[Claim | Deed] | None = None) -> int:
        """Overwrite the vectors of some versions or deeds on the disk, or of all; how many there were.

        An encoder that has joined leaves. Whoever erases a text has to call this: a vector tells much of it.
        """
        from core.pack.vectors import drop

        with self._lock:
            self.join_encoder(None)
            return drop(Path(self._log.path), records)

    @property
    def deed_searcher(self) -> DeedSearcher:
        """The live index of the deeds; opened or built at the first search of evidence."""
        if self._deed_searcher is None or self._deed_searcher.held is not self.reader.held:
            from core.pack.searching_deeds import DeedSearcher

            self._deed_searcher = DeedSearcher(self.reader, self._log)
            self._deed_searcher.join(self._vectors)
        return self._deed_searcher

    def search_deeds(
        self,
        query: str,
        view: View | None = None,
        *,
        limit: int = 16,
        conversation: str | Collection[str] | None = None,
        said_from: Date | None = None,
        said_to: Date | None = None,
        neighbours: int = 1,
        units: Units = "turns",
        asked_on: Instant | None = None,
    ) -> FoundDeeds:
        """Ranked deeds for a query, as believed at the view's B. Never writes; any text is a query.

        `conversation` is one name or several. A saying time is an instant, the end exclusive, or a date as
        people write it, the end with its whole day; raises `Refused` for what is no date. With `asked_on` and
        no times given, they are read from the query, if it says some, as of that instant.
        """
        from core.pack import searching_deeds
        from core.pack.spans import Times

        with self._lock:
            searcher = self.deed_searcher
            searcher.reranker = self._reranker
            return searching_deeds.search_deeds(
                searcher,
                query,
                self.basis(view),
                limit=limit,
                conversation=conversation,
                times=Times(start=said_from, end=said_to, asked_on=asked_on),
                neighbours=neighbours,
                units=units,
            )

    def keep_arrays(self) -> int:
        """Store the search arrays, so that the next opening need not tokenise; how many rows they lacked."""
        with self._lock:
            return sum(one.keep() for one in (self._searcher, self._deed_searcher) if one is not None)

    def drop_indexes(self) -> None:
        """Forget what was built for search."""
        self._searcher = self._deed_searcher = None
