"""Fitting the weights of the clock: the predictions of the clock itself, and better ones of later reviews."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.claims.review_state import ReviewState
from core.clocks.instants import DAY, MINUTE
from core.errors import Refused
from core.review import fit as fitting
from core.review.clock import next_state
from core.review.fit import SPREADS, fit
from core.review.forward import Table, predict
from core.review.histories import History, Read, Step, histories
from core.review.holdout import judge
from core.review.parameters import LEAST, MOST, SHIPPED
from core.review.retrievability import retrievability
from core.review.rows import Memory
from tests.core.review import reference_rule
from tests.core.review.logs import MORNING, TODAY, course, row
from tests.core.review.simulated import TRUTH, simulated

weights = st.tuples(*(st.floats(low, high) for low, high in zip(LEAST, MOST, strict=True)))
grades = st.integers(1, 4)
intervals = st.integers(1, 400)
memories = st.none() | st.builds(Memory, st.floats(0.1, 900), st.floats(1, 10))


@st.composite
def drawn(draw: Any) -> History:
    start = draw(memories)
    later = draw(st.lists(st.tuples(intervals, grades), max_size=8))
    first = [] if start is not None else [(0, draw(grades))]
    steps = [Step(days, grade, number) for number, (days, grade) in enumerate([*first, *later])]
    return History("a", tuple(steps), start)


def chances_by_the_clock(history: History, parameters: tuple[float, ...]) -> list[float]:
    """What the review clock itself says before each trial."""
    state = ReviewState(due_day=TODAY + 1, added_day=TODAY)
    day, steps = TODAY, list(history.steps)
    if history.start is None:
        state = next_state(state, steps.pop(0).grade, day, 0, parameters=parameters)
    else:
        state = ReviewState(TODAY + 1, TODAY, history.start.s, history.start.d, TODAY, 0, 3, 1)
    found = []
    for step in steps:
        day += step.days
        assert state.stability is not None
        found.append(retrievability(state.stability, step.days, parameters[20]))
        state = next_state(state, step.grade, day, 0, parameters=parameters)
    return found


@given(st.lists(drawn(), max_size=6), weights | st.just(SHIPPED))
@settings(deadline=None)
def test_every_trial_is_predicted_as_the_clock_would(
    held: list[History], parameters: tuple[float, ...]
) -> None:
    table = Table(held)
    by_history = [chances_by_the_clock(one, parameters) for one in table.histories]
    expected = [own[depth] for depth in range(len(table.layers)) for own in by_history if len(own) > depth]
    assert predict(parameters, table) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_a_table_knows_of_each_trial_what_came_before() -> None:
    steps = tuple(Step(days, grade, days) for days, grade in ((0, 1), (1, 3), (5, 1), (2, 4)))
    short = History("b", (Step(0, 3, 0), Step(7, 1, 7)))
    table = Table([short, History("a", steps)])
    assert table.number.tolist() == [2, 2, 3, 4]
    assert table.lapses.tolist() == [1, 0, 1, 2]
    assert table.recalled.tolist() == [True, False, False, True]
    assert table.days.tolist() == [1, 7, 5, 2]
    assert table.before(5).tolist() == [True, False, False, True]


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


class TestWhatIsRead:
    """Which rows of a log a fit reads."""

    def test_grades_under_a_second_are_passed_over_and_a_claim_that_begins_with_one_is_left_out(self) -> None:
        rows = [
            *course("a", (0, 3), ms=4_000),
            row("a", 2, 4, ms=300),
            row("a", 5, 3, ms=2_000),
            *course("b", (0, 4), ms=200),
            *course("b", (3, 3), (9, 3), ms=4_000),
        ]
        read = histories(rows)
        assert [(one.claim, [step.days for step in one.steps]) for one in read.histories] == [("a", [0, 5])]
        assert (read.counted, read.used, read.fast) == (4, 1, 2)

    def test_a_hundred_new_claims_graded_at_speed_change_nothing(self) -> None:
        kept = [*course("a", (0, 3), (2, 1)), *course("b", (1, 3), (9, 3))]
        hasty = [one for n in range(100) for one in course(f"hasty-{n}", (1, 4), (9, 4), ms=350)]
        assert histories([*kept, *hasty]).histories == histories(kept).histories

    def test_only_standing_grades_of_recall_are_read(self) -> None:
        rows = [
            *course("a", (0, 3), (4, 1)),
            row("a", 6, 1, revoked=True),
            row("a", 7, None, kind="check", truth="ok"),
            row("a", 4, 4, at=MORNING + 4 * DAY + MINUTE),
        ]
        (history,) = histories(rows).histories
        assert [(step.days, step.grade) for step in history.steps] == [(0, 3), (4, 1)]

    def test_a_clock_that_came_from_elsewhere_is_read_from_its_third_own_grade_on(self) -> None:
        state = ReviewState(TODAY + 3, TODAY - 9, 12.5, 4.0, TODAY, 0, 3, 5)
        begun = row("a", 0, None, kind="import", state=state, tx=1)
        grades = course("a", (3, 3), (9, 1), (11, 3), tx=2)
        assert histories([begun, *grades[:2]]) == Read((), 2, 0, 0, 1)
        (history,) = histories([begun, *grades]).histories
        assert history.start == Memory(12.5, 4.0)
        assert [step.days for step in history.trials] == [3, 6, 2]

    def test_each_grade_lies_on_its_own_study_day_wherever_it_was_given(self) -> None:
        """Tokyo and Los Angeles: the day that stands on the row counts, not the instant."""
        rows = [row("a", 0), row("a", 2, at=MORNING + DAY), row("a", 3, at=MORNING + DAY + MINUTE)]
        (history,) = histories(rows).histories
        assert [step.days for step in history.steps] == [0, 2, 1]


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

    def test_it_must_beat_the_weights_that_are_in_force(self) -> None:
        told = judge(simulated(300, 3), in_force=TRUTH)
        losses = {score.name: score.log_loss for score in told.scores}
        assert told.better == (losses["fitted"] < losses["in force"])

    def test_without_scipy_it_says_how_to_get_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(fitting, "find_spec", lambda name: None)
        with pytest.raises(Refused, match=r"pip install 'packbench\[fit\]'"):
            judge(simulated(10, 1))


@given(drawn().filter(lambda one: one.start is None and len(one.steps) > 1))
@settings(deadline=None)
def test_the_seed_rule_is_that_of_the_original(history: History) -> None:
    from core.review.holdout import _seed_chances

    day, state = 0, reference_rule.written(0)
    expected = []
    for place, step in enumerate(history.steps):
        day += step.days
        if place:
            expected.append((1 + reference_rule.CURVE * step.days / state.stability) ** -0.5)
        state = reference_rule.after(state, step.grade > 1, day * DAY)
    assert _seed_chances(history) == pytest.approx(expected)


def test_the_modules_that_faces_load_need_neither_numpy_nor_scipy() -> None:
    import subprocess

    code = "import sys, core.review.rows, core.review.statistics, core.review.histories; "
    code += "sys.exit('numpy' in sys.modules or 'scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


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
