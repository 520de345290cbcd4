"""Retrievability: held to the package."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fsrs import Card, Scheduler, State
from hypothesis import given
from hypothesis import strategies as st

from core.claims.review_state import ReviewState
from core.review.clock import next_state
from core.review.retrievability import UNREVIEWED_STABILITY, recall_of, retrievability
from tests.core.review.vectors import VECTORS, name_of

DAY = 740_000
stabilities = st.floats(0.001, 36500)
elapsed = st.integers(0, 100_000)


@pytest.mark.parametrize("point", VECTORS["curves"])
def test_points_of_the_curve(point: dict[str, float | None]) -> None:
    """FSRS-4 states no decay: its curve, 1 / (1 + t / 9S), is the one with decay 1."""
    found = retrievability(point["stability"] or 0, point["days"] or 0, point["decay"] or 1.0)
    assert found == pytest.approx(point["retrievability"], abs=1e-9)


@pytest.mark.parametrize("case", VECTORS["cases"], ids=name_of)
def test_claims_fade_as_the_reference_says(case: dict[str, Any]) -> None:
    decay = {} if case["parameters"] is None else {"decay": case["parameters"][20]}
    for probe in case["probes"]:
        found = retrievability(case["reviews"][-1]["stability"], probe["days_after_last"], **decay)
        assert found == pytest.approx(probe["retrievability"], abs=1e-9)


@given(stabilities, elapsed)
def test_the_package_agrees(stability: float, days: int) -> None:
    last = datetime(2026, 3, 1, tzinfo=UTC)
    card = Card(1, State.Review, stability=stability, difficulty=5.0, due=last, last_review=last)
    expected = Scheduler().get_card_retrievability(card, last + timedelta(days=days))
    assert retrievability(stability, days) == pytest.approx(expected, abs=1e-9)


@given(stabilities, st.floats(0, 1e5), st.floats(0, 1e5))
def test_it_only_falls(stability: float, a: float, b: float) -> None:
    sooner, later = sorted((a, b))
    assert 0 < retrievability(stability, later) <= retrievability(stability, sooner) <= 1


def test_stability_is_the_days_to_nine_tenths() -> None:
    assert retrievability(17.0, 17.0) == pytest.approx(0.9)
    assert retrievability(17.0, 0.0) == retrievability(17.0, -3.0) == 1.0


class TestRecall:
    fresh = ReviewState(due_day=DAY + 1, added_day=DAY)

    def test_todays_note_is_held(self) -> None:
        assert recall_of(self.fresh, "lesson", DAY) == 1.0

    def test_a_claim_that_nobody_graded_fades_like_one_forgotten_once(self) -> None:
        assert recall_of(self.fresh, "lesson", DAY + 3) == retrievability(UNREVIEWED_STABILITY, 3)
        assert next_state(self.fresh, 1, DAY + 1, 0).stability == UNREVIEWED_STABILITY

    def test_a_graded_claim_fades_from_its_last_grade(self) -> None:
        graded = next_state(self.fresh, 3, DAY + 1, 0)
        assert recall_of(graded, "lesson", DAY + 1) == 1.0
        assert recall_of(graded, "lesson", DAY + 9) == retrievability(2.3065, 8)

    @pytest.mark.parametrize("kind", ["trust", "persona", "outcome", "rule", "card_line"])
    def test_kinds_that_are_not_reviewed_do_not_fade(self, kind: str) -> None:
        assert recall_of(self.fresh, kind, DAY + 1000) == 1.0
