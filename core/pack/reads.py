"""The reads of a pack, each a pure function of its view; the door inherits them."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from core.claims.claim import Claim
from core.claims.deed import Deed
from core.claims.proposal import Proposal, pair_key
from core.clocks.clock import Clock
from core.clocks.instants import Instant
from core.errors import NotFound
from core.graph.activation import SEEDS
from core.pack import closings, events, graphs, keys, pages, queue, quick, status
from core.pack.closings import ClosingLine, ClosingPage
from core.pack.events import Event
from core.pack.graphs import Archipelago, Awakened, HubLine
from core.pack.keys import KeyState
from core.pack.pages import ClaimLine, ClaimPage
from core.pack.queue import DueCard, DueQueue
from core.pack.reader import Reader
from core.pack.settings import SettingValue
from core.pack.status import Status
from core.review.clock import intervals
from core.state.view import Basis, View
from core.store.lmdb_log import LmdbLog
from core.store.tables import DECLINED
from core.timeline.diff import Diff, diff
from core.timeline.history import HistoryLine, history

if TYPE_CHECKING:
    from core.pack.editors import Editors
    from core.pack.meaning import VectorStatus
    from core.pack.searching import Found, Searcher
    from core.pack.searching_deeds import DeedSearcher, FoundDeeds, Units
    from core.pack.spans import Date, Times
    from core.pack.vectors import Filling, Progress, Vectors
    from core.review.cue import Cue
    from core.rules.findings import Near
    from core.search.encoder import Encoder
    from core.search.rerank import Reranker


class Reads:
    """Everything that can be read of a pack. A view says what may be seen and on which two instants."""

    def __init__(self, log: LmdbLog, clock: Clock) -> None:
        self._log = log
        self._clock = clock
        self._lock = threading.RLock()
        """Held while a command is carried out and while the search index takes in what is new."""
        self._searcher: Searcher | None = None
        self._reranker: Reranker | None = None
        self._deed_searcher: DeedSearcher | None = None
        self._vectors: Vectors | None = None
        self._journal = events.Journal(log)

    @property
    def log(self) -> LmdbLog:
        """The log this pack is read from, for handover and upkeep."""
        return self._log

    @property
    def reader(self) -> Reader:
        """The held pack; the door provides it."""
        raise NotImplementedError

    @property
    def workspace(self) -> str:
        """The workspace in use; the door provides it."""
        raise NotImplementedError

    def view(self, view: View | None = None) -> View:
        """The view asked for, or the present of the workspace in use."""
        return View(workspace=self.workspace) if view is None else view

    def setting(self, name: str) -> SettingValue:
        """A setting in force now; costs one look into the file, also before anything is loaded."""
        return quick.setting_in_file(self._log, name)

    def now(self) -> Instant:
        """The wall time, but never before the last record."""
        return max(self._clock.now(), self._log.last()[1])

    # claims

    def basis(self, view: View | None = None) -> Basis:
        """The two instants that the answers to a view stand on, asked now."""
        return self.reader.basis(self.view(view))

    def find(self, name: str, view: View | None = None) -> str:
        """The claim id that a full id, its beginning or its end names among those written by the view's B.

        Raises `NotFound`.
        """
        return self.reader.find(name, self.view(view).believed_at)

    def claims(self, view: View | None = None) -> tuple[ClaimLine, ...]:
        """The claims of a view, the one changed last first."""
        reader, seen = self.reader, self.view(view)
        basis = reader.basis(seen)
        rows = reader.select(seen).rows
        versions = reader.held.columns.versions
        return tuple(
            pages.line_of(reader, versions[row], basis) for row in sorted(rows.tolist(), reverse=True)
        )

    def ids(self, view: View | None = None) -> tuple[str, ...]:
        """Ids of the claims of a view, the one changed last first: for lists that read what they show."""
        reader = self.reader
        rows = sorted(reader.select(self.view(view)).rows.tolist(), reverse=True)
        versions = reader.held.columns.versions
        return tuple(versions[row].id for row in rows)

    def lines(self, ids: Iterable[str], view: View | None = None) -> tuple[ClaimLine, ...]:
        """List lines of named claims, in the order given; unknown ones are left out."""
        reader = self.reader
        basis = reader.basis(self.view(view))
        claims = (reader.held.claim_at(claim_id, basis.believed_at) for claim_id in ids)
        return tuple(pages.line_of(reader, claim, basis) for claim in claims if claim is not None)

    def claim(self, name: str, view: View | None = None) -> Claim:
        """A claim as believed at the view's B, retracted ones too. Raises `NotFound`."""
        return self.reader.claim(self.find(name, view), self.basis(view).believed_at)

    def page(self, name: str, view: View | None = None) -> ClaimPage:
        """Everything about one claim. Raises `NotFound`."""
        return pages.page(self.reader, self.find(name, view), self.view(view))

    def history(self, name: str, view: View | None = None) -> tuple[HistoryLine, ...]:
        """Every version of a claim recorded by the view's B, oldest first. Raises `NotFound`."""
        lines = history(self.reader.held, self.find(name, view), self.basis(view).believed_at)
        if not lines:
            raise NotFound(f"claim {name} was not written by then.")
        return lines

    def state(self, key: str, view: View | None = None) -> tuple[KeyState, ...]:
        """What a state key holds on V, and its planned and former values: one answer a workspace and set."""
        return keys.key_states(self.reader, key, self.view(view))

    def key_history(self, key: str, view: View | None = None) -> tuple[HistoryLine, ...]:
        """Every version that bore a state key by the view's B, in the order they were recorded."""
        return keys.key_history(self.reader, key, self.view(view))

    def diff(self, first: View, second: View) -> Diff:
        """What opened, closed, was retracted and changed from one view to another of the same scope.

        A claim that rests is neither: where one of the two is of another time than now, both show it.
        """
        reader = self.reader
        if not (first.is_now and second.is_now):
            first, second = (_with_resting(view) for view in (first, second))
        return diff(reader.held, reader.select(first), reader.select(second))

    def entities(self, view: View | None = None) -> tuple[str, ...]:
        """The names that claims are about, the commonest first: what completion offers."""
        return status.entities(self.reader, self.view(view))

    # endings

    def why(self, name: str, view: View | None = None) -> ClosingPage:
        """Why a claim is closed, with its chain and evidence. Raises `NotFound`."""
        return closings.closing_page(self.reader, self.find(name, view), self.view(view))

    def closings(self, view: View | None = None) -> tuple[ClosingLine, ...]:
        """Every ending that stands, the one learnt last first."""
        return closings.closings(self.reader, self.view(view))

    def why_open(self, newer: str, older: str, view: View | None = None) -> Near:
        """For any two claims: which rule came nearest to closing one, and what stopped it or who said so."""
        from core.rules.near_miss import both_stay, why_open

        basis, new, old = self.basis(view), self.claim(newer, view), self.claim(older, view)
        near = why_open(new, old, policy=str(self.reader.setting("policy", basis.believed_at)))
        said = self.reader.held.chains.at(DECLINED, pair_key(new.id, old.id), basis.believed_at)
        open_both = all(one.believed and one.true_at(basis.true_at) for one in (new, old))
        return near if said is None or not open_both else both_stay(near, said)

    # review

    def due(self, view: View | None = None) -> DueQueue:
        """The queue of the study day that the view's B falls on."""
        return queue.due(self.reader, self.view(view))

    def cue(self, card: DueCard) -> Cue:
        """What to show of a due claim before the reveal: never the answer."""
        from core.review.cue import cue_for

        replaced = card.replaced.text if card.replaced else None
        claim = card.line.claim
        return cue_for(claim.text, claim.question, replaced, claim.entities)

    def units(self, card: DueCard) -> tuple[str, ...]:
        """What to tick off by eye after the reveal: the names, numbers and negations of a claim."""
        from core.review.units import units

        return units(card.line.claim.text)

    def intervals(self, card: DueCard) -> dict[int, int]:
        """Days to the next review by grade (1 to 4), as grading now would store them."""
        reader = self.reader
        retention, longest = float(reader.setting("retention")), int(reader.setting("maximum_interval"))
        day = reader.day_of(reader.now())
        return intervals(card.review, day, retention=retention, maximum_interval=longest)

    # search

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
        self, most: int | None = None, *, deeds: bool = False, progress: Progress | None = None
    ) -> Filling:
        """Encode at most so many texts that have no vector yet (None: all), with `deeds` theirs too.

        Needs an encoder that has joined; without one nothing is done. Searches may go on meanwhile.
        """
        from core.pack.vectors import Filling

        with self._lock:
            vectors = self._vectors
            if vectors is None:
                return Filling(0, 0)
            _ = self.searcher, self.deed_searcher if deeds else None
        done = vectors.fill(most, progress)
        if done.complete:
            vectors.prepare("claims", self.reader.select(self.view()))
        return done

    @property
    def vectors(self) -> Filling | None:
        """How many rows have a vector, of how many, as far as they are held; None without an encoder."""
        return None if self._vectors is None else self._vectors.state

    def vector_status(self) -> VectorStatus:
        """How many claims have a vector in the file, and by which model; no encoder is needed to know."""
        from core.pack.vectors import status_of

        return status_of(Path(self._log.path), [self.searcher.corpus])

    def drop_vectors(self, texts: Sequence[str] | None = None) -> int:
        """Overwrite the vectors of some texts on the disk, or of all; returns how many there were.

        An encoder that has joined leaves. Whoever erases a text has to call this: a vector tells much of it.
        """
        from core.pack.vectors import drop

        with self._lock:
            self.join_encoder(None)
            return drop(Path(self._log.path), texts)

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

    # graph

    def islands(self, view: View | None = None) -> Archipelago:
        """The communities of the link graph, largest first; seconds for big packs, in a child process."""
        return graphs.islands(self.reader, self._log, self.view(view), self._lock)

    def hubs(self, view: View | None = None, *, limit: int = 20) -> tuple[HubLine, ...]:
        """The claims that the link graph turns on, by weighted PageRank."""
        with self._lock:
            return graphs.hubs(self.reader, self.view(view), limit)

    def activate(self, cue: str, view: View | None = None, *, persona: str | None = None) -> Awakened:
        """The island of claims that a task touches: seeds by search, then spreading activation."""
        found = self.search(cue, view, limit=SEEDS)
        return graphs.activate(self.reader, found, self.view(view), persona)

    # proposals, deeds, the log

    def proposals(self, view: View | None = None, *, status: str | None = "open") -> tuple[Proposal, ...]:
        """Proposals of the workspace as believed at the view's B, oldest first; None: of any status."""
        seen = self.view(view)
        every = self.reader.held.proposals(self.reader.basis(seen).believed_at)
        here = [one for one in every if seen.workspace in (None, one.workspace)]
        return tuple(one for one in here if status in (None, one.status))

    def editors(self, proposals: Iterable[Proposal], view: View | None = None) -> dict[str, Editors]:
        """Of proposals that a merge opened, by id, who edited each side last where the two differ."""
        from core.pack.editors import editors

        return editors(self.reader, self._log, proposals, self.basis(view).believed_at)

    def deed(self, accession: str, view: View | None = None) -> Deed:
        """A deed that was put by the view's B. Raises `NotFound`."""
        deed = self.reader.deed(accession, self.basis(view).believed_at)
        if deed is None:
            raise NotFound(f"there is no deed {accession}.")
        return deed

    def deeds(self, view: View | None = None) -> tuple[Deed, ...]:
        """Every deed that was put by the view's B, in that order; all their words are read."""
        every = self.reader.held.deeds.all_at(self.basis(view).believed_at)
        return tuple(sorted(every, key=lambda deed: (deed.t_recorded, deed.accession)))

    def accessions(self, view: View | None = None) -> tuple[str, ...]:
        """The accessions of every deed that was put by the view's B, in the order of recording."""
        return tuple(self.reader.held.deeds.standing_at(self.basis(view).believed_at))

    def citers(self, accession: str, view: View | None = None) -> tuple[Claim, ...]:
        """The claims of a view that cite a deed."""
        return pages.citers(self.reader, accession, self.view(view))

    def events(
        self, view: View | None = None, *, clock: Literal["believed", "true"] = "believed"
    ) -> tuple[Event, ...]:
        """What happened when, oldest first: every record of the log, or the edges of windows in view."""
        return events.events(self.reader, self._journal, self.view(view), clock)

    def event(self, tx: int) -> Event:
        """One record of the log. Raises `NotFound` for a number that the log does not hold."""
        return self._journal.one(tx)

    def journal(self, last: int = 50) -> tuple[Event, ...]:
        """The last records of the log, newest first."""
        return self._journal.newest(last)

    def status(self) -> Status:
        """Counts, sizes and settings of the present."""
        return status.status(self.reader, self._log, self.workspace)

    def workspaces(self, view: View | None = None) -> tuple[tuple[str, int], ...]:
        """Every workspace with the number of its claims that a view of it shows, largest first."""
        return status.workspaces(self.reader, replace(view or View(), workspace=None))


def _with_resting(view: View) -> View:
    return replace(view, resting=True) if view.resting is None else view
