"""The difference of two dates: what opened, closed, was retracted and changed, on either clock."""

from __future__ import annotations

from core.clocks.instants import DAY
from core.pack import commands as c
from core.state.view import View
from core.timeline.diff import Change, Diff, applied
from tests.core.pack.desk import Desk, scratch_desk


def at(instant: int | None = None, true: int | None = None) -> View:
    return View(workspace="default", believed_at=instant, true_at=true, resting=True)


def ids(changes: tuple[Change, ...]) -> list[str]:
    return [change.before.id for change in changes]


def diff(desk: Desk, first: View, second: View) -> Diff:
    found = desk.pack.diff(first, second)
    before, after = (
        {line.claim.id: line.claim for line in desk.pack.claims(view)} for view in (first, second)
    )
    assert applied(before, found) == after
    return found


def test_each_thing_that_happened_stands_in_its_own_list() -> None:
    with scratch_desk() as desk:
        ended, gone, edited, same = (
            desk.write(f"Lamp {name} is red.", entities=()).id or ""
            for name in ("one", "two", "three", "four")
        )
        monday = desk.pass_time(DAY) - 1
        desk.do(c.Close(id=ended))
        desk.do(c.Retract(id=gone))
        desk.do(c.Edit(id=edited, expect_rev=1, changes={"text": "Lamp three is blue."}))
        opened = desk.write("Lamp five is red.", entities=()).id
        found = diff(desk, at(monday), at())
    assert ids(found.closed) == [ended]
    assert ids(found.withdrawn) == [gone]
    assert [(one.before.id, one.fields) for one in found.changed] == [(edited, ("text",))]
    assert [claim.id for claim in found.opened] == [opened]
    assert found.size == 4
    assert same not in {one.before.id for one in (*found.closed, *found.withdrawn, *found.changed)}


def test_on_the_truth_clock_windows_open_and_close_though_nothing_was_written() -> None:
    with scratch_desk() as desk:
        now = desk.clock.now()
        ending = desk.write("Lamp one is red.", entities=(), t_invalid=now + 5 * DAY).id or ""
        coming = desk.write("Lamp two is red.", entities=(), t_valid=now + 5 * DAY).id
        stands = desk.pack.reader.held.t_tx
        found = diff(desk, at(stands, now + DAY), at(stands, now + 9 * DAY))
    assert ids(found.closed) == [ending]
    assert [claim.id for claim in found.opened] == [coming]
    assert (found.withdrawn, found.changed) == ((), ())


def test_a_successor_opens_as_its_predecessor_closes_with_the_version_that_says_why() -> None:
    with scratch_desk() as desk:
        old = desk.write("Our seat is in Gera.", key="seat").id
        monday = desk.pass_time(DAY) - 1
        new = desk.write("Our seat is in Jena.", key="seat").id
        found = diff(desk, at(monday), at())
        [change] = found.closed
    assert change.before.id == old
    assert change.after is not None
    assert change.after.closing is not None
    assert change.after.closing.by == new
    assert [claim.id for claim in found.opened] == [new]


def test_backwards_in_time_a_claim_that_was_not_written_yet_leaves_without_a_version() -> None:
    with scratch_desk() as desk:
        before = desk.clock.now() - 1
        claim_id = desk.write("Lamp one is red.").id
        found = diff(desk, at(), at(before))
    assert [(one.before.id, one.after) for one in found.closed] == [(claim_id, None)]


def test_two_readings_on_one_basis_do_not_differ() -> None:
    with scratch_desk() as desk:
        desk.write("Lamp one is red.")
        assert diff(desk, at(), at()).size == 0
