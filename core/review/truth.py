"""The truth clock: when to look whether a claim is still true. Computed at read; it never touches memory.

Claims of a kind stop being true at a rate a day, known from those that did: (1 + ended) / (1095 + days).
A claim is checked when the chance that it is still true has fallen to 0.9.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

import msgspec

from core.clocks.study_day import StudyDay

SURE: Final = 0.9
"""Chance of being true at which a claim is checked."""
PRIOR_ENDED: Final = 1
PRIOR_DAYS: Final = 1095
"""What is taken to be known of a kind before anything is: one of its claims ended in three years."""
LONGEST: Final = 365
"""Study days between two checks at most: by the rate alone ten claims of which none ended would put each
other off for good."""
DOUBT_DAYS: Final = 7
"""Study days until a claim that somebody was not sure of is checked."""


class Lived(msgspec.Struct, frozen=True):
    """What is known of the claims of one kind."""

    claims: int = 0
    ended: int = 0
    """Those that turned out to be true no longer, or never to have been."""
    days: float = 0.0
    """Days that all of them were held to be true, from their writing on."""

    @property
    def rate(self) -> float:
        """Endings per claim and day."""
        return (PRIOR_ENDED + self.ended) / (PRIOR_DAYS + self.days)

    @property
    def check_after(self) -> int:
        """Study days from one check to the next: until the chance of being true is 0.9; 1 to 365."""
        return min(LONGEST, max(1, round(-log(SURE) / self.rate)))

    def chance_true(self, days: float) -> float:
        """exp(-rate · days): the chance that a claim is still true so long after it was known to be."""
        return exp(-self.rate * max(0.0, days))


def check_day(
    lived: Lived,
    *,
    known_day: StudyDay,
    doubted_day: StudyDay | None = None,
    last_day: StudyDay | None = None,
) -> StudyDay | None:
    """The study day from which a claim is to be checked; None where its own planned end makes it needless.

    `known_day` is the last day on which it was known to be true: that of writing, or of the last check. What
    ends by itself (`last_day` is the last day of its truth) before it would be checked a second time is not
    asked. A doubt asks in a week, whatever the kind.
    """
    if doubted_day is not None:
        return doubted_day + DOUBT_DAYS
    day = known_day + lived.check_after
    return None if last_day is not None and last_day < day + lived.check_after else day
