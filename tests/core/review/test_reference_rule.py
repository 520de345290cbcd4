"""The older rule, to the last digit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.clocks.instants import DAY
from tests.core.review.reference_rule import SeedState, after, search_weight, written
from tests.core.review.vectors import VECTORS, name_of

NOW = 1_800_000_000_000_000

GOLDEN = [
    ("nothing yet, recalled", SeedState(), True, (1.0167363850179754, 4.85, 87846)),
    (
        "twelve days on, recalled",
        SeedState(4.0, 6.0, 3, last=NOW - 12 * DAY),
        True,
        (5.64157788291018, 5.85, 487432),
    ),
    ("twelve days on, lapsed", SeedState(4.0, 6.0, 3, last=NOW - 12 * DAY), False, (2.0, 6.2, 172800)),
    ("nothing yet, lapsed", SeedState(), False, (0.5, 5.2, 86400)),
    ("at once, recalled", SeedState(0.2, 9.9, last=NOW), True, (0.20205063024104888, 9.75, 86400)),
]


@pytest.mark.parametrize(
    ("state", "recalled", "expected"), [row[1:] for row in GOLDEN], ids=[r[0] for r in GOLDEN]
)
def test_golden_values(state: SeedState, recalled: bool, expected: tuple[float, float, int]) -> None:
    graded = after(state, recalled, NOW)
    assert (graded.stability, graded.difficulty, graded.interval_s) == expected
    assert graded.due_at == NOW + expected[2] * 1_000_000


@pytest.mark.parametrize("case", VECTORS["seed"], ids=name_of)
def test_histories_of_the_older_system(case: dict[str, Any]) -> None:
    first, *others = case["reviews"]
    state = written(at := NOW + round(first["day"] * DAY))
    for review in others:
        before, at = at, NOW + round(review["day"] * DAY)
        weight = search_weight(state.stability, (at - before) / DAY)
        assert weight == pytest.approx(review["search_weight_before"], abs=1e-9)
        state = after(state, review["grade"] == "recalled", at)
        assert state.stability == pytest.approx(review["stability"], rel=1e-12)
        assert state.difficulty == pytest.approx(review["difficulty"], rel=1e-12)
        assert (state.reps, state.interval_s) == (review["reps"], review["interval_s"])


def test_a_lapse_forgets_the_run_and_keeps_the_recalls() -> None:
    state = after(after(written(NOW), True, NOW + DAY), False, NOW + 2 * DAY)
    assert (state.reps, state.recalls) == (0, 1)


def test_nothing_stored_is_read_as_the_first_values() -> None:
    assert after(SeedState(stability=0.0, difficulty=0.0), True, NOW) == after(SeedState(), True, NOW)


@given(st.lists(st.tuples(st.booleans(), st.integers(-3, 400)), max_size=30))
def test_its_state_stays_within_bounds(steps: list[tuple[bool, int]]) -> None:
    state, at = written(NOW), NOW
    for recalled, days in steps:
        at += days * DAY
        state = after(state, recalled, at)
        assert state.stability >= 0.1
        assert 1 <= state.difficulty <= 10
        assert state.interval_s >= 86400
        assert 0.25 <= search_weight(state.stability, days) <= 1
