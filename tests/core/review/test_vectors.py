"""Every reference vector: histories, days, curves, intervals, weights carried forward, ranges of fuzz.

The points of the curves are in `test_retrievability.py`, the older rule in `test_reference_rule.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from math import exp
from typing import Any

import pytest
from fsrs import scheduler as package
from hypothesis import given
from hypothesis import strategies as st

from core.claims.review_state import ReviewState
from core.clocks.instants import from_datetime
from core.clocks.study_day import study_day
from core.errors import Refused
from core.review.clock import MAX_INTERVAL, next_state
from core.review.parameters import LEAST, MOST, SHIPPED, carried_forward, read_parameters
from core.review.retrievability import retrievability
from tests.core.review.vectors import VECTORS, name_of

GOOD = 3
START = date(2026, 3, 1).toordinal()

IN_DAYS = {
    "every morning, fifteen minutes earlier than the day before": [1, 1, 1, 1],
    "23 h 59 m 59 s is the same day to py-fsrs": [1],
    "clock set back three days (py-fsrs accepts; do not copy)": [0],
}
"""Histories in which the package counts spans of 24 hours: study days between their grades, all Good."""


def good_after(gaps: list[int]) -> list[float]:
    """Stability after a first Good and one after each gap of days, by the formulas of FSRS-6."""
    w = SHIPPED
    easiest = w[4] - exp(w[5] * 3) + 1
    stability, difficulty = w[2], w[4] - exp(w[5] * 2) + 1
    found = [stability]
    for days in gaps:
        if days == 0:
            stability *= max(1.0, exp(w[17] * w[18]) * stability ** -w[19])
        else:
            forgotten = 1 - (1 + (0.9 ** (-1 / w[20]) - 1) * days / stability) ** -w[20]
            gain = exp(w[8]) * (11 - difficulty) * stability ** -w[9] * (exp(w[10] * forgotten) - 1)
            stability *= 1 + gain
        difficulty = w[7] * easiest + (1 - w[7]) * difficulty
        found.append(stability)
    return found


def states(
    case: dict[str, Any], days: list[int]
) -> Iterator[tuple[dict[str, Any], ReviewState, ReviewState]]:
    """Each review of a case with the states before and after it."""
    state = ReviewState(due_day=days[0], added_day=days[0] - 1)
    for review, day in zip(case["reviews"], days, strict=True):
        before = state
        state = next_state(
            state,
            review["rating"],
            day,
            0,
            retention=case["retention"],
            maximum_interval=case["maximum_interval"],
            parameters=case["parameters"],
        )
        yield review, before, state


def study_days(case: dict[str, Any]) -> list[int]:
    return [study_day(from_datetime(datetime.fromisoformat(one["at"])), "UTC") for one in case["reviews"]]


def test_the_file_is_whole() -> None:
    sizes = {name: len(part) for name, part in VECTORS.items() if name != "about"}
    assert sizes == {
        "cases": 66, "instants": 10, "curves": 175, "intervals": 60, "carried": 2, "fuzz": 18, "seed": 5,
    }  # fmt: skip


@pytest.mark.parametrize("case", VECTORS["cases"], ids=name_of)
def test_a_history_in_study_days(case: dict[str, Any]) -> None:
    """Stability and difficulty to 1e-9 of the package, to 1e-4 of the Rust crate; the due day exactly."""
    days = [START + review["day"] for review in case["reviews"]]
    decay = SHIPPED[20] if case["parameters"] is None else case["parameters"][20]
    for place, (review, before, state) in enumerate(states(case, days)):
        assert state.stability == pytest.approx(review["stability"], rel=1e-9)
        assert state.difficulty == pytest.approx(review["difficulty"], rel=1e-9)
        assert state.due_day == START + review["due_day"]
        assert state.stability == pytest.approx(case["rust"]["stability"][place], rel=1e-4, abs=1e-6)
        assert state.difficulty == pytest.approx(case["rust"]["difficulty"][place], rel=1e-4)
        if before.stability is not None and before.last_day is not None and state.last_day is not None:
            recall = retrievability(before.stability, state.last_day - before.last_day, decay)
            assert recall == pytest.approx(review["recall"], abs=1e-9)


@pytest.mark.parametrize(
    "case", [one for one in VECTORS["instants"] if one["name"] not in IN_DAYS], ids=name_of
)
def test_a_history_of_instants_that_fall_on_the_days_that_the_package_counts(case: dict[str, Any]) -> None:
    """Learning steps move no memory; without them a claim is due on a day, the next one at the earliest."""
    for place, (review, _, state) in enumerate(states(case, study_days(case))):
        assert state.stability == pytest.approx(review["stability"], rel=1e-9)
        assert state.difficulty == pytest.approx(review["difficulty"], rel=1e-9)
        assert state.stability == pytest.approx(case["rust"]["stability"][place], rel=1e-4)
        assert state.last_day is not None
        if review["state"] == "Review":
            assert state.due_day == datetime.fromisoformat(review["due"]).date().toordinal()
        else:
            assert state.due_day > state.last_day


@pytest.mark.parametrize("case", [one for one in VECTORS["instants"] if one["name"] in IN_DAYS], ids=name_of)
def test_a_history_of_instants_that_is_another_one_in_study_days(case: dict[str, Any]) -> None:
    """A morning is a day though fewer than 24 hours passed, and a clock set back moves no review back."""
    days = study_days(case)
    found = [state for *_, state in states(case, days)]
    assert [state.stability for state in found] == pytest.approx(good_after(IN_DAYS[case["name"]]), rel=1e-9)
    latest = days[0]
    for day, state in zip(days, found, strict=True):
        latest = max(latest, day)
        assert state.last_day == latest
        assert state.due_day > latest


def test_what_the_package_does_with_a_clock_set_back_is_not_done_here() -> None:
    case = next(one for one in VECTORS["instants"] if "do not copy" in one["name"])
    (_, _, first), (copied, _, second) = states(case, study_days(case))
    theirs = datetime.fromisoformat(copied["due"]).date().toordinal()
    assert theirs < first.last_day <= second.last_day < second.due_day  # type: ignore[operator]


@pytest.mark.parametrize("case", VECTORS["cases"], ids=name_of)
def test_days_of_the_package_are_our_study_days(case: dict[str, Any]) -> None:
    """The same history with each review at another hour of its study day, as a person would live it."""
    hours = (7, 23, 4, 12, 26)  # 26 is two at night: the day before
    instants = [
        from_datetime(datetime.fromordinal(START + review["day"]).replace(tzinfo=UTC))
        + hours[place % len(hours)] * 3_600_000_000
        for place, review in enumerate(case["reviews"])
    ]
    days = [study_day(instant, "UTC") for instant in instants]
    assert days == [START + review["day"] for review in case["reviews"]]


@pytest.mark.parametrize("point", VECTORS["intervals"], ids=lambda one: f"{one['stability']} {one['decay']}")
def test_an_interval_is_the_days_until_recall_is_what_was_asked_for(point: dict[str, float]) -> None:
    """Weights that leave stability alone on the same day let every stability be asked."""
    weights = (*SHIPPED[:17], 0.0, 0.0, 0.0, point["decay"])
    held = retrievability(point["stability"], point["raw_days"], point["decay"])
    assert held == pytest.approx(point["desired_retention"], abs=1e-9)
    before = ReviewState(START, START, stability=point["stability"], difficulty=5.0, last_day=START, reps=1)
    after = next_state(before, GOOD, START, 0, retention=point["desired_retention"], parameters=weights)
    assert after.stability == pytest.approx(point["stability"], rel=1e-12)
    assert after.due_day - START == min(point["days"], MAX_INTERVAL)


@pytest.mark.parametrize("case", VECTORS["carried"], ids=lambda one: f"{one['count']} weights")
def test_weights_of_older_versions_are_carried_forward(case: dict[str, Any]) -> None:
    assert len(case["input"]) == case["count"]
    assert carried_forward(case["input"]) == pytest.approx(case["output"], abs=1e-6)
    assert read_parameters(" ".join(map(str, case["input"]))) == carried_forward(case["input"])


@pytest.mark.parametrize("case", VECTORS["carried"], ids=lambda one: f"{one['count']} weights")
@pytest.mark.parametrize("days", [0.5, 1, 3, 30, 365])
def test_weights_that_were_carried_forward_keep_their_curve(case: dict[str, Any], days: float) -> None:
    decay = carried_forward(case["input"])[20]
    assert retrievability(12.0, days, decay) == pytest.approx((1 + 19 / 81 * days / 12) ** -0.5, abs=1e-12)


@pytest.mark.parametrize("row", VECTORS["fuzz"], ids=lambda row: str(row["interval"]))
def test_without_fuzz_a_claim_is_due_within_the_days_that_fuzz_could_choose(row: dict[str, int]) -> None:
    """No due day is moved by chance here, so that a replay and a merge lead to the same day."""
    weights = (*SHIPPED[:17], 0.0, 0.0, 0.0, SHIPPED[20])
    before = ReviewState(
        START, START, stability=float(row["interval"]), difficulty=5.0, last_day=START, reps=1
    )
    due = {next_state(before, GOOD, START, at, parameters=weights).due_day - START for at in range(20)}
    assert due == {row["interval"]}
    assert row["low"] <= row["interval"] <= row["high"]


# the weights


def test_the_weights_and_bounds_are_those_of_the_package() -> None:
    assert tuple(package.DEFAULT_PARAMETERS) == SHIPPED
    assert tuple(package.LOWER_BOUNDS_PARAMETERS) == LEAST
    assert tuple(package.UPPER_BOUNDS_PARAMETERS) == MOST


@pytest.mark.parametrize("stated", [None, "", "  ", [], ()])
def test_nothing_stated_are_the_weights_that_are_shipped(stated: Any) -> None:
    assert read_parameters(stated) is None


@given(st.tuples(*(st.floats(least, most) for least, most in zip(LEAST, MOST, strict=True))))
def test_weights_are_read_as_they_were_written(weights: tuple[float, ...]) -> None:
    assert read_parameters(weights) == weights
    assert read_parameters(", ".join(map(repr, weights))) == weights
    state = ReviewState(due_day=START, added_day=START)
    assert next_state(state, GOOD, START, 0, parameters=weights).stability == weights[2]


@pytest.mark.parametrize(
    ("stated", "why"),
    [
        ("0.4, high", "are numbers"),
        ([0.4] * 20, "these are 20"),
        ([0.4], "these are 1"),
        ([*SHIPPED[:20], 0.05], "weight 20 of FSRS-6 is 0.05; it lies between 0.1 and 0.8"),
        ([*SHIPPED[:20], 0.9], "weight 20 of FSRS-6 is 0.9; it lies between 0.1 and 0.8"),
        ([-1.0, *SHIPPED[1:]], "weight 0 "),
        ([float("nan"), *SHIPPED[1:]], "finite"),
        ([float("inf")] * 21, "finite"),
        ([*[0.4] * 5, -0.5, *[0.4] * 11], "these are 17"),
    ],
)
def test_other_weights_are_refused(stated: Any, why: str) -> None:
    with pytest.raises(Refused, match=why):
        read_parameters(stated)
