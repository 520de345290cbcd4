"""Neglect: how often a claim that nobody grades would have been given up on, worked out from its clock.

The figures are the original's. There each neglect halves stability; here only reviews change it, so the count
is a function of the day and nothing is stored.
"""

from __future__ import annotations

from typing import Final

from core.claims.review_state import ReviewState
from core.clocks.study_day import StudyDay

OVERDUE: Final = 2
"""A claim is neglected when it is overdue by more than so many of its intervals."""
MOST_NEGLECTS: Final = 3
"""Neglects at which a claim that was never recalled may be put to rest."""
FORGETTABLE: Final = frozenset(
    {"lesson", "conclusion", "summary", "card_line", "belief", "voice", "cache-pointer", "correction"}
)
"""Kinds that may be put to rest; the others say what somebody wants, is, or has decided."""

_AGAIN: Final = 1


def interval(review: ReviewState) -> int:
    """Days from the last grade, else from the writing, to the day on which it is due; 1 at least."""
    since = review.added_day if review.last_day is None else review.last_day
    return max(1, review.due_day - since)


def neglected_on(due_day: StudyDay, days: int, count: int) -> StudyDay:
    """The study day on which a claim is neglected for the `count`th time, if nobody grades it.

    After each neglect it is due once more, in half the interval.
    """
    day = due_day
    for number in range(count):
        day += OVERDUE * days + 1
        if number + 1 < count:
            days = max(1, days // 2)
            day += days
    return day


def neglects(review: ReviewState, day: StudyDay, most: int = MOST_NEGLECTS) -> int:
    """How often a claim has been neglected by a study day, `most` at most."""
    days = interval(review)
    return sum(neglected_on(review.due_day, days, count) <= day for count in range(1, most + 1))


def never_recalled(review: ReviewState) -> bool:
    """Whether nobody has graded it, or only once and then Again."""
    return review.reps == 0 or (review.reps == 1 and review.last_grade == _AGAIN)
