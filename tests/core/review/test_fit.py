"""Fitting the weights of the clock: the predictions of the clock itself, and better ones of later reviews."""

from __future__ import annotations

import numpy as np
import pytest

from core.errors import Refused
from core.review import fit as fitting
from core.review.fit import SPREADS, fit
from core.review.forward import Table, predict
from core.review.histories import History, Read, Step
from core.review.holdout import judge
from core.review.parameters import LEAST, MOST, SHIPPED
from tests.core.review.simulated import TRUTH, simulated


def test_a_fit_predicts_what_it_was_made_from_better_than_the_defaults_and_stays_within_bounds() -> None:
    table = Table(simulated(150, 1).histories)
    every = np.ones(len(table), dtype=bool)
    seen: list[tuple[int, float]] = []
    found = fit(table, every, lambda done, loss: seen.append((done, loss)))
    assert all(low <= one <= high for low, one, high in zip(LEAST, found.parameters, MOST, strict=True))
    assert seen[0][0] == 1
    assert [done for done, _ in seen] == list(range(1, found.iterations + 1))
    assert seen[-1][1] < seen[0][1]
    losses = [_loss(table, weights) for weights in (found.parameters, SHIPPED)]
    assert losses[0] < losses[1]


def test_with_few_reviews_the_weights_stay_near_the_defaults() -> None:
    few = Table([History("a", (Step(0, 3, 0), Step(2, 1, 2)))])
    found = fit(few, np.ones(1, dtype=bool))
    moved = [(a - b) / s for a, b, s in zip(found.parameters, SHIPPED, SPREADS, strict=True)]
    assert max(map(abs, moved)) < 1


def _loss(table: Table, parameters: tuple[float, ...]) -> float:
    chance = predict(parameters, table)
    return float(-np.log(np.where(table.recalled, chance, 1 - chance)).mean())


class TestJudging:
    """A fit is taken only when it predicts later reviews better."""

    def test_too_few_are_counted_after_what_misleads_is_left_out(self) -> None:
        read = simulated(120, 2)
        assert 400 < read.used < 1_000
        with pytest.raises(Refused, match=rf"needs 1,000 reviews, and {read.used} of 1,200 counted"):
            judge(Read(read.histories, 1_200, read.used, 0, 0))

    def test_it_is_scored_on_reviews_later_than_all_it_was_made_from(self) -> None:
        read = simulated(300, 3)
        told = judge(read)
        assert [score.name for score in told.scores] == ["constant", "seed rule", "defaults", "fitted"]
        ats = sorted(step.at for one in read.histories for step in one.trials)
        assert told.trained == sum(at < told.split_at for at in ats) == int(len(ats) * 0.8)
        assert told.trained + told.tested == told.used == read.used
        losses = {score.name: score.log_loss for score in told.scores}
        assert told.better == (losses["fitted"] < losses["defaults"])
        table = Table(read.histories)
        later = table.at >= told.split_at
        for name, weights in (("fitted", told.parameters), ("defaults", SHIPPED)):
            chances = predict(weights, table)[later]
            given = np.where(table.recalled[later], chances, 1 - chances)
            assert losses[name] == pytest.approx(-np.log(given).mean())

    def test_it_must_beat_the_weights_that_are_in_force(self) -> None:
        told = judge(simulated(300, 3), in_force=TRUTH)
        losses = {score.name: score.log_loss for score in told.scores}
        assert told.better == (losses["fitted"] < losses["in force"])

    def test_without_scipy_it_says_how_to_get_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(fitting, "find_spec", lambda name: None)
        with pytest.raises(Refused, match=r"pip install 'packbench\[fit\]'"):
            judge(simulated(10, 1))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_at_a_thousand_claims_the_fit_beats_the_defaults_on_held_out_reviews(seed: int) -> None:
    told = judge(simulated(1_000, seed))
    losses = {score.name: score.log_loss for score in told.scores}
    assert told.used > 4_000
    assert losses["fitted"] < losses["defaults"] < losses["seed rule"]
    table = Table(simulated(1_000, seed).histories)
    gaps = [np.abs(predict(one, table) - predict(TRUTH, table)).mean() for one in (told.parameters, SHIPPED)]
    assert gaps[0] <= 0.02
    assert gaps[0] < gaps[1]
    assert told.parameters[3] == pytest.approx(TRUTH[3], rel=0.3)  # a first Easy
    assert told.parameters[2] == pytest.approx(
        TRUTH[2], rel=0.4
    )  # a first Good, which is asked after two days
