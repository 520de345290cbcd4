"""The reads of a pack, each a pure function of its view; the door inherits them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from core.claims.claim import Claim
from core.claims.deed import Deed
from core.claims.proposal import Proposal, pair_key
from core.clocks.clock import Clock
from core.errors import NotFound, as_given
from core.pack import events, pages, queue, status
from core.pack.events import Event
from core.pack.pages import ClaimLine, ClaimPage
from core.pack.queue import AS_SET, DueCard, DueQueue, Sitting
from core.pack.search_reads import SearchReads
from core.pack.status import Status
from core.review.ages import FADING
from core.review.clock import intervals
from core.review.parameters import read_parameters
from core.state.view import View
from core.store.lmdb_log import LmdbLog
from core.store.tables import DECLINED

if TYPE_CHECKING:  # what a morning does without is loaded by the read that needs it
    from core.pack.checks import Checks
    from core.pack.closings import ClosingLine, ClosingPage
    from core.pack.decided import Sides
    from core.pack.editors import Editors
    from core.pack.fading import Fading
    from core.pack.figures import Figures
    from core.pack.graphs import Archipelago, Awakened, HubLine
    from core.pack.keys import KeyState
    from core.pack.review_log import ReviewLog
    from core.pack.spreading import SpreadPlan
    from core.pack.sweeping import SweepPlan
    from core.review.cue import Cue
    from core.review.rows import ReviewRow
    from core.review.truth import Lived
    from core.rules.findings import Near
    from core.timeline.diff import Diff
    from core.timeline.history import HistoryLine


class Reads(SearchReads):
    """Everything that can be read of a pack. A view says what may be seen and on which two instants."""

    def __init__(self, log: LmdbLog, clock: Clock) -> None:
        super().__init__(log, clock)
        self._journal = events.Journal(log)
        self._review_log: ReviewLog | None = None

    # claims

    def find(self, name: str, view: View | None = None) -> str:
        """The claim id that a full id, its beginning or its end names among those written by the view's B.

        Raises `NotFound`.
        """
        return self.reader.find(name, self.view(view).believed_at)

    def claims(self, view: View | None = None) -> tuple[ClaimLine, ...]:
        """The claims of a view, the one changed last first."""
        reader, seen = self.reader, self.view(view)
        basis = reader.basis(seen)
        rows = sorted(reader.select(seen).rows.tolist(), reverse=True)
        return tuple(pages.lines_of(reader, reader.held.columns.versions.each(rows), basis))

    def ids(self, view: View | None = None) -> tuple[str, ...]:
        """Ids of the claims of a view, the one changed last first: for lists that read what they show."""
        reader = self.reader
        rows = sorted(reader.select(self.view(view)).rows.tolist(), reverse=True)
        return tuple(reader.held.columns.id_of(rows))

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
        from core.timeline.history import history

        lines = history(self.reader.held, self.find(name, view), self.basis(view).believed_at)
        if not lines:
            raise NotFound(f"claim {name} was not written by then.")
        return lines

    def state(self, key: str, view: View | None = None) -> tuple[KeyState, ...]:
        """What a state key holds on V, and its planned and former values: one answer a workspace and set."""
        from core.pack import keys

        return keys.key_states(self.reader, key, self.view(view))

    def key_history(self, key: str, view: View | None = None) -> tuple[HistoryLine, ...]:
        """Every version that bore a state key by the view's B, in the order they were recorded."""
        from core.pack import keys

        return keys.key_history(self.reader, key, self.view(view))

    def diff(self, first: View, second: View) -> Diff:
        """What opened, closed, was retracted and changed from one view to another of the same scope.

        A claim that rests is neither: where one of the two is of another time than now, both show it.
        """
        from core.timeline.diff import diff

        reader = self.reader
        first, second = _both_with_resting(first, second)
        return diff(reader.held, reader.select(first), reader.select(second))

    def between(self, first: View, second: View) -> tuple[Claim, ...]:
        """What opened after one view and ended before another, so that neither shows it; as it was last."""
        from core.timeline.between import between

        reader = self.reader
        first, second = _both_with_resting(first, second)
        every = reader.select(second.with_shows("history"))
        return between(reader.held.columns, reader.select(first), reader.select(second), every)

    def entities(self, view: View | None = None) -> tuple[str, ...]:
        """The names that claims are about, the commonest first: what completion offers."""
        return status.entities(self.reader, self.view(view))

    def authors(self, view: View | None = None) -> tuple[str, ...]:
        """Who wrote claims, whoever wrote most first."""
        return status.authors(self.reader, self.view(view))

    # endings

    def why(self, name: str, view: View | None = None) -> ClosingPage:
        """Why a claim is closed, with its chain and evidence. Raises `NotFound`."""
        from core.pack import closings

        return closings.closing_page(self.reader, self.find(name, view), self.view(view))

    def closings(self, view: View | None = None) -> tuple[ClosingLine, ...]:
        """Every ending that stands, the one learnt last first."""
        from core.pack import closings

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

    def due(self, view: View | None = None, sitting: Sitting = AS_SET) -> DueQueue:
        """The queue of the study day that the view's B falls on."""
        return queue.due(self.reader, self.view(view), sitting)

    def mornings(self, a_morning: int, view: View | None = None) -> int:
        """Mornings until nothing is overdue at so many claims a morning, with what falls due meanwhile."""
        return queue.mornings_at(self.reader, self.view(view), a_morning)

    def fading(self, view: View | None = None, *, below: float = FADING) -> Fading:
        """Due, stable and fading claims with their reasons; nothing moves. Raises `Refused` for the bound."""
        from core.pack.fading import fading

        return fading(self.reader, self.view(view), below)

    def spreading(
        self, view: View | None = None, *, a_morning: int | None = None, mornings: int | None = None
    ) -> SpreadPlan:
        """What the command `Spread` would move, for a number of claims a morning or of mornings."""
        from core.pack.spreading import plan_of

        return plan_of(self.reader, self.view(view), a_morning, mornings)

    def sweeping(self, view: View | None = None) -> SweepPlan:
        """What the command `Sweep` would put to rest as the settings are, and what it would if it were on."""
        from core.pack.sweeping import plan_of

        return plan_of(self.reader, self.view(view))

    def checks(self, view: View | None = None, limit: int | None = None) -> Checks:
        """What to ask this study day whether it is still true; `limit` in place of the setting's."""
        from core.pack.checks import checks

        return checks(self.reader, self.view(view), limit)

    def doubts(self, view: View | None = None) -> tuple[ClaimLine, ...]:
        """The claims that somebody was not sure of, doubted longest first."""
        from core.pack.checks import doubts

        return doubts(self.reader, self.view(view))

    def truth(self, view: View | None = None) -> Mapping[str, Lived]:
        """By kind, how long the claims of the workspace held, and how many turned out not to be true."""
        from core.pack.checks import truth

        return truth(self.reader, self.view(view))

    def cue(self, card: DueCard) -> Cue:
        """What to show of a due claim before the reveal: never the answer."""
        from core.review.cue import cue_for

        replaced = card.replaced.text if card.replaced else None
        claim = card.line.claim
        return cue_for(claim.text, claim.question, replaced, claim.entities)

    def units(self, card: DueCard, cue: Cue | None = None) -> tuple[str, ...]:
        """What to tick off by eye after the reveal: names, numbers, negations that the cue did not show."""
        from core.review.cue import units_asked

        return units_asked(card.line.claim.text, self.cue(card) if cue is None else cue)

    def review_log(self, view: View | None = None) -> tuple[ReviewRow, ...]:
        """Every grade and every answer about truth by the view's B, oldest first; those taken back marked."""
        from core.pack import review_log

        if self._review_log is None:
            self._review_log = review_log.ReviewLog(self._log)
        return review_log.review_log(self.reader, self._review_log, self.view(view))

    def figures(self, view: View | None = None) -> Figures:
        """How review goes: retention beside what was predicted, what lies ahead, time, by kind and by day."""
        from core.pack.figures import figures

        seen = self.view(view)
        return figures(self.reader, self.review_log(seen), seen)

    def intervals(self, card: DueCard) -> dict[int, int]:
        """Days to the next review by grade (1 to 4), as grading now would store them."""
        reader = self.reader
        retention, longest = float(reader.setting("retention")), int(reader.setting("maximum_interval"))
        day = reader.day_of(reader.now())
        weights = read_parameters(reader.setting("parameters"))
        return intervals(card.review, day, retention=retention, maximum_interval=longest, parameters=weights)

    # graph

    def islands(self, view: View | None = None) -> Archipelago:
        """The communities of the link graph, largest first; seconds for big packs, in a child process."""
        from core.pack import graphs

        return graphs.islands(self.reader, self._log, self.view(view), self._lock)

    def hubs(self, view: View | None = None, *, limit: int = 20) -> tuple[HubLine, ...]:
        """The claims that the link graph turns on, by weighted PageRank."""
        from core.pack import graphs

        with self._lock:
            return graphs.hubs(self.reader, self.view(view), limit)

    def activate(self, cue: str, view: View | None = None, *, persona: str | None = None) -> Awakened:
        """The island of claims that a task touches: seeds by search, then spreading activation."""
        from core.graph.activation import SEEDS
        from core.pack import graphs

        found = self.search(cue, view, limit=SEEDS)
        return graphs.activate(self.reader, found, self.view(view), persona)

    # proposals, deeds, the log

    def proposals(self, view: View | None = None, *, status: str | None = "open") -> tuple[Proposal, ...]:
        """Proposals of the workspace as believed at the view's B, oldest first; None: of any status."""
        seen = self.view(view)
        every = self.reader.held.proposals(self.reader.basis(seen).believed_at)
        here = [one for one in every if seen.workspace in (None, one.workspace)]
        return tuple(one for one in here if status in (None, one.status))

    def rival(self, claim_id: str, view: View | None = None) -> Claim | None:
        """A claim that is held against this one, while nobody has decided between the two; None without."""
        pairs = ((one.new, one.old) for one in self.proposals(view))
        other = next((new if claim_id == old else old for new, old in pairs if claim_id in (new, old)), None)
        return None if other is None else self.claim(other, view)

    def editors(self, proposals: Iterable[Proposal], view: View | None = None) -> dict[str, Editors]:
        """Of proposals that a merge opened, by id, who edited each side last where the two differ."""
        from core.pack.editors import editors

        return editors(self.reader, self._log, proposals, self.basis(view).believed_at)

    def sides_then(self, proposals: Iterable[Proposal], view: View | None = None) -> dict[str, Sides]:
        """Of decided proposals, by id, the two claims as believed just before the decision."""
        from core.pack import decided

        return decided.sides_then(self.reader, proposals, self.basis(view).believed_at)

    def lapsed_by(self, proposals: Iterable[Proposal], view: View | None = None) -> dict[str, Event]:
        """Of lapsed proposals, by id, the act that changed or ended one of the two claims."""
        from core.pack import decided

        found = decided.lapsed_by(self.reader, proposals, self.basis(view).believed_at)
        return {proposal: self.event(tx) for proposal, tx in found.items()}

    def deed(self, accession: str, view: View | None = None) -> Deed:
        """A deed that was put by the view's B. Raises `NotFound`."""
        deed = self.reader.deed(accession, self.basis(view).believed_at)
        if deed is None:
            raise NotFound(f"there is no deed {as_given(accession)}.")
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


def _both_with_resting(first: View, second: View) -> tuple[View, View]:
    """The views as they are where both are of now; else both show what rests, which is then no difference."""
    if first.is_now and second.is_now:
        return first, second
    return _with_resting(first), _with_resting(second)


def _with_resting(view: View) -> View:
    return replace(view, resting=True) if view.resting is None else view
