"""Proposals: a pair, its reason, two keys; and a look for more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Static

from core.claims.draft import Draft
from core.claims.proposal import Proposal
from core.clocks.instants import DAY
from core.pack.commands import Consolidate, Write
from core.pack.receipts import Closed, Receipt
from tests.workbench.desks import BEGIN, Desk, until
from tests.workbench.looks import rows, settle, text
from tests.workbench.merged import part_and_meet
from tests.workbench.sample_desk import NOW, sample_app
from workbench import deciding_words
from workbench.app import WorkbenchApp
from workbench.frame.claim_actions import ClaimScreen
from workbench.frame.messages import ViewChanged
from workbench.looking import Question, pairs_to_propose
from workbench.moments import Present, day_words
from workbench.screens import proposals_words as words
from workbench.screens.proposals import HELD_KEY, ProposalsScreen
from workbench.widgets.claim_list import ClaimList

ONE = "A review request gets its answer within one working day."
FOUR = "A review request gets its answer within four working hours."


@pytest.fixture
def app(tmp_path: Path) -> Iterator[WorkbenchApp]:
    with sample_app("project_log", tmp_path) as made:
        yield made


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A pack in which two claims were left open by their author, though the rules would close one."""
    made = Desk(tmp_path, drafts=())
    made.write(Draft(text="The default fuse is Borda.", entities=("fuse",), workspace="atlas"))
    made.clock.set(BEGIN + 5 * DAY)
    made.pack.submit(
        Write(
            draft=Draft(text="The default fuse is CombMNZ.", entities=("fuse",), workspace="atlas"),
            keep_open=(made.ids[0],),
        )
    )
    made.clock.set(NOW)
    yield made
    made.close()


def proposals(app: WorkbenchApp) -> ProposalsScreen:
    frame = app.frame
    assert isinstance(frame, ProposalsScreen)
    return frame


def listed(app: WorkbenchApp) -> list[str]:
    source = proposals(app).query_one("#proposal-list", ClaimList).source
    return [source.row(at).id for at in range(len(source))]


def chosen(app: WorkbenchApp) -> str | None:
    return proposals(app).query_one("#proposal-list", ClaimList).chosen


def why(app: WorkbenchApp) -> str:
    return str(proposals(app).query_one("#proposal-why", Static).content)


async def opened(app: WorkbenchApp, pilot: Pilot[object]) -> None:
    """Go to the screen; its clock moves a second at every look, so that two presses are two presses."""
    await pilot.press("f9")
    await settle(app, pilot)
    seconds = iter(range(1_000_000))
    proposals(app)._ticks = lambda: float(next(seconds))


async def choose(app: WorkbenchApp, pilot: Pilot[object], source: str) -> str:
    """Choose the first proposal of a source; its id."""
    wanted = next(one for one in app.session.pack.proposals() if one.source == source)
    proposals(app).query_one("#proposal-list", ClaimList).choose(wanted.id)
    await settle(app, pilot)
    return wanted.id


class TestThePair:
    """Two claims and the reason why a person is asked."""

    async def test_is_listed_with_age_source_and_rule(self, app: WorkbenchApp) -> None:
        """The oldest first, in the pack's own order."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            waiting = app.session.pack.proposals()
            assert listed(app) == [one.id for one in waiting]
            for one, row in zip(waiting, rows(app)[3:], strict=False):
                assert "ago" in row
                assert one.source in row
                assert one.rule.replace("_", " ") in row
                assert app.session.pack.claim(one.new).text[:40] in row

    async def test_stands_side_by_side_with_the_differing_words_marked(self, app: WorkbenchApp) -> None:
        """Marked by brackets, so that it shows without colours."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            shown = text(app)
            assert "within [one] working" in shown
            assert "within [four] working" in shown
            assert "− older · ana" in shown
            assert "newer · ana" in shown

    async def test_shows_both_windows_and_the_rule_with_its_figures(self, app: WorkbenchApp) -> None:
        """What was measured, what was needed, and what held the rule back."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            shown = text(app)
            assert "− older" in shown
            assert "▲ now" in shown
            first = app.session.pack.proposals()[0]
            assert f"{first.figures['shared_words']} of {first.figures['all_words']} different words" in why(
                app
            )
            assert "(needs 60 %)" in why(app)
            assert first.verdict in why(app)

    async def test_says_what_each_key_would_do(self, app: WorkbenchApp) -> None:
        """Nobody has to try it to know."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            assert "a the older one ends on " in why(app)
            assert "d both stay, and are never proposed again." in why(app)

    async def test_of_a_conflict_shows_dates_and_authors_and_asks(self, app: WorkbenchApp) -> None:
        """The pack never silently prefers one."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            id = await choose(app, pilot, "conflict")
            one = next(one for one in app.session.pack.proposals() if one.id == id)
            older, newer = app.session.pack.claim(one.old), app.session.pack.claim(one.new)
            said = why(app)
            assert f"The older one, by {older.author}, holds from 20" in said
            assert f"the newer one, by {newer.author}, from 20" in said
            assert "Which is so?" in said

    async def test_lets_keys_act_on_either_claim(self, app: WorkbenchApp) -> None:
        """left and right say which; the mark in the frame shows it."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            one = app.session.pack.proposals()[0]
            assert proposals(app).chosen_claim() == one.new
            await pilot.press("left")
            await settle(app, pilot)
            assert proposals(app).chosen_claim() == one.old == app.session.selected
            assert "▸ older" in text(app)
            await pilot.press("right", "enter")
            await settle(app, pilot)
            frame = app.frame
            assert isinstance(frame, ClaimScreen)
            assert (app.current_mode, frame.chosen_claim()) == ("claims", one.new)

    async def test_is_whole_in_a_small_terminal(self, app: WorkbenchApp) -> None:
        """All of it is reached by keys: the pair scrolls once it has the focus."""
        async with app.run_test(size=(60, 16)) as pilot:
            await opened(app, pilot)
            assert "d both stay" not in text(app)
            await pilot.press("tab", "end")
            await settle(app, pilot)
            assert "d both stay" in text(app)


class TestDeciding:
    """Two keys, each acts once and goes on to the next pair."""

    async def test_accept_closes_the_older_one_and_says_so(self, app: WorkbenchApp) -> None:
        """Then the next pair is shown."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            first, second, *_ = app.session.pack.proposals()
            await pilot.press("a")
            await settle(app, pilot)
            old = app.session.pack.claim(first.old)
            assert old.closing is not None
            assert old.closing.by == first.new
            assert proposals(app).said.startswith("Closed “A review … within one")
            assert "u takes it back" in proposals(app).said
            assert first.id not in listed(app)
            assert chosen(app) == second.id

    async def test_decline_leaves_both_and_never_asks_again(self, app: WorkbenchApp) -> None:
        """Not even when one looks for it."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            first, *_ = app.session.pack.proposals()
            await pilot.press("d")
            await settle(app, pilot)
            pack = app.session.pack
            assert {pack.page(id).line.state for id in (first.old, first.new)} == {"live"}
            assert proposals(app).said.startswith("Two facts: both stay")
            again = pack.preview(Consolidate(workspace=pack.workspace))
            assert first.old not in {one.old for one in again.proposes}

    async def test_undo_brings_the_pair_back_and_chooses_it(self, app: WorkbenchApp) -> None:
        """So that one can decide it the other way."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            before = listed(app)
            await pilot.press("down")
            decided = chosen(app)
            await pilot.press("a")
            await settle(app, pilot)
            await pilot.press("u")
            await settle(app, pilot)
            assert listed(app) == before
            assert chosen(app) == decided
            await pilot.press("d")
            await settle(app, pilot)
            assert decided not in listed(app)

    async def test_a_key_held_down_decides_once(self, app: WorkbenchApp) -> None:
        """A repeat must not decide the next pair unseen."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            held = iter(repeat * HELD_KEY / 2 for repeat in range(100))
            proposals(app)._ticks = lambda: next(held)
            before = listed(app)
            await pilot.press(*"dddddd")
            await settle(app, pilot)
            assert listed(app) == before[1:]

    async def test_two_presses_decide_two_pairs(self, app: WorkbenchApp) -> None:
        """Four pairs are four keys."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            for _ in range(len(listed(app))):
                await pilot.press("d")
                await settle(app, pilot)
            assert listed(app) == []
            assert "Nothing waits for your word" in text(app)

    async def test_is_grey_without_a_pair_and_in_the_past(self, app: WorkbenchApp) -> None:
        """With the reason; the list is that of the date shown."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            app.post_message(ViewChanged(true_at=None, believed_at=NOW - 4000 * DAY))
            await settle(app, pilot)
            assert "Nothing waited for a word on this date" in text(app)
            before = app.session.pack.last_t_tx()
            await pilot.press("a", "d", "L")
            assert app.session.pack.last_t_tx() == before
            app.post_message(ViewChanged(true_at=None, believed_at=NOW - 10 * DAY))
            await settle(app, pilot)
            assert listed(app) == [one.id for one in app.session.pack.proposals(app.session.view)]
            await pilot.press("a")
            assert "read only" in proposals(app).said
            assert f"▲ {day_words(NOW - 10 * DAY, app.session.zone)}" in text(app)


class TestLookingForMore:
    """L counts first, then proposes; it closes nothing."""

    async def test_counts_before_it_proposes(self, desk: Desk) -> None:
        """The first press only looks."""
        app = desk.app()
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            assert "Nothing waits for your word" in text(app)
            before = desk.pack.last_t_tx()
            await pilot.press("L")
            await until(pilot, lambda: proposals(app)._more is not None)
            assert "1 more pair found. L proposes it, escape leaves it." in text(app)
            assert desk.pack.last_t_tx() == before
            await pilot.press("L")
            await until(pilot, lambda: bool(listed(app)))
            assert "1 pair proposed" in proposals(app).said
            assert len(desk.pack.claims()) == 2
            await pilot.press("u")
            await settle(app, pilot)
            assert listed(app) == []

    async def test_is_left_by_escape(self, desk: Desk) -> None:
        """Nothing was written."""
        app = desk.app()
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await pilot.press("L")
            await until(pilot, lambda: proposals(app)._more is not None)
            await pilot.press("escape")
            assert "more pair found" not in text(app)
            assert desk.pack.proposals() == ()

    async def test_says_when_there_is_none(self, tmp_path: Path) -> None:
        """And not a blank screen."""
        desk = Desk(tmp_path, drafts=(Draft(text="Alone.", workspace="atlas"),))
        app = desk.app()
        async with app.run_test(size=(80, 24)) as pilot:
            await opened(app, pilot)
            await pilot.press("L")
            await until(pilot, lambda: "no pair comes near" in proposals(app).said)
        desk.close()

    def test_in_a_child_process_finds_what_the_pack_itself_would(self, desk: Desk) -> None:
        """The dry run of another process is the dry run of this one."""
        question = Question(str(desk.pack.path), desk.pack.seat, "atlas", NOW)
        here = desk.pack.preview(Consolidate(workspace="atlas"))
        assert pairs_to_propose(question).same_as(here)

    async def test_that_fails_says_so(self, desk: Desk) -> None:
        """In a sentence, and one can look again."""
        app = desk.app()
        async with app.run_test(size=(80, 24)) as pilot:
            await opened(app, pilot)
            (desk.folder / "desk.pack").rename(desk.folder / "moved.pack")
            await pilot.press("L")
            await until(pilot, lambda: "could not be looked through" in proposals(app).said)
            assert not proposals(app)._looking
            (desk.folder / "moved.pack").rename(desk.folder / "desk.pack")


@pytest.mark.parametrize("size", [(200, 60), (80, 24), (50, 14), (40, 10), (10, 3), (1, 1)])
async def test_lives_at_any_size(app: WorkbenchApp, size: tuple[int, int]) -> None:
    """A terminal may be made small at any moment."""
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
        await pilot.resize_terminal(*size)
        await settle(app, pilot)
        await pilot.press("down", "left", "right", "tab")
        assert len(rows(app)) == size[1]
        assert app.mishaps == []


async def test_brackets_in_a_claim_stay_brackets(tmp_path: Path) -> None:
    """Nothing a person wrote is read as markup, in any pane."""
    desk = Desk(tmp_path, drafts=())
    desk.write(
        Draft(text="The tag [/] opens [/foo] in red and blue here.", entities=("tag",), workspace="atlas")
    )
    desk.clock.set(BEGIN + DAY)
    newer = Draft(text="The tag [/] opens [/bar] in red and blue here.", entities=("tag",), workspace="atlas")
    desk.pack.submit(Write(draft=newer, keep_open=(desk.ids[0],)))
    desk.clock.set(NOW)
    desk.pack.submit(Consolidate(workspace="atlas"))
    app = desk.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
        assert listed(app)
        assert "The tag [/] opens" in text(app)
        assert app.mishaps == []
    desk.close()


def test_of_two_packs_that_differ_the_sides_are_ours_and_theirs_and_both_keys_say_what_they_do(
    desk: Desk,
) -> None:
    ours = desk.pack.claim(desk.ids[0])
    theirs = replace(ours, id="b" * 32, extra={"merged": {"claim": ours.id}})
    proposal = Proposal("p", "atlas", "merge", theirs.id, ours.id, "merge", NOW, "ana")
    assert "another pack says otherwise" in words.heading(proposal, Present(NOW))
    assert words.sides(proposal, theirs) == ("ours", "theirs")
    would = deciding_words.accepting(proposal, theirs, ours, "UTC")
    assert would.startswith("ours says from now on what theirs says")
    assert deciding_words.declining(proposal, theirs).startswith("ours stays as it is; theirs is set aside")
    beside = replace(theirs, extra={})
    assert words.sides(proposal, beside) == ("older", "newer")
    assert deciding_words.declining(proposal, beside) == deciding_words.BOTH_STAY


def test_a_claim_that_waits_for_its_key_says_who_gets_it(desk: Desk) -> None:
    older = desk.pack.claim(desk.ids[0])
    newer = replace(older, id="b" * 32, extra={"merged": {"claim": "b" * 32}})
    proposal = Proposal("p", "atlas", "held", newer.id, older.id, "key", NOW, "ana")
    assert "gets the key for which it waits" in deciding_words.accepting(proposal, newer, older, "UTC")
    assert "the older one keeps the key" in deciding_words.declining(proposal, newer)


def test_the_words_of_theirs_are_by_the_seat_that_wrote_them(desk: Desk) -> None:
    ours = desk.pack.claim(desk.ids[0])
    theirs = replace(ours, id="b" * 32, extra={"merged": {"claim": ours.id, "actor": "ben"}})
    present = Present(NOW)
    assert "theirs · ben · " in words.side(theirs, present, "theirs", chosen=True).title
    held_out = replace(ours, extra={"merged": {"claim": ours.id, "actor": "ben"}})
    assert f"newer · {ours.author} · " in words.side(held_out, present, "newer", chosen=True).title


def test_accepting_theirs_says_that_it_was_taken_and_not_that_it_was_never_true() -> None:
    closed = Closed(id="b" * 32, text="The release needs three approvals.", rule="taken_over", figures={},
                    thresholds={}, guard=None, new_end=None, explained=())  # fmt: skip
    said = words.did(Receipt(verb="accept", outcome="update", closes=(closed,)), "UTC")
    assert said == "Took their version: “The release needs three approvals”. u takes it back."


async def test_ours_and_theirs_are_named_by_who_edited_them_last(tmp_path: Path) -> None:
    desk = Desk(tmp_path, drafts=())
    claim = desk.write(Draft(text="The release needs an approval.", workspace="atlas", entities=()))
    said = {claim: ("The release needs two approvals.", "The release needs three approvals.")}
    part_and_meet(desk, tmp_path, said, by="cara")
    app = desk.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
        assert "ours · cara · " in text(app)
        assert "theirs · ben · " in text(app)
    assert app.mishaps == []
    desk.close()


def test_what_accepting_closed_is_cut_around_what_differs() -> None:
    """The opening of both says nothing about which one it was."""
    told = "A review request gets its answer within {} working days of the day it was made."
    closed = Closed(
        id="0" * 32, text=told.format("two"), rule="rewrite", figures={}, thresholds={}, guard=None,
        new_end=NOW, explained=(),
    )  # fmt: skip
    receipt = Receipt(verb="accept", outcome="update", closes=(closed,))
    assert "within two" in words.did(receipt, "UTC", told.format("nine"))
