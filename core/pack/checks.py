"""What is to be checked: claims of which nobody has known for long whether they are still true, and doubts.

A pure function of (V, B): how long claims of a kind held is counted from the pack; nothing is stored but the
days on which somebody answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from core.claims.ended import how_withdrawn
from core.claims.review_state import ReviewState
from core.clocks.instants import DAY
from core.clocks.study_day import StudyDay, begins
from core.pack.pages import ClaimLine, lines_of
from core.pack.reader import Reader
from core.review.truth import DOUBT_DAYS, Lived
from core.state.view import Basis, View

if TYPE_CHECKING:
    from core.pack.clock_rows import ClockRows

NOTHING_LIVED: Final = Lived()
BEFORE_ALL: Final = 1 << 24
"""More than any study day: by so much earlier is a pinned claim checked."""


class CheckCard(msgspec.Struct, frozen=True, kw_only=True):
    """One claim of which to say whether it is still true; it is shown at once and asks for no grade."""

    line: ClaimLine
    review: ReviewState
    check_day: StudyDay
    """The study day from which it is to be checked."""
    known_day: StudyDay
    """The last study day on which it was known to be true: when it was written or verified."""
    check_after: int
    """Study days after which claims of its kind are checked."""
    chance: float
    """That it is still true, as claims of its kind go."""

    @property
    def doubted(self) -> bool:
        """Whether it is asked because somebody was not sure of it."""
        return self.review.doubted_day is not None


class Checks(msgspec.Struct, frozen=True, kw_only=True):
    """The checks of a morning, in the order in which they are asked."""

    day: StudyDay
    basis: Basis
    cards: tuple[CheckCard, ...]
    in_all: int
    """Claims to be checked, with those beyond the limit."""


def checks(reader: Reader, view: View, limit: int | None = None) -> Checks:
    """The checks of the study day that B falls on: pinned first, then the oldest, then by id.

    `limit` holds for this call; without one a study day asks `check_limit` of them, those answered included.
    """
    from core.pack.clock_rows import in_view

    basis = reader.basis(view)
    day = reader.day_of(basis.believed_at, basis.believed_at)
    every = reader.clocks(_scope(view, basis, "current", resting=False), basis)
    clocks = every.where(in_view(reader.held.columns, view, every))
    lived = truth(reader, view)
    days = _check_days(reader, clocks, lived)
    due = clocks.asked_on(day) & (days <= day)
    due &= ~_ends_anyway(reader, clocks, days, lived, due, basis)
    if limit is None:
        answered = int(
            (((every.known_day == day) & (every.added_day < day)) | (every.doubted_day == day)).sum()
        )
        limit = max(0, int(reader.setting("check_limit", basis.believed_at)) - answered)
    asked = _first(reader, clocks.where(due), days[due], limit)
    return Checks(day=day, basis=basis, cards=_cards(reader, asked, lived, day, basis), in_all=int(due.sum()))


def doubts(reader: Reader, view: View) -> tuple[ClaimLine, ...]:
    """The doubt list: claims of a view that somebody was not sure of, doubted longest first."""
    from core.pack.clock_rows import NO_DAY, in_view

    basis = reader.basis(view)
    every = reader.clocks(_scope(view, basis, "current", resting=view.resting), basis)
    found = every.where(in_view(reader.held.columns, view, every) & (every.doubted_day != NO_DAY))
    ids = reader.held.columns.id_of(found.rows)
    rows = [
        row for _, _, row in sorted(zip(found.doubted_day.tolist(), ids, found.rows.tolist(), strict=True))
    ]
    return tuple(lines_of(reader, reader.held.columns.versions.many(rows), basis))


def truth(reader: Reader, view: View) -> Mapping[str, Lived]:
    """By kind, how long the claims of the view's workspace held and how many turned out not to be true.

    The end that a claim was written with is no surprise: it is not counted as such.
    """
    import numpy as np

    basis = reader.basis(view)
    columns = reader.held.columns
    clocks = reader.clocks(_scope(view, basis, "history", resting=True), basis)
    ends = columns.column("t_invalid")[clocks.rows]
    believed = columns.column("believed")[clocks.rows]
    ended, counted = _surprises(reader, clocks.rows, believed, ends, basis)
    until = np.minimum(np.where(believed, ends, columns.column("t_recorded")[clocks.rows]), basis.true_at)
    day = reader.day_of(basis.believed_at, basis.believed_at)
    start = begins(day, *_zone(reader, basis))
    days = np.maximum(0.0, day + (until - start) / DAY - clocks.added_day)
    kinds = columns.column("kind")[clocks.rows]
    size = len(columns.kinds.names)
    sums = (np.bincount(kinds[counted], each[counted], size) for each in (ended, days))
    claims = np.bincount(kinds[counted], minlength=size)
    rows = zip(columns.kinds.names, claims.tolist(), *(each.tolist() for each in sums), strict=True)
    return {name: Lived(number, int(over), lived) for name, number, over, lived in rows if name and number}


def _scope(view: View, basis: Basis, shows: Any, *, resting: bool | None) -> View:
    return View(view.workspace, basis.true_at, basis.believed_at, shows, resting=resting)


def _zone(reader: Reader, basis: Basis) -> tuple[str, int]:
    zone, hour = (reader.setting(name, basis.believed_at) for name in ("zone", "rollover_hour"))
    return str(zone), int(hour)


def _surprises(reader: Reader, rows: Any, believed: Any, ends: Any, basis: Basis) -> tuple[Any, Any]:
    """Which of some versions turned out to be true no longer, or never; and which say anything of the truth.

    What was undone, or gave way to the same claim, says nothing.
    """
    import numpy as np

    ended, counted = np.zeros(len(rows), np.bool_), np.ones(len(rows), np.bool_)
    places = np.flatnonzero(~believed | (ends <= basis.true_at)).tolist()
    versions = reader.held.columns.versions.each(rows[places].tolist())
    for place, claim in zip(places, versions, strict=True):
        if claim.believed:
            ended[place] = claim.closing is not None
        else:
            ended[place] = counted[place] = how_withdrawn(claim) == "retracted"
    return ended, counted


def _check_days(reader: Reader, clocks: ClockRows, lived: Mapping[str, Lived]) -> Any:
    """As `core.review.truth.check_day`, but for planned ends."""
    import numpy as np

    from core.pack.clock_rows import NO_DAY

    doubted = clocks.doubted_day != NO_DAY
    return np.where(
        doubted, clocks.doubted_day + DOUBT_DAYS, clocks.known_day + _spans(reader, clocks, lived)
    )


def _spans(reader: Reader, clocks: ClockRows, lived: Mapping[str, Lived]) -> Any:
    """Of each clock, the study days from one check of its kind to the next."""
    import numpy as np

    columns = reader.held.columns
    spans = [lived.get(name or "", NOTHING_LIVED).check_after for name in columns.kinds.names]
    return np.array([*spans, 0], np.int32)[columns.column("kind")[clocks.rows]]


def _ends_anyway(
    reader: Reader, clocks: ClockRows, days: Any, lived: Mapping[str, Lived], due: Any, basis: Basis
) -> Any:
    """Which of those that are due end by themselves before they would be checked a second time."""
    import numpy as np

    from core.pack.clock_rows import NO_DAY
    from core.state.columns import FUTURE

    ends = reader.held.columns.column("t_invalid")[clocks.rows]
    found = np.zeros(len(days), np.bool_)
    planned = np.flatnonzero(due & (clocks.doubted_day == NO_DAY) & (ends < FUTURE))
    again = (days + _spans(reader, clocks, lived))[planned].tolist()
    for place, end, second in zip(planned.tolist(), ends[planned].tolist(), again, strict=True):
        found[place] = reader.day_of(end - 1, basis.believed_at) < second
    return found


def _first(reader: Reader, clocks: ClockRows, days: Any, limit: int) -> list[tuple[int, StudyDay]]:
    """Row and check day of those that come first: pinned ones, then the oldest, then by id."""
    import numpy as np

    columns = reader.held.columns
    places = days - np.where(columns.column("pinned")[clocks.rows], BEFORE_ALL, 0)
    if 0 < limit < len(places):
        near = places <= np.partition(places, limit - 1)[limit - 1]
        clocks, days, places = clocks.where(near), days[near], places[near]
    ids = columns.id_of(clocks.rows)
    found = zip(places.tolist(), ids, clocks.rows.tolist(), days.tolist(), strict=True)
    return [(row, day) for _, _, row, day in sorted(found)[:limit]]


def _cards(
    reader: Reader,
    asked: list[tuple[int, StudyDay]],
    lived: Mapping[str, Lived],
    day: StudyDay,
    basis: Basis,
) -> tuple[CheckCard, ...]:
    columns = reader.held.columns
    rows = [row for row, _ in asked]
    lines = lines_of(reader, columns.versions.many(rows), basis)
    reviews = reader.held.reviews(columns.id_of(rows), basis.believed_at) if rows else []
    cards = []
    for line, review, (_, check_day) in zip(lines, reviews, asked, strict=True):
        assert review is not None
        known = max(review.added_day, review.verified_day or review.added_day)
        held = lived.get(line.claim.kind, NOTHING_LIVED)
        cards.append(
            CheckCard(
                line=line,
                review=review,
                check_day=check_day,
                known_day=known,
                check_after=held.check_after,
                chance=held.chance_true(day - known),
            )
        )
    return tuple(cards)
