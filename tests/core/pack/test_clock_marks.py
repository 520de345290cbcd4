"""Still true, not sure, not today, suspended: what is said of a claim in review besides its grades."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec.structs import replace

from core.claims.facts import Trust
from core.claims.review_state import ReviewState
from core.clocks.instants import DAY, HOUR
from core.clocks.study_day import study_day
from core.errors import PackError, Refused, StaleRevision
from core.pack import commands as c
from core.pack.handover import check_pack
from core.state.view import View
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.laws import hold_through, take
from tests.core.pack.parted import differences, heads, packs, past, take_in
from tests.core.pack.walks import RANDOMS, SEATS, STEPS, Asked, Walker

few = settings(
    max_examples=settings().max_examples // 20,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a walk shrinks for minutes
    suppress_health_check=list(HealthCheck),
)

MARKS: dict[str, Callable[[str], c.Command]] = {
    "verify": lambda claim_id: c.Verify(id=claim_id),
    "doubt": lambda claim_id: c.Doubt(id=claim_id, why="the address has changed"),
    "bury": lambda claim_id: c.Bury(id=claim_id),
    "suspend": lambda claim_id: c.Suspend(id=claim_id),
    "unsuspend": lambda claim_id: c.Unsuspend(id=claim_id),
}


class Reviewer(Walker):
    """Every second command is a mark."""

    def ask(self) -> Asked:
        if not self._ids() or self.sometimes(2):
            return super().ask()
        self.desk.pass_time(self.random.choice(STEPS))
        mark = self.random.choice(list(MARKS.values()))
        return Asked(mark(self.some()), self.random.choice(SEATS))


def go_on(desk: Desk, random: Random, steps: int) -> None:
    walker = Reviewer(desk, random)
    for _ in range(steps):
        take(desk, walker.ask())


def held(desk: Desk, claim_id: str) -> ReviewState:
    state = desk.pack.reader.held.review(claim_id)
    assert state is not None
    return state


def today(desk: Desk) -> int:
    return study_day(desk.clock.now(), "UTC")


@pytest.fixture
def claim(desk: Desk) -> str:
    claim_id = desk.write("The lift holds eight people.").id or ""
    desk.pass_time(DAY)
    desk.do(c.Grade(id=claim_id, grade=3))
    desk.pass_time(DAY)
    return claim_id


# one mark


def test_verified_is_the_study_day_on_which_somebody_looked_and_ends_a_doubt(desk: Desk, claim: str) -> None:
    desk.do(c.Doubt(id=claim))
    desk.pass_time(2 * DAY)
    before = held(desk, claim)
    receipt = desk.do(c.Verify(id=claim), by="bot")
    assert held(desk, claim) == replace(before, verified_day=today(desk), doubted_day=None)
    assert (receipt.outcome, receipt.changed) == ("update", ())
    assert receipt.summary == "still true “The lift holds eight people.”"


def test_a_doubt_is_kept_with_its_day_and_the_journal_says_why(desk: Desk, claim: str) -> None:
    before = held(desk, claim)
    receipt = desk.do(c.Doubt(id=claim, why="the landlord changed it"))
    assert held(desk, claim) == replace(before, doubted_day=today(desk))
    assert receipt.summary == "not sure of “The lift holds eight people.”: the landlord changed it"
    desk.pass_time(3 * DAY)
    desk.do(c.Doubt(id=claim))
    assert held(desk, claim).doubted_day == today(desk)


def test_what_is_put_off_is_asked_again_the_next_study_day(desk: Desk, claim: str) -> None:
    desk.do(c.Bury(id=claim))
    state = held(desk, claim)
    assert [state.is_asked_on(today(desk) + ahead) for ahead in (-1, 0, 1)] == [True, False, True]


def test_what_is_suspended_is_asked_on_no_day_until_it_is_resumed(desk: Desk, claim: str) -> None:
    before = held(desk, claim)
    desk.do(c.Suspend(id=claim))
    assert not any(held(desk, claim).is_asked_on(today(desk) + ahead) for ahead in range(400))
    with pytest.raises(Refused, match="is suspended, so it is not asked; resume it first"):
        desk.do(c.Grade(id=claim, grade=3))
    desk.pass_time(90 * DAY)
    desk.do(c.Unsuspend(id=claim))
    assert held(desk, claim) == before


@pytest.mark.parametrize("mark", MARKS)
def test_no_mark_moves_memory_the_due_day_or_the_claim(desk: Desk, claim: str, mark: str) -> None:
    before, version = held(desk, claim), desk.claim(claim)
    desk.do(MARKS[mark](claim))
    marks = ("verified_day", "doubted_day", "buried_day", "suspended")
    assert replace(held(desk, claim), **{name: getattr(before, name) for name in marks}) == before
    assert desk.claim(claim) == version


@pytest.mark.parametrize("mark", ["verify", "doubt", "bury", "suspend"])
def test_a_mark_said_twice_writes_nothing_the_second_time(desk: Desk, claim: str, mark: str) -> None:
    first = desk.do(MARKS[mark](claim))
    again = desk.do(MARKS[mark](claim), by="bot")
    assert (first.tx, again.tx, again.outcome) == (3, None, "noop")
    assert again.summary == "it is so already"


def test_what_is_not_suspended_cannot_be_resumed_twice(desk: Desk, claim: str) -> None:
    assert desk.do(c.Unsuspend(id=claim)).outcome == "noop"


def test_a_grade_leaves_the_marks_as_they_are(desk: Desk, claim: str) -> None:
    desk.do(c.Doubt(id=claim))
    desk.do(c.Bury(id=claim))
    before = held(desk, claim)
    desk.do(c.Grade(id=claim, grade=4))
    after = held(desk, claim)
    assert (after.doubted_day, after.buried_day) == (before.doubted_day, before.buried_day)


def test_a_doubt_ends_with_the_claim_and_does_not_come_back_with_it(desk: Desk, claim: str) -> None:
    desk.do(c.Doubt(id=claim))
    desk.do(c.Close(id=claim))
    desk.do(c.Reopen(id=claim))
    assert held(desk, claim).doubted_day is None


# what is refused


@pytest.mark.parametrize("mark", ["verify", "doubt"])
def test_of_what_is_not_true_now_nobody_says_whether_it_still_is(desk: Desk, claim: str, mark: str) -> None:
    desk.do(c.Close(id=claim))
    with pytest.raises(Refused, match="is not true now"):
        desk.do(MARKS[mark](claim))


@pytest.mark.parametrize("mark", MARKS)
def test_marks_of_what_is_not_reviewed_are_refused(desk: Desk, mark: str) -> None:
    told = desk.write("ana trusts the bot.", kind="trust", facts=Trust("ana", "bot", 0.5))
    with pytest.raises(Refused, match="a trust is not reviewed"):
        desk.do(MARKS[mark](told.id or ""))


@pytest.mark.parametrize("mark", MARKS)
def test_marks_of_what_was_retracted_are_refused(desk: Desk, claim: str, mark: str) -> None:
    desk.do(c.Retract(id=claim))
    with pytest.raises(Refused, match="is retracted; reopen it first"):
        desk.do(MARKS[mark](claim))


@pytest.mark.parametrize("command", [c.Verify, c.Doubt])
def test_an_answer_to_what_is_not_on_the_screen_any_more_is_refused(
    desk: Desk, claim: str, command: Any
) -> None:
    rev = desk.claim(claim).rev
    desk.do(c.Edit(id=claim, expect_rev=rev, changes={"text": "The lift holds nine people."}))
    with pytest.raises(StaleRevision, match="has changed since it was shown"):
        desk.do(command(id=claim, shown_rev=rev))
    assert desk.do(command(id=claim, shown_rev=rev + 1)).outcome == "update"


# undone, believed, kept


@pytest.mark.parametrize("mark", ["verify", "doubt", "bury", "suspend"])
def test_a_mark_is_taken_back_and_done_again_across_a_restart(desk: Desk, claim: str, mark: str) -> None:
    before = held(desk, claim)
    desk.do(MARKS[mark](claim))
    after = held(desk, claim)
    desk.reopen_file()
    desk.do(c.Undo())
    assert held(desk, claim) == before
    desk.reopen_file()
    desk.do(c.Redo())
    assert held(desk, claim) == after


def test_an_undo_of_a_grade_leaves_no_later_mark_behind_unsaid(desk: Desk, claim: str) -> None:
    """The two lie on one key: which goes first is the person's to say."""
    graded = desk.do(c.Grade(id=claim, grade=3)).tx
    desk.do(c.Doubt(id=claim))
    with pytest.raises(Refused, match="later records changed the same things"):
        desk.do(c.Undo(tx=graded))
    desk.do(c.Undo())
    desk.do(c.Undo())
    assert held(desk, claim).doubted_day is None
    assert held(desk, claim).reps == 1


def test_the_marks_of_a_former_day_are_read_as_they_were_believed(desk: Desk, claim: str) -> None:
    desk.do(c.Suspend(id=claim))
    then = desk.pack.reader.held.t_tx
    desk.pass_time(HOUR)
    desk.do(c.Unsuspend(id=claim))
    former = desk.pack.reader.held.review(claim, then)
    assert former is not None
    assert former.suspended
    assert not held(desk, claim).suspended


def test_a_state_from_before_there_were_marks_is_read_as_unmarked() -> None:
    import msgspec

    from core.store import tables

    before = (9, 8, 2.5, 4.0, 8, 77, 3, 1, 0, "UTC", 4, 0)
    state = tables.decode(tables.REVIEW, msgspec.msgpack.encode(before))
    assert state == ReviewState(*before)
    assert (state.verified_day, state.doubted_day, state.buried_day, state.suspended) == (
        *(None,) * 3,
        False,
    )


# random histories


@pytest.mark.dear
@few
@given(random=RANDOMS)
def test_the_laws_of_a_pack_hold_of_marks_too(random: Random) -> None:
    with scratch_desk() as desk:
        hold_through(desk, Reviewer(desk, random).ask, 25)


@pytest.mark.dear
@few
@given(random=RANDOMS)
def test_what_stands_is_what_the_log_says(random: Random) -> None:
    """State equals replay, in memory and in the file, and after a restart."""
    with scratch_desk() as desk:
        go_on(desk, random, 30)
        before = heads(desk)
        assert check_pack(desk.pack.path).ok
        desk.reopen_file()
        assert heads(desk) == before
        assert {
            card.line.claim.id: card.review for card in desk.pack.due(View(workspace="default")).cards
        }.items() <= before["review"].items()


@pytest.mark.dear
@few
@given(random=RANDOMS)
def test_two_packs_that_went_apart_say_the_same_of_every_clock_in_the_end(random: Random) -> None:
    with packs() as made:
        here = made.new("here")
        go_on(here, random, 14)
        there = made.copy(here, "there")
        for desk in (here, there):
            go_on(desk, random, 16)
        take_in(here, there)
        take_in(there, here)
        assert differences(here, there) == []
        written = past(here)
        assert take_in(here, there).changes == ()
        assert past(here) == written


@pytest.mark.parametrize(
    ("here", "there", "says"),
    [
        (["verify"], ["suspend"], {"verified_day": 0, "suspended": True}),
        (["doubt"], ["bury"], {"doubted_day": 0, "buried_day": 0}),
        (["doubt"], ["verify"], {"doubted_day": 0, "verified_day": 0}),
        (["doubt"], ["wait", "verify"], {"doubted_day": None, "verified_day": 3}),
        (["verify"], ["wait", "doubt"], {"doubted_day": 3, "verified_day": 0}),
        (["doubt"], ["wait", "doubt"], {"doubted_day": 3}),
        (["suspend", "unsuspend"], ["bury"], {"suspended": False}),
        (["bury"], ["wait", "bury"], {"buried_day": 3}),
    ],
)
@pytest.mark.parametrize("first", [0, 1])
def test_marks_of_both_come_together(
    here: list[str], there: list[str], says: dict[str, Any], first: int
) -> None:
    """Days are told from the day on which the packs parted; whoever merges first."""
    with packs() as made:
        one = made.new("one")
        claim_id = one.write("The lift holds eight people.").id or ""
        one.pass_time(DAY)
        began = today(one)
        two = made.copy(one, "two")
        for desk, marks in ((one, here), (two, there)):
            for mark in marks:
                if mark == "wait":
                    desk.pass_time(3 * DAY)
                else:
                    desk.do(MARKS[mark](claim_id))
        both = (one, two) if first == 0 else (two, one)
        take_in(*both)
        take_in(*reversed(both))
        assert differences(one, two) == []
        state = held(one, claim_id)
        days = {name: value if type(value) is bool or value is None else began + value
                for name, value in says.items()}  # fmt: skip
        assert {name: getattr(state, name) for name in says} == days


def test_grades_of_one_side_and_marks_of_the_other_are_both_kept(desk: Desk) -> None:
    with packs() as made:
        one = made.new("one")
        claim_id = one.write("The lift holds eight people.").id or ""
        one.pass_time(DAY)
        two = made.copy(one, "two")
        one.do(c.Grade(id=claim_id, grade=3))
        two.do(c.Verify(id=claim_id))
        two.pass_time(DAY)
        two.do(c.Grade(id=claim_id, grade=3))
        take_in(one, two)
        take_in(two, one)
        assert differences(one, two) == []
        assert (held(one, claim_id).reps, held(one, claim_id).verified_day) == (2, today(one))


def answered(desk: Desk, random: Random, ids: list[str]) -> None:
    """A few answers about the same few claims."""
    for _ in range(4):
        desk.pass_time(random.choice([0, HOUR, DAY, 2 * DAY, -DAY]))
        claim_id = random.choice(ids)
        commands = [mark(claim_id) for mark in MARKS.values()]
        commands += [
            c.Grade(id=claim_id, grade=random.randint(1, 4)),
            c.Close(id=claim_id),
            c.Reopen(id=claim_id),
        ]
        with suppress(PackError):
            desk.do(random.choice([*commands, c.Undo(), c.Redo()]))


def three_agree(random: Random) -> None:
    with packs() as made:
        one = made.new("one")
        ids = [one.write(f"Lamp {number} is off at night.", set=str(number)).id or "" for number in range(2)]
        one.pass_time(DAY)
        desks = [one, made.copy(one, "two"), made.copy(one, "three")]
        for _ in range(10):
            answered(random.choice(desks), random, ids)
            if random.random() < 0.6:
                into, source = random.sample(desks, 2)
                take_in(into, source)
                assert take_in(into, source).nothing_new
        _, two, three = desks
        for into, source in ((one, two), (one, three), (two, one), (three, one)):
            take_in(into, source)
        assert [differences(one, desk) for desk in desks] == [[], [], []]


@pytest.mark.parametrize("seed", range(6))
def test_three_packs_that_answer_about_the_same_claims_agree_in_the_end(seed: int) -> None:
    three_agree(Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6, 80))
def test_three_packs_that_answer_often_agree_in_the_end(seed: int) -> None:
    three_agree(Random(seed))
