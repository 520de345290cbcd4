"""What went wrong in other review tools, row by row: backlogs, orders, spreading, limits, leeches, the log.

The list of the rows that are held elsewhere is in `test_reports.py`. A first card of ten thousand within its
time is measured, not tested: `python -m tests.benchmarks mornings`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.clocks.clock import ScriptedClock
from core.clocks.instants import DAY, MINUTE
from core.errors import Refused, StaleRevision
from core.pack import commands as c
from core.pack.handover import adopt, export_lines, read_lines
from core.pack.pack import Pack
from core.pack.settings import SETTINGS
from core.state.view import View
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.test_queue import graded_once, ids, shelves

AGAIN, GOOD, EASY = 1, 3, 4
AWAY = 60 * DAY


@pytest.fixture
def desk() -> Iterator[Desk]:
    """A pack after two months away: twelve claims graded once are due."""
    with scratch_desk(new_a_day=50) as opened:
        graded_once(opened, shelves(opened, 12))
        opened.pass_time(AWAY)
        yield opened


@pytest.mark.parametrize("setting", SETTINGS)
def test_row_37_no_setting_makes_anything_due_or_moves_a_day(desk: Desk, setting: str) -> None:
    """The queue may show less or in another order; no due day changes but by a spread that was shown."""
    others = {
        "zone": "Asia/Tokyo", "rollover_hour": 12, "retention": 0.8, "maximum_interval": 3, "new_a_day": 0,
        "session_limit": 2, "check_limit": 0, "queue_order": "hard", "sweep": "on", "live_cap": 2,
    }  # fmt: skip
    before = dict(desk.pack.reader.held.chains.items_at("review", desk.pack.now()))
    desk.do(c.Configure(name=setting, value=others.get(setting, SETTINGS[setting].default)))
    assert dict(desk.pack.reader.held.chains.items_at("review", desk.pack.now())) == before
    assert desk.pack.due().ahead[0] == 12


def test_row_37_what_would_move_is_counted_and_held_to(desk: Desk) -> None:
    plan = desk.pack.spreading(a_morning=5)
    told = desk.pack.preview(c.Spread(workspace="default", a_morning=5))
    assert told.summary == "7 claims move to the next 2 days, 5 a morning; 5 stay due"
    assert (len(plan.moves), plan.before, plan.after) == (7, (12, 0, 0), (5, 5, 2))
    with pytest.raises(StaleRevision, match="look at the preview again"):
        desk.do(c.Spread(workspace="default", a_morning=5, expect=8))


def test_row_38_a_backlog_has_an_end_that_is_said_beforehand_and_kept(desk: Desk) -> None:
    """Twelve at five a morning: three mornings, whatever comes back on the way is done as well."""
    assert [desk.pack.mornings(count) for count in (12, 6, 5, 1)] == [1, 2, 3, 12]
    desk.do(c.Configure(name="session_limit", value=5))
    for morning in range(1, 4):
        queue = desk.pack.due()
        for card in queue.cards:
            desk.do(c.Grade(id=card.line.claim.id, grade=EASY))
        assert (desk.pack.due().later == 0) == (morning == 3)
        desk.pass_time(DAY)
    assert ids(desk.pack.due()) == []


@pytest.mark.parametrize("order", ["oldest", "easy", "hard"])
def test_row_39_every_order_asks_each_claim_once_and_can_be_taken_up_anywhere(desk: Desk, order: str) -> None:
    desk.do(c.Configure(name="queue_order", value=order))
    planned, asked = ids(desk.pack.due()), []
    while queue := desk.pack.due().cards:
        asked.append(queue[0].line.claim.id)
        desk.do(c.Grade(id=asked[-1], grade=GOOD))
        desk.pass_time(MINUTE)
        if len(asked) % 4 == 0:
            desk.reopen_file()
    assert asked == planned


def test_row_40_spreading_again_on_the_next_morning_moves_nothing_that_was_kept_up_with(desk: Desk) -> None:
    """Balancing does not empty today, and moves nothing into a day that is over."""
    desk.do(c.Spread(workspace="default", a_morning=4))
    for _ in range(3):
        assert len(desk.pack.due().cards) == 4
        assert desk.pack.spreading(a_morning=4).moves == ()
        for card in desk.pack.due().cards:
            desk.do(c.Grade(id=card.line.claim.id, grade=EASY))
        desk.pass_time(DAY)
    assert len(desk.pack.due().cards) == 0


def test_row_48_a_claim_that_keeps_lapsing_can_be_rewritten_split_or_retired(desk: Desk) -> None:
    one, two, three, *_ = ids(desk.pack.due())
    for _ in range(4):
        for claim_id in (one, two, three):
            desk.do(c.Grade(id=claim_id, grade=AGAIN))
        desk.pass_time(DAY)
    leeches = [card.line.claim.id for card in desk.pack.due().cards if card.leech]
    assert sorted(leeches) == sorted([one, two, three])
    clock = desk.pack.reader.held.review(one)
    desk.do(c.Edit(id=one, expect_rev=1, changes={"question": "What does the first shelf hold?"}))
    assert desk.pack.reader.held.review(one) == clock  # said otherwise, and the clock goes on
    first = desk.write("The second shelf has a lamp.", supersedes=(two,)).id
    desk.write("The second shelf has a lock.")
    desk.do(c.Suspend(id=three))
    left = ids(desk.pack.due())
    assert (one in left, two in left, three in left) == (True, False, False)
    desk.pass_time(DAY)
    assert first in ids(desk.pack.due())


def test_row_49_the_log_of_reviews_goes_along_when_a_pack_is_handed_over(desk: Desk, tmp_path: Path) -> None:
    claim_id = ids(desk.pack.due())[0]
    desk.do(c.Grade(id=claim_id, grade=GOOD, cue="opening", milliseconds=4_200))
    desk.do(c.Undo())
    rows = desk.pack.review_log()
    assert any(row.revoked for row in rows)
    path = tmp_path / "there.pack"
    adopt(read_lines(list(export_lines(desk.pack))), path, seat="ana")
    with Pack.open(path, seat="ana", clock=ScriptedClock(desk.clock.now())) as there:
        assert there.review_log() == rows
        assert ids(there.due()) == ids(desk.pack.due())


def test_row_50_looking_ahead_changes_no_schedule(desk: Desk) -> None:
    tx = desk.pack.reader.held.tx
    for days in (0, 1, 30):
        ahead = View(workspace="default", true_at=desk.clock.now() + days * DAY)
        queue = desk.pack.due(ahead)
        for card in queue.cards:
            desk.pack.cue(card), desk.pack.units(card), desk.pack.intervals(card)
    desk.pack.fading(), desk.pack.spreading(a_morning=1), desk.pack.sweeping(), desk.pack.mornings(3)
    assert desk.pack.reader.held.tx == tx


def test_row_51_filters_come_first_and_the_cap_last(desk: Desk) -> None:
    bots = shelves(desk, 6, by="bot", start=20)
    desk.pass_time(DAY)
    desk.do(c.Configure(name="new_a_day", value=4))
    desk.do(c.Configure(name="session_limit", value=3))
    queue = desk.pack.due(View(workspace="default", authors=frozenset(["bot"])))
    assert (ids(queue), queue.held_back_new, queue.later) == (bots[:3], 2, 1)


def test_a_limit_is_a_whole_number_that_is_none_below_zero(desk: Desk) -> None:
    for name in ("new_a_day", "session_limit"):
        with pytest.raises(Refused, match="it takes 0 to 100000"):
            desk.do(c.Configure(name=name, value=-1))
