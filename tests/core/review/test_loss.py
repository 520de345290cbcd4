"""Log loss, calibration and the error over bins."""

from __future__ import annotations

from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.review.loss import Trial, calibration, constant_loss, log_loss, rmse_bins

chances = st.floats(0, 1)
trials = st.lists(
    st.builds(Trial, chances, st.booleans(), st.integers(1, 900), st.integers(2, 60), st.integers(0, 12))
)


def test_the_log_loss_is_the_mean_surprise() -> None:
    assert log_loss([Trial(0.9, True), Trial(0.9, False)]) == pytest.approx(-(log(0.9) + log(0.1)) / 2)
    assert log_loss([Trial(0.5, True)] * 3) == pytest.approx(log(2))
    assert log_loss([]) is constant_loss([]) is None


def test_a_prediction_that_was_sure_and_wrong_costs_much_and_not_without_end() -> None:
    for trial in (Trial(1.0, False), Trial(0.0, True)):
        assert log_loss([trial]) == pytest.approx(-log(1e-6))


@given(trials.filter(len))
def test_no_constant_beats_the_share_that_was_recalled(held: list[Trial]) -> None:
    best = constant_loss(held)
    assert best is not None
    for rate in (0.0, 0.3, 0.5, 0.77, 0.9, 1.0):
        other = constant_loss(held, rate)
        assert other is not None
        assert best <= other + 1e-9


@given(trials)
def test_every_trial_is_in_one_bin_whose_means_are_those_of_its_trials(held: list[Trial]) -> None:
    bins = calibration(held)
    assert [(one.low, one.high) for one in bins] == [(n / 10, (n + 1) / 10) for n in range(10)]
    assert sum(one.count for one in bins) == len(held)
    for one in bins:
        own = [trial for trial in held if int(trial.predicted * 10) / 10 == one.low or _last(trial, one.high)]
        assert one.count == len(own)
        if own:
            assert one.predicted == pytest.approx(sum(trial.predicted for trial in own) / len(own))
            assert one.recalled == pytest.approx(sum(trial.recalled for trial in own) / len(own))
        else:
            assert one.predicted is one.recalled is None


def _last(trial: Trial, high: float) -> bool:
    return high == 1.0 and trial.predicted == 1.0


def test_the_error_over_bins_weighs_each_bin_by_its_size() -> None:
    short = [Trial(0.9, True, 1), Trial(0.9, False, 1)]  # one bin: predicted .9, recalled .5
    long = [Trial(0.6, True, 100)]  # another: .6 and 1
    assert rmse_bins([*short, *long]) == pytest.approx(sqrt((2 * 0.4**2 + 0.4**2) / 3))
    assert rmse_bins([]) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Trial(0.5, True, 1), Trial(0.5, False, 3), True),  # intervals from 1 to 3.62 days
        (Trial(0.5, True, 3), Trial(0.5, False, 4), False),
        (Trial(0.5, True, 1, 2), Trial(0.5, False, 1, 3), True),  # the second and third review
        (Trial(0.5, True, 1, 3), Trial(0.5, False, 1, 4), False),
        (Trial(0.5, True, 1, 9, 0), Trial(0.5, False, 1, 9, 1), False),
        (Trial(0.5, True, 1, 9, 3), Trial(0.5, False, 1, 9, 5), True),
    ],
)
def test_reviews_that_are_alike_share_a_bin(one: Trial, other: Trial, same: bool) -> None:
    """A half that came true once in two is right together, and wrong by a half each alone."""
    assert rmse_bins([one, other]) == pytest.approx(0.0 if same else 0.5)
