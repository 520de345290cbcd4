"""Spreading a backlog through the door: previewed, one record, undoable, and only due days move."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.clocks.instants import DAY, HOUR
from core.errors import PackError, Refused, StaleRevision
from core.pack import commands as c
from core.state.view import View
from tests.core.pack.desk import Desk
from tests.core.pack.test_queue import graded_once, ids, shelves


def backlog(desk: Desk, count: int = 9) -> list[str]:
    """Claims graded Again once, due for a month."""
    desk.do(c.Configure(name="new_a_day", value=100))
    claims = shelves(desk, count)
    graded_once(desk, claims)
    desk.pass_time(30 * DAY)
    return claims


def spread(desk: Desk, **how: int) -> c.Spread:
    return c.Spread(workspace="default", **how)


def test_rows_37_and_40_a_spread_is_previewed_with_its_count_and_does_what_the_preview_said(
    desk: Desk,
) -> None:
    claims = backlog(desk)
    reviews = {one: desk.pack.reader.held.review(one) for one in claims}
    plan = desk.pack.spreading(a_morning=2)
    assert (plan.backlog, plan.before, plan.after) == (9, (9, 0, 0, 0, 0), (2, 2, 2, 2, 1))
    assert desk.pack.preview(spread(desk, a_morning=2)).summary.startswith("7 claims move to the next 4 days")
    assert ids(desk.pack.due()) == claims  # nothing moved yet

    told = desk.do(spread(desk, a_morning=2, expect=len(plan.moves)))
    assert (told.outcome, told.changed) == ("update", ())
    assert ids(desk.pack.due()) == claims[:2]
    assert desk.pack.due().ahead[:6] == (2, 2, 2, 2, 1, 0)
    moved = {move.id: move.due_day for move in plan.moves}
    for claim_id, review in reviews.items():
        assert review is not None
        now = desk.pack.reader.held.review(claim_id)
        assert now == replace(review, due_day=moved.get(claim_id, review.due_day))  # memory is as it was


def test_row_40_a_second_spread_changes_nothing(desk: Desk) -> None:
    backlog(desk)
    for how in ({"a_morning": 2}, {"mornings": 4}):
        desk.do(spread(desk, **how))
        assert desk.pack.spreading(**how).moves == ()
        assert desk.do(spread(desk, **how)).outcome == "noop"


def test_row_34_undo_puts_every_day_back(desk: Desk) -> None:
    claims = backlog(desk)
    before = dict(desk.pack.reader.held.chains.items_at("review", desk.clock.now()))
    shown = desk.pack.due().ahead
    desk.pass_time(HOUR)
    desk.do(spread(desk, mornings=3))
    assert len(desk.pack.due().cards) == 3
    desk.do(c.Undo())
    desk.pass_time(HOUR)
    again = desk.reopen_file()
    assert dict(again.pack.reader.held.chains.items_at("review", desk.clock.now())) == before
    assert (ids(again.pack.due()), again.pack.due().ahead) == (claims, shown)
    again.do(c.Redo())
    assert len(again.pack.due().cards) == 3


def test_row_37_a_spread_of_another_number_than_was_shown_is_refused(desk: Desk) -> None:
    claims = backlog(desk)
    desk.do(c.Grade(id=claims[0], grade=3))
    with pytest.raises(StaleRevision, match="6 claims would move by now, not 7"):
        desk.do(spread(desk, a_morning=2, expect=7))


@pytest.mark.parametrize("how", [{}, {"a_morning": 2, "mornings": 3}, {"a_morning": 0}, {"mornings": -1}])
def test_what_says_no_or_two_numbers_is_refused(desk: Desk, how: dict[str, int]) -> None:
    backlog(desk, 2)
    with pytest.raises(Refused):
        desk.do(spread(desk, **how))
    with pytest.raises(PackError):
        desk.pack.spreading(**how)


def test_new_pinned_buried_and_suspended_claims_stay_where_they_are(desk: Desk) -> None:
    claims = backlog(desk, 8)
    desk.do(c.Pin(id=claims[7]))
    desk.do(c.Bury(id=claims[6]))
    desk.do(c.Suspend(id=claims[5]))
    new = desk.write("Doors close at nine.").id
    other = desk.write("Lifts stop at ten.", workspace="other").id
    desk.pass_time(DAY)
    desk.do(c.Bury(id=claims[6]))
    plan = desk.pack.spreading(a_morning=2)
    assert plan.backlog == 6
    assert [move.id for move in plan.moves] == claims[1:5]  # the pinned one and the oldest stay
    assert not {new, other} & {move.id for move in plan.moves}


def test_claims_that_fall_due_on_a_morning_take_their_place_there(desk: Desk) -> None:
    claims = backlog(desk, 6)
    for claim_id in claims[:2]:
        desk.do(c.Grade(id=claim_id, grade=1))  # due tomorrow
    plan = desk.pack.spreading(a_morning=2)
    assert plan.before[:3] == (4, 2, 0)
    assert plan.after == (2, 2, 2)


def test_the_order_of_the_queue_says_who_stays(desk: Desk) -> None:
    old = shelves(desk, 3)
    desk.pass_time(DAY)
    for claim_id, grade in zip(old, (1, 2, 3), strict=True):
        desk.do(c.Grade(id=claim_id, grade=grade))
    desk.pass_time(60 * DAY)
    for order, stays in (("oldest", old[0]), ("easy", old[2]), ("hard", old[0])):
        desk.do(c.Configure(name="queue_order", value=order))
        assert stays not in {move.id for move in desk.pack.spreading(a_morning=1).moves}


def test_the_plan_of_a_former_day_is_as_it_was(desk: Desk) -> None:
    backlog(desk)
    then = View(workspace="default", believed_at=desk.clock.now())
    plan = desk.pack.spreading(then, a_morning=4)
    desk.pass_time(HOUR)
    desk.do(spread(desk, a_morning=4))
    desk.pass_time(9 * DAY)
    assert desk.pack.spreading(then, a_morning=4) == plan


def test_a_spread_is_a_plan_and_a_grade_before_its_day_is_still_taken(desk: Desk) -> None:
    claims = backlog(desk, 4)
    desk.do(spread(desk, a_morning=1))
    told = desk.do(c.Grade(id=claims[3], grade=3))
    assert (told.due_day or 0) > desk.pack.due().day + 1
