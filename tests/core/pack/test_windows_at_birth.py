"""Claims written with a window that is over already, or that is yet to begin."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.claims.draft import Draft
from core.clocks.instants import DAY, HOUR
from core.pack import commands as c
from core.pack.receipts import Receipt
from tests.core.pack.desk import START, Desk, scratch_desk

OVER = "already over: closed from the start"


def saved(desk: Desk, **fields: object) -> Receipt:
    """Write a claim, after seeing that its preview says the same."""
    draft = Draft(text="The lift holds eight people.", **fields)  # type: ignore[arg-type]
    preview = desk.pack.preview(c.Write(draft=draft))
    receipt = desk.do(c.Write(draft=draft))
    assert preview.same_as(receipt)
    return receipt


def test_a_window_that_is_over_is_said_and_never_scheduled(desk: Desk) -> None:
    receipt = saved(desk, t_valid=START - 9 * DAY, t_invalid=START - 2 * DAY)
    assert any(warning.startswith(OVER) for warning in receipt.warnings)
    assert receipt.summary.endswith("already over")
    assert receipt.due_day is None
    page = desk.pack.page(receipt.id or "")
    assert (page.line.state, page.review) == ("closed", None)
    desk.pass_time(5 * DAY)
    assert desk.pack.due().scheduled == 0
    assert desk.pack.due().cards == ()


def test_an_end_that_is_yet_to_come_is_no_end_at_birth(desk: Desk) -> None:
    receipt = saved(desk, t_invalid=START + 9 * DAY)
    assert not receipt.warnings
    assert receipt.due_day == desk.pack.due().day + 1


def test_a_planned_claim_is_due_on_the_day_it_begins_and_not_before(desk: Desk) -> None:
    begins = START + 10 * DAY
    receipt = saved(desk, t_valid=begins)
    today = desk.pack.due().day
    assert receipt.due_day == today + 10
    assert desk.pack.page(receipt.id or "").line.state == "planned"
    desk.clock.set(begins - HOUR)
    assert desk.pack.due().cards == ()
    desk.clock.set(begins)
    assert [card.line.claim.id for card in desk.pack.due().cards] == [receipt.id]


def test_an_edit_that_opens_the_end_starts_the_clock(desk: Desk) -> None:
    receipt = saved(desk, t_valid=START - 9 * DAY, t_invalid=START - 2 * DAY)
    desk.do(c.Edit(id=receipt.id or "", expect_rev=1, changes={"t_invalid": None}))
    desk.pass_time(DAY)
    assert [card.line.claim.id for card in desk.pack.due().cards] == [receipt.id]
    desk.do(c.Undo())
    assert desk.pack.page(receipt.id or "").review is None


@settings(max_examples=25, deadline=None)
@given(begin=st.integers(-40, 40), length=st.integers(1, 40))
def test_a_new_claim_has_a_clock_exactly_when_it_is_not_over(begin: int, length: int) -> None:
    with scratch_desk() as desk:
        start, end = START + begin * DAY + HOUR, START + (begin + length) * DAY + HOUR
        receipt = saved(desk, t_valid=start, t_invalid=end)
        review = desk.pack.page(receipt.id or "").review
        assert (review is None) == (end <= START) == any(one.startswith(OVER) for one in receipt.warnings)
        if review is not None:
            looked = max(start, desk.clock.now()) + DAY
            desk.clock.set(looked)
            due = [card.line.claim.id for card in desk.pack.due().cards]
            assert due == ([receipt.id] if looked < end else [])


def test_a_claim_that_was_over_at_birth_and_is_reopened_gets_a_clock(desk: Desk) -> None:
    desk.write("Stand-up is at 09:15.", key="standup", t_valid=START - 20 * DAY)
    earlier = desk.write("Stand-up is at ten.", key="standup", t_valid=START - 90 * DAY)
    assert desk.pack.page(earlier.id or "").review is None
    by = desk.pack.why(earlier.id or "").by
    assert by is not None
    desk.do(c.Retract(id=by.id, why="a slip"))
    desk.do(c.Reopen(id=earlier.id or ""))
    desk.pass_time(DAY)
    assert [card.line.claim.id for card in desk.pack.due().cards] == [earlier.id]
