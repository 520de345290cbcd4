"""Spreading: idempotent, never into the past, and no day that was not asked is touched."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from core.review.spread import evenly, spread

TODAY = 1000
BACKLOG = st.integers(0, 120).map(lambda count: [f"c{number:03}" for number in range(count)])
SCHEDULED = st.dictionaries(st.integers(TODAY + 1, TODAY + 20), st.integers(1, 40), max_size=12)


def after(
    backlog: list[str], scheduled: dict[int, int], moved: dict[str, int]
) -> tuple[list[str], Counter[int]]:
    return [one for one in backlog if one not in moved], Counter(scheduled) + Counter(moved.values())


def test_a_backlog_of_seven_at_three_a_morning() -> None:
    moved = spread(list("abcdefg"), 0, {1001: 2, 1003: 9}, TODAY, 3)
    assert moved == {"d": 1001, "e": 1002, "f": 1002, "g": 1002}


@given(BACKLOG, st.integers(0, 10), SCHEDULED, st.integers(1, 30))
def test_row_40_what_moves_moves_ahead_in_order_and_no_morning_takes_more_than_was_said(
    backlog: list[str], staying: int, scheduled: dict[int, int], a_morning: int
) -> None:
    moved = spread(backlog, staying, scheduled, TODAY, a_morning)
    assert all(day > TODAY for day in moved.values())
    assert list(moved) == backlog[len(backlog) - len(moved) :]
    assert list(moved.values()) == sorted(moved.values())
    assert len(backlog) - len(moved) == min(len(backlog), max(0, a_morning - staying))
    for day, count in Counter(moved.values()).items():
        assert count + scheduled.get(day, 0) <= a_morning


@given(BACKLOG, st.integers(0, 10), SCHEDULED, st.integers(1, 30))
def test_row_40_a_second_time_nothing_moves(
    backlog: list[str], staying: int, scheduled: dict[int, int], a_morning: int
) -> None:
    left, ahead = after(backlog, scheduled, spread(backlog, staying, scheduled, TODAY, a_morning))
    assert spread(left, staying, ahead, TODAY, a_morning) == {}


@given(BACKLOG, SCHEDULED, st.integers(1, 25))
def test_row_40_a_number_of_mornings_is_kept_and_a_second_time_nothing_moves(
    backlog: list[str], scheduled: dict[int, int], mornings: int
) -> None:
    a_morning = max(1, evenly(len(backlog), scheduled, TODAY, mornings))
    moved = spread(backlog, 0, scheduled, TODAY, a_morning)
    assert all(day < TODAY + mornings for day in moved.values())
    left, ahead = after(backlog, scheduled, moved)
    assert max(1, evenly(len(left), ahead, TODAY, mornings)) == a_morning
    assert spread(left, 0, ahead, TODAY, a_morning) == {}
