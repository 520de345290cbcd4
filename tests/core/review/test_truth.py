"""The truth clock: when claims of a kind are checked."""

from __future__ import annotations

from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.review.truth import LONGEST, PRIOR_DAYS, SURE, Lived, check_day

DAY = 740_000
lives = st.builds(
    lambda claims, ended, days: Lived(claims, ended, days),
    st.integers(0, 10_000),
    st.integers(0, 10_000),
    st.floats(0, 1e7),
)


def test_what_nothing_is_known_of_is_checked_after_115_days() -> None:
    assert Lived().rate == 1 / PRIOR_DAYS
    assert Lived().check_after == 115
    assert check_day(Lived(), known_day=DAY) == DAY + 115


def test_kinds_that_never_turned_out_wrong_drift_out_and_volatile_ones_come_closer() -> None:
    steady, volatile = Lived(100, 0, 30_000), Lived(100, 60, 6_000)
    assert steady.check_after == LONGEST
    assert volatile.check_after == 12
    assert Lived(10, 10, 0).check_after == 10


@given(lives)
def test_a_claim_is_checked_about_when_the_chance_has_fallen_to_nine_tenths(lived: Lived) -> None:
    exact = -log(SURE) * (PRIOR_DAYS + lived.days) / (1 + lived.ended)
    assert 1 <= lived.check_after <= LONGEST
    assert lived.check_after == pytest.approx(min(LONGEST, max(1, exact)), abs=0.5)
    assert lived.chance_true(exact) == pytest.approx(0.9)
    assert lived.chance_true(-3) == lived.chance_true(0) == 1.0


@given(lives, st.floats(0, 1e4), st.floats(0, 1e4))
def test_the_chance_only_falls_and_more_endings_let_it_fall_faster(lived: Lived, a: float, b: float) -> None:
    sooner, later = sorted((a, b))
    assert lived.chance_true(later) <= lived.chance_true(sooner) <= 1.0
    worse = Lived(lived.claims, lived.ended + 1, lived.days)
    assert worse.chance_true(later) <= lived.chance_true(later)
    assert worse.check_after <= lived.check_after
    assert lived.chance_true(later) == pytest.approx(exp(-later * (1 + lived.ended) / (1095 + lived.days)))


def test_a_doubt_asks_in_a_week_whatever_the_kind_and_the_planned_end() -> None:
    for lived in (Lived(), Lived(1, 0, 1e6), Lived(9, 9, 9.0)):
        for last_day in (None, DAY + 3, DAY + 900):
            assert check_day(lived, known_day=DAY - 300, doubted_day=DAY, last_day=last_day) == DAY + 7


def test_what_ends_by_itself_before_a_second_check_is_not_asked() -> None:
    assert check_day(Lived(), known_day=DAY, last_day=DAY + 229) is None
    assert check_day(Lived(), known_day=DAY, last_day=DAY + 230) == DAY + 115
    assert check_day(Lived(), known_day=DAY, last_day=DAY + 5) is None


def test_claims_of_which_none_ever_ended_are_looked_at_once_a_year_all_the_same() -> None:
    """By the rate alone ten of them would put each other off for good."""
    for days in range(1, 3_000, 7):
        assert Lived(10, 0, 10.0 * days).check_after <= LONGEST
