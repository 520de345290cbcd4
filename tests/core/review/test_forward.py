"""What weights would have predicted of every review: the same as the clock itself."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.claims.review_state import ReviewState
from core.clocks.instants import DAY
from core.review.clock import next_state
from core.review.forward import Table, predict
from core.review.histories import History, Step
from core.review.parameters import LEAST, MOST, SHIPPED
from core.review.retrievability import retrievability
from core.review.rows import Memory
from tests.core.review import reference_rule
from tests.core.review.logs import TODAY

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
