"""The morning read straight from the file is the morning that the whole pack answers."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec.structs import replace

from core.clocks.instants import DAY, HOUR, parse_instant
from core.pack import commands as c
from core.pack import quick
from core.pack.queue import due
from core.state.view import View
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.walks import RANDOMS, walk


def same_morning(desk: Desk, workspace: str) -> None:
    assert quick.due_now(desk.pack.log, desk.clock, workspace) == due(
        desk.pack.reader, View(workspace=workspace)
    )


@settings(
    max_examples=15,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(random=RANDOMS)
def test_the_quick_queue_is_the_full_one_after_any_history(random: Random) -> None:
    with scratch_desk() as desk:
        for _ in walk(desk, random, 30):
            if random.randrange(3) == 0:
                same_morning(desk, random.choice(["default", "other", "nowhere"]))


@settings(
    max_examples=15,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(random=RANDOMS)
def test_something_is_scheduled_exactly_while_it_comes_due_if_nothing_else_happens(random: Random) -> None:
    with scratch_desk() as desk:
        for _ in walk(desk, random, 25):
            view = View(workspace=random.choice(["default", "other", "nowhere"]))
            ends = [line.claim.t_invalid for line in desk.pack.claims(view.with_shows("both"))]
            now = desk.pack.now()
            moments = [now, FAR, *(end - 1 for end in ends if end is not None and end > now)]
            ever = any(desk.pack.due(replace(view, believed_at=moment)).cards for moment in moments)
            assert desk.pack.due(view).scheduled == ever


FAR = parse_instant("9000-01-01T00:00:00Z")


@pytest.mark.parametrize("end", ["close", "retract", "rest", "planned", "undo"])
def test_claims_that_cannot_come_due_are_not_scheduled(desk: Desk, end: str) -> None:
    claim_id = desk.write("The gateway listens on port 8080.").id or ""
    assert desk.pack.due().scheduled
    desk.do(
        {
            "close": c.Close(id=claim_id),
            "retract": c.Retract(id=claim_id),
            "rest": c.Rest(id=claim_id),
            "planned": c.Close(id=claim_id, at=desk.clock.now() + HOUR),
            "undo": c.Undo(),
        }[end]
    )
    assert not desk.pack.due().scheduled
    same_morning(desk, "default")


def test_what_begins_or_comes_due_far_ahead_is_scheduled(desk: Desk) -> None:
    later = desk.clock.now() + 200 * DAY
    desk.write("The gateway listens on port 8080.", t_valid=later)
    assert desk.reopen_file().pack.due().scheduled
    same_morning(desk, "default")


def test_the_door_takes_the_quick_way_only_while_nothing_is_loaded(desk: Desk) -> None:
    claim_id = desk.write("The gateway listens on port 8080.").id
    desk.pass_time(DAY)
    fresh = desk.reopen_file().pack
    assert [card.line.claim.id for card in fresh.due().cards] == [claim_id]
    assert not fresh.loaded
    assert [card.line.claim.id for card in fresh.due(View(workspace="nowhere")).cards] == []
    assert fresh.loaded
    assert [card.line.claim.id for card in fresh.due().cards] == [claim_id]


def test_what_a_claim_replaced_stands_on_its_card_either_way(desk: Desk) -> None:
    old = desk.write("The gateway listens on port 8080.", key="port").id
    desk.pass_time(DAY)
    desk.write("Port 9090 is used by the gateway.", key="port")
    desk.write("Port 7070 was the first of the gateway.", key="port", t_valid=desk.clock.now() - 9 * DAY)
    desk.pass_time(DAY)
    cards = desk.pack.due().cards
    assert [card.replaced and card.replaced.id for card in cards] == [old]
    same_morning(desk, "default")


def test_more_than_can_be_read_one_by_one_is_left_to_the_full_read(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick, "MOST_READ_ONE_BY_ONE", 5)
    with desk.pack.batched():
        for number in range(quick.MOST_READ_ONE_BY_ONE + 1):
            desk.write(f"Shelf s{number} holds box b{number}.", entities=())
    desk.pass_time(DAY)
    assert quick.due_now(desk.pack.log, desk.clock, "default") is None
    assert len(desk.reopen_file().pack.due().cards) == quick.MOST_READ_ONE_BY_ONE + 1
