"""The review clock of one claim after its last review."""

from __future__ import annotations

from typing import Final

import msgspec

from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay

GRADES: Final = {1: "Again", 2: "Hard", 3: "Good", 4: "Easy"}
"""The four answers to "did I still hold it?"."""


class ReviewState(msgspec.Struct, frozen=True, array_like=True):
    """Memory state (FSRS-6) and the day of the next review, in study days."""

    due_day: StudyDay
    added_day: StudyDay
    """Study day on which the claim was written."""
    stability: float | None = None
    """Days until retrievability is 0.9; None before the first grade."""
    difficulty: float | None = None
    """In [1, 10]; None before the first grade."""
    last_day: StudyDay | None = None
    last_at: Instant | None = None
    last_grade: int | None = None
    """One of `GRADES`."""
    reps: int = 0
    """Grades so far."""
    lapses: int = 0
    """Times graded Again after the first grade."""
    zone: str = "UTC"
    rollover_hour: int = 4
    offset_minutes: int = 0
    """Zone, rollover hour and UTC offset in force at the last grade, or at writing."""
    verified_day: StudyDay | None = None
    """Last study day on which somebody said that it is still true."""
    doubted_day: StudyDay | None = None
    """Study day on which somebody was last not sure that it is; None since it was verified."""
    buried_day: StudyDay | None = None
    """Study day on which it is not asked, because somebody put it off."""
    suspended: bool = False
    """Not asked until somebody resumes it."""

    def is_asked_on(self, day: StudyDay) -> bool:
        """Whether nobody put it off on a study day; it says nothing of what is due."""
        return not self.suspended and self.buried_day != day

    def asked_next(self, day: StudyDay) -> StudyDay:
        """When it is asked next, seen from a study day: what is put off on it is asked on the next."""
        return max(self.due_day, day + 1) if self.buried_day == day else self.due_day
