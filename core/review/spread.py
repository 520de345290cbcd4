"""Spreading a backlog over the mornings ahead: which claim moves to which day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from core.clocks.study_day import StudyDay

MOST_A_MORNING: Final = 100_000


def evenly(backlog: int, scheduled: Mapping[StudyDay, int], today: StudyDay, mornings: int) -> int:
    """Claims a morning so that a backlog is through in so many mornings, with what falls due on them.

    The sum is the same before and after a spread, so a second one moves nothing.
    """
    ahead = sum(count for day, count in scheduled.items() if today < day < today + mornings)
    return -(-(backlog + ahead) // mornings)


def spread(
    backlog: Sequence[str],
    staying: int,
    scheduled: Mapping[StudyDay, int],
    today: StudyDay,
    a_morning: int,
) -> dict[str, StudyDay]:
    """The new due day of each claim of a backlog that does not stay due today, in order.

    `staying` claims are due today and may not move. Each later day takes what is left of `a_morning` beside
    the claims `scheduled` on it, which stay where they are. No day lies in the past, and what has been spread
    is spread already: a second time nothing moves.
    """
    day, room = today, a_morning - staying
    moved: dict[str, StudyDay] = {}
    for claim_id in backlog:
        while room < 1:
            day += 1
            room = a_morning - scheduled.get(day, 0)
        room -= 1
        if day > today:
            moved[claim_id] = day
    return moved
