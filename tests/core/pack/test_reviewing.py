"""Grading through the door: what is refused, one record a grade, and the order of the queue."""

from __future__ import annotations

import re

import pytest

from core.claims.facts import Outcome, Persona, Prediction, Rule, Trust
from core.clocks.instants import DAY, HOUR, SECOND
from core.clocks.study_day import study_day
from core.errors import Refused, StaleRevision
from core.pack import commands as c
from core.pack.review_fold import same_memory
from core.review.parameters import SHIPPED
from core.review.retrievability import retrievability
from core.review.rows import replayed, state_before_grades
from core.state.view import View
from tests.core.pack.desk import Desk
from tests.core.pack.parted import heads, packs, take_in

FACTS = {
    "trust": Trust("ana", "bot", 0.5),
    "persona": Persona("Vera", 0.5),
    "prediction": Prediction("launch", "bot", "yes"),
    "rule": Rule("rm *", "ask"),
    "outcome": Outcome("launch", "yes"),
    "card_line": None,
    "cache-pointer": None,
}


def due_claim(desk: Desk, text: str = "The lift holds eight people.") -> str:
    claim_id = desk.write(text).id or ""
    desk.pass_time(DAY)
    return claim_id


def queue(desk: Desk, view: View | None = None) -> list[str]:
    return [card.line.claim.id for card in desk.pack.due(view).cards]


def test_a_claim_is_due_the_next_study_day_and_not_before(desk: Desk) -> None:
    claim_id = desk.write("The lift holds eight people.").id
    assert queue(desk) == []
    desk.pass_time(19 * HOUR - 1)  # 04:00 the next morning is nineteen hours after nine
    assert queue(desk) == []
    desk.pass_time(1)
    assert queue(desk) == [claim_id]


@pytest.mark.parametrize("grade", [1, 2, 3, 4])
def test_a_grade_is_one_record_with_the_next_day_on_its_receipt(desk: Desk, grade: int) -> None:
    claim_id = due_claim(desk)
    said = desk.pack.intervals(desk.pack.due().cards[0])[grade]
    receipt = desk.do(c.Grade(id=claim_id, grade=grade))
    assert receipt.due_day == desk.pack.due().day + said
    assert receipt.changed == ()
    assert queue(desk) == []


@pytest.mark.parametrize("grade", [0, 5, -1])
def test_what_is_no_grade_is_refused(desk: Desk, grade: int) -> None:
    claim_id = due_claim(desk)
    with pytest.raises(Refused, match="is no grade"):
        desk.do(c.Grade(id=claim_id, grade=grade))


def test_one_claim_is_graded_once_a_study_day(desk: Desk) -> None:
    claim_id = due_claim(desk)
    desk.do(c.Grade(id=claim_id, grade=1))
    for later in (0, HOUR, 17 * HOUR):
        desk.pass_time(later)
        with pytest.raises(Refused, match="graded today already; undo that grade"):
            desk.do(c.Grade(id=claim_id, grade=3))
    desk.do(c.Undo())
    desk.do(c.Grade(id=claim_id, grade=3))
    desk.pass_time(DAY)
    desk.do(c.Grade(id=claim_id, grade=3))


def test_a_clock_that_steps_back_does_not_allow_a_second_grade(desk: Desk) -> None:
    claim_id = due_claim(desk)
    desk.do(c.Grade(id=claim_id, grade=3))
    desk.pass_time(-3 * DAY)
    with pytest.raises(Refused, match="graded today already"):
        desk.do(c.Grade(id=claim_id, grade=3))


@pytest.mark.parametrize("back", [HOUR, DAY, 365 * DAY])
def test_a_clock_set_back_loses_no_grade_and_is_told(desk: Desk, back: int) -> None:
    one, two = due_claim(desk), due_claim(desk, "The hall has nine doors.")
    desk.pass_time(HOUR)
    day = desk.pack.due().day
    assert desk.do(c.Grade(id=one, grade=3)).warnings == ()
    desk.pass_time(-back)
    receipt = desk.do(c.Grade(id=two, grade=3))
    said = "the clock of this machine says .*, which is before what is written already; the grade is booked"
    assert len(receipt.warnings) == 1
    assert re.match(f"{said} on 2026-01-07$", receipt.warnings[0])
    review = desk.pack.reader.held.review(two)
    assert review is not None
    assert (review.last_day, review.due_day) == (day, receipt.due_day)


def test_a_clock_that_is_put_right_by_seconds_is_not_worth_a_word(desk: Desk) -> None:
    one, two = due_claim(desk), due_claim(desk, "The hall has nine doors.")
    desk.do(c.Grade(id=one, grade=3))
    desk.pass_time(-30 * SECOND)
    assert desk.do(c.Grade(id=two, grade=3)).warnings == ()


def test_a_grade_that_came_from_a_clock_ahead_does_not_shut_the_claim(desk: Desk) -> None:
    claim_id = due_claim(desk)
    ahead = desk.clock.now() + 300 * DAY
    with packs() as made:
        there = made.copy(desk, "there")
        there.clock.set(ahead)
        there.do(c.Grade(id=claim_id, grade=3))
        take_in(desk, there)
    desk.pass_time(DAY)
    booked = desk.pack.reader.held.review(claim_id)
    receipt = desk.do(c.Grade(id=claim_id, grade=3))
    after = desk.pack.reader.held.review(claim_id)
    assert booked is not None
    assert after is not None
    assert booked.last_day == study_day(ahead, "UTC")
    assert after.last_day == booked.last_day + 1
    assert "the grade is booked on 2026-11-03" in receipt.warnings[0]
    rows = [row for row in desk.pack.review_log() if row.claim == claim_id]
    assert [row.kind for row in rows] == ["recall", "recall"]
    assert same_memory(replayed(rows, state_before_grades(after)), after)


@pytest.mark.parametrize("hours", [1, 20])
def test_a_grade_that_came_from_a_clock_hours_ahead_is_the_grade_of_its_day(desk: Desk, hours: int) -> None:
    """A second one on that day would lead to another clock than the rows of the log."""
    claim_id = due_claim(desk)
    with packs() as made:
        there = made.copy(desk, "there")
        there.clock.set(desk.clock.now() + hours * HOUR)
        there.do(c.Grade(id=claim_id, grade=3))
        take_in(desk, there)
    before = desk.pack.reader.held.review(claim_id)
    with pytest.raises(Refused, match="was graded"):
        desk.do(c.Grade(id=claim_id, grade=1))
    assert desk.pack.reader.held.review(claim_id) == before


def test_whoever_flies_west_grades_a_claim_once_on_the_day_that_comes_twice(desk: Desk) -> None:
    desk.do(c.Configure(name="zone", value="Asia/Tokyo"))
    claim_id = due_claim(desk)
    desk.do(c.Grade(id=claim_id, grade=3))  # Tuesday in Tokyo, 18:00
    desk.do(c.Configure(name="zone", value="America/Los_Angeles"))
    desk.pass_time(HOUR)  # Tuesday in Los Angeles, 02:00: Monday's study day
    with pytest.raises(Refused, match="graded on 2026-01-06 already, and here that day is still to come"):
        desk.do(c.Grade(id=claim_id, grade=3))
    desk.pass_time(5 * HOUR)
    with pytest.raises(Refused, match="graded today already"):
        desk.do(c.Grade(id=claim_id, grade=3))


@pytest.mark.parametrize("shown", [{"shown_rev": 2}, {"shown_reps": 1}, {"shown_rev": 1, "shown_reps": 3}])
def test_a_grade_of_what_was_not_on_the_screen_is_refused(desk: Desk, shown: dict[str, int]) -> None:
    claim_id = due_claim(desk)
    with pytest.raises(StaleRevision, match="has changed since it was shown"):
        desk.do(c.Grade(id=claim_id, grade=3, **shown))
    assert desk.do(c.Grade(id=claim_id, grade=3, shown_rev=1, shown_reps=0)).tx == 2


@pytest.mark.parametrize("kind", FACTS)
def test_kinds_without_a_clock_are_never_due_and_cannot_be_graded(desk: Desk, kind: str) -> None:
    told = desk.write("The lift holds eight people.", kind=kind, facts=FACTS[kind])
    assert told.due_day is None
    desk.pass_time(100 * DAY)
    assert queue(desk) == []
    with pytest.raises(Refused, match=f"a {kind} is not reviewed"):
        desk.do(c.Grade(id=told.id or "", grade=3))


def test_a_claim_that_is_not_true_now_is_not_graded(desk: Desk) -> None:
    closed, planned = due_claim(desk), desk.write("Lamps are off.", t_valid=desk.clock.now() + 9 * DAY).id
    desk.do(c.Close(id=closed))
    desk.pass_time(2 * DAY)
    assert queue(desk) == []
    for claim_id in (closed, planned or ""):
        with pytest.raises(Refused, match="not true now"):
            desk.do(c.Grade(id=claim_id, grade=3))


def test_pinned_claims_come_first_then_what_fell_due_first_then_the_id(desk: Desk) -> None:
    old = [due_claim(desk, f"Lamp {n} is off.") for n in ("one", "two")]
    young = sorted(desk.write(f"Shelf {n} is full.").id or "" for n in ("three", "four", "five"))
    desk.pass_time(DAY)
    desk.do(c.Pin(id=young[2]))
    assert queue(desk) == [young[2], *old, *young[:2]]


def test_the_queue_of_a_former_morning_is_shown_as_it_was(desk: Desk) -> None:
    claim_id = due_claim(desk)
    monday = desk.clock.now()
    shown = desk.pack.due(View(workspace="default", believed_at=monday))
    desk.pass_time(HOUR)
    desk.do(c.Grade(id=claim_id, grade=3))
    desk.pass_time(30 * DAY)
    desk.do(c.Configure(name="zone", value="Asia/Tokyo"))
    desk.do(c.Configure(name="rollover_hour", value=12))
    assert desk.pack.due(View(workspace="default", believed_at=monday)) == shown
    assert [card.line.claim.id for card in shown.cards] == [claim_id]


def test_the_zone_and_the_rollover_hour_move_the_morning(desk: Desk) -> None:
    desk.do(c.Configure(name="zone", value="Asia/Tokyo"))
    claim_id = desk.write("The lift holds eight people.").id  # Monday 18:00 in Tokyo
    desk.pass_time(10 * HOUR - 1)  # Tuesday 03:59
    assert queue(desk) == []
    desk.pass_time(1)
    assert queue(desk) == [claim_id]
    desk.pass_time(1)
    desk.do(c.Configure(name="rollover_hour", value=5))
    assert queue(desk) == []
    assert queue(desk, View(workspace="default", believed_at=desk.pack.reader.held.t_tx - 1)) == [claim_id]


def test_retention_and_the_longest_interval_are_those_in_force(desk: Desk) -> None:
    days = {}
    for name, retention, longest in (("lax", 0.8, 36500), ("strict", 0.95, 36500), ("short", 0.8, 2)):
        desk.do(c.Configure(name="retention", value=retention))
        desk.do(c.Configure(name="maximum_interval", value=longest))
        claim_id = due_claim(desk, f"Lamp {name} is off.")
        days[name] = (desk.do(c.Grade(id=claim_id, grade=4)).due_day or 0) - desk.pack.due().day
    assert days["lax"] > days["strict"] > days["short"] == 2


OWN = (*SHIPPED[:2], 5.0, *SHIPPED[3:20], 0.3)


def test_weights_of_ones_own_move_every_grade_from_then_on_and_the_days_shown(desk: Desk) -> None:
    one = due_claim(desk)
    desk.do(c.Configure(name="parameters", value=list(OWN)))
    said = desk.pack.intervals(desk.pack.due().cards[0])
    receipt = desk.do(c.Grade(id=one, grade=3))
    review = desk.pack.reader.held.review(one)
    assert review is not None
    assert review.stability == 5.0
    assert receipt.due_day == desk.pack.due().day + said[3]
    desk.do(c.Undo())
    desk.do(c.Configure(name="parameters", value=None))
    desk.do(c.Grade(id=one, grade=3))
    assert getattr(desk.pack.reader.held.review(one), "stability", None) == SHIPPED[2]


def test_weights_of_an_older_version_count_as_what_they_are_carried_forward_to(desk: Desk) -> None:
    older = "0.40255 1.18385 3.173 15.69105 7.1949 0.5345 1.4604 0.0046 1.54575 0.1192 1.01925 1.9395 0.11 "
    older += "0.29605 2.2698 0.2315 2.9898 0.51655 0.6621"
    desk.do(c.Configure(name="parameters", value=older))
    claim_id = due_claim(desk)
    desk.do(c.Grade(id=claim_id, grade=3))
    assert getattr(desk.pack.reader.held.review(claim_id), "stability", None) == 3.173


def test_grades_of_two_packs_are_joined_by_the_weights_in_force(desk: Desk) -> None:
    desk.do(c.Configure(name="parameters", value=list(OWN)))
    claim_id = due_claim(desk)
    with packs() as made:
        there, alone = made.copy(desk, "there"), made.copy(desk, "alone")
        for each in (there, alone):
            each.do(c.Grade(id=claim_id, grade=3))
            each.pass_time(6 * DAY)
        desk.pass_time(6 * DAY)
        for each in (desk, alone):
            each.do(c.Grade(id=claim_id, grade=1))
        take_in(desk, there)
        assert heads(desk)["review"] == heads(alone)["review"]


def test_the_fourth_lapse_says_what_can_be_done_about_it(desk: Desk) -> None:
    claim_id, said = due_claim(desk), []
    for grade in (3, 1, 1, 1, 1, 1, 1):
        (card,) = desk.pack.due().cards
        assert card.leech == bool(said and said[-1])
        said.append(desk.do(c.Grade(id=claim_id, grade=grade)).warnings)
        desk.pass_time(40 * DAY)
    assert [len(warnings) for warnings in said] == [0, 0, 0, 0, 1, 0, 1]
    assert said[4] == ("it lapsed 4 times: say it otherwise, split it in two, or let it rest",)


def test_what_is_shown_as_held_goes_by_the_weights_in_force_at_any_date(desk: Desk) -> None:
    one, new = due_claim(desk), desk.write("The hall has nine doors.").id or ""
    desk.do(c.Grade(id=one, grade=3))
    desk.pass_time(10 * DAY)

    def shown(view: View | None = None) -> list[float | None]:
        cards = {card.line.claim.id: card.line.retrievability for card in desk.pack.due(view).cards}
        lines = {line.claim.id: line.retrievability for line in desk.pack.claims(view)}
        hits = {
            hit.line.claim.id: hit.line.retrievability for hit in desk.pack.search("lift hall", view).hits
        }
        assert cards == lines == hits
        return [lines[one], lines[new]]

    shipped, then = shown(), desk.pack.reader.now()
    assert shipped == [retrievability(SHIPPED[2], 10), retrievability(SHIPPED[0], 10)]
    desk.pass_time(1)
    desk.do(c.Configure(name="parameters", value=[0.5, *SHIPPED[1:20], 0.3]))
    own = [retrievability(SHIPPED[2], 10, 0.3), retrievability(0.5, 10, 0.3)]
    assert shown() == own
    desk.do(c.Configure(name="live_cap", value=1))
    assert [one.retrievability for one in desk.pack.sweeping().over_cap] == [min(own)]
    assert shown(View(workspace="default", believed_at=then)) == shipped
    desk.reopen_file()
    assert [card.line.retrievability for card in desk.pack.due().cards] == own


def test_a_claim_in_doubt_says_so_wherever_it_is_listed(desk: Desk) -> None:
    claim_id = due_claim(desk)
    day = desk.pack.due().day
    desk.do(c.Doubt(id=claim_id))
    desk.pass_time(DAY)
    for reopened in (False, True):
        if reopened:
            desk.reopen_file()
        assert [card.line.doubted_day for card in desk.pack.due().cards] == [day]
    assert [line.doubted_day for line in desk.pack.claims()] == [day]
    assert [hit.line.doubted_day for hit in desk.pack.search("lift").hits] == [day]
    desk.do(c.Verify(id=claim_id))
    assert [hit.line.doubted_day for hit in desk.pack.search("lift").hits] == [None]
