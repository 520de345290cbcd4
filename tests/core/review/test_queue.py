"""The order of a morning, and the days ahead."""

from __future__ import annotations

import random
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from core.review.queue import forecast, order_due

rows = st.lists(
    st.tuples(st.text("abc", max_size=3), st.integers(1, 9), st.booleans()), unique_by=lambda row: row[0]
)


def test_pinned_claims_come_first_then_the_oldest_due() -> None:
    due = [("c", 5, False), ("b", 5, False), ("a", 9, False), ("z", 9, True), ("d", 2, False), ("y", 1, True)]
    assert order_due(due) == ("y", "z", "d", "b", "c", "a")
    assert order_due([]) == ()


@given(rows, st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_how_it_was_read(
    due: list[tuple[str, int, bool]], shuffler: random.Random
) -> None:
    shuffled = list(due)
    shuffler.shuffle(shuffled)
    assert order_due(shuffled) == order_due(due)
    assert sorted(order_due(due)) == sorted(claim_id for claim_id, _, _ in due)


def test_what_is_overdue_counts_today() -> None:
    assert forecast([90, 99, 100, 101, 101, 103, 104], 100, days=4) == [3, 2, 0, 1]
    assert forecast([], 100) == [0] * 14


@given(st.lists(st.integers(0, 300)), st.integers(0, 300), st.integers(1, 40))
def test_nothing_due_within_the_days_is_left_out(due: list[int], today: int, days: int) -> None:
    assert sum(forecast(due, today, days)) == sum(day < today + days for day in due)


def test_the_first_queue_of_a_morning_loads_nothing_heavy() -> None:
    script = (
        "import sys, core.review.queue, core.review.retrievability, core.review.clock, core.review.cue, "
        "core.graph.links, core.graph.fire, core.graph.activation, core.graph.identity\n"
        "print([name for name in ('numpy', 'networkx', 'fsrs', 'scipy') if name in sys.modules])"
    )
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"
