"""Today: question, answer, transition; every grade durable and taken back by one key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from core.claims.draft import Draft
from core.clocks.instants import DAY
from core.pack.commands import Configure, Pin
from tests.workbench.desks import LESSONS, Desk, typed, until
from tests.workbench.looks import rows, settle, text
from tests.workbench.sample_desk import sample_app
from tests.workbench.screens.lives import LivedDesk
from workbench.app import WorkbenchApp
from workbench.frame.messages import ViewChanged
from workbench.screens.today import TodayScreen

SIZE = (120, 40)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def today(app: WorkbenchApp) -> TodayScreen:
    frame = app.frame
    assert isinstance(frame, TodayScreen)
    return frame


def shown_id(app: WorkbenchApp) -> str:
    card = today(app).card
    assert card is not None
    return card.line.claim.id


async def test_the_question_hides_the_answer_and_space_shows_it(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        claim = desk.pack.claim(shown_id(app))
        assert claim.text not in text(app)
        assert "1 of 5" in text(app)
        assert "space reveals" in text(app)
        await pilot.press("space")
        assert claim.text in text(app)
        assert "1 Again    2 Hard    3 Good    4 Easy" in text(app)
    assert app.mishaps == []


async def test_row_27_a_grade_before_the_reveal_does_nothing_and_says_why(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("3")
        assert "Space shows the answer first" in text(app)
    assert set(desk.reps().values()) == {0}


async def test_a_held_key_grades_once(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("space", *["3"] * 20)
        await settle(app, pilot)
        assert today(app).phase == "question"
    assert sum(desk.reps().values()) == 1


async def test_row_28_pasted_grades_grade_once(desk: Desk) -> None:
    """Keys that arrive in one burst meet the transition."""
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("space")
        for _ in range(4):
            app.simulate_key("3")
        await settle(app, pilot)
    assert sum(desk.reps().values()) == 1


@pytest.mark.parametrize("grade", [1, 2, 3, 4])
async def test_each_grade_is_in_the_pack_before_the_next_card(desk: Desk, grade: int) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        first = shown_id(app)
        await pilot.press("space", str(grade))
        await settle(app, pilot)
        review = desk.pack.page(first).review
        assert review is not None
        assert review.last_grade == grade
        assert shown_id(app) != first
        assert "2 of 5" in text(app)


async def test_a_grade_says_when_the_claim_is_asked_next(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        first = shown_id(app)
        await pilot.press("space", "4")
        await settle(app, pilot)
        review = desk.pack.page(first).review
        assert review is not None
        assert f"Easy, {app.session.present.due(review.due_day)}: “" in text(app)


async def test_a_claim_that_is_put_off_is_not_told_to_be_due_today(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        first = shown_id(app)
        await pilot.press("l")
        await settle(app, pilot)
        await app.go("claims", "claim", first)
        await settle(app, pilot)
        assert "due tomorrow" in text(app)
        assert "due today" not in text(app)


async def test_who_comes_back_to_a_screen_with_a_strip_grades_at_once(desk: Desk) -> None:
    """A strip that was left open below Today took space and the grades for a date."""
    app = desk.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app, pilot)
        first = shown_id(app)
        await pilot.press("t", "enter")
        await settle(app, pilot)
        await pilot.press("f6")
        await settle(app, pilot)
        await pilot.press("f2")
        await settle(app, pilot)
        await pilot.press("space", "3")
        await settle(app, pilot)
        review = desk.pack.page(first).review
        assert review is not None
        assert review.last_grade == 3


async def test_a_card_graded_elsewhere_meanwhile_is_not_graded_twice(desk: Desk) -> None:
    from core.pack.commands import Grade

    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        first = shown_id(app)
        await pilot.press("space")
        desk.pack.submit(Grade(id=first, grade=1))
        await pilot.press("3")
        await settle(app, pilot)
        review = desk.pack.page(first).review
        assert review is not None
        assert (review.reps, review.last_grade) == (1, 1)
        assert "has changed since it was shown" in text(app)


async def test_undo_goes_back_step_by_step_also_after_the_last_card(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        graded = []
        for _ in range(5):
            graded.append(shown_id(app))
            await pilot.press("space", "3")
            await settle(app, pilot)
        assert today(app).card is None
        for claim_id in reversed(graded):
            await pilot.press("u")
            await settle(app, pilot)
            assert shown_id(app) == claim_id
            assert "Took back" in text(app)
        assert set(desk.reps().values()) == {0}
        assert "1 of 5" in text(app)


async def test_a_grade_taken_back_and_done_again_counts_once(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        for key in ("space", "3", "space", "2", "u", "u", "U", "U", "u", "U"):
            await pilot.press(key)
            await settle(app, pilot)
        assert "Did again: Hard: “" in text(app)
        assert "3 of 5" in text(app)
        for _ in range(3):
            await pilot.press("space", "3")
            await settle(app, pilot)
        assert "Done. 5 claims graded: 1 Hard, 4 Good." in text(app)
    assert sum(desk.reps().values()) == 5


async def test_no_longer_true_closes_and_corrects_in_one_record(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        old = shown_id(app)
        before = desk.pack.status().tx
        await pilot.press("space", "x")
        await settle(app, pilot)
        await typed(pilot, "bench run 3")
        await pilot.press("tab")
        await typed(pilot, "The default fuse is CombMNZ.")
        await until(pilot, lambda: "closes: The default fuse is Borda." in text(app))
        assert "1 of 2 sentences · 5 words" in text(app)
        await pilot.press("enter")
        await settle(app, pilot)
        assert desk.pack.status().tx == before + 1
        page = desk.pack.why(old)
        assert page.by is not None
        assert page.by.text == "The default fuse is CombMNZ."
        assert page.deed is not None
        assert page.deed.body == "bench run 3"
        await pilot.press("u")
        await settle(app, pilot)
        assert desk.pack.claim(old).t_invalid is None
    assert app.mishaps == []


async def test_no_longer_true_alone_closes_with_the_reason_as_a_note(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        old = shown_id(app)
        await pilot.press("space", "x")
        await settle(app, pilot)
        assert "enter goes to the next line" in text(app)
        await typed(pilot, "seen")
        await pilot.press("enter")
        await settle(app, pilot)
        assert desk.pack.claim(old).t_invalid is None
        assert "left empty: it ends, and nothing takes its place" in text(app)
        await pilot.press("enter")
        await settle(app, pilot)
        assert desk.pack.claim(old).t_invalid is not None
        assert desk.pack.why(old).deed is not None
        assert shown_id(app) != old


async def test_a_correction_that_is_refused_leaves_the_lines_open(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        old = shown_id(app)
        await pilot.press("space", "x", "tab")
        await typed(pilot, "One. Two. Three.")
        await pilot.press("enter")
        await settle(app, pilot)
        assert "3 sentences; a claim has at most 2" in text(app)
        assert desk.pack.claim(old).t_invalid is None
        assert "what is true instead?" in text(app)
        await pilot.press("escape")
        await settle(app, pilot)
        assert "what is true instead?" not in text(app)
        await pilot.press("3")
        await settle(app, pilot)
    assert sum(desk.reps().values()) == 1


async def test_keys_act_on_the_card_that_is_seen_whatever_was_chosen_elsewhere(tmp_path: Path) -> None:
    desk = LivedDesk(tmp_path)
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        seen = shown_id(app)
        for keys in (("f6", "n"), ("f3", "down", "down"), ("f8", "down")):
            await pilot.press(*keys)
            await settle(app, pilot)
            await pilot.press("f2")
            await settle(app, pilot)
            assert shown_id(app) == seen
            assert app.session.selected == seen
            await pilot.press("p")
            await settle(app, pilot)
            await pilot.press("u")
            await settle(app, pilot)
            assert desk.pack.history(seen)[-1].claim.rev % 2 == 1
    assert desk.pack.claim(seen).rev == 7
    assert app.mishaps == []
    desk.close()


async def test_claims_that_are_asked_for_come_first_at_once(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        first = shown_id(app)
        wanted = [card.line.claim.id for card in app.session.morning.due.cards][-1]
        assert wanted != first
        await app.go("claims")
        await settle(app, pilot)
        assert app.session.morning.ask_first([wanted], "hubs") == 1
        await pilot.press("f2")
        await settle(app, pilot)
        assert shown_id(app) == wanted
        assert "Hubs first: 1 is due and comes before the rest." in text(app)
        assert "▸ hubs first: 1" in text(app)
        await pilot.press("space", "3")
        await settle(app, pilot)
        assert shown_id(app) != wanted
        assert "hubs first" not in text(app)


@pytest.mark.parametrize("key", ["y", "h", "e", "x", "X", "i"])
async def test_no_key_shows_the_answer_before_the_reveal(desk: Desk, key: str) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press(key)
        await settle(app, pilot)
        assert app.current_mode == "today"
        assert "Space shows the answer first" in text(app)
        assert desk.pack.claim(shown_id(app)).text not in text(app)


async def test_intervals_are_hidden_until_asked_for(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("space")
        assert "1 Again    2 Hard" in text(app)
        await pilot.press("I")
        assert "1 Again 1 day" in text(app)


async def test_a_correction_shows_the_old_sentence_struck_after_the_reveal(tmp_path: Path) -> None:
    correction = Draft(text="The default fuse is CombMNZ.", entities=("fuse",), workspace="atlas")
    made = Desk(tmp_path, drafts=(LESSONS[0], correction))
    new = made.ids[1]
    app = made.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        assert shown_id(app) == new
        assert "CombMNZ" not in text(app)
        assert "The default fuse is Borda." not in text(app)
        await pilot.press("space")
        assert "The default fuse is Borda." in text(app)
        assert "did you have: CombMNZ" in text(app)
    made.close()


async def test_the_end_says_what_was_graded_and_what_comes_tomorrow(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        for grade in "12344":
            await pilot.press("space", grade)
            await settle(app, pilot)
        assert "Done. 5 claims graded: 1 Again, 1 Hard, 1 Good, 2 Easy." in text(app)
        assert "due tomorrow" in text(app)
        assert "Search the claims" in text(app)
    assert desk.session().goodbye() == "Nothing was changed."
    assert app.session.goodbye() == "Graded 5."


async def test_a_day_without_anything_due_says_so(tmp_path: Path) -> None:
    made = Desk(tmp_path, drafts=LESSONS[:1])
    made.clock.set(made.at(30))
    app = made.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        assert "Nothing is due. 1 claim is due tomorrow." in text(app)
    made.close()


async def test_another_date_shows_its_queue_and_takes_no_grade(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        app.post_message(ViewChanged(true_at=None, believed_at=desk.at(3)))
        await settle(app, pilot)
        assert rows(app)[0].startswith(" desk ▸ atlas  ◀◀ BELIEVED ON 2026-11-27 07:30")
        assert "5 claims were due on 2026-11-27" in text(app)
        await pilot.press("3", "x")
        await settle(app, pilot)
        assert "read only" in text(app)
        await pilot.press("T")
        await settle(app, pilot)
        assert "this window writes" in rows(app)[0]
        assert "1 of 5" in text(app)
    assert set(desk.reps().values()) == {0}
    assert app.mishaps == []


async def test_another_date_asks_by_cues_too_until_space_turns_them_over(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        app.post_message(ViewChanged(true_at=None, believed_at=desk.at(3)))
        await settle(app, pilot)
        cards = app.session.morning.due.cards
        for answers in (False, True, False):
            shown = text(app)
            for card in cards:
                assert (card.line.claim.text in shown) == answers
                assert (desk.pack.cue(card).shown in shown) != answers
            await pilot.press("space")
            await settle(app, pilot)
    assert app.mishaps == []


async def test_a_digit_that_is_no_grade_says_which_are(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        for digit in "056789":
            await pilot.press("space", digit)
            await settle(app, pilot)
            assert "Grades are 1 to 4" in text(app)
            await pilot.press("O")
            await settle(app, pilot)
            assert "Grades are 1 to 4" not in text(app)
    assert set(desk.reps().values()) == {0}
    assert app.mishaps == []


async def test_a_grade_can_be_clicked(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("space")
        await pilot.click("GradeBar", offset=(24, 0))
        await settle(app, pilot)
    assert sum(desk.reps().values()) == 1


async def test_row_26_who_leaves_right_after_a_grade_has_graded(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("space", "3", "ctrl+q")
    assert sum(desk.reps().values()) == 1


@pytest.mark.parametrize("size", [(200, 60), (80, 24), (40, 12), (40, 10), (10, 3), (1, 1)])
async def test_row_25_every_size_is_survived_in_mid_card(desk: Desk, size: tuple[int, int]) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("space")
        await pilot.resize_terminal(*size)
        await settle(app, pilot)
        await pilot.press("3")
        await settle(app, pilot)
    assert app.mishaps == []
    assert sum(desk.reps().values()) == 1


LONG_AGO = 400
"""Days after which a claim that nobody looked at is to be checked."""


async def all_graded(app: WorkbenchApp, pilot: Pilot[None], key: str = "3") -> list[str]:
    """Grade every card that is asked; the claims in their order."""
    graded = []
    while today(app).card is not None and today(app).part == "recall":
        graded.append(shown_id(app))
        await pilot.press("space", key)
        await settle(app, pilot)
    return graded


@pytest.fixture
def old(desk: Desk) -> Desk:
    """The desk when its claims are old enough to be checked."""
    desk.clock.set(desk.clock.now() + LONG_AGO * DAY)
    return desk


async def test_the_checks_come_after_the_grades_and_want_no_grade(old: Desk) -> None:
    app = old.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        graded = await all_graded(app, pilot)
        assert today(app).part == "check"
        claim = old.pack.claim(shown_id(app))
        assert claim.text in text(app)
        assert "still true? · " in text(app)
        assert "of such claims" in text(app)
        reps = old.reps()
        await pilot.press("3")
        assert "This is a check, not a recall" in text(app)
        assert old.reps() == reps
        assert len(graded) == len([one for one in reps.values() if one])
    assert app.mishaps == []


async def test_still_true_goes_on_to_the_next_check_and_leaves_memory_alone(old: Desk) -> None:
    app = old.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await all_graded(app, pilot)
        first = shown_id(app)
        before = old.pack.page(first).review
        await pilot.press("v")
        await settle(app, pilot)
        assert today(app).card is None or shown_id(app) != first
        after = old.pack.page(first).review
        assert before is not None
        assert after is not None
        assert (after.stability, after.difficulty, after.due_day) == (
            before.stability,
            before.difficulty,
            before.due_day,
        )
        await pilot.press("u")
        await settle(app, pilot)
        assert old.pack.page(first).review == before
        assert first in [check.line.claim.id for check in app.session.morning.checks]


async def test_not_sure_is_asked_again_in_a_week(old: Desk) -> None:
    app = old.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("space", "!")
        await settle(app, pilot)
        doubted = [line.claim.id for line in old.pack.doubts()]
        assert doubted == [shown_id(app)]
        old.clock.set(old.clock.now() + 7 * DAY)
        assert doubted[0] in [check.line.claim.id for check in old.pack.checks().cards]


async def test_not_today_asks_another_day_and_grades_nothing(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        first = shown_id(app)
        await pilot.press("l")
        await settle(app, pilot)
        assert shown_id(app) != first
        assert desk.pack.due().card(first) is None
        desk.clock.set(desk.clock.now() + DAY)
        assert desk.pack.due().card(first) is not None
    assert set(desk.reps().values()) == {0}


async def test_a_suspended_claim_is_asked_no_more_until_it_is_resumed(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        first = shown_id(app)
        await pilot.press("S")
        await settle(app, pilot)
        assert desk.pack.due().card(first) is None
        await pilot.press("u")
        await settle(app, pilot)
        assert desk.pack.due().card(first) is not None


async def test_the_question_is_written_from_the_card_and_keeps_the_clock(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        first = shown_id(app)
        before = desk.pack.page(first).review
        await pilot.press("K")
        assert "Space shows the answer first" in text(app)
        await pilot.press("space", "K")
        await settle(app, pilot)
        await typed(pilot, "What is it?")
        await pilot.press("enter")
        await settle(app, pilot)
        assert desk.pack.claim(first).question == "What is it?"
        assert desk.pack.page(first).review == before


async def test_what_was_not_held_can_be_looked_at_once_more_without_a_grade(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        lapsed = await all_graded(app, pilot, "1")
        assert f"Look once more at {len(lapsed)} claims you did not hold" in text(app)
        reps = desk.reps()
        await pilot.press("enter")
        await settle(app, pilot)
        for claim_id in lapsed:
            assert shown_id(app) == claim_id
            assert desk.pack.claim(claim_id).text not in text(app)
            await pilot.press("space")
            assert desk.pack.claim(claim_id).text in text(app)
            await pilot.press("1")
            assert "A second look grades nothing" in text(app)
            await pilot.press("space")
            await settle(app, pilot)
        assert today(app).card is None
        assert "Look once more" not in text(app)
        assert desk.reps() == reps


async def test_only_some_authors_are_asked(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        everyone = len(app.session.morning.due.cards)
        await pilot.press("A")
        await settle(app, pilot)
        await typed(pilot, "nobody")
        await pilot.press("enter")
        await settle(app, pilot)
        assert len(app.session.morning.due.cards) == 0
        assert today(app).card is None
        await pilot.press("A")
        await settle(app, pilot)
        await pilot.press(*["backspace"] * len("nobody"), "enter")
        await settle(app, pilot)
        assert len(app.session.morning.due.cards) == everyone
    assert app.mishaps == []


async def test_siblings_are_shown_beside_the_answer_only(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("O")
        assert "Space shows the answer first" in text(app)
        await pilot.press("space", "O")
        await settle(app, pilot)
        siblings = app.session.morning.siblings(desk.pack.claim(shown_id(app)))
        for sibling in siblings:
            assert sibling in text(app)
        assert siblings or "No other claim shares a name with it." in text(app)


async def test_the_limit_of_a_sitting_can_be_passed_at_its_end(desk: Desk) -> None:
    desk.pack.submit(Configure(name="session_limit", value=2))
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        assert "1 of 2" in text(app)
        await all_graded(app, pilot)
        assert "Go on with 3 more claims" in text(app)
        await pilot.press("enter")
        await settle(app, pilot)
        assert len(await all_graded(app, pilot)) == 3
    assert sum(desk.reps().values()) == 5


async def test_undo_of_any_act_goes_back_to_its_card(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        for keys in (("l",), ("space", "S"), ("space", "x", *"seen", "enter", "enter")):
            first = shown_id(app)
            for key in keys:
                await pilot.press(key)
                await settle(app, pilot)
            assert shown_id(app) != first
            await pilot.press("u")
            await settle(app, pilot)
            assert shown_id(app) == first
    assert app.mishaps == []


@pytest.mark.parametrize("key", ["v", "!"])
async def test_undo_brings_the_very_claim_back_in_the_block_of_checks_and_after_it(
    old: Desk, key: str
) -> None:
    app = old.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await all_graded(app, pilot)
        while today(app).card is not None:
            asked = shown_id(app)
            await pilot.press(key)
            await settle(app, pilot)
            await pilot.press("u")
            await settle(app, pilot)
            assert (today(app).part, shown_id(app)) == ("check", asked)
            await pilot.press("U")
            await settle(app, pilot)
    assert app.mishaps == []


async def test_undo_of_an_earlier_sitting_shows_its_claim_or_says_where_it_is(desk: Desk) -> None:
    """Each act in a sitting of its own: the last card of a queue, graded, put off, suspended and ended."""
    for keys in (("space", "3"), ("l",), ("space", "S"), ("space", "x", *"seen", "enter", "enter")):
        app = desk.app()
        async with app.run_test(size=SIZE) as pilot:
            await settle(app, pilot)
            first = shown_id(app)
            for key in keys:
                await pilot.press(key)
                await settle(app, pilot)
        later = desk.app()
        async with later.run_test(size=SIZE) as pilot:
            await settle(later, pilot)
            assert shown_id(later) != first
            await pilot.press("u")
            await settle(later, pilot)
            assert shown_id(later) == first
            assert later.session.goodbye() == "Took back 1."
        assert later.mishaps == []


async def test_undo_of_what_no_card_asks_says_what_the_claim_is_now(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        claim_id = shown_id(app)
        await pilot.press("space", "3")
        await settle(app, pilot)
        desk.pack.submit(Pin(id=claim_id))
        await pilot.press("u")
        await settle(app, pilot)
        assert "not asked now: it is live, due " in text(app).lower()
        assert shown_id(app) != claim_id
    assert app.mishaps == []


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (("l",), "put off 5"),
        (("space", "S"), "suspended 5"),
        (("space", "x", *"seen", "enter", "enter"), "closed 5"),
        (("space", "X", *"seen", "enter"), "retracted 5"),
    ],
)
async def test_the_end_tells_what_was_done_where_nothing_was_graded(
    desk: Desk, keys: tuple[str, ...], told: str
) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        while today(app).card is not None:
            for key in keys:
                await pilot.press(key)
                await settle(app, pilot)
        assert f"In the pack: {told}." in text(app)
        assert app.session.goodbye() == f"{told[:1].upper()}{told[1:]}."
    assert app.mishaps == []


async def test_what_is_put_off_is_not_told_before_it_was_recalled(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        claim = desk.pack.claim(shown_id(app))
        await pilot.press("l")
        await settle(app, pilot)
        assert "asked again tomorrow" in text(app)
        assert claim.text not in text(app)


async def test_a_claim_with_an_undecided_rival_says_so_after_the_reveal(tmp_path: Path) -> None:
    """Whoever grades it would hold it true and never learn of the other."""
    with sample_app("project_log", tmp_path) as app:
        async with app.run_test(size=SIZE) as pilot:
            await settle(app, pilot)
            pairs = [{one.new, one.old} for one in app.session.pack.proposals(app.session.view)]
            rivals = [
                card
                for card in app.session.morning.due.cards
                if any(card.line.claim.id in pair for pair in pairs)
            ]
            assert rivals
            app.session.morning.ask_first([rivals[0].line.claim.id], "rivals")
            await app.go("claims")
            await app.go("today")
            await settle(app, pilot)
            assert shown_id(app) == rivals[0].line.claim.id
            assert "another claim disagrees" not in text(app)
            await pilot.press("space")
            assert "another claim disagrees, and F9 lets you decide:" in text(app)
