"""Checks: which claims are asked whether they are still true, and how volatile kinds are known to be."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from core.claims.claim import EVERYWHERE, Claim
from core.claims.ended import how_withdrawn
from core.claims.kinds import KINDS
from core.claims.review_state import ReviewState
from core.clocks.instants import DAY, HOUR, Instant
from core.clocks.study_day import begins, study_day
from core.errors import PackError
from core.pack import commands as c
from core.pack.checks import Checks
from core.review.truth import Lived, check_day
from core.state.view import View
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.parted import packs, take_in
from tests.core.pack.test_clock_marks import Reviewer
from tests.core.pack.walks import RANDOMS

few = settings(
    max_examples=12,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a walk shrinks for minutes
    suppress_health_check=list(HealthCheck),
)
TEXT = "The lift holds eight people."


def asked(desk: Desk, view: View | None = None, limit: int | None = None) -> list[str]:
    return [card.line.claim.id for card in desk.pack.checks(view, limit).cards]


def written(desk: Desk, number: int = 0, **fields: Any) -> str:
    return desk.write(f"Lamp {number} is off at night.", set=str(number), **fields).id or ""


# one claim


def test_a_claim_is_checked_after_115_days_and_again_so_long_after_it_was_verified(desk: Desk) -> None:
    claim_id = desk.write(TEXT).id or ""
    after = desk.pack.truth().get("lesson", Lived()).check_after
    assert after == 115
    for _ in range(2):
        desk.pass_time(114 * DAY)
        assert asked(desk) == []
        while not asked(desk):
            desk.pass_time(DAY)
        (card,) = desk.pack.checks().cards
        assert card.check_day == desk.pack.due().day
        assert not card.doubted
        assert card.chance == pytest.approx(0.9, abs=0.01)
        desk.do(c.Verify(id=claim_id))
        assert asked(desk) == []


def test_memory_and_truth_know_nothing_of_each_other(desk: Desk) -> None:
    claim_id = desk.write(TEXT).id or ""
    desk.pass_time(200 * DAY)
    before = desk.pack.checks()
    desk.do(c.Grade(id=claim_id, grade=4))
    assert [card.check_day for card in desk.pack.checks().cards] == [card.check_day for card in before.cards]
    graded = desk.pack.reader.held.review(claim_id)
    desk.do(c.Verify(id=claim_id))
    verified = desk.pack.reader.held.review(claim_id)
    assert graded is not None
    assert verified is not None
    assert (verified.stability, verified.difficulty, verified.due_day) == (
        *(graded.stability, graded.difficulty, graded.due_day),
    )


def test_a_doubt_is_on_the_list_at_once_and_checked_in_a_week(desk: Desk) -> None:
    claim_id = desk.write(TEXT).id or ""
    desk.pass_time(3 * DAY)
    desk.do(c.Doubt(id=claim_id))
    assert [line.claim.id for line in desk.pack.doubts()] == [claim_id]
    desk.pass_time(6 * DAY)
    assert asked(desk) == []
    desk.pass_time(DAY)
    (card,) = desk.pack.checks().cards
    assert card.doubted
    desk.do(c.Doubt(id=claim_id))
    assert asked(desk) == []
    desk.pass_time(7 * DAY)
    assert asked(desk) == [claim_id]
    desk.do(c.Verify(id=claim_id))
    assert (asked(desk), desk.pack.doubts()) == ([], ())


def test_the_doubt_list_has_the_longest_doubted_first_and_none_that_is_not_true_now(desk: Desk) -> None:
    ids = [written(desk, number) for number in range(4)]
    desk.pass_time(DAY)
    for claim_id in (ids[2], ids[0], ids[3]):
        desk.do(c.Doubt(id=claim_id))
        desk.pass_time(DAY)
    desk.do(c.Close(id=ids[0]))
    assert [line.claim.id for line in desk.pack.doubts()] == [ids[2], ids[3]]
    assert [line.claim.id for line in desk.pack.doubts(View(set="3"))] == [ids[3]]


@pytest.mark.parametrize("mark", [c.Bury, c.Suspend, c.Rest, c.Close, c.Retract])
def test_what_is_put_off_or_does_not_stand_is_not_checked(desk: Desk, mark: Any) -> None:
    claim_id = desk.write(TEXT).id or ""
    desk.pass_time(200 * DAY)
    assert asked(desk) == [claim_id]
    desk.do(mark(id=claim_id))
    assert asked(desk) == []
    desk.pass_time(DAY)
    assert asked(desk) == ([claim_id] if mark is c.Bury else [])


def test_what_ends_by_itself_before_a_second_check_is_not_checked(desk: Desk) -> None:
    written(desk, 1, t_invalid=desk.clock.now() + 200 * DAY)
    later = written(desk, 2, t_invalid=desk.clock.now() + 900 * DAY)
    desk.pass_time(180 * DAY)
    assert asked(desk) == [later]


# a morning


def test_a_morning_checks_ten_at_most_the_oldest_first_and_those_answered_count(desk: Desk) -> None:
    ids = []
    for number in range(14):
        ids.append(written(desk, number))
        desk.do(c.NoLongerTrue(id=written(desk, 100 + number)))
        desk.pass_time(DAY)
    desk.pass_time(200 * DAY)
    found = desk.pack.checks()
    assert [card.line.claim.id for card in found.cards] == ids[:10]
    assert found.in_all == 14
    for claim_id in ids[:4]:
        desk.do(c.Verify(id=claim_id))
    assert asked(desk) == ids[4:10]
    assert asked(desk, limit=8) == ids[4:12]
    desk.do(c.Configure(name="check_limit", value=0))
    assert (asked(desk), desk.pack.checks().in_all) == ([], 10)
    desk.do(c.Pin(id=ids[13]))
    assert asked(desk, limit=1) == [ids[13]]


def test_a_filter_asks_what_it_shows_by_what_is_known_of_all(desk: Desk) -> None:
    ids = [written(desk, number) for number in range(3)]
    desk.pass_time(200 * DAY)
    assert asked(desk, View(set="1")) == [ids[1]]
    assert desk.pack.truth(View(set="1")) == desk.pack.truth()


# how volatile a kind is


def test_endings_bring_the_checks_of_their_kind_closer_and_of_no_other(desk: Desk) -> None:
    lessons = [written(desk, number) for number in range(20)]
    habit = desk.write("The team eats at noon.", kind="habit").id
    desk.pass_time(30 * DAY)
    for claim_id in lessons[:5]:
        desk.do(c.NoLongerTrue(id=claim_id, reason="seen"))
    desk.do(c.Retract(id=lessons[5]))
    known = desk.pack.truth()
    assert (known["lesson"].claims, known["lesson"].ended) == (20, 6)
    assert known["lesson"].days == pytest.approx(20 * 30, abs=20)
    assert known["habit"].ended == 0
    assert known["lesson"].check_after < 30 < known["habit"].check_after
    assert set(asked(desk, limit=100)) == set(lessons[6:])
    assert habit not in asked(desk, limit=100)


def test_of_two_that_are_one_the_doubt_about_either_stays(desk: Desk) -> None:
    with packs() as made:
        there = made.copy(desk, "there")
        first, later = (written(each, 1) for each in (desk, there))
        for each, given in ((desk, 1), (there, 2)):
            each.pass_time(given * DAY)
            each.do(c.Grade(id=first if each is desk else later, grade=3))
        desk.do(c.Doubt(id=first))
        there.pass_time(DAY)
        there.do(c.Grade(id=later, grade=3))
        there.do(c.Suspend(id=later))
        take_in(desk, there)
        (twins,) = desk.pack.proposals()
        desk.do(c.Accept(proposal=twins.id))
    (line,) = desk.pack.doubts()
    review = desk.pack.reader.held.review(line.claim.id)
    assert review is not None
    assert (review.reps, review.suspended) == (2, True)


def test_an_end_that_was_planned_a_write_taken_back_and_a_twin_are_no_surprises(desk: Desk) -> None:
    written(desk, 2)
    desk.do(c.Undo())
    with packs() as made:
        there = made.copy(desk, "there")
        for each in (desk, there):
            written(each, 1, t_invalid=desk.clock.now() + 5 * DAY)
        take_in(desk, there)
        (twins,) = desk.pack.proposals()
        desk.do(c.Accept(proposal=twins.id))
    desk.pass_time(30 * DAY)
    known = desk.pack.truth()["lesson"]
    assert (known.claims, known.ended) == (1, 0)
    assert known.days == pytest.approx(5, abs=1)


# against a plain count, on both clocks


def naive(desk: Desk, view: View, at: Instant) -> tuple[dict[str, tuple[int, int, float]], list[str]]:
    """By kind claims, endings and days; and all that is to be checked: claim by claim, as it is told."""
    reader = desk.pack.reader
    zone, hour = (reader.setting(name, at) for name in ("zone", "rollover_hour"))
    day = study_day(at, zone, hour)
    start = begins(day, zone, hour)
    kinds: dict[str, list[float]] = {}
    standing: list[tuple[Claim, ReviewState]] = []
    for claim_id in reader.held.columns.ids:
        claim = reader.held.claim_at(claim_id, at)
        review = reader.held.review(claim_id, at)
        if claim is None or review is None or not claim.accepted or not KINDS[claim.kind].reviewed:
            continue
        if claim.workspace not in (view.workspace, EVERYWHERE):
            continue
        if not claim.believed and how_withdrawn(claim) != "retracted":
            continue
        over = claim.t_invalid is not None and claim.t_invalid <= view_true(view, at)
        wrong = not claim.believed or (over and claim.closing is not None)
        end = claim.t_recorded if not claim.believed else claim.t_invalid if over else view_true(view, at)
        end = min(end or 0, view_true(view, at))
        told = kinds.setdefault(claim.kind, [0, 0, 0.0])
        told[0] += 1
        told[1] += wrong
        told[2] += max(0.0, day + (end - start) / DAY - review.added_day)
        if claim.believed and claim.true_at(view_true(view, at)) and not claim.resting:
            standing.append((claim, review))
    due = []
    for claim, review in standing:
        lived = Lived(*(int(kinds[claim.kind][0]), int(kinds[claim.kind][1]), kinds[claim.kind][2]))
        found = check_day(
            lived,
            known_day=max(review.added_day, review.verified_day or 0),
            doubted_day=review.doubted_day,
            last_day=None if claim.t_invalid is None else study_day(claim.t_invalid - 1, zone, hour),
        )
        if found is not None and found <= day and review.is_asked_on(day):
            due.append((not claim.pinned, found, claim.id))
    return {kind: (int(a), int(b), d) for kind, (a, b, d) in kinds.items()}, [
        one for _, _, one in sorted(due)
    ]


def view_true(view: View, at: Instant) -> Instant:
    return at if view.true_at is None else view.true_at


def same(desk: Desk, view: View, at: Instant) -> Checks:
    kinds, due = naive(desk, view, at)
    known = desk.pack.truth(view)
    assert {kind: (one.claims, one.ended) for kind, one in known.items()} == {
        kind: (claims, ended) for kind, (claims, ended, _) in kinds.items()
    }
    for kind, (_, _, days) in kinds.items():
        assert known[kind].days == pytest.approx(days, abs=1e-6)
    found = desk.pack.checks(view, limit=10_000)
    assert [card.line.claim.id for card in found.cards] == due
    assert found.in_all == len(due)
    return found


@few
@given(random=RANDOMS)
def test_checks_are_what_a_plain_count_says_at_every_v_and_b(random: Random) -> None:
    with scratch_desk() as desk:
        walker = Reviewer(desk, random)
        moments = []
        for _ in range(30):
            asked_for = walker.ask()
            with suppress(PackError):
                desk.do(asked_for.command, by=asked_for.by)
            desk.pass_time(random.choice([HOUR, 20 * DAY, 60 * DAY]))
            moments.append(desk.pack.reader.held.t_tx)
        seen = {}
        for at in [*random.sample(moments, 4), desk.pack.reader.now()]:
            shift = random.choice([0, 0, -40 * DAY, 200 * DAY])
            view = View(workspace="default", true_at=at + shift, believed_at=at)
            seen[view] = same(desk, view, at)
        desk.pass_time(400 * DAY)
        for claim_id in desk.pack.reader.held.columns.ids[:3]:
            with suppress(PackError):
                desk.do(c.Verify(id=claim_id))
                desk.do(c.Close(id=claim_id))
        for view, found in seen.items():
            assert desk.pack.checks(view, limit=10_000) == found
        same(desk, View(workspace="default"), desk.pack.reader.now())
