"""What went wrong in other review tools, row by row: grades, their bounds, crashes and undoing.

The list of the rows that are held elsewhere is in `test_reports.py`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec.structs import replace

from core.claims.review_state import ReviewState
from core.clocks.instants import DAY, HOUR, SECOND
from core.errors import Refused, StaleRevision
from core.pack import commands as c
from core.pack.handover import check_pack
from core.pack.original import import_original
from core.pack.pack import Pack
from core.review.clock import LAST_DAY, MAX_INTERVAL, next_state
from core.state.view import View
from core.store import tables
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.parted import heads, packs, take_in
from tests.core.pack.walks import RANDOMS, walk

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4
TEXT, OTHER = "The lift holds eight people.", "The hall has nine doors."
ROOT = Path(__file__).parents[3]

few = settings(
    max_examples=8,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a walk shrinks for minutes
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def desk() -> Any:
    with scratch_desk() as opened:
        yield opened


def due_claim(desk: Desk, text: str = TEXT, **fields: Any) -> str:
    claim_id = desk.write(text, **fields).id or ""
    desk.pass_time(DAY)
    return claim_id


def state(desk: Desk, claim_id: str) -> ReviewState:
    review = desk.pack.reader.held.review(claim_id)
    assert review is not None
    return review


def queue(desk: Desk) -> list[str]:
    return [card.line.claim.id for card in desk.pack.due().cards]


def grade(desk: Desk, claim_id: str, given: int = GOOD) -> None:
    desk.do(c.Grade(id=claim_id, grade=given))


# bounds


@pytest.mark.parametrize("back", [HOUR, DAY, 365 * DAY])
def test_row_17_with_the_clock_set_back_nothing_is_lost_and_there_is_one_warning(
    desk: Desk, back: int
) -> None:
    one, two = due_claim(desk), due_claim(desk, OTHER)
    grade(desk, one)
    before = state(desk, one)
    desk.pass_time(-back)
    assert queue(desk) == [two]
    assert len(desk.do(c.Grade(id=two, grade=GOOD)).warnings) == 1
    assert state(desk, one) == before
    assert state(desk, two).last_day == before.last_day


@pytest.mark.parametrize("span", [1, 1000, 1_000_000])
def test_row_18_nothing_is_due_in_the_year_52188_whatever_unit_was_meant(desk: Desk, span: int) -> None:
    claim_id = due_claim(desk)
    broken = replace(
        state(desk, claim_id), stability=2.5 * span, difficulty=5.0, last_day=LAST_DAY - 9, reps=1
    )
    assert next_state(broken, EASY, LAST_DAY - 3, 0).due_day <= LAST_DAY
    with pytest.raises(Refused, match="outside the years 1 to 9999"):
        next_state(broken, EASY, LAST_DAY + span, 0)


def record(name: str, text: str, **more: Any) -> str:
    plain = {"schema": "inside.atom/v1", "id": name, "workspace": "default", "kind": "lesson", "text": text}
    return json.dumps(plain | {"ts": "2025-11-03T10:00:00.000Z"} | more)


LONG = {"interval_s": 6_718_827 * 86_400, "stability": 6_718_827.0, "last": "2026-01-01T00:00:00Z"}
HUGE = {"stability": 1e300, "difficulty": -4, "reps": 3, "recalls": 3, "interval_s": 1e18}


@pytest.mark.parametrize("review", [LONG, LONG | {"reps": 2, "recalls": 2}, HUGE, {"interval_s": -1e15}])
def test_row_19_a_clock_far_beyond_the_calendar_comes_in_and_stops_nothing(
    desk: Desk, review: dict[str, Any]
) -> None:
    lines = [record("lift-1", TEXT, review=review), record("hall-1", OTHER)]
    import_original(desk.pack, lines, source="a.jsonl")
    desk.pass_time(2 * DAY)
    assert "hall-1" in queue(desk)
    grade(desk, "lift-1")
    assert all(1 <= clock.due_day <= LAST_DAY for clock in heads(desk)["review"].values())
    assert check_pack(desk.pack.path).ok


@pytest.mark.parametrize("strange", [{"due_at": "+20415-05-01T00:00:00Z"}, {"review": {"stability": "NaN"}}])
def test_row_19_a_row_that_cannot_be_read_is_named_by_its_line(desk: Desk, strange: dict[str, Any]) -> None:
    lines = [record("hall-1", OTHER), record("lift-1", TEXT, **strange)]
    with pytest.raises(Refused, match="line 2"):
        import_original(desk.pack, lines, source="a.jsonl")
    import_original(desk.pack, lines[:1], source="a.jsonl")
    desk.pass_time(2 * DAY)
    assert queue(desk) == ["hall-1"]


def test_row_20_easy_thirty_times_through_the_door_never_leaves_the_calendar(desk: Desk) -> None:
    claim_id = due_claim(desk)
    for _ in range(30):
        grade(desk, claim_id, EASY)
        review = state(desk, claim_id)
        assert review.last_day is not None
        assert 1 <= review.due_day - review.last_day <= MAX_INTERVAL
        desk.pass_time(min(review.due_day - review.last_day, 20_000) * DAY)


@pytest.mark.parametrize("stability", [0.0, nan, inf, -inf, None])
@pytest.mark.parametrize("difficulty", [0.0, nan, None])
def test_row_22_zero_and_what_is_no_number_lead_to_no_such_day(
    stability: float | None, difficulty: float | None
) -> None:
    broken = ReviewState(100, 90, stability=stability, difficulty=difficulty, last_day=95, reps=3)
    for given_grade in (AGAIN, HARD, GOOD, EASY):
        after = next_state(broken, given_grade, 100, 0)
        assert after.stability is not None
        assert 0 < after.stability <= MAX_INTERVAL
        assert 100 < after.due_day <= LAST_DAY


@few
@given(random=RANDOMS)
def test_row_22_a_clock_is_found_again_from_the_log(random: Random) -> None:
    with scratch_desk() as desk:
        for _ in walk(desk, random, 20):
            pass
        before, path = heads(desk)["review"], desk.pack.path
        desk.pack.close()
        assert check_pack(path).ok
        desk.pack = Pack.open(path, seat="ana", clock=desk.clock, mode="write")
        assert heads(desk)["review"] == before


# crashes


@pytest.mark.parametrize("after", [1, 2, 3, 7, 19])
def test_row_23_kill_9_after_any_grade_loses_none(tmp_path: Path, after: int) -> None:
    with scratch_desk() as desk:
        for number in range(40):
            desk.write(f"Lamp {number} is off at night.", entities=(f"lamp {number}",))
        desk.pass_time(DAY)
        path, at = desk.pack.path, desk.clock.now()
        desk.pack.close()
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.core.review.grading_child", str(path), str(at)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
        assert child.stdout is not None
        said = [child.stdout.readline() for _ in range(after)]
        child.kill()
        said += child.stdout.readlines()
        child.stdout.close()
        child.wait()
        acknowledged = [line.decode().strip() for line in said if line.endswith(b"\n")]
        desk.pack = Pack.open(path, seat="ana", clock=desk.clock, mode="write")
        assert len(acknowledged) >= after
        assert all(state(desk, claim_id).reps == 1 for claim_id in acknowledged)
        assert not set(acknowledged) & set(queue(desk))


@few
@given(random=RANDOMS)
def test_row_24_what_is_counted_is_what_is_there(random: Random) -> None:
    with scratch_desk() as desk:
        for _ in walk(desk, random, 25):
            queued = desk.pack.due(View(workspace="default"))
            assert desk.pack.status().due == len(queued.cards)
            assert queued.ahead[0] >= len(queued.cards)


# once, and undone


def test_row_28_the_same_key_many_times_is_one_grade(desk: Desk) -> None:
    claim_id = due_claim(desk)
    shown = desk.pack.due().cards[0]
    command = c.Grade(id=claim_id, grade=GOOD, shown_rev=shown.line.claim.rev, shown_reps=shown.review.reps)
    desk.do(command)
    before = state(desk, claim_id)
    for _ in range(3):
        with pytest.raises(StaleRevision):
            desk.do(command)
    assert state(desk, claim_id) == before


def test_row_29_a_record_that_comes_twice_is_one_review(desk: Desk) -> None:
    claim_id = due_claim(desk)
    with packs() as made:
        there = made.copy(desk, "there")
        grade(there, claim_id)
        for _ in range(2):
            take_in(desk, there)
        take_in(there, desk)
        take_in(desk, there)
        assert state(desk, claim_id) == state(there, claim_id)
        assert state(desk, claim_id).reps == 1
        assert len([row for row in desk.pack.review_log() if not row.revoked]) == 1


def test_row_30_back_and_forward_a_hundred_times_leaves_the_queue_as_long_as_it_was(desk: Desk) -> None:
    ids = [due_claim(desk), due_claim(desk, OTHER)]
    before = queue(desk)
    grade(desk, ids[0])
    for _ in range(50):
        desk.do(c.Undo())
        assert queue(desk) == before
        desk.do(c.Redo())
        assert queue(desk) == [ids[1]]


@pytest.mark.parametrize("command", ["grade", "no_longer_true"])
def test_row_31_one_undo_takes_back_the_answer_and_all_that_came_of_it(desk: Desk, command: str) -> None:
    claim_id = due_claim(desk, entities=("lift",))
    before, queued = heads(desk), queue(desk)
    if command == "grade":
        grade(desk, claim_id, AGAIN)
    else:
        desk.do(c.NoLongerTrue(id=claim_id, reason="seen", corrected="The lift holds nine people."))
    desk.do(c.Undo())
    after = heads(desk)
    assert after["review"].get(claim_id) == before["review"][claim_id]
    assert queue(desk) == queued
    assert after["link"] == before["link"]


@pytest.mark.parametrize(("slip", "meant"), [(AGAIN, GOOD), (EASY, AGAIN), (GOOD, HARD)])
def test_row_32_undone_and_graded_again_is_graded_once(desk: Desk, slip: int, meant: int) -> None:
    claim_id = due_claim(desk)
    with packs() as made:
        alone = made.copy(desk, "alone")
        grade(alone, claim_id, meant)
        grade(desk, claim_id, slip)
        desk.pass_time(5 * SECOND)
        desk.do(c.Undo())
        grade(desk, claim_id, meant)
        assert replace(state(desk, claim_id), last_at=0) == replace(state(alone, claim_id), last_at=0)


def test_row_33_a_grade_is_taken_back_after_a_restart(desk: Desk) -> None:
    claim_id = due_claim(desk)
    before = state(desk, claim_id)
    grade(desk, claim_id)
    desk.reopen_file()
    desk.do(c.Undo())
    assert state(desk, claim_id) == before
    assert queue(desk) == [claim_id]


def test_row_34_before_a_grade_and_after_its_undo_the_clock_is_the_same_to_the_byte(desk: Desk) -> None:
    ids = [due_claim(desk), due_claim(desk, OTHER)]
    grade(desk, ids[1])

    def stored() -> dict[str, bytes]:
        return {claim_id: tables.encode(state(desk, claim_id)) for claim_id in ids}

    desk.pass_time(3 * DAY)
    before, rows = stored(), desk.pack.review_log()
    for given_grade in (AGAIN, EASY):
        grade(desk, ids[0], given_grade)
        assert stored() != before
        desk.do(c.Undo())
        assert stored() == before
    assert [row for row in desk.pack.review_log() if not row.revoked] == list(rows)


# what a claim is


def test_row_35_a_letter_put_right_keeps_the_clock_and_the_log(desk: Desk) -> None:
    claim_id = due_claim(desk, "The lift hold eight people.")
    grade(desk, claim_id)
    before, rows = state(desk, claim_id), desk.pack.review_log()
    desk.do(c.Edit(id=claim_id, expect_rev=1, changes={"text": TEXT}))
    assert state(desk, claim_id) == before
    assert desk.pack.review_log() == rows


def test_row_36_two_claims_of_one_text_have_two_clocks(desk: Desk) -> None:
    one, other = due_claim(desk, set="red"), due_claim(desk, set="blue")
    assert one != other
    before = state(desk, other)
    grade(desk, one, EASY)
    desk.do(c.Doubt(id=one))
    assert state(desk, other) == before
    assert queue(desk) == [other]


# settings in the middle of a sitting


def test_row_41_a_setting_counts_from_the_next_grade_on_without_a_restart(desk: Desk) -> None:
    ids = [due_claim(desk, f"Lamp {number} is off at night.", set=str(number)) for number in range(3)]
    desk.pass_time(DAY)
    day, due = desk.pack.due().day, []
    for claim_id, (name, value) in zip(
        ids, (("retention", 0.95), ("retention", 0.75), ("maximum_interval", 5)), strict=True
    ):
        desk.do(c.Configure(name=name, value=value))
        due.append((desk.do(c.Grade(id=claim_id, grade=EASY)).due_day or 0) - day)
    assert due[0] < 8 < due[1]
    assert due[2] == 5
    assert desk.pack.due().ahead[due[0]] >= 1


@pytest.mark.parametrize("retention", [0.7, 0.85, 0.95, 0.99])
@pytest.mark.parametrize("given_grade", [AGAIN, HARD, GOOD, EASY])
def test_row_42_the_days_that_are_shown_are_those_that_are_stored(
    desk: Desk, retention: float, given_grade: int
) -> None:
    claim_id = due_claim(desk)
    desk.do(c.Configure(name="retention", value=retention))
    shown = desk.pack.intervals(desk.pack.due().cards[0])[given_grade]
    previewed = desk.pack.preview(c.Grade(id=claim_id, grade=given_grade)).due_day
    receipt = desk.do(c.Grade(id=claim_id, grade=given_grade))
    assert receipt.due_day == previewed == state(desk, claim_id).due_day == desk.pack.due().day + shown


def test_row_43_a_grade_in_less_than_a_second_counts_and_keeps_its_time_for_whoever_fits(desk: Desk) -> None:
    claim_id = due_claim(desk)
    desk.do(c.Grade(id=claim_id, grade=GOOD, cue="cloze", milliseconds=400))
    (row,) = desk.pack.review_log()
    assert (row.ms, row.cue, row.grade) == (400, "cloze", GOOD)
    assert state(desk, claim_id).reps == 1


def test_row_44_of_the_rows_only_grades_move_a_clock(desk: Desk) -> None:
    """What is put off, suspended, verified or doubted is told apart from what was recalled."""
    claim_id = due_claim(desk)
    grade(desk, claim_id)
    before = state(desk, claim_id)
    for command in (c.Verify, c.Doubt, c.Bury, c.Suspend, c.Unsuspend):
        desk.do(command(id=claim_id))
    after = state(desk, claim_id)
    assert (after.stability, after.difficulty, after.due_day, after.reps, after.last_at) == (
        *(before.stability, before.difficulty, before.due_day, before.reps, before.last_at),
    )
    kinds = [row.kind for row in desk.pack.review_log()]
    assert kinds.count("recall") == 1
    assert set(kinds) <= {"recall", "check"}
