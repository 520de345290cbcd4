"""Figures of the review log."""

from __future__ import annotations

from random import Random

import pytest

from core.claims.review_state import ReviewState
from core.review import statistics as s
from core.review.loss import Trial
from tests.core.review.logs import MORNING, TODAY, course, row, shuffled

AGAIN, HARD, GOOD = 1, 2, 3


def test_the_first_grade_of_a_claim_asks_nothing_and_hard_is_a_recall() -> None:
    rows = course("a", (0, GOOD), (2, HARD), (5, AGAIN), (6, GOOD))
    found = s.asked(rows)
    assert [(one.days, one.number, one.lapses, one.recalled) for one in found] == [
        (2, 2, 0, True),
        (3, 3, 0, False),
        (1, 4, 1, True),
    ]


def test_what_is_taken_back_and_the_second_grade_of_a_study_day_do_not_count() -> None:
    rows = [
        row("a", 0),
        row("a", 2, AGAIN, revoked=True),
        row("a", 2, GOOD, at=MORNING + 3, tx=90),
        row("a", 2, AGAIN, at=MORNING + 9, tx=91),
    ]
    found = s.asked(rows)
    assert [(one.row.grade, one.days) for one in found] == [(GOOD, 2)]
    assert s.retention(found) == s.Retention(1, 1, None)


def test_true_retention_stands_beside_the_mean_prediction_by_month_and_age() -> None:
    rows = [
        row("a", 0, due_day=TODAY + 2),
        row("a", 2, GOOD, r=0.9, due_day=TODAY + 23),  # young: planned for 2 days
        row("a", 28, AGAIN, r=0.7, due_day=TODAY + 29),  # mature: planned for 21
        row("b", 1, due_day=TODAY + 30),
        row("b", 30, GOOD, r=0.8),  # mature: planned for 29
    ]
    months = s.by_month(s.asked(shuffled(rows, Random(3))))
    assert list(months) == ["2026-01", "2026-02"]
    assert months["2026-01"]["young"] == months["2026-01"]["all"] == s.Retention(1, 1, 0.9)
    assert months["2026-01"]["mature"].rate is None
    mature = months["2026-02"]["mature"]
    assert (mature.asked, mature.rate, mature.predicted) == (2, 0.5, pytest.approx(0.75))


def test_trials_are_the_reviews_that_a_prediction_stood_before() -> None:
    rows = [row("a", 0), row("a", 2, AGAIN, r=0.9), row("a", 3), row("a", 9, r=0.4)]
    assert s.trials(s.asked(rows)) == [Trial(0.9, False, 2, 2, 0), Trial(0.4, True, 6, 4, 1)]


def test_a_clock_that_came_from_elsewhere_goes_on_where_it_was() -> None:
    state = ReviewState(
        due_day=TODAY + 30, added_day=TODAY - 90, stability=30.0, difficulty=4.0, last_day=TODAY - 1, reps=7
    )
    rows = [
        row("a", -8, GOOD, tx=1),
        row("a", 5, GOOD, tx=1),  # what came in knew nothing of it, and its memory stands
        row("a", -1, None, kind="import", state=state, tx=2),
        row("a", 30, GOOD, tx=3),
    ]
    (found,) = s.asked(rows)
    assert (found.days, found.planned, found.number, found.age) == (31, 31, 8, "mature")


def test_minutes_are_those_of_the_answers_and_a_claim_left_lying_counts_one_minute() -> None:
    rows = [
        *course("a", (0, GOOD), (1, GOOD), ms=30_000),
        row("b", 1, ms=3_600_000),
        row("c", 1, AGAIN, ms=6_000, revoked=True),
        row("d", 1),
        row("e", 2, None, kind="check"),
    ]
    assert s.minutes_a_day(rows) == {
        TODAY: s.Minutes(0.5, 1, 1),
        TODAY + 1: s.Minutes(pytest.approx(1.6), 4, 3),
    }
    assert s.graded_a_day(rows) == {TODAY: 1, TODAY + 1: 3}


def test_by_kind_says_what_was_recalled_and_how_often_it_was_no_longer_true() -> None:
    rows = [
        *course("a", (0, GOOD), (2, GOOD)),
        row("a", 3, None, kind="check", truth="ok"),
        row("a", 9, None, kind="check", truth="wrong"),
        row("b", 3, None, kind="check", truth="wrong", revoked=True),
        row("b", 4, None, kind="check", truth="unsure"),
    ]
    assert s.by_kind(rows, {"a": "lesson", "b": "belief"}) == {
        "belief": s.KindRate(s.Retention(0, 0, None), 1, 0),
        "lesson": s.KindRate(s.Retention(1, 1, None), 2, 1),
    }


def test_the_backlog_is_told_apart_from_what_falls_due_today() -> None:
    days = [TODAY - 40, TODAY - 1, TODAY, TODAY, TODAY + 1, TODAY + 29, TODAY + 30]
    ahead = s.ahead(days, TODAY)
    assert (ahead.backlog, ahead.days[0], ahead.days[1], ahead.days[29]) == (2, 2, 1, 1)
    assert (len(ahead.days), sum(ahead.days)) == (30, 4)
