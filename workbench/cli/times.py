"""Times in words for the command line: windows, ages and the two instants that an answer stands on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from core.clocks.instants import Instant
from core.clocks.local_time import written_offset
from core.clocks.study_day import ROLLOVER_HOUR, StudyDay, date_of
from workbench.moments import WHOLE, Present, end_words, local, minute_words, stated_words

if TYPE_CHECKING:
    from core.claims.claim import Claim
    from core.pack.views import Basis, View


MIDNIGHT: Final = " 00:00"


class Times(msgspec.Struct, frozen=True):
    """How instants are shown: in the pack's zone, beside the present."""

    zone: str
    now: Instant
    today: StudyDay
    rollover_hour: int = ROLLOVER_HOUR

    def minute(self, instant: Instant) -> str:
        """`2026-03-14 09:12`."""
        return minute_words(instant, self.zone)

    def second(self, instant: Instant) -> str:
        """`2026-03-14 09:12:31`."""
        return f"{self.minute(instant)}:{local(instant, self.zone):%S}"

    def exact(self, instant: Instant) -> str:
        """`2026-03-14 09:12:31 +01:00`."""
        return f"{self.second(instant)} {written_offset(local(instant, self.zone))}"

    def ago(self, instant: Instant) -> str:
        """`5 hours ago`, `41 days ago`, as the workbench says it."""
        return self._present.ago(instant)

    def due(self, day: StudyDay) -> str:
        """`due tomorrow`, by the calendar that a person looks at; past midnight `due today after 04:00`."""
        return self._present.due(day).replace("due today at ", "due today after ")

    @property
    def _present(self) -> Present:
        return Present(self.now, self.zone, self.today, self.rollover_hour)

    def date(self, day: StudyDay) -> str:
        """`2026-03-14` of a study day."""
        return date_of(day).isoformat()

    def before_rollover(self, day: StudyDay) -> str:
        """`; the new day begins at 04:00`, past midnight while the study day is still the last one."""
        tomorrow = day == self.today and local(self.now, self.zone).date() > date_of(day)
        return f"; the new day begins at {self.rollover_hour:02}:00" if tomorrow else ""

    def start(self, claim: Claim) -> str:
        """Start of a window at the precision that was stated."""
        if claim.t_valid is None:
            return "always"
        if (stated := self._stated(claim, 0)) is None:
            return self._unstated(claim.t_valid)
        return stated_words(claim.t_valid, stated, self.zone, none="")

    def end(self, claim: Claim) -> str:
        """End of a window as people say it: the last day that it holds, or the first minute it does not."""
        if claim.t_invalid is None:
            return "further notice"
        if self._stated(claim, 1) is None:
            return self._unstated(claim.t_invalid)
        return end_words(claim.t_invalid, claim.precision[1], self.zone, none="")

    @staticmethod
    def _stated(claim: Claim, which: int) -> str | None:
        """The day, month or year that an author stated as a bound; None for any other."""
        stated = (claim.t_valid_stated, claim.t_invalid_stated)[which]
        precision = claim.precision[which]
        return precision if stated and precision in WHOLE else None

    def _unstated(self, instant: Instant) -> str:
        """To the minute; midnight is where a day begins that was stated of another claim."""
        minute = self.minute(instant)
        midnight = minute.endswith(MIDNIGHT) and self.second(instant).endswith(":00")
        return minute.removesuffix(MIDNIGHT) if midnight else minute

    def window(self, claim: Claim) -> str:
        """`true from 2026-03-14 09:12 until further notice`."""
        start = "true always" if claim.t_valid is None else f"true from {self.start(claim)}"
        return f"{start} until {self.end(claim)}"

    def basis(self, basis: Basis) -> str:
        """`believed on …, true on the same instant`."""
        believed, true = self.exact(basis.believed_at), self.exact(basis.true_at)
        return f"believed on {believed}, true on {'the same instant' if true == believed else true}"

    def basis_of(self, view: View, basis: Basis) -> str:
        """The basis of a view of another time than now; empty for the present."""
        return "" if view.is_now else self.basis(basis)
