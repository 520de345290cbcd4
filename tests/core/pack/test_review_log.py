"""The review log: every grade as a row, pure in B, and the clock of each claim is what its rows lead to."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from core.claims.review_state import ReviewState
from core.clocks.instants import DAY, HOUR, format_instant
from core.pack import commands as c
from core.pack.review_fold import same_memory
from core.review.histories import histories
from core.review.retrievability import retrievability
from core.review.rows import ReviewRow, counting, replayed, state_before_grades
from core.review.statistics import asked
from core.state.view import View
from core.store import tables
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.parted import packs, parted, take_in
from tests.core.pack.test_original import bring, record
from tests.core.pack.walks import RANDOMS, Walker, walk

EVERYWHERE = View()
OTHER_WEIGHTS = "0.4,1.2,3.1,15.5,7.2,0.5,1.5,0.005,1.5,0.1,1,1.9,0.1,0.3,2.3,0.2,3,0.5,0.6,0.1,0.2"

walks = settings(
    max_examples=settings().max_examples // 12,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a walk shrinks for minutes
    suppress_health_check=list(HealthCheck),
)


def due_claim(desk: Desk, text: str = "The lift holds eight people.") -> str:
    claim_id = desk.write(text).id or ""
    desk.pass_time(DAY)
    return claim_id


def recalls(desk: Desk) -> list[ReviewRow]:
    return [row for row in desk.pack.review_log() if row.kind == "recall"]


def test_a_grade_is_a_row_with_what_was_shown_and_what_the_clock_made_of_it(desk: Desk) -> None:
    desk.do(c.Configure(name="zone", value="Europe/Berlin"))
    claim_id = due_claim(desk)
    first = desk.do(c.Grade(id=claim_id, grade=3, cue="cloze", milliseconds=5210))
    desk.pass_time(3 * DAY)
    desk.do(c.Edit(id=claim_id, expect_rev=1, changes={"text": "The lift holds nine people."}))
    second = desk.do(c.Grade(id=claim_id, grade=1), by="bot")
    row, later = recalls(desk)
    assert (row.claim, row.rev, row.grade, row.cue, row.ms, row.actor) == (
        claim_id,
        1,
        3,
        "cloze",
        5210,
        "ana",
    )
    assert (row.tx, row.at, row.t_tx) == (first.tx, first.t_tx, first.t_tx)
    assert (row.zone, row.offset_min, row.rollover_h) == ("Europe/Berlin", 60, 4)
    assert (row.before, row.after and row.after.s, row.due_day) == (None, 2.3065, first.due_day)
    assert later.before is not None
    assert later.before.r == pytest.approx(retrievability(2.3065, 3))
    assert (later.rev, later.actor, later.due_day) == (2, "bot", second.due_day)
    assert later.study_day == row.study_day + 3
    assert row.id != later.id


def test_an_undone_grade_stays_as_a_row_that_is_taken_back_and_a_redo_gives_it_back(desk: Desk) -> None:
    claim_id = due_claim(desk)
    desk.do(c.Grade(id=claim_id, grade=3))
    before = desk.clock.now()
    for command, revoked in ((c.Undo(), [True]), (c.Redo(), [False]), (c.Undo(), [True])):
        desk.pass_time(1)
        desk.do(command)
        assert [row.revoked for row in recalls(desk)] == revoked
    desk.pass_time(HOUR)
    desk.do(c.Grade(id=claim_id, grade=1))
    assert [(row.grade, row.revoked) for row in recalls(desk)] == [(3, True), (1, False)]
    then = desk.pack.review_log(View(believed_at=before))
    assert [(row.grade, row.revoked) for row in then] == [(3, False)]


def test_answers_about_truth_are_rows_without_a_grade(desk: Desk) -> None:
    claim_id = due_claim(desk)
    desk.do(c.NoLongerTrue(id=claim_id, reason="It was rebuilt."))
    (row,) = desk.pack.review_log()
    assert (row.kind, row.truth, row.grade, row.claim) == ("check", "wrong", None, claim_id)


def test_the_log_of_a_view_holds_the_rows_of_its_claims(desk: Desk) -> None:
    ids = {name: desk.write("The lift holds eight people.", workspace=name).id or "" for name in "ab"}
    desk.pass_time(DAY)
    for claim_id in ids.values():
        desk.do(c.Grade(id=claim_id, grade=3))
    desk.do(c.Close(id=ids["a"]))
    assert [row.claim for row in desk.pack.review_log(View(workspace="a"))] == [ids["a"]]
    assert len(desk.pack.review_log(EVERYWHERE)) == 2


def test_the_log_goes_on_where_it_was_read_and_is_the_same_after_a_restart(desk: Desk) -> None:
    claim_id = due_claim(desk)
    desk.do(c.Grade(id=claim_id, grade=3))
    read = desk.pack.review_log()
    desk.pass_time(2 * DAY)
    desk.do(c.Grade(id=claim_id, grade=4))
    grown = desk.pack.review_log()
    assert grown[:1] == read
    assert desk.reopen_file().pack.review_log() == grown


def test_a_clock_that_came_from_the_original_is_a_new_beginning_and_no_grade(desk: Desk) -> None:
    block = {
        "reps": 1,
        "recalls": 1,
        "interval_s": 864_000,
        "ease": 2.5,
        "stability": 12.0,
        "difficulty": 4.0,
    }
    for days in (3, 1):
        last = format_instant(desk.clock.now() - days * DAY)[:23] + "Z"
        bring(desk, record(ts=last, review={**block, "reps": 2 - days // 2, "last": last}))
        follows_from_its_rows(desk)
    rows = desk.pack.review_log(EVERYWHERE)
    assert [(row.kind, row.grade, row.after and row.after.s) for row in rows] == [("import", None, 12.0)] * 2
    desk.pass_time(9 * DAY)
    desk.do(c.Grade(id=rows[0].claim, grade=3))
    last_row = desk.pack.review_log(EVERYWHERE)[-1]
    assert (last_row.kind, last_row.before and last_row.before.s) == ("recall", 12.0)
    follows_from_its_rows(desk)


def test_the_log_survives_an_export_and_an_import(desk: Desk) -> None:
    claim_id = due_claim(desk)
    desk.do(c.Grade(id=claim_id, grade=3, cue="cloze", milliseconds=900))
    desk.do(c.Undo())
    desk.do(c.Grade(id=claim_id, grade=1))
    with packs() as made:
        assert made.copy(desk, "there").pack.review_log() == desk.pack.review_log()


def follows_from_its_rows(desk: Desk, believed_at: int | None = None) -> None:
    """Every clock of a pack, as believed at an instant, is where the rows lead."""
    at = desk.pack.reader.now() if believed_at is None else believed_at
    rows: dict[str, list[ReviewRow]] = {}
    for row in desk.pack.review_log(View(believed_at=at)):
        assert row.t_tx <= at
        rows.setdefault(row.claim, []).append(row)
        claim = desk.pack.reader.held.claim_at(row.claim, row.t_tx)
        assert claim is not None
        assert row.rev == claim.rev
    clocks: dict[str, ReviewState] = dict(desk.pack.reader.held.chains.items_at(tables.REVIEW, at))
    for claim_id, state in clocks.items():
        found = replayed(rows.pop(claim_id, []), state_before_grades(state))
        assert same_memory(found, state), claim_id
    assert all(row.revoked for left in rows.values() for row in left)


@pytest.mark.dear
@walks
@given(random=RANDOMS)
def test_the_clock_of_every_claim_at_every_date_is_what_its_rows_lead_to(random: Random) -> None:
    with scratch_desk() as desk:
        dates = []
        walker = Walker(desk, random)
        for _ in range(12):
            desk.write(walker.text())
        for _ in walk(desk, random, 40):
            dates.append(desk.pack.reader.held.t_tx)
        for date in dates[::5]:
            follows_from_its_rows(desk, date)
        follows_from_its_rows(desk)


@pytest.mark.dear
@walks
@given(random=RANDOMS)
def test_after_two_packs_have_taken_each_other_in_their_rows_still_lead_to_the_clocks(random: Random) -> None:
    with parted(random, common=25, own=20) as (here, there):
        take_in(here, there)
        take_in(there, here)
        for desk in (here, there):
            follows_from_its_rows(desk)


def test_grades_of_a_pack_with_weights_of_its_own_are_read_after_a_merge_as_they_are_there() -> None:
    """The stored stability stays as it came: under any weights it is the days until recall is 0.9."""
    with packs() as made:
        here = made.new("here")
        claim_id = due_claim(here)
        there = made.copy(here, "there")
        there.do(c.Configure(name="parameters", value=OTHER_WEIGHTS))
        for days in (1, 3, 6, 14):
            here.pass_time(days * DAY)
            there.clock.set(here.clock.now())
            there.do(c.Grade(id=claim_id, grade=3))
            take_in(here, there)
        follows_from_its_rows(here)
        mine, theirs = (desk.pack.review_log() for desk in (here, there))
        assert histories(mine) == histories(theirs)
        assert histories(mine).used == 3
        assert [(one.row.id, one.days, one.number) for one in asked(mine)] == [
            (one.row.id, one.days, one.number) for one in asked(theirs)
        ]
        stored = [desk.pack.page(claim_id).review for desk in (here, there)]
        assert stored[0] == stored[1]


def test_a_grade_that_came_in_by_a_merge_is_one_row_under_its_first_name() -> None:
    with packs() as made:
        here = made.new("here")
        claim_id = due_claim(here)
        there = made.copy(here, "there")
        there.do(c.Grade(id=claim_id, grade=3))
        here.pass_time(2 * DAY)
        here.do(c.Grade(id=claim_id, grade=4))
        (own,) = recalls(there)
        take_in(here, there)
        take_in(there, here)
        for desk in (here, there):
            began, rows = counting(desk.pack.review_log())
            assert began is None
            assert [(row.grade, row.after is None) for row in rows] == [(3, False), (4, False)]
            assert rows[0].id == own.id
            assert rows[0].at == own.at
