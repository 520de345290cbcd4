"""The due queue: what to grade on a study day, and what the days ahead bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay, begins
from core.pack.cards import Cards, DueCard
from core.pack.pages import lines_of
from core.pack.reader import Reader
from core.review.queue import PARTS, Order, Shares, cut, mornings, shares
from core.review.spacing import GAP, apart
from core.state.view import Basis, View
from core.timeline.chain import predecessors

if TYPE_CHECKING:  # a morning that is read from the file does without arrays
    import numpy as np
    from numpy.typing import NDArray

    from core.pack.clock_rows import ClockRows

__all__ = ["FORECAST_DAYS", "Cards", "DueCard", "DueQueue", "Sitting", "due"]

FORECAST_DAYS: Final = 14


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody wants to be asked, where it differs from the settings."""

    order: Order | None = None
    limit: int | None = None
    """Claims asked at most, whatever was graded today already; 0: all. None: as `session_limit` leaves it."""
    first: frozenset[str] = frozenset()
    """Claims that come before all others; the cap of new ones does not hold them back."""
    ahead: int = FORECAST_DAYS
    """Days of which it is told how many claims they bring, today first; at least 1."""


AS_SET: Final = Sitting()


class DueQueue(msgspec.Struct, frozen=True, kw_only=True):
    """A morning."""

    day: StudyDay
    basis: Basis
    cards: Cards | tuple[DueCard, ...]
    new: int
    """Cards that nobody has graded yet."""
    ahead: tuple[int, ...]
    """Claims due on each of the next days, today (with what is overdue and what is held back) first."""
    scheduled: bool
    """Whether anything of the view can come to be due as it stands, however far ahead."""
    order: Order
    held_back_new: int
    """New claims that are due but not asked today, since a day takes `new_a_day`."""
    later: int
    """Claims that are due but beyond the limit of the sitting."""
    graded: int
    """Claims of the workspace that were graded on this study day already."""

    def card(self, claim_id: str) -> DueCard | None:
        """The card of a claim; None when it is not asked."""
        if isinstance(self.cards, Cards):
            return self.cards.of(claim_id)
        return next((card for card in self.cards if card.line.claim.id == claim_id), None)


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of review that bound a morning."""

    new_a_day: int
    session_limit: int
    order: Order

    @classmethod
    def of(cls, setting: Callable[[str], Any]) -> Limits:
        """As they are in force."""
        return cls(
            new_a_day=setting("new_a_day"),
            session_limit=setting("session_limit"),
            order=setting("queue_order"),
        )

    def shares(self, waiting: Sequence[int], sitting: Sitting, *, graded: int, introduced: int) -> Shares:
        """What a morning asks when so many claims, new ones among them, were graded on this day already."""
        left = self.session_limit - graded if self.session_limit else None
        if sitting.limit is not None:
            left = sitting.limit or None
        return shares(waiting, new_left=self.new_a_day - introduced, left=left)


def due(reader: Reader, view: View, sitting: Sitting = AS_SET) -> DueQueue:
    """The queue of the study day that B falls on, as it was believed then."""
    from core.pack.clock_rows import ahead, in_order, in_view, next_asked, parts_of

    basis = reader.basis(view)
    day = reader.day_of(basis.believed_at, basis.believed_at)
    limits = Limits.of(lambda name: reader.setting(name, basis.believed_at))
    columns = reader.held.columns
    every = reader.clocks(_standing(view, basis), basis)
    clocks = every.where(in_view(columns, view, every))
    graded = every.where((every.last_day == day) & (every.last_at >= _start(reader, day, basis)))
    today = clocks.where(clocks.asked_on(day) & (clocks.due_day <= day))
    order = sitting.order or limits.order
    part = parts_of(columns, today, sitting.first)
    ordered: Any = in_order(columns, today, part, order, day)
    waiting = [int((part == one).sum()) for one in range(PARTS)]
    told = limits.shares(
        waiting,
        sitting,
        graded=len(graded.rows),
        introduced=int((~columns.column("pinned")[graded.rows] & (graded.reps == 1)).sum()),
    )
    asked: list[Any] = list(cut(ordered, waiting, told.asked))
    return DueQueue(
        day=day,
        basis=basis,
        cards=_cards(reader, asked, graded, basis),
        new=_new(today, asked),
        ahead=tuple(ahead(next_asked(clocks, day), day, sitting.ahead)),
        scheduled=len(ordered) > 0 or _anything_scheduled(reader, view, basis),
        order=order,
        held_back_new=told.held_back_new,
        later=told.later,
        graded=len(graded.rows),
    )


def mornings_at(reader: Reader, view: View, a_morning: int) -> int:
    """Mornings until nothing is overdue at so many claims a morning, with what falls due meanwhile.

    New claims count as they fall due, not as `new_a_day` lets them in.
    """
    from core.pack.clock_rows import ahead, in_view, next_asked

    basis = reader.basis(view)
    day = reader.day_of(basis.believed_at, basis.believed_at)
    every = reader.clocks(_standing(view, basis), basis)
    days = next_asked(every.where(in_view(reader.held.columns, view, every)), day)
    return mornings(ahead(days, day, max(int(days.max(initial=day)) - day + 1, 1)), a_morning)


def _standing(view: View, basis: Basis) -> View:
    """All that could be asked in a workspace, whatever else the view leaves out."""
    return View(view.workspace, basis.true_at, basis.believed_at, "current", resting=False)


def _start(reader: Reader, day: StudyDay, basis: Basis) -> Instant:
    zone, hour = (reader.setting(name, basis.believed_at) for name in ("zone", "rollover_hour"))
    return begins(day, str(zone), int(hour))


def _new(today: ClockRows, asked: list[NDArray[np.int32]]) -> int:
    import numpy as np

    return int(np.isin(np.concatenate(asked), today.rows[today.reps == 0]).sum())


def _cards(reader: Reader, asked: list[NDArray[np.int32]], graded: ClockRows, basis: Basis) -> Cards:
    """The cards of some version rows, siblings apart from each other and from what was graded last."""
    import numpy as np

    from core.pack.clock_rows import Members

    columns = reader.held.columns
    versions = columns.versions
    members = Members(columns, np.concatenate(asked))

    def about(claim_id: str) -> frozenset[str]:
        return topics(versions[members.row(claim_id)])

    def make(ids: list[str]) -> Iterator[DueCard]:
        claims = versions.many([members.row(one) for one in ids])
        reviews = reader.held.reviews(ids, basis.believed_at)
        for line, review in zip(lines_of(reader, claims, basis), reviews, strict=True):
            assert review is not None
            yield DueCard(line=line, review=review, replaced=_replaced(reader, line.claim, basis))

    done = zip(graded.last_at.tolist(), columns.id_of(graded.rows), graded.rows.tolist(), strict=True)
    before = [topics(versions[row]) for *_, row in sorted(done)[-GAP:]]
    return Cards(members, apart(map(columns.id_of, asked), about, before), make)


def topics(claim: Claim) -> frozenset[str]:
    """What a claim is about, for telling siblings."""
    return frozenset(name.casefold() for name in claim.entities)


def _replaced(reader: Reader, claim: Claim, basis: Basis) -> Claim | None:
    ended = predecessors(reader.held, reader.successors, claim, basis.believed_at)
    return next((old for old in ended if old.id in claim.supersedes), None)


def _anything_scheduled(reader: Reader, view: View, basis: Basis) -> bool:
    """Looks at claims whose window has not begun, too."""

    def day_of(instant: Instant) -> StudyDay:
        return reader.day_of(instant, basis.believed_at)

    from core.pack.clock_rows import in_view

    every = reader.clocks(_standing(view, basis).with_shows("both"), basis)
    clocks = every.where(in_view(reader.held.columns, view, every) & ~every.suspended)
    versions = reader.held.columns.versions
    return any(
        can_come_due(versions[row], due_day, basis.true_at, day_of)
        for row, due_day in zip(clocks.rows.tolist(), clocks.due_day.tolist(), strict=True)
    )


def can_come_due(
    claim: Claim, due_day: StudyDay, true_at: Instant, day_of: Callable[[Instant], StudyDay]
) -> bool:
    """Whether a claim that is asked for in review is still, or will be, true on its day or after it."""
    end = claim.t_invalid
    return end is None or (end > true_at and day_of(end - 1) >= due_day)
