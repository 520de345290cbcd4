"""A morning through the door: its limits, orders and filters, what is put off, and where it goes on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec.structs import replace

from core.clocks.instants import DAY, HOUR, MINUTE
from core.clocks.study_day import begins, study_day
from core.pack import commands as c
from core.pack import quick
from core.pack.queue import FORECAST_DAYS, DueQueue, Sitting, due
from core.state.view import View
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.walks import RANDOMS, Walker

HERE = View(workspace="default")
QUICKLY = settings(
    max_examples=12,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


def both(desk: Desk, view: View = HERE, sitting: Sitting | None = None) -> DueQueue:
    """The morning, which is the same from the file and from the whole pack, however far it looks ahead."""
    asked = sitting or Sitting()
    full = due(desk.pack.reader, view, asked)
    for days in (FORECAST_DAYS, 1):
        near = replace(asked, ahead=days)
        same = replace(full, ahead=full.ahead[:days])
        assert due(desk.pack.reader, view, near) == same
        assert quick.due_now(desk.pack.log, desk.clock, view.workspace or "", near, view) == same
    return full


def ids(queue: DueQueue) -> list[str]:
    return [card.line.claim.id for card in queue.cards]


def shelves(desk: Desk, count: int, *, by: str = "ana", start: int = 0, about: str = "") -> list[str]:
    """Claims that are nobody's siblings and near to none."""
    told = []
    with desk.pack.batched():
        for number in range(start, start + count):
            desk.pass_time(1000)  # ids rise with time
            text = f"{LETTERS[number]}{number} holds item {number * 37}."
            told.append(desk.write(text, by=by, entities=(about or f"shelf {number}",)).id or "")
    return told


LETTERS = [f"{one}{other}{one}" for one in "qwrtzpsdfg" for other in "hjklmnbvcx"]


def graded_once(desk: Desk, claims: list[str], grade: int = 1) -> None:
    """Grade new claims a day later, whatever the limits say, and wait until they are due again."""
    desk.pass_time(DAY)
    for claim_id in claims:
        desk.do(c.Grade(id=claim_id, grade=grade))
    desk.pass_time(DAY)


# new claims


def test_new_claims_beyond_those_of_a_day_wait_and_the_oldest_written_come_first(desk: Desk) -> None:
    written = shelves(desk, 25)
    desk.pass_time(DAY)
    queue = both(desk)
    assert ids(queue) == written[:20]
    assert (queue.new, queue.held_back_new, queue.later, queue.ahead[0]) == (20, 5, 0, 25)


def test_those_graded_for_the_first_time_today_count_until_the_day_is_over(desk: Desk) -> None:
    desk.do(c.Configure(name="new_a_day", value=3))
    written = shelves(desk, 7)
    desk.pass_time(DAY)
    desk.do(c.Grade(id=written[0], grade=3))
    desk.do(c.Grade(id=written[1], grade=1))
    assert ids(both(desk)) == written[2:3]
    desk.do(c.Undo())
    assert ids(both(desk)) == written[1:3]
    desk.do(c.Redo())
    desk.do(c.Grade(id=written[2], grade=3))
    assert (ids(both(desk)), both(desk).held_back_new) == ([], 4)
    desk.pass_time(DAY)
    assert ids(both(desk)) == [written[1], *written[3:6]]


def test_pinned_new_claims_and_those_asked_for_are_exempt_from_the_cap(desk: Desk) -> None:
    desk.do(c.Configure(name="new_a_day", value=2))
    written = shelves(desk, 6)
    desk.do(c.Pin(id=written[5]))
    desk.pass_time(DAY)
    assert ids(both(desk)) == [written[5], *written[:2]]
    wanted = Sitting(first=frozenset([written[4]]))
    assert ids(both(desk, sitting=wanted)) == [written[4], written[5], *written[:2]]
    desk.do(c.Grade(id=written[5], grade=3))
    assert ids(both(desk)) == written[:2]


def test_no_new_claims_at_all(desk: Desk) -> None:
    desk.do(c.Configure(name="new_a_day", value=0))
    shelves(desk, 2)
    desk.pass_time(DAY)
    assert (ids(both(desk)), both(desk).held_back_new, both(desk).scheduled) == ([], 2, True)


def test_what_agents_write_counts_among_the_new_claims_of_a_day(desk: Desk) -> None:
    desk.do(c.Configure(name="new_a_day", value=2))
    bots, anas = shelves(desk, 3, by="bot"), shelves(desk, 3, start=3)
    desk.pass_time(DAY)
    assert ids(both(desk)) == bots[:2]
    assert ids(both(desk, replace(HERE, authors=frozenset(["ana"])))) == anas[:2]


# the limit of a sitting


def test_row_51_the_limit_of_a_sitting_comes_last(desk: Desk) -> None:
    desk.do(c.Configure(name="session_limit", value=4))
    desk.do(c.Configure(name="new_a_day", value=3))
    old = shelves(desk, 3)
    graded_once(desk, old)
    new = shelves(desk, 6, start=3)
    desk.pass_time(DAY)
    queue = both(desk)
    assert ids(queue) == [*old, new[0]]
    assert (queue.later, queue.held_back_new) == (2, 3)
    assert ids(both(desk, sitting=Sitting(limit=2))) == old[:2]
    assert len(both(desk, sitting=Sitting(limit=0)).cards) == 6


def test_row_50_an_interrupted_sitting_goes_on_where_it_was(desk: Desk) -> None:
    desk.do(c.Configure(name="session_limit", value=5))
    shelves(desk, 4, about="one shelf"), shelves(desk, 4, start=4)
    desk.pass_time(DAY)
    order = ids(both(desk))
    assert len(order) == 5
    for done, claim_id in enumerate(order, start=1):
        desk.do(c.Grade(id=claim_id, grade=3))
        desk.pass_time(MINUTE)
        queue = both(desk.reopen_file())
        assert (ids(queue), queue.graded, queue.later) == (order[done:], done, 3)
    desk.pass_time(DAY)
    assert len(ids(both(desk))) == 3


def test_what_was_taken_back_is_asked_again_and_the_sitting_is_as_long_as_before(desk: Desk) -> None:
    """Row 30: back and forward a hundred times leaves the queue as long as it was."""
    shelves(desk, 5)
    desk.pass_time(DAY)
    order = ids(both(desk))
    for _ in range(100):
        desk.do(c.Grade(id=order[0], grade=3))
        assert len(desk.pack.due().cards) == 4
        desk.do(c.Undo())
        assert len(desk.pack.due().cards) == 5
    assert ids(both(desk)) == order


# orders


def test_orders_by_what_is_held(desk: Desk) -> None:
    old = shelves(desk, 3)
    desk.pass_time(DAY)
    for claim_id, grade in zip(old, (3, 1, 2), strict=True):
        desk.do(c.Grade(id=claim_id, grade=grade))
    desk.pass_time(40 * DAY)
    assert ids(both(desk)) == [old[1], old[2], old[0]]  # due after 1, 1 and 2 days
    assert ids(both(desk, sitting=Sitting(order="easy"))) == [old[0], old[2], old[1]]
    desk.do(c.Configure(name="queue_order", value="hard"))
    assert ids(both(desk)) == [old[1], old[2], old[0]]
    assert both(desk).order == "hard"


def test_siblings_are_kept_apart(desk: Desk) -> None:
    ones, others = shelves(desk, 3, about="One Shelf"), shelves(desk, 3, start=3, about="one shelf")
    more = shelves(desk, 4, start=6)
    desk.pass_time(DAY)
    assert ids(both(desk))[:2] == [ones[0], more[0]]
    assert sorted(ids(both(desk))) == sorted([*ones, *others, *more])


# filters


def test_a_morning_is_asked_by_author_kind_set_and_workspace(desk: Desk) -> None:
    bots, anas = shelves(desk, 2, by="bot"), shelves(desk, 2, start=2)
    habit = desk.write("Backups run at night.", kind="habit", by="maya").id
    red = desk.write("The red lamp means stop.", set="red").id
    other = desk.write("Doors close at nine.", workspace="other").id
    desk.pass_time(DAY)
    for view, expected in (
        (replace(HERE, authors=frozenset(["bot"])), bots),
        (replace(HERE, authors=frozenset(["bot", "maya"])), [*bots, habit]),
        (replace(HERE, kinds=frozenset(["habit"])), [habit]),
        (replace(HERE, set="red"), [red]),
        (replace(HERE, authors=frozenset(["nobody"])), []),
        (View(workspace="other"), [other]),
        (HERE, [*bots, *anas, habit, red]),
    ):
        assert sorted(ids(both(desk, view))) == sorted(expected), view
    everywhere = desk.pack.due(View())
    assert len(everywhere.cards) == 7


def test_a_filter_does_not_make_room_for_more_new_claims(desk: Desk) -> None:
    desk.do(c.Configure(name="new_a_day", value=3))
    bots, anas = shelves(desk, 3, by="bot"), shelves(desk, 3, start=3)
    desk.pass_time(DAY)
    for claim_id in bots[:2]:
        desk.do(c.Grade(id=claim_id, grade=3))
    assert ids(both(desk, replace(HERE, authors=frozenset(["ana"])))) == anas[:1]


# what is put off


def test_what_is_buried_is_asked_tomorrow_and_what_is_suspended_when_it_is_resumed(desk: Desk) -> None:
    one, two, three = shelves(desk, 3)
    desk.pass_time(DAY)
    desk.do(c.Bury(id=one))
    desk.do(c.Suspend(id=two))
    queue = both(desk)
    assert ids(queue) == [three]
    assert queue.ahead[:2] == (1, 1)
    desk.pass_time(DAY)
    assert ids(both(desk)) == [one, three]
    desk.do(c.Unsuspend(id=two))
    assert ids(both(desk)) == [one, two, three]


def test_a_pack_with_nothing_but_suspended_claims_has_nothing_scheduled(desk: Desk) -> None:
    (one,) = shelves(desk, 1)
    desk.do(c.Suspend(id=one))
    assert not both(desk).scheduled
    desk.pass_time(DAY)
    assert not both(desk).scheduled
    desk.do(c.Unsuspend(id=one))
    assert both(desk).scheduled


# the day


@pytest.mark.parametrize("hour", [0, 4, 23])
def test_rows_14_and_15_the_hour_at_which_a_day_begins_moves_the_whole_queue(desk: Desk, hour: int) -> None:
    """One function says the day for the queue, for the cap of new claims and for what was graded."""
    desk.do(c.Configure(name="rollover_hour", value=hour))
    desk.do(c.Configure(name="new_a_day", value=1))
    written = shelves(desk, 3)  # Monday at nine; with an hour of 23 that is still Sunday
    tomorrow = study_day(desk.clock.now(), "UTC", hour) + 1
    desk.clock.set(begins(tomorrow, "UTC", hour) - 1)
    assert ids(both(desk)) == []
    desk.pass_time(1)
    assert ids(both(desk)) == written[:1]
    desk.do(c.Grade(id=written[0], grade=4))
    assert (ids(both(desk)), both(desk).graded) == ([], 1)
    desk.clock.set(begins(tomorrow + 1, "UTC", hour) - 1)
    assert (ids(both(desk)), both(desk).graded) == ([], 1)
    desk.pass_time(1)
    assert (ids(both(desk)), both(desk).graded) == (written[1:2], 0)


def test_row_14_a_change_of_the_hour_is_seen_at_once(desk: Desk) -> None:
    (one,) = shelves(desk, 1)
    desk.pass_time(20 * HOUR)  # Tuesday at five
    assert ids(both(desk)) == [one]
    desk.do(c.Configure(name="rollover_hour", value=6))
    assert ids(both(desk)) == []
    desk.do(c.Configure(name="rollover_hour", value=5))
    assert ids(both(desk)) == [one]


def test_row_41_limits_changed_in_mid_session_hold_from_the_next_card_on(desk: Desk) -> None:
    written = shelves(desk, 6)
    desk.pass_time(DAY)
    desk.do(c.Grade(id=written[0], grade=3))
    desk.do(c.Configure(name="new_a_day", value=3))
    assert ids(both(desk)) == written[1:3]
    desk.do(c.Configure(name="session_limit", value=2))
    assert ids(both(desk)) == written[1:2]
    desk.do(c.Configure(name="new_a_day", value=None))
    desk.do(c.Configure(name="session_limit", value=None))
    assert ids(both(desk)) == written[1:]


# any history


@QUICKLY
@given(random=RANDOMS)
def test_limits_orders_and_filters_are_the_same_from_the_file_after_any_history(random: Random) -> None:
    with scratch_desk() as desk:
        for _ in _walk(desk, random):
            view = View(
                workspace=random.choice(["default", "other"]),
                set=random.choice([None, None, "red"]),
                authors=random.choice([None, frozenset(["ana", "bot"])]),
                kinds=random.choice([None, frozenset(["lesson", "belief"])]),
            )
            sitting = Sitting(
                order=random.choice([None, "easy", "hard"]), limit=random.choice([None, None, 0, 2])
            )
            queue = both(desk, view, sitting)
            assert len(queue.cards) + queue.held_back_new + queue.later == queue.ahead[0] or view != HERE
            assert list(queue.cards) == [queue.card(one) for one in ids(queue)]


def _walk(desk: Desk, random: Random) -> Iterator[None]:
    """A random history with limits that bite, grades, and claims that are put off."""
    from core.errors import PackError

    walker = Walker(desk, random)
    for _ in range(40):
        asked = walker.ask()
        known = list(desk.pack.reader.held.columns.ids)
        if known and random.randrange(4) == 0:
            chosen = random.choice(known)
            command: c.Command = random.choice(
                [
                    c.Bury(id=chosen),
                    c.Suspend(id=chosen),
                    c.Unsuspend(id=chosen),
                    c.Configure(name="new_a_day", value=random.choice([0, 1, 3])),
                    c.Configure(name="session_limit", value=random.choice([0, 1, 4])),
                    c.Configure(name="queue_order", value=random.choice(["oldest", "easy", "hard"])),
                ]
            )
        else:
            command = asked.command
        try:
            desk.do(command, by=asked.by)
        except PackError:
            continue
        if random.randrange(4) == 0:
            yield


def test_an_island_counts_what_is_due_and_not_what_is_put_off(desk: Desk) -> None:
    claims = [
        desk.write(f"Crane {number} lifts {number + 3} tons.", entities=("yard", "crane")).id or ""
        for number in range(4)
    ]
    desk.pass_time(DAY)
    assert [island.due for island in desk.pack.islands().islands] == [4]
    desk.do(c.Bury(id=claims[0]))
    desk.do(c.Suspend(id=claims[1]))
    assert [island.due for island in desk.pack.islands().islands] == [2]
    assert len(both(desk).cards) == 2
