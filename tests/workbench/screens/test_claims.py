"""Claims: found while typing, read in full, followed to others, and every version on both clocks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from textual.widgets import Input

from core.claims.draft import Draft
from core.clocks.instants import DAY
from tests.workbench.desks import BEGIN, Desk, typed, until
from tests.workbench.looks import rows, settle, text
from tests.workbench.screens.lives import (
    BORDA,
    BRACKETS,
    CHINESE,
    COMBMNZ,
    COMBSUM,
    EDITED,
    LivedDesk,
)
from workbench.app import WorkbenchApp
from workbench.frame.messages import ViewChanged
from workbench.screens.claims import ClaimsScreen
from workbench.screens.claims_filters import Known, read_filters
from workbench.screens.claims_history import ClaimHistory
from workbench.screens.claims_words import found_words
from workbench.screens.time_field import DateField
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.claim_page import ClaimPageView

WIDE, NORMAL, NARROW = (120, 40), (80, 24), (50, 20)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[LivedDesk]:
    made = LivedDesk(tmp_path)
    yield made
    made.close()


def claims(app: WorkbenchApp) -> ClaimsScreen:
    frame = app.frame
    assert isinstance(frame, ClaimsScreen)
    return frame


def listed(app: WorkbenchApp) -> list[str]:
    """The ids in the list."""
    source = claims(app).query_one("#claims-list", ClaimList).source
    return [source.row(place).id for place in range(len(source))]


def focused(app: WorkbenchApp) -> str | None:
    return app.focused.id if app.focused is not None else None


async def test_everything_is_listed_by_last_change_with_the_page_of_the_first(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("claims")
        await settle(app, pilot)
        assert listed(app)[0] == desk.named["combsum"]
        assert "live · c shows closed too" in text(app)
        assert focused(app) == "claims-list"
        page = claims(app).query_one(ClaimPageView)
        assert page.claim_id == desk.named["combsum"]
        await pilot.press("down")
        assert page.claim_id == listed(app)[1]
    assert app.mishaps == []


async def test_slash_searches_from_anywhere_and_marks_the_words_found(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.frame, ClaimsScreen))
        assert focused(app) == "claims-query"
        await typed(pilot, "default fuse")
        await settle(app, pilot)
        assert desk.named["combsum"] == listed(app)[0]
        source = claims(app).query_one("#claims-list", ClaimList).source
        cell = source.row(0).cells[0]
        assert {cell.text[start:end] for start, end in cell.marks} >= {"default", "fuse"}
        assert "why this hit" in text(app)
        assert "bm25+" in text(app)
    assert app.mishaps == []


async def test_letters_are_typed_in_the_field_and_act_in_the_list(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.frame, ClaimsScreen))
        await typed(pilot, "c")
        assert not claims(app).closed_too
        await pilot.press("backspace", "down")
        assert focused(app) == "claims-list"
        await pilot.press("c")
        assert claims(app).closed_too
        assert desk.named["borda"] in listed(app)


async def test_what_the_view_hides_is_counted_and_c_shows_it(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.frame, ClaimsScreen))
        await typed(pilot, "default fuse")
        await settle(app, pilot)
        assert desk.named["borda"] not in listed(app)
        assert "2 closed matches (c)" in text(app)
        await pilot.press("enter", "c")
        assert {desk.named["borda"], desk.named["combmnz"]} <= set(listed(app))
        closed_row = next(row for row in rows(app) if BORDA[:20] in row and "closed" in row)
        assert "⊗" in closed_row


async def test_a_conclusion_that_lost_a_premise_is_marked_in_the_list(desk: LivedDesk) -> None:
    premises = (desk.named["combsum"], desk.named["combmnz"])
    desk.write(Draft(text="Fusing pays.", kind="conclusion", derived_from=premises, workspace="atlas"))
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("claims")
        await settle(app, pilot)
        row = next(row for row in rows(app) if "Fusing pays." in row)
        assert "? Fusing pays." in row
    assert app.mishaps == []


async def test_neighbours_of_a_match_come_after_the_matches_and_are_marked(tmp_path: Path) -> None:
    made = Desk(tmp_path)
    app = made.app()
    async with app.run_test(size=WIDE) as pilot:
        await settle(app, pilot)
        await pilot.press("f3")
        await typed(pilot, "lmdb")
        await until(pilot, lambda: "1 live match" in text(app))
        await settle(app, pilot)
        found = listed(app)
        assert found[0] == made.ids[1]
        assert len(found) == 4
        assert "~ nearby, same sitting" in text(app)
        assert sum("nearby" in row and "~" in row for row in rows(app)) == 4
    assert app.mishaps == []
    made.close()


async def test_a_closed_claim_of_a_pair_is_opened_again_only_after_a_question(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("claims", "claim", desk.named["borda"])
        await settle(app, pilot)
        before = desk.pack.status().tx
        await pilot.press("r")
        await settle(app, pilot)
        assert "never propose this pair again?" in text(app)
        assert desk.pack.status().tx == before
        await pilot.press("enter")
        await settle(app, pilot)
        assert desk.pack.claim(desk.named["borda"]).t_invalid is None
    assert app.mishaps == []


async def test_a_repaired_query_is_said(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.frame, ClaimsScreen))
        await typed(pilot, "defauld")
        await settle(app, pilot)
        assert "showing results for “default”" in text(app)


async def test_a_search_without_hits_says_what_helps(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.frame, ClaimsScreen))
        await typed(pilot, "zzzqqq")
        await settle(app, pilot)
        await until(pilot, lambda: "No claim holds “zzzqqq”" in text(app))
        assert listed(app) == []
        await until(pilot, lambda: "No claim is chosen" in text(app))
    assert app.mishaps == []


async def test_escape_climbs_one_level_at_a_time(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.frame, ClaimsScreen))
        await typed(pilot, "fuse")
        await pilot.press("escape")
        assert focused(app) == "claims-list"
        await pilot.press("enter")
        assert claims(app).panel == "page"
        await pilot.press("h")
        assert claims(app).panel == "history"
        await pilot.press("escape")
        assert claims(app).panel == "page"
        await pilot.press("escape")
        assert claims(app).panel == "list"
        assert claims(app).found is not None
        await pilot.press("escape")
        await settle(app, pilot)
        assert claims(app).found is None
        await pilot.press("escape")
        await until(pilot, lambda: app.current_mode == "today")


async def test_enter_opens_the_whole_page_where_the_list_has_no_room_beside_it(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=NORMAL) as pilot:
        await app.go("claims")
        await settle(app, pilot)
        assert not claims(app).query_one(ClaimPageView).display
        await pilot.press("enter")
        assert claims(app).query_one(ClaimPageView).display
        assert not claims(app).query_one("#claims-list").display
        shown = text(app)
        for said in (COMBSUM, "true", "from 2026-11-20", "written", "by ana", "about", "fuse", "history"):
            assert said in shown
        assert "replaced" in shown
        assert COMBMNZ[:24] in shown
        await pilot.press("escape")
        assert claims(app).query_one("#claims-list").display


async def test_related_claims_are_followed_and_left_again(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=NORMAL) as pilot:
        await app.go("claims")
        await settle(app, pilot)
        await pilot.press("enter")
        assert focused(app) == "claim-related"
        await pilot.press("enter")
        await settle(app, pilot)
        assert claims(app).chosen_claim() == desk.named["combmnz"]
        assert "closed" in text(app)
        assert ", by hand" in text(app)
        await pilot.press("escape")
        assert claims(app).chosen_claim() == desk.named["combsum"]


async def test_history_tells_every_version_on_both_clocks_and_what_it_changed(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("claims", "history", desk.named["edited"])
        await settle(app, pilot)
        shown = text(app)
        assert "2 versions" in shown
        assert "rev 2" in shown
        assert "changed text" in shown
        assert "[tymes]" in shown
        assert "[times]" in shown
        assert "believed" in shown
        await pilot.press("down")
        await settle(app, pilot)
        assert EDITED in text(app)
        assert "written" in text(app)
        await pilot.press("escape")
        assert claims(app).panel == "list"
    assert app.mishaps == []


async def test_history_read_from_the_past_does_not_say_now(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        for then, still in ((None, "→ now"), (BEGIN + 22 * DAY, "→ the date shown")):
            app.session.travel(true_at=then, believed_at=then)
            await app.go("claims", "history", desk.named["edited"])
            await settle(app, pilot)
            assert still in text(app)
            assert ("→ now" in text(app)) is (then is None)


async def test_the_history_of_a_closed_claim_shows_its_former_and_its_new_end(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("claims", "history", desk.named["borda"])
        await settle(app, pilot)
        history = claims(app).query_one(ClaimHistory)
        assert history.display
        assert "— → 2026-11-10" in text(app)
        assert "rule same head" in text(app) or "rule rewrite" in text(app)


async def test_filters_narrow_the_list_and_escape_clears_them(desk: LivedDesk) -> None:
    desk.clock.set(BEGIN + 25 * DAY)
    other = desk.write(Draft(text="Ana reads mail twice a day.", kind="habit", workspace="atlas"))
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("claims")
        await settle(app, pilot)
        everything = listed(app)
        await pilot.press("F")
        await typed(pilot, "hab")
        await settle(app, pilot)
        assert listed(app) == [other]
        assert "only kind habit" in text(app)
        await pilot.press("enter")
        assert focused(app) == "claims-list"
        await pilot.press("escape")
        await settle(app, pilot)
        assert listed(app) == everything


async def test_changed_since_cuts_the_list_at_that_day(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("claims")
        await settle(app, pilot)
        claims(app).query_one("#filter-since").value = "2026-11-12"  # type: ignore[attr-defined]
        await settle(app, pilot)
        assert listed(app) == [desk.named["combsum"], desk.named["edited"]]


def test_a_filter_that_fits_nothing_says_so_and_hides_nothing(desk: LivedDesk) -> None:
    view = desk.pack.view()
    typed_in = {"kind": "zz", "author": "", "since": "no date"}
    read = read_filters(typed_in, view, Known(kinds=("lesson",)), "UTC", desk.clock.now())
    assert read.view == view
    assert read.problems == ("No kind begins with “zz”.", "“no date” is not a date yet.")


async def test_explain_shows_each_ballot_and_is_grey_without_a_query(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("claims")
        await settle(app, pilot)
        await pilot.press("E")
        assert "Type a query first" in text(app)
        await pilot.press("slash")
        await typed(pilot, "fuse")
        await pilot.press("enter", "E")
        await settle(app, pilot)
        assert "fused · memory" in text(app)


@pytest.mark.parametrize(
    ("matched", "hidden", "said"),
    [
        (1, {}, "1 live match"),
        (2, {}, "2 live matches"),
        (1, {"closed": 1}, "1 live match · 1 closed match (c)"),
        (1, {"closed": 1, "retracted": 1}, "1 live match · 1 closed, 1 retracted matches (c)"),
        (0, {"closed": 2}, "0 live matches · 2 closed matches (c)"),
    ],
)
def test_matches_are_counted_as_one_says_them(
    desk: LivedDesk, matched: int, hidden: dict[str, int], said: str
) -> None:
    found = msgspec.structs.replace(desk.pack.search("fuse"), matched=matched, hidden=hidden)
    assert found_words(found, (), closed_too=False).removeprefix("0 of ") == said


async def test_another_date_shows_what_was_believed_then(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("claims")
        await settle(app, pilot)
        app.post_message(ViewChanged(true_at=None, believed_at=BEGIN + 5 * DAY + DAY // 2))
        await until(pilot, lambda: not app.session.is_now)
        await settle(app, pilot)
        assert desk.named["borda"] in listed(app)
        assert desk.named["combsum"] not in listed(app)
        assert "BELIEVED ON" in text(app)
        app.post_message(ViewChanged(true_at=None, believed_at=BEGIN - DAY))
        await until(pilot, lambda: listed(app) == [])
        assert "Nothing was held" in text(app)
    assert app.mishaps == []


async def test_a_claim_not_written_by_the_date_shown_is_refused_in_words(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        app.post_message(ViewChanged(true_at=None, believed_at=BEGIN + 5 * DAY))
        await until(pilot, lambda: not app.session.is_now)
        await app.go("claims", "claim", desk.named["combsum"])
        await settle(app, pilot)
        assert "was not written by" in text(app)
    assert app.mishaps == []


async def test_an_act_on_the_chosen_claim_is_seen_at_once_and_undone(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("claims")
        await settle(app, pilot)
        claims(app).query_one("#claims-list", ClaimList).choose(desk.named["brackets"])
        await settle(app, pilot)
        await pilot.press("p")
        await until(pilot, lambda: desk.pack.claim(desk.named["brackets"]).pinned)
        await settle(app, pilot)
        assert "pinned" in text(app)
        await pilot.press("u")
        await until(pilot, lambda: not desk.pack.claim(desk.named["brackets"]).pinned)


async def test_brackets_and_wide_characters_are_shown_as_written(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        for name, words in (("brackets", BRACKETS), ("chinese", CHINESE)):
            await app.go("claims", "claim", desk.named[name])
            await settle(app, pilot)
            assert words in text(app)
            await pilot.press("escape")
    assert app.mishaps == []


async def test_an_empty_pack_offers_to_write_the_first_claim(tmp_path: Path) -> None:
    desk = Desk(tmp_path, drafts=())
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await settle(app, pilot)
        await pilot.press("escape")
        await app.go("claims")
        await settle(app, pilot)
        assert "This workspace holds no claim yet. Press w" in text(app)
    desk.close()
    assert app.mishaps == []


async def test_every_size_is_survived_with_list_page_and_history(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("claims")
        for key in ("F", "escape", "enter", "h"):
            await pilot.press(key)
            for size in (NARROW, (40, 12), (10, 3), (1, 1), (200, 60), WIDE):
                await pilot.resize_terminal(*size)
                await pilot.pause()
    assert app.mishaps == []


async def test_f3_from_elsewhere_comes_back_to_the_hits_and_pressed_again_to_the_field(
    desk: LivedDesk,
) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("f3")
        await typed(pilot, "fuse")
        await until(pilot, lambda: claims(app).found is not None)
        await settle(app, pilot)
        await pilot.press("f6", "f3", "t")
        await settle(app, pilot)
        field = claims(app).query_one("#claims-query", Input)
        assert field.value == "fuse"
        assert isinstance(app.focused, DateField)
        await pilot.press("escape", "escape", "f6", "f3")
        assert app.focused is claims(app).query_one("#claims-list")
        await pilot.press("f3")
        assert app.focused is field
        await pilot.press("f6", "slash")
        assert app.focused is field
        field.value = ""
        await pilot.press("f6", "f3")
        assert app.focused is field
    assert app.mishaps == []


async def test_a_search_at_a_date_before_the_pack_says_so_and_how_to_return(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        app.post_message(ViewChanged(true_at=None, believed_at=BEGIN - DAY))
        await until(pilot, lambda: not app.session.is_now)
        await pilot.press("f3")
        await typed(pilot, "fuse")
        await until(pilot, lambda: claims(app).found is not None)
        await settle(app, pilot)
        said = claims(app).query_one("#claims-list", ClaimList).empty
        assert (
            "No claim held “fuse”, on the date shown. Escape twice clears the search; T returns to now."
            in said
        )
        assert "w writes a claim" not in said


async def test_what_began_after_a_past_day_is_later_and_nobodys_plan(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        app.post_message(ViewChanged(true_at=BEGIN + 9 * DAY, believed_at=None))
        await until(pilot, lambda: not app.session.is_now)
        await pilot.press("f3")
        await typed(pilot, "combsum fuse")
        await until(pilot, lambda: claims(app).found is not None)
        await settle(app, pilot)
        assert "later" in text(app)
        assert "planned" not in text(app)
        await pilot.press("enter", "c")
        await settle(app, pilot)
        listed = claims(app).query_one("#claims-list", ClaimList).source
        place = listed.index_of(desk.named["combsum"])
        assert place is not None
        assert listed.row(place).cells[-1].text == "later"
    assert app.mishaps == []
