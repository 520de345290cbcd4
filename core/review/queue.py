"""The queue of a morning: its order, and how many claims the days ahead bring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.clocks.study_day import StudyDay


def order_due(rows: Sequence[tuple[str, StudyDay, bool]]) -> tuple[str, ...]:
    """Ids of `(id, due day, pinned)` rows: pinned first, then oldest due, then by id.

    Other orders are no better: core/README.md, Figures of review.
    """
    ranked = sorted(rows, key=lambda row: (not row[2], row[1], row[0]))
    return tuple(claim_id for claim_id, _, _ in ranked)


def forecast(due_days: Iterable[StudyDay], today: StudyDay, days: int = 14) -> list[int]:
    """Claims due on each of `days` days from `today`; what is overdue counts today."""
    ahead = [0] * days
    for due_day in due_days:
        place = max(0, due_day - today)
        if place < days:
            ahead[place] += 1
    return ahead
