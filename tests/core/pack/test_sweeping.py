"""The sweep and the live cap: off by default, previewed, resting only, undoable. BT-19, FM-30."""

from __future__ import annotations

from typing import Any

import pytest

from core.clocks.instants import DAY
from core.errors import Refused, StaleRevision
from core.pack import commands as c
from core.state.view import View
from tests.core.pack.desk import Desk, read_all
from tests.core.pack.test_queue import shelves

SWEEP = c.Sweep(workspace="default")


def swept(desk: Desk) -> list[str]:
    return [one.claim.id for one in desk.pack.sweeping().rests]


def test_nothing_is_swept_unless_somebody_switched_it_on(desk: Desk) -> None:
    claims = shelves(desk, 3)
    desk.pass_time(400 * DAY)
    plan = desk.pack.sweeping()
    assert [one.claim.id for one in plan.neglected] == claims  # what would be, if it were on
    assert plan.rests == ()
    with pytest.raises(Refused, match="sweeping is off"):
        desk.do(SWEEP)
    assert {line.state for line in desk.pack.claims()} == {"live"}


def test_a_sweep_rests_what_its_preview_said_with_the_reason_and_one_undo_wakes_all(desk: Desk) -> None:
    claims = shelves(desk, 3)
    desk.do(c.Configure(name="sweep", value="on"))
    desk.pass_time(11 * DAY)
    assert desk.do(SWEEP).outcome == "noop"
    desk.pass_time(DAY)
    assert sorted(swept(desk)) == claims
    windows = [(desk.claim(one).t_valid, desk.claim(one).t_invalid) for one in claims]
    clocks = [desk.pack.reader.held.review(one) for one in claims]

    told = desk.do(c.Sweep(workspace="default", expect=tuple(swept(desk))))
    assert told.summary == "put to rest: 3 neglected"
    assert sorted(told.changed) == claims
    for one in map(desk.claim, claims):
        assert one.resting
        assert one.believed
        assert (one.rest_reason or "").startswith("neglect: never recalled, due for 11 days")
    assert [(desk.claim(one).t_valid, desk.claim(one).t_invalid) for one in claims] == windows
    assert [desk.pack.reader.held.review(one) for one in claims] == clocks
    assert desk.pack.due().cards == ()
    assert desk.do(SWEEP).outcome == "noop"

    desk.do(c.Undo())
    assert not any(desk.claim(one).resting for one in claims)
    assert len(desk.pack.due().cards) == 3


@pytest.mark.parametrize(
    "saved",
    ["pinned", "recalled", "used", "kind", "suspended", "planned"],
)
def test_what_somebody_held_on_to_is_not_neglected(desk: Desk, saved: str) -> None:
    extra: dict[str, Any] = {
        "kind": {"kind": "goal"},
        "planned": {"t_valid": desk.clock.now() + 20 * DAY},
    }.get(saved, {})
    one = desk.write("The lift holds eight people.", **extra).id or ""
    other = desk.write("Backups run at night.").id or ""
    desk.pass_time(DAY)
    acts: dict[str, list[c.Command]] = {
        "pinned": [c.Pin(id=one)],
        "recalled": [c.Grade(id=one, grade=2)],
        "used": [c.Fire(ids=(one, other))],
        "suspended": [c.Suspend(id=one)],
    }
    for act in acts.get(saved, []):
        desk.do(act)
    desk.do(c.Configure(name="sweep", value="on"))
    desk.pass_time(15 * DAY)
    assert one not in swept(desk)


def test_a_claim_that_was_only_ever_forgotten_is_neglected_in_the_end(desk: Desk) -> None:
    (one,) = shelves(desk, 1)
    desk.do(c.Configure(name="sweep", value="on"))
    desk.pass_time(DAY)
    desk.do(c.Grade(id=one, grade=1))
    desk.pass_time(5 * DAY)
    assert swept(desk) == []
    desk.pass_time(10 * DAY)
    assert swept(desk) == [one]


def test_a_sweep_of_others_than_were_shown_is_refused(desk: Desk) -> None:
    one, two = shelves(desk, 2)
    desk.do(c.Configure(name="sweep", value="on"))
    desk.pass_time(20 * DAY)
    desk.do(c.Grade(id=one, grade=3))
    with pytest.raises(StaleRevision, match="other claims would be put to rest"):
        desk.do(c.Sweep(workspace="default", expect=(one, two)))
    assert not desk.claim(two).resting


def test_over_the_live_cap_the_least_held_rest_and_pins_are_exempt(desk: Desk) -> None:
    claims = shelves(desk, 6)
    goal = desk.write("We want to open a second shop.", kind="goal").id
    desk.do(c.Pin(id=claims[0]))
    desk.pass_time(DAY)
    desk.do(c.Grade(id=claims[1], grade=4))
    desk.do(c.Grade(id=claims[2], grade=3))
    desk.do(c.Configure(name="live_cap", value=4))
    desk.pass_time(DAY)
    plan = desk.pack.sweeping()
    assert (plan.live, plan.switched_on, plan.neglected) == (7, False, ())
    assert [one.claim.id for one in plan.rests] == claims[3:6]
    assert {one.why for one in plan.rests} == {"the live cap of 4"}
    desk.do(SWEEP)
    live = {line.claim.id for line in desk.pack.claims()}
    assert live == {claims[0], claims[1], claims[2], goal}
    assert swept(desk) == []
    desk.do(c.Undo())
    assert len(desk.pack.claims()) == 7


def test_what_a_sweep_rests_counts_towards_the_cap(desk: Desk) -> None:
    neglected = shelves(desk, 2)
    desk.pass_time(20 * DAY)
    fresh = shelves(desk, 3, start=2)
    desk.do(c.Configure(name="live_cap", value=2))
    assert [one.claim.id for one in desk.pack.sweeping().over_cap][:2] == neglected
    desk.do(c.Configure(name="sweep", value="on"))
    plan = desk.pack.sweeping()
    assert [one.claim.id for one in plan.neglected] == neglected
    assert [one.claim.id for one in plan.over_cap] == fresh[:1]
    told = desk.do(SWEEP)
    assert told.summary == "put to rest: 2 neglected, 1 over the live cap of 2"
    assert {line.claim.id for line in desk.pack.claims()} == set(fresh[1:])


def test_a_cap_below_what_is_pinned_rests_no_pinned_claim(desk: Desk) -> None:
    claims = shelves(desk, 3)
    for one in claims:
        desk.do(c.Pin(id=one))
    desk.do(c.Configure(name="live_cap", value=1))
    assert desk.do(SWEEP).outcome == "noop"


def test_other_workspaces_are_neither_counted_nor_swept(desk: Desk) -> None:
    shelves(desk, 2)
    other = desk.write("Doors close at nine.", workspace="other").id
    desk.do(c.Configure(name="live_cap", value=1))
    desk.do(SWEEP)
    assert [line.claim.id for line in desk.pack.claims(View(workspace="other"))] == [other]
    assert len(desk.pack.claims()) == 1


# rows of other systems


def test_bt_19_cleanup_on_closed_claims_leaves_every_earlier_read_as_it_was(desk: Desk) -> None:
    closed, open_one, *_ = shelves(desk, 4)
    desk.pass_time(DAY)
    desk.do(c.Close(id=closed))
    desk.pass_time(30 * DAY)
    moments = (desk.clock.now() - 30 * DAY - 1, desk.clock.now() - 10 * DAY, desk.clock.now())
    before = [read_all(desk.pack, at, at, query="item") for at in moments]
    desk.pass_time(DAY)
    desk.do(c.Configure(name="sweep", value="on"))
    desk.do(c.Configure(name="live_cap", value=1))
    desk.do(SWEEP)
    assert desk.claim(open_one).resting
    assert not desk.claim(closed).resting
    assert [read_all(desk.pack, at, at, query="item") for at in moments] == before


def test_fm_30_nothing_is_deleted_by_age(desk: Desk) -> None:
    claims = shelves(desk, 3)
    for years in (1, 10, 100, 1000):
        desk.pass_time(years * 365 * DAY)
        assert {line.claim.id for line in desk.pack.claims()} == set(claims)
        assert {line.state for line in desk.pack.claims()} == {"live"}
        assert desk.pack.sweeping().rests == ()
        assert len(desk.pack.fading().fading) == 3
    desk.do(c.Configure(name="sweep", value="on"))
    desk.do(SWEEP)
    every = desk.pack.claims(View(workspace="default", shows="history", resting=True))
    assert {line.claim.id for line in every} == set(claims)
    assert {line.state for line in every} == {"resting"}
