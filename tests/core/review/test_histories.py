"""Which rows of a log a fit reads."""

from __future__ import annotations

import subprocess
import sys

from msgspec.structs import replace

from core.claims.review_state import ReviewState
from core.clocks.instants import DAY, MINUTE
from core.review.histories import Read, histories
from core.review.rows import Memory
from tests.core.review.logs import MORNING, TODAY, course, row


def test_row_43_grades_under_a_second_are_passed_over_and_a_claim_that_begins_with_one_is_left_out() -> None:
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


def test_a_hundred_new_claims_graded_at_speed_change_nothing() -> None:
    kept = [*course("a", (0, 3), (2, 1)), *course("b", (1, 3), (9, 3))]
    hasty = [one for n in range(100) for one in course(f"hasty-{n}", (1, 4), (9, 4), ms=350)]
    assert histories([*kept, *hasty]).histories == histories(kept).histories


def test_only_standing_grades_of_recall_are_read() -> None:
    rows = [
        *course("a", (0, 3), (4, 1)),
        row("a", 6, 1, revoked=True),
        row("a", 7, None, kind="check", truth="ok"),
        row("a", 4, 4, at=MORNING + 4 * DAY + MINUTE),
    ]
    (history,) = histories(rows).histories
    assert [(step.days, step.grade) for step in history.steps] == [(0, 3), (4, 1)]


def test_a_clock_that_came_from_elsewhere_is_read_from_its_third_own_grade_on() -> None:
    state = ReviewState(TODAY + 3, TODAY - 9, 12.5, 4.0, TODAY, 0, 3, 5)
    begun = row("a", 0, None, kind="import", state=state, tx=1)
    grades = course("a", (3, 3), (9, 1), (11, 3), tx=2)
    assert histories([begun, *grades[:2]]) == Read((), 2, 0, 0, 1)
    (history,) = histories([begun, *grades]).histories
    assert history.start == Memory(12.5, 4.0)
    assert [step.days for step in history.trials] == [3, 6, 2]


def test_a_clock_of_other_weights_hides_none_of_the_grades_that_led_to_it() -> None:
    """A merge brings each grade, and the clock as the other pack's weights have it."""
    grades = course("a", (0, 3), (3, 1), (4, 3))
    clock = ReviewState(TODAY + 9, TODAY - 1, 5.5, 7.0, TODAY + 4, grades[-1].at, 3, 3, 1)
    came = row("a", 4, None, kind="import", state=clock, tx=grades[-1].tx)
    later = course("a", (9, 3), tx=grades[-1].tx + 1)
    assert histories([*grades, came, *later]) == histories([*grades, *later])
    for other in ({"reps": 4}, {"lapses": 0}, {"last_day": TODAY + 3}, {"last_grade": 4}, {"last_at": 0}):
        unknown = replace(came, state=replace(clock, **other))
        assert histories([*grades, unknown, *later]).used == 0


def test_a_memory_that_came_without_any_grade_is_a_beginning() -> None:
    begun = row("a", 0, None, kind="import", state=ReviewState(TODAY + 3, TODAY - 9, 12.5, 4.0), tx=1)
    (history,) = histories([begun, *course("a", (3, 3), (9, 1), (11, 3), tx=2)]).histories
    assert history.start == Memory(12.5, 4.0)


def test_each_grade_lies_on_its_own_study_day_wherever_it_was_given() -> None:
    """Tokyo and Los Angeles: the day that stands on the row counts, not the instant."""
    rows = [row("a", 0), row("a", 2, at=MORNING + DAY), row("a", 3, at=MORNING + DAY + MINUTE)]
    (history,) = histories(rows).histories
    assert [step.days for step in history.steps] == [0, 2, 1]


def test_the_modules_that_faces_load_need_neither_numpy_nor_scipy() -> None:
    code = "import sys, core.review.rows, core.review.statistics, core.review.histories; "
    code += "sys.exit('numpy' in sys.modules or 'scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
