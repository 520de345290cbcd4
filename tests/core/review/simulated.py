"""A person whose memory is known: FSRS-6 with weights of its own, scheduled by the defaults for a year."""

from __future__ import annotations

from random import Random
from typing import Final

from core.claims.review_state import ReviewState
from core.clocks.instants import DAY
from core.review.clock import next_state
from core.review.histories import History, Read, Step
from core.review.parameters import Parameters
from core.review.retrievability import retrievability
from tests.core.review.logs import MORNING, TODAY

TRUTH: Final[Parameters] = (
    *(0.35, 1.1, 3.4, 12.0, 6.2, 0.75, 2.6, 0.02, 1.35, 0.12, 0.62),
    *(1.6, 0.08, 0.32, 1.4, 0.55, 1.9, 0.5425, 0.0912, 0.0658, 0.32),
)
"""A steeper curve than that of the defaults, and slower growth."""
WRITTEN_BY: Final = 240
YEAR: Final = 365
FIRST_RATINGS: Final = (0.20, 0.12, 0.53, 0.15)
RECALLED_AS: Final = (0.12, 0.75, 0.13)
"""Hard, Good, Easy."""
MISSED: Final = 0.08
"""Share of mornings on which nothing is graded."""
HOLIDAY: Final = range(170, 184)


def simulated(claims: int, seed: int) -> Read:
    """A year of reviews of so many claims, written on random days."""
    random = Random(seed)
    off = {day for day in range(YEAR + 1) if random.random() < MISSED} | set(HOLIDAY)
    found = tuple(_history(f"claim-{number}", random, off) for number in range(claims))
    trials = sum(len(history.trials) for history in found)
    return Read(tuple(history for history in found if history.steps), trials, trials, 0, 0)


def _history(name: str, random: Random, off: set[int]) -> History:
    """Planned by the defaults, answered by the truth."""
    written = random.randrange(WRITTEN_BY)
    plan = truth = ReviewState(due_day=TODAY + written + 1, added_day=TODAY + written)
    steps: list[Step] = []
    while True:
        day = plan.due_day - TODAY
        if steps and plan.due_day - (plan.last_day or 0) > 2:
            day += random.choice((-1, 0, 0, 1))
        while day in off:
            day += 1
        if day > YEAR:
            return History(name, tuple(steps))
        grade = _grade(truth, TODAY + day, random)
        since = 0 if plan.last_day is None else TODAY + day - plan.last_day
        at = MORNING + day * DAY + random.randrange(3_600_000_000)
        steps.append(Step(since, grade, at))
        plan = next_state(plan, grade, TODAY + day, at)
        truth = next_state(truth, grade, TODAY + day, at, parameters=TRUTH)


def _grade(truth: ReviewState, day: int, random: Random) -> int:
    if truth.stability is None or truth.last_day is None:
        return random.choices((1, 2, 3, 4), FIRST_RATINGS)[0]
    if random.random() >= retrievability(truth.stability, day - truth.last_day, TRUTH[20]):
        return 1
    return random.choices((2, 3, 4), RECALLED_AS)[0]
