"""Changes: what closed a claim, by which rule, word for word, on what evidence; walked, left, reopened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from core.claims.draft import Draft
from core.clocks.instants import DAY
from core.pack.commands import NoLongerTrue, Reopen, Retract, Write
from tests.workbench.desks import BEGIN, Desk, typed, until
from tests.workbench.looks import settle, text
from tests.workbench.screens.lives import BORDA, COMBMNZ, GONE, WRONG, LivedDesk
from workbench.app import WorkbenchApp
from workbench.cells import width
from workbench.frame.messages import ViewChanged
from workbench.moments import day_words
from workbench.screens import changes_words as words
from workbench.screens.changes import ChangesScreen
from workbench.screens.changes_near import NearPage, came_near
from workbench.widgets.chain_strip import Chain, Link, chain_parts, place_parts
from workbench.widgets.claim_list import ClaimList

WIDE, NORMAL = (120, 40), (80, 24)
SIZES = pytest.mark.parametrize("size", [WIDE, NORMAL])
ENDED = ("⊗", "×")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[LivedDesk]:
    made = LivedDesk(tmp_path)
    yield made
    made.close()


def changes(app: WorkbenchApp) -> ChangesScreen:
    frame = app.frame
    assert isinstance(frame, ChangesScreen)
    return frame


def listed(app: WorkbenchApp) -> list[str]:
    """The endings listed; a claim that is shown and has not ended stands above them."""
    source = changes(app).query_one("#changes-list", ClaimList).source
    shown = [source.row(place) for place in range(len(source))]
    return [row.id for row in shown if row.mark in ENDED]


def marked(app: WorkbenchApp) -> str | None:
    """The claim under the mark of the list, which is the one that the page shows."""
    screen = changes(app)
    assert screen.query_one("#changes-list", ClaimList).chosen == screen.chosen_claim()
    return screen.chosen_claim()


async def test_every_ending_is_listed_the_one_learnt_last_first(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("f6")
        await settle(app, pilot)
        assert listed(app) == [desk.named[name] for name in ("combmnz", "gone", "wrong", "borda")]
        assert changes(app).chosen_claim() == desk.named["combmnz"]
    assert app.mishaps == []


async def test_one_closing_shows_both_texts_rule_windows_chain_who_and_deed(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("changes", "why", desk.named["borda"])
        await settle(app, pilot)
        shown = text(app)
        assert "The default fuse is [Borda]." in shown
        assert "The default fuse is [CombMNZ]." in shown
        assert "− closed 2026-11-10, rule rewrite" in shown
        assert "rule 4, rewrite:" in shown
        assert "needs 60" in shown
        assert "guard" in shown
        assert "1 of 3 in this chain" in shown
        assert "├" in shown
        assert "▲ now" in shown
        assert "2026-10-31 → 2026-11-10" in shown
        assert "closed on arrival of the newer claim by ana" in shown
        assert " tx " not in shown
        assert "through test" in " ".join(shown.replace("│", " ").split())
        assert "“CombMNZ 0.638" in shown
        assert "cited by the newer claim" in shown
    assert app.mishaps == []


async def test_arrows_walk_the_chain_and_its_ends_say_so(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("changes", "why", desk.named["borda"])
        await settle(app, pilot)
        await pilot.press("left")
        assert "This is the first claim of its chain" in text(app)
        await pilot.press("right")
        await settle(app, pilot)
        assert changes(app).chosen_claim() == desk.named["combmnz"]
        assert "2 of 3 in this chain" in text(app)
        await pilot.press("right")
        assert "The chain goes on to no further ending" in text(app)
        assert changes(app).chosen_claim() == desk.named["combmnz"]


async def test_n_goes_through_the_closings_and_back(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=NORMAL) as pilot:
        await app.go("changes", "why", desk.named["combmnz"])
        await settle(app, pilot)
        for name in ("gone", "wrong", "borda", "borda"):
            await pilot.press("n")
            assert changes(app).chosen_claim() == desk.named[name]
        await pilot.press("N")
        await settle(app, pilot)
        assert changes(app).chosen_claim() == desk.named["wrong"]


async def test_endings_without_a_successor_say_what_ended_them(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("changes", "why", desk.named["wrong"])
        await settle(app, pilot)
        shown = text(app)
        assert WRONG in shown
        assert "retracted 2026-11-14" in shown
        assert "it was never true" in shown
        assert "The Finnish list shows eleven faults." in shown
        await app.go("changes", "why", desk.named["gone"])
        await settle(app, pilot)
        shown = text(app)
        assert GONE in shown
        assert "a deed showed that it is no longer true" in shown
        assert "No other claim came in its" in shown
        assert "The old machine was switched off." in shown


async def test_a_live_claim_that_closed_another_shows_that_closing(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("changes", "why", desk.named["combsum"])
        await settle(app, pilot)
        assert changes(app).chosen_claim() == desk.named["combmnz"]


@pytest.mark.parametrize("believed", [None, BEGIN + 20 * DAY])
async def test_the_bar_names_the_date_whose_truth_is_shown(desk: LivedDesk, believed: int | None) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("changes", "why", desk.named["borda"])
        app.post_message(ViewChanged(true_at=BEGIN + 14 * DAY, believed_at=believed))
        await settle(app, pilot)
        assert f"▲ {day_words(BEGIN + 14 * DAY, 'UTC')}" in text(app)
        assert "▲ now" not in text(app)
    assert app.mishaps == []


async def test_an_open_claim_says_so_and_what_stayed_open_beside_it(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("changes", "why", desk.named["near_two"])
        await settle(app, pilot)
        shown = text(app)
        assert "This claim has not ended" in shown
        assert "stayed open" in shown
        assert "Staging deploys need one approval" in shown
        near = came_near(desk.pack, desk.named["near_two"], app.session.view)
        assert near
        assert near[0].claim.id == desk.named["near_one"]
        assert near[0].why
    assert app.mishaps == []


async def test_s_shows_what_came_near_with_figures_and_reason(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("changes", "why", desk.named["near_two"])
        await settle(app, pilot)
        await pilot.press("s")
        await settle(app, pilot)
        assert isinstance(app.screen, NearPage)
        assert "words alike" in text(app)
        await pilot.press("escape")
        assert not isinstance(app.screen, NearPage)


async def test_o_opens_the_deed_whole(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("changes", "why", desk.named["borda"])
        await settle(app, pilot)
        await pilot.press("o")
        await settle(app, pilot)
        assert "CombMNZ 0.638, Borda 0.620 over 1,986 questions." in text(app)
        assert "escape closes" in text(app)
        await pilot.press("escape")
        await app.go("changes", "why", desk.named["combmnz"])


@pytest.mark.parametrize(
    ("answer", "declined"), [("", True), ("y", True), ("Yes", True), ("n", False), ("no", False)]
)
async def test_r_reopens_and_the_answer_says_whether_the_pair_is_ever_proposed_again(
    desk: LivedDesk, answer: str, declined: bool
) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("changes", "why", desk.named["borda"])
        await settle(app, pilot)
        await pilot.press("r")
        await settle(app, pilot)
        assert "never propose this pair again?" in text(app)
        assert "y: never · n: the rules may close it again" in text(app)
        assert "left empty: y" in text(app)
        assert desk.pack.claim(desk.named["borda"]).t_invalid is not None
        await typed(pilot, answer)
        await pilot.press("enter")
        await until(pilot, lambda: desk.pack.claim(desk.named["borda"]).t_invalid is None)
        await settle(app, pilot)
        assert "This claim has not ended" in text(app)
        proposals = desk.pack.why_open(desk.named["combmnz"], desk.named["borda"])
        assert proposals.id
        last = desk.pack.reader.held.tx
        assert ("declined" in {effect.table for effect in desk.pack.log.record(last).effects}) is declined
        await pilot.press("u")
        await until(pilot, lambda: desk.pack.claim(desk.named["borda"]).t_invalid is not None)
    assert app.mishaps == []


async def test_an_answer_that_is_neither_yes_nor_no_does_nothing(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("changes", "why", desk.named["borda"])
        await settle(app, pilot)
        await pilot.press("r")
        await settle(app, pilot)
        await typed(pilot, "maybe")
        await pilot.press("enter")
        await settle(app, pilot)
        assert "Type y or n" in changes(app).said
        assert desk.pack.claim(desk.named["borda"]).t_invalid is not None
        assert changes(app).asked() is not None
    assert app.mishaps == []


@pytest.fixture
def closed_pair(tmp_path: Path) -> Iterator[tuple[Desk, str, str]]:
    """A claim that another one closed, and which still stands, among others about the same."""
    desk = Desk(tmp_path, drafts=())
    for place in ("kiosk", "archive", "depot"):
        desk.write(
            Draft(text=f"The {place} keeps a gateway spare in the cellar.", entities=("gateway", place))
        )
    old = desk.write(Draft(text="The gateway of the north hall listens on port 8080.", entities=("gateway",)))
    new = desk.write(Draft(text="The gateway of the north hall listens on port 9090.", entities=("gateway",)))
    assert desk.pack.claim(old).closing is not None
    yield desk, old, new
    desk.close()


@pytest.mark.parametrize("answer", ["y", "n"])
@pytest.mark.parametrize("size", [WIDE, NORMAL])
async def test_a_reopening_warns_before_and_after_that_both_are_true_and_leads_with_the_partner(
    closed_pair: tuple[Desk, str, str], answer: str, size: tuple[int, int]
) -> None:
    desk, old, new = closed_pair
    app = desk.app()
    async with app.run_test(size=size) as pilot:
        await app.go("changes", "why", old)
        await settle(app, pilot)
        await pilot.press("r")
        await settle(app, pilot)
        assert "both are true now" in text(app)
        await typed(pilot, answer)
        await pilot.press("enter")
        await until(pilot, lambda: desk.pack.claim(old).t_invalid is None)
        await settle(app, pilot)
        assert "! both are true now" in changes(app).said
        assert "both are true now" in text(app)
        assert "9090" in changes(app).said
        for one, partner in ((old, new), (new, old)):
            near = came_near(desk.pack, one, app.session.view)
            assert near[0].claim.id == partner
            assert ("both stay" in near[0].why) is (answer == "y")
    assert app.mishaps == []


async def test_r_on_an_ending_without_successor_opens_it_at_once(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("changes", "why", desk.named["wrong"])
        await settle(app, pilot)
        await pilot.press("r")
        await until(pilot, lambda: desk.pack.claim(desk.named["wrong"]).believed)
        await settle(app, pilot)
        assert desk.named["wrong"] not in listed(app)


@pytest.mark.parametrize("name", ["gone", "wrong"])
@pytest.mark.parametrize("key", ["u", "r"])
async def test_the_page_follows_an_ending_that_is_taken_back(desk: LivedDesk, name: str, key: str) -> None:
    """No key is told that does nothing any more, and nothing is marked as gone."""
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        claim_id = desk.named[name]
        desk.pack.submit(Reopen(id=claim_id))
        wrong = name == "wrong"
        desk.pack.submit(Retract(id=claim_id) if wrong else NoLongerTrue(id=claim_id, reason="It stopped."))
        await app.go("changes", "why", claim_id)
        await settle(app, pilot)
        assert "r reopen" in text(app)
        await pilot.press(key)
        await settle(app, pilot)
        assert desk.pack.page(claim_id).line.state == "live"
        assert "○ live" in text(app)
        assert "r reopen" not in text(app)
        assert "− live" not in text(app)
    assert app.mishaps == []


async def test_b_goes_to_the_moment_before_and_back_again(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("changes", "why", desk.named["borda"])
        await settle(app, pilot)
        ending = desk.pack.why(desk.named["borda"]).ending
        assert ending is not None
        await pilot.press("b")
        await until(pilot, lambda: app.session.believed_at == ending.t_tx - 1)
        await settle(app, pilot)
        assert changes(app).chosen_claim() == desk.named["borda"]
        assert "This claim has not ended" in text(app)
        assert "BELIEVED ON 2026-11-10" in text(app)
        await pilot.press("r")
        assert "This claim is open." in text(app)
        await pilot.press("T")
        await until(pilot, lambda: app.session.is_now)
        await settle(app, pilot)
        assert "− closed 2026-11-10, rule rewrite" in text(app)
    assert app.mishaps == []


async def test_list_and_page_take_turns_where_there_is_no_room_for_both(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press("f6")
        await settle(app, pilot)
        page, list_ = changes(app).query_one("#changes-page"), changes(app).query_one("#changes-list")
        assert (page.display, list_.display) == (False, True)
        await pilot.press("enter")
        assert (page.display, list_.display) == (True, False)
        await pilot.press("escape")
        assert (page.display, list_.display) == (False, True)


async def test_escape_leads_back_to_the_screen_one_came_from(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=NORMAL) as pilot:
        await app.go("claims", "claim", desk.named["borda"])
        await settle(app, pilot)
        await pilot.press("y")
        await until(pilot, lambda: app.current_mode == "changes")
        await settle(app, pilot)
        await pilot.press("escape")
        await until(pilot, lambda: app.current_mode == "claims")


# the mark of the list and the page


@SIZES
@pytest.mark.parametrize("name", ["borda", "combmnz", "combsum", "near_two", "wrong"])
async def test_the_mark_stands_on_the_claim_that_somebody_asked_about(
    desk: LivedDesk, size: tuple[int, int], name: str
) -> None:
    app = desk.app()
    async with app.run_test(size=size) as pilot:
        await app.go("claims", "claim", desk.named[name])
        await settle(app, pilot)
        await pilot.press("y")
        await until(pilot, lambda: app.current_mode == "changes")
        await settle(app, pilot)
        assert marked(app) == desk.named["combmnz" if name == "combsum" else name]
        for key in ("n", "n", "N", "down", "up", "home", "end", "left", "right"):
            await pilot.press(key)
            await settle(app, pilot)
            marked(app)
    assert app.mishaps == []


@SIZES
async def test_the_mark_follows_when_the_ending_shown_is_taken_back(
    desk: LivedDesk, size: tuple[int, int]
) -> None:
    app = desk.app()
    async with app.run_test(size=size) as pilot:
        await app.go("changes", "why", desk.named["wrong"])
        await settle(app, pilot)
        await pilot.press("r")
        await until(pilot, lambda: desk.pack.claim(desk.named["wrong"]).believed)
        await settle(app, pilot)
        assert marked(app) == desk.named["wrong"]
        assert "not ended" in row_under_the_mark(app)
        await pilot.press("u")
        await until(pilot, lambda: not desk.pack.claim(desk.named["wrong"]).believed)
        await settle(app, pilot)
        assert marked(app) == desk.named["wrong"]
        assert desk.named["wrong"] in listed(app)
    assert app.mishaps == []


@SIZES
async def test_the_mark_stands_on_the_claim_shown_at_the_moment_before(
    desk: LivedDesk, size: tuple[int, int]
) -> None:
    app = desk.app()
    async with app.run_test(size=size) as pilot:
        await app.go("changes", "why", desk.named["borda"])
        await settle(app, pilot)
        await pilot.press("b")
        await until(pilot, lambda: not app.session.is_now)
        await settle(app, pilot)
        assert marked(app) == desk.named["borda"]
        assert listed(app) == []
        await pilot.press("T")
        await until(pilot, lambda: app.session.is_now)
        await settle(app, pilot)
        assert marked(app) == desk.named["borda"]
    assert app.mishaps == []


@SIZES
async def test_a_closing_just_written_is_the_one_shown(desk: LivedDesk, size: tuple[int, int]) -> None:
    app = desk.app()
    async with app.run_test(size=size) as pilot:
        await app.go("changes", "why", desk.named["borda"])
        await settle(app, pilot)
        await pilot.press("f2")
        await settle(app, pilot)
        written = app.session.submit(
            Write(
                draft=Draft(text="A fuse is chosen.", supersedes=(desk.named["combsum"],), workspace="atlas")
            )
        )
        assert [one.id for one in written.closes] == [desk.named["combsum"]]
        await pilot.press("f6")
        await settle(app, pilot)
        assert marked(app) == desk.named["combsum"]
        await pilot.press("N")
        assert listed(app)[0] == desk.named["combsum"]
    assert app.mishaps == []


async def test_the_list_alone_opens_the_page_by_the_key_that_asks_why(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press("f6", "n")
        await settle(app, pilot)
        page = changes(app).query_one("#changes-page")
        assert not page.display
        await pilot.press("y")
        await settle(app, pilot)
        assert page.display
        assert marked(app) == desk.named["gone"]
        await pilot.press("y")
        assert "This page says why" in text(app)
        await pilot.press("escape")
        assert not page.display


def row_under_the_mark(app: WorkbenchApp) -> str:
    source = changes(app).query_one("#changes-list", ClaimList)
    return " ".join(cell.text for cell in source.source.row(source.cursor).cells)


async def test_a_pack_without_endings_says_what_this_page_is_for(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("f6")
        await settle(app, pilot)
        assert "Nothing has ended here yet." in text(app)
        for key in ("n", "N", "b", "s", "r", "o", "left", "right", "enter", "escape"):
            await pilot.press(key)
        assert changes(app).chosen_claim() is None
    desk.close()
    assert app.mishaps == []


async def test_before_the_first_ending_the_list_is_empty(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("f6")
        await settle(app, pilot)
        app.session.travel(true_at=None, believed_at=BEGIN + 8 * DAY)
        changes(app).sync()
        await settle(app, pilot)
        assert listed(app) == []
    assert app.mishaps == []


async def test_every_size_is_survived(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("changes", "why", desk.named["borda"])
        for key in ("n", "s", "escape", "r", "escape"):
            await pilot.press(key)
            for size in ((50, 20), (40, 10), (10, 3), (1, 1), (200, 60), WIDE):
                await pilot.resize_terminal(*size)
                await pilot.pause()
    assert app.mishaps == []


# the chain


LINKS = [Link(f"20{year}-01-01", f"edition {year}", year < 24) for year in range(10, 25)]


@pytest.mark.parametrize("cells", [0, 1, 8, 20, 40, 81, 120, 200])
@pytest.mark.parametrize("place", [0, 1, 7, 13, 14])
def test_a_long_chain_is_cut_to_its_width_around_the_chosen_link(cells: int, place: int) -> None:
    parts = chain_parts(Chain(LINKS, place), cells)
    line = "".join(text for text, _ in parts)
    assert width(line) <= cells or cells < 8
    if cells >= 20:
        chosen = [text for text, style in parts if "reverse" in style]
        assert len(chosen) == 1
        assert LINKS[place].since in chosen[0] or cells < 24


def test_a_chain_shows_the_words_that_set_its_claims_apart_and_how_it_goes_on() -> None:
    chain = Chain([Link("2025-11-02", BORDA[20:-1]), Link("2026-03-14", COMBMNZ[20:-1], ended=False)], 0)
    line = "".join(text for text, _ in chain_parts(chain, 80))
    assert "▸2025-11-02 ─" in line
    assert "Borda" in line
    assert "┤" in line
    assert "CombMNZ" in line
    assert line.rstrip().endswith("▶ now")
    assert place_parts(chain)[0][0].startswith("1 of 2 in this chain")


def test_what_lies_outside_the_shown_part_of_a_chain_is_counted() -> None:
    line = "".join(text for text, _ in chain_parts(Chain(LINKS, 7), 80))
    assert line.startswith("‹6 ")
    assert line.endswith(" 6›")


def test_another_packs_version_that_gave_way_is_shown_as_that(desk: LivedDesk) -> None:
    page = desk.pack.why(desk.named["wrong"])
    assert page.ending is not None
    for rule, how, says in (
        ("taken_over", "taken over", "which says since then what this one said"),
        ("set_aside", "set aside", "gave way to what stands here, which was kept"),
    ):
        withdrawal = replace(page.ending, rule=rule)
        gave_way = replace(page, ending=withdrawal, claim=replace(page.claim, withdrawal=withdrawal))
        assert words.how_it_ended(gave_way) == how
        assert words.old_side(gave_way, "UTC").title == f"{how} 2026-11-14"
        told = dict(words.ending_facts(gave_way, "UTC"))
        assert says in told["window"]
        assert "never true" not in told["window"]
        assert told["who"].startswith(f"{how} by ")


def test_why_a_merge_asked_is_the_merges_word_and_no_guards(desk: LivedDesk) -> None:
    page = desk.pack.why(desk.named["wrong"])
    asked = replace(page, explained=("merge: each pack closed it by another claim.",))
    told = dict(words.ending_facts(asked, "UTC"))
    assert told["merge"] == "each pack closed it by another claim."
    assert "guard" not in told


def test_what_ended_elsewhere_says_when_it_did_and_that_its_deed_is_not_here(desk: LivedDesk) -> None:
    page = desk.pack.why(desk.named["gone"])
    assert page.ending is not None
    there = replace(page.ending, t_tx=page.ending.t_tx - DAY, deed="deed-4711")
    told = dict(words.ending_facts(replace(page, there=there, deed=None), "UTC"))
    assert "2026-11-14" in told["who"].partition(" in the pack it came from, taken in here 2026-11-15")[0]
    assert told["deed"] == "deed-4711 is cited for it, and is not in this pack"
