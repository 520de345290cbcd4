"""What every read stands on: the held pack, its shared indexes, and the wall time of the asker."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from core.claims.claim import Claim
from core.claims.deed import Deed
from core.claims.ids import part_of, short
from core.clocks.clock import Clock
from core.clocks.instants import MINUTE, Instant
from core.clocks.study_day import StudyDay, study_day
from core.errors import NotFound, as_given
from core.pack import settings
from core.review.parameters import read_parameters
from core.review.retrievability import Curve, curve_of
from core.state.successors import Successors
from core.state.view import Basis, View
from core.store import tables

if TYPE_CHECKING:
    from core.pack.clock_rows import ClockRows, ClockTable
    from core.state.held import Held
    from core.state.views import Selection

QUARTER: Final = 15 * MINUTE

MIN_PREFIX = 4
"""Signs of an id that a person must give at least."""

MOST_TOLD: Final = 5
"""Claims that are told when a part of an id fits several."""


class Reader:
    """Reads of one held pack. Everything it answers is a function of the view, V and B."""

    def __init__(self, held: Held, clock: Clock) -> None:
        self.held = held
        self.clock = clock
        self.successors = Successors(held.columns)
        self._clocks: ClockTable | None = None
        self._day: tuple[tuple[int, Instant | None], range, StudyDay] | None = None
        self._curve: tuple[tuple[int, Instant | None], Curve] | None = None

    def now(self) -> Instant:
        """The wall time, but never before the last record."""
        return max(self.clock.now(), self.held.t_tx)

    def basis(self, view: View) -> Basis:
        """The two instants that a view stands on, asked now."""
        now = self.now()
        return view.at(now, now)

    def select(self, view: View) -> Selection:
        """The versions that a view may see."""
        return self.held.select(view, self.now())

    def clocks(self, view: View, basis: Basis) -> ClockRows:
        """The running review clocks of the claims of a view that are asked for in review, on its basis."""
        from core.pack.clock_rows import ClockTable, clocks_in

        self._clocks = self._clocks or ClockTable(self.held)
        return clocks_in(self.held, view, basis, self._clocks)

    def setting(self, name: str, believed_at: Instant | None = None) -> Any:
        """A setting in force, now or as believed at an instant."""
        return settings.in_force(name, self.held.setting(name, None, believed_at))

    def day_of(self, instant: Instant, believed_at: Instant | None = None) -> StudyDay:
        """The study day of an instant in the zone that was in force."""
        at = None if believed_at is None or believed_at >= self.held.t_tx else believed_at
        asked = (self.held.tx, at)
        if self._day is None or self._day[0] != asked or instant not in self._day[1]:
            zone, rollover = str(self.setting("zone", at)), int(self.setting("rollover_hour", at))
            self._day = (asked, *_around(instant, zone, rollover))
        return self._day[2]

    def curve(self, believed_at: Instant | None = None) -> Curve:
        """How memory fades by the weights in force, now or as believed at an instant."""
        at = None if believed_at is None or believed_at >= self.held.t_tx else believed_at
        asked = (self.held.tx, at)
        if self._curve is None or self._curve[0] != asked:
            self._curve = (asked, curve_of(read_parameters(self.setting("parameters", at))))
        return self._curve[1]

    def find(self, name: str, believed_at: Instant | None = None) -> str:
        """The id that a full id or a part of one (`ids.part_of`) names, at an instant. Raises `NotFound`."""
        wanted = name.strip().lower().replace("-", "")
        if wanted in self.held.columns.number or name in self.held.columns.number:
            return name if name in self.held.columns.number else wanted
        if len(wanted) < MIN_PREFIX:
            raise NotFound(
                f"{as_given(name)} is too short for an id; give {MIN_PREFIX} signs or more of its end."
            )
        fits = [known for known in self.held.columns.ids if part_of(wanted, known)]
        if believed_at is not None:
            fits = [known for known in fits if self.held.claim_at(known, believed_at) is not None]
        if len(fits) == 1:
            return fits[0]
        if believed_at is not None and not fits:
            raise NotFound(f"no claim {as_given(name)} was written by then.")
        if fits:
            raise NotFound(
                f"{as_given(name)} fits {len(fits)} claims; give more of the id: {_several(fits)}."
            )
        raise NotFound(f"there is no claim {as_given(name)} in this pack.")

    def claim(self, claim_id: str, believed_at: Instant) -> Claim:
        """A claim as believed at an instant, retracted ones too. Raises `NotFound`."""
        claim = self.held.claim_at(claim_id, believed_at)
        if claim is None:
            raise NotFound(f"claim {claim_id[-8:]} was not written by then.")
        return claim

    def deed(self, accession: str, believed_at: Instant) -> Deed | None:
        """A deed as held at an instant."""
        deed: Deed | None = self.held.chains.at(tables.DEED, accession, believed_at)
        return deed


def _several(ids: list[str]) -> str:
    """The short forms of some ids, where lists show them; those that look alike in full."""
    seen = Counter(map(short, ids))
    shown = [short(one) if seen[short(one)] == 1 else one for one in ids[:MOST_TOLD]]
    return ", ".join(shown) + (", …" if len(ids) > MOST_TOLD else "")


def _around(instant: Instant, zone: str, rollover_hour: int) -> tuple[range, StudyDay]:
    """The quarter of an hour that an instant lies in, if one study day holds all of it, and that day.

    Clocks are set by quarters of an hour, and a search asks for its day every time.
    """
    first = instant - instant % QUARTER
    day = study_day(instant, zone, rollover_hour)
    if {study_day(edge, zone, rollover_hour) for edge in (first, first + QUARTER - 1)} == {day}:
        return range(first, first + QUARTER), day
    return range(instant, instant + 1), day
