"""The order of a morning, its limits, and the days ahead."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.review.queue import (
    FIRST,
    GRADED,
    NEW,
    ORDERS,
    PARTS,
    PINNED,
    Order,
    Waiting,
    cut,
    forecast,
    mornings,
    order_due,
    part_of,
    shares,
)

ROWS = st.lists(
    st.builds(
        Waiting,
        st.text("abc", max_size=3),
        st.integers(1, 9),
        st.integers(0, PARTS - 1),
        st.sampled_from([0.0, 0.5, 1.0, 7.25]),
    ),
    unique_by=lambda row: row.id,
)
ANY_ORDER = st.sampled_from(ORDERS)


def ids(rows: list[Waiting]) -> list[str]:
    return [row.id for row in rows]


def test_pinned_claims_come_first_then_the_oldest_due_then_new_ones() -> None:
    due = [
        Waiting("c", 5, GRADED),
        Waiting("b", 5, GRADED),
        Waiting("new", 1, NEW),
        Waiting("a", 9, GRADED),
        Waiting("z", 9, PINNED),
        Waiting("d", 2, GRADED),
        Waiting("y", 1, PINNED),
        Waiting("wanted", 9, FIRST),
    ]
    assert ids(order_due(due)) == ["wanted", "y", "z", "d", "b", "c", "a", "new"]
    assert order_due([]) == []


def test_easy_is_what_is_held_best_and_hard_what_is_held_worst_but_new_claims_stay_as_they_were_due() -> None:
    due = [
        Waiting("faded", 5, GRADED, 3.0),
        Waiting("held", 9, GRADED, 0.5),
        Waiting("n2", 8, NEW, 40.0),
        Waiting("n1", 7, NEW, 50.0),
    ]
    assert ids(order_due(due, "easy")) == ["held", "faded", "n1", "n2"]
    assert ids(order_due(due, "hard")) == ["faded", "held", "n1", "n2"]


@given(ROWS, ANY_ORDER, st.randoms(use_true_random=False))
def test_row_39_every_order_is_total_and_does_not_depend_on_how_it_was_read(
    due: list[Waiting], order: Order, shuffler: random.Random
) -> None:
    shuffled = list(due)
    shuffler.shuffle(shuffled)
    assert order_due(shuffled, order) == order_due(due, order)
    assert sorted(order_due(due, order)) == sorted(due)


@given(ROWS, ANY_ORDER)
def test_row_39_every_order_is_stable_and_resumable(due: list[Waiting], order: Order) -> None:
    ordered = order_due(due, order)
    for gone in range(len(ordered)):
        assert order_due([*ordered[:gone], *ordered[gone + 1 :]], order) == [
            *ordered[:gone],
            *ordered[gone + 1 :],
        ]


@pytest.mark.parametrize(
    ("first", "pinned", "new", "part"),
    [
        (True, True, True, FIRST),
        (False, True, True, PINNED),
        (False, False, True, NEW),
        (False,) * 3 + (GRADED,),
    ],
)
def test_what_is_asked_for_comes_before_what_is_pinned(
    first: bool, pinned: bool, new: bool, part: int
) -> None:
    assert part_of(first=first, pinned=pinned, new=new) == part


COUNTS = st.lists(st.integers(0, 30), min_size=PARTS, max_size=PARTS)


@given(COUNTS, st.integers(-5, 40), st.none() | st.integers(-5, 60))
def test_row_51_the_last_limit_is_the_number_that_is_asked(
    waiting: list[int], new_left: int, left: int | None
) -> None:
    told = shares(waiting, new_left=new_left, left=left)
    open_to_all = sum(waiting[:NEW]) + min(waiting[NEW], max(0, new_left))
    assert sum(told.asked) == (open_to_all if left is None else min(open_to_all, max(0, left)))
    assert sum(told.asked) + told.later + told.held_back_new == sum(waiting)
    assert all(0 <= taken <= there for taken, there in zip(told.asked, waiting, strict=True))
    full = [taken == there for taken, there in zip(told.asked, waiting, strict=True)]
    begun = [taken > 0 for taken in told.asked]
    assert all(all(full[:part]) for part in range(PARTS) if begun[part])  # no part before its turn


@given(COUNTS, st.integers(0, 40), st.integers(1, 60))
def test_a_claim_that_is_graded_leaves_room_for_no_other(
    waiting: list[int], new_left: int, left: int
) -> None:
    """Claims asked before are asked no more, and the morning is as long as it was said to be."""
    told = shares(waiting, new_left=new_left, left=left)
    for part, taken in enumerate(told.asked):
        if taken:
            fewer = [count - (one == part) for one, count in enumerate(waiting)]
            after = shares(fewer, new_left=new_left - (part == NEW), left=left - 1)
            assert after.asked == tuple(count - (one == part) for one, count in enumerate(told.asked))


@given(ROWS, st.integers(0, 9), st.integers(0, 9))
def test_what_is_asked_is_the_head_of_each_part(due: list[Waiting], new_left: int, left: int) -> None:
    ordered = order_due(due)
    waiting = [sum(row.part == part for row in due) for part in range(PARTS)]
    told = shares(waiting, new_left=new_left, left=left)
    for part, asked in enumerate(cut(ordered, waiting, told.asked)):
        assert list(asked) == [row for row in ordered if row.part == part][: told.asked[part]]


def test_what_is_overdue_counts_today() -> None:
    assert forecast([90, 99, 100, 101, 101, 103, 104], 100, days=4) == [3, 2, 0, 1]
    assert forecast([], 100) == [0] * 14


@given(st.lists(st.integers(0, 300)), st.integers(0, 300), st.integers(1, 40))
def test_nothing_due_within_the_days_is_left_out(due: list[int], today: int, days: int) -> None:
    assert sum(forecast(due, today, days)) == sum(day < today + days for day in due)


@pytest.mark.parametrize(
    ("ahead", "a_morning", "needed"),
    [
        ([0], 25, 0),
        ([25], 25, 1),
        ([26], 25, 2),
        ([345], 25, 14),
        ([345, *[10] * 60], 25, 23),  # 345 + 10 a day, 25 a day: 15 fewer each morning
        ([3, 0, 0, 40], 25, 1),  # later days are no backlog of today
        ([30, 30, 30], 25, 4),
        ([7_000], 25, 280),
    ],
)
def test_rows_38_and_40_the_mornings_that_a_backlog_takes_are_counted_with_what_falls_due_meanwhile(
    ahead: list[int], a_morning: int, needed: int
) -> None:
    assert mornings(ahead, a_morning) == needed


@given(st.lists(st.integers(0, 80), min_size=1, max_size=40), st.integers(1, 50))
def test_row_38_after_those_mornings_nothing_waits_and_a_morning_earlier_something_does(
    ahead: list[int], a_morning: int
) -> None:
    needed = mornings(ahead, a_morning)
    days = [*ahead, *[0] * needed]
    left = list(accumulate(days, lambda waiting, due: max(0, waiting - a_morning) + due, initial=0))
    waiting = [max(0, one - a_morning) for one in left[1:]]
    assert needed == 0 or waiting[needed - 1] == 0
    assert all(waiting[day] > 0 for day in range(needed - 1))


def test_a_morning_takes_one_claim_at_least() -> None:
    with pytest.raises(ValueError, match="one claim or more"):
        mornings([3], 0)


def test_the_first_queue_of_a_morning_loads_nothing_heavy() -> None:
    script = (
        "import sys, core.review.queue, core.review.spacing, core.review.retrievability, core.review.clock, "
        "core.review.cue, core.pack.quick, "
        "core.graph.links, core.graph.fire, core.graph.activation, core.graph.identity\n"
        "print([name for name in ('numpy', 'networkx', 'fsrs', 'scipy') if name in sys.modules])"
    )
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"
