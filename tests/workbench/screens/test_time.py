"""Time: the strip on any screen, dates in words, marks, and two dates compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.claims.draft import Draft
from core.clocks.instants import DAY
from core.errors import Refused
from core.pack.commands import Cite, PutDeed
from tests.workbench.desks import BEGIN, NOW, Desk, typed, until
from tests.workbench.looks import rows, settle, text
from tests.workbench.screens.lives import LivedDesk
from workbench.actions import BY_ID, in_scope
from workbench.app import WorkbenchApp
from workbench.cells import width
from workbench.frame.key_line import KeyLine
from workbench.moments import minute_words
from workbench.screens.claims import ClaimsScreen
from workbench.screens.help import help_content
from workbench.screens.time import NO_MARKS, TimeScreen
from workbench.screens.time_diff import clock_words
from workbench.screens.time_strip import ANOTHER_DATE, FIRST_MARK, DateField, TimeDock, key_lines, told_keys
from workbench.screens.time_words import asked_instant, held_words, marks_words, pair_words, short_words
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.timeline import Marks

WIDE, NORMAL = (120, 40), (80, 24)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[LivedDesk]:
    made = LivedDesk(tmp_path)
    yield made
    made.close()


def docked(app: WorkbenchApp) -> TimeDock:
    assert app.frame is not None
    return app.frame.query_one(TimeDock)


def time_screen(app: WorkbenchApp) -> TimeScreen:
    frame = app.frame
    assert isinstance(frame, TimeScreen)
    return frame


def differing(app: WorkbenchApp) -> dict[str, str]:
    """What the difference says of each claim."""
    source = time_screen(app).query_one("#time-diff", ClaimList).source
    lines = [source.row(place) for place in range(len(source))]
    return {row.id: row.cells[0].text for row in lines}


async def open_strip(app: WorkbenchApp, pilot: object, mode: str = "claims") -> TimeDock:
    await app.go(mode)
    await settle(app, pilot)  # type: ignore[arg-type]
    await app.action_time()
    await settle(app, pilot)  # type: ignore[arg-type]
    await pilot.press("enter")  # type: ignore[attr-defined]
    return docked(app)


async def test_t_docks_the_strip_on_any_screen_and_escape_takes_it_away(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        for mode in ("today", "claims", "changes", "write"):
            await app.go(mode)
            await settle(app, pilot)
            app.frame.set_focus(None)  # type: ignore[union-attr]
            await pilot.press("t")
            await settle(app, pilot)
            assert isinstance(app.focused, DateField)
            assert "believed" in text(app)
            await pilot.press("escape")
            await settle(app, pilot)
            assert app.focused is docked(app).lanes
            assert "m mark" in text(app)
            await pilot.press("escape")
            await settle(app, pilot)
            assert not app.frame.query(TimeDock)  # type: ignore[union-attr]
    assert app.mishaps == []


async def test_arrows_step_by_event_and_shift_by_day_and_the_whole_workbench_follows(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await open_strip(app, pilot)
        await pilot.press("left")
        await until(pilot, lambda: not app.session.is_now)
        assert app.session.believed_at == desk.pack.events()[-1].at
        before = app.session.believed_at
        assert before is not None
        await pilot.press("shift+left")
        await until(pilot, lambda: app.session.believed_at == before - DAY)
        await settle(app, pilot)
        assert "BELIEVED ON" in text(app)
        shown = app.frame
        assert isinstance(shown, ClaimsScreen)
        source = shown.query_one("#claims-list", ClaimList).source
        assert source.index_of(desk.named["combsum"]) is None
        assert source.index_of(desk.named["combmnz"]) is not None
        await pilot.press("T")
        await until(pilot, lambda: app.session.is_now)
        await settle(app, pilot)
        assert docked(app).lanes.believed is None
        assert source is not shown.query_one("#claims-list", ClaimList).source
    assert app.mishaps == []


async def test_the_strip_says_what_happened_last_at_the_date_shown(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        strip = await open_strip(app, pilot)
        ending = desk.pack.why(desk.named["gone"]).ending
        assert ending is not None
        strip.go_to(ending.t_tx)
        await until(pilot, lambda: app.session.believed_at == ending.t_tx)
        await settle(app, pilot)
        assert f"last  {minute_words(ending.t_tx, app.session.zone)}  ana:" in text(app)


async def test_b_and_v_move_one_clock_alone(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await open_strip(app, pilot)
        await pilot.press("V", "shift+left", "shift+left")
        await until(pilot, lambda: app.session.true_at == NOW - 2 * DAY)
        assert app.session.believed_at is None
        assert "only what was true moves" in text(app)
        await pilot.press("T")
        await until(pilot, lambda: app.session.is_now)
        await pilot.press("B", "shift+left")
        await until(pilot, lambda: app.session.believed_at == NOW - DAY)
        assert app.session.true_at == NOW
        await settle(app, pilot)
        assert docked(app).cursors == (NOW - DAY, None)
        await pilot.press("B", "shift+left")
        await until(pilot, lambda: app.session.believed_at == NOW - 2 * DAY)
        assert app.session.true_at is None
    assert app.mishaps == []


@pytest.mark.parametrize(
    ("key", "said", "moves"), [("V", "What we know now about how things were on", "true"),
                               ("B", "about how things are now", "believed")],
)  # fmt: skip
async def test_where_both_clocks_stand_on_a_date_b_and_v_show_what_their_labels_say(
    desk: LivedDesk, key: str, said: str, moves: str
) -> None:
    app = desk.app()
    async with app.run_test(size=NORMAL) as pilot:
        await open_strip(app, pilot)
        await pilot.press("t")
        await typed(pilot, "2026-11-11")
        await pilot.press("enter")
        await until(pilot, lambda: not app.session.is_now)
        then = app.session.believed_at
        await pilot.press(key)
        await until(pilot, lambda: docked(app).cursors == ((None, then) if key == "V" else (then, None)))
        await settle(app, pilot)
        assert said in text(app)
        assert f"· ←→ {moves}" in text(app)
        await pilot.press(key)
        await settle(app, pilot)
        assert app.session.moving == "both"
        assert docked(app).cursors == ((None, then) if key == "V" else (then, None))
    assert app.mishaps == []


async def test_t_again_takes_a_date_in_words_and_echoes_how_it_was_understood(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await open_strip(app, pilot)
        await pilot.press("t")
        await typed(pilot, "2026-11-12")
        await settle(app, pilot)
        assert "2026-11-12, to its end 23:59" in text(app)
        await pilot.press("enter")
        await until(pilot, lambda: not app.session.is_now)
        await settle(app, pilot)
        assert "BELIEVED ON 2026-11-12 23:59" in text(app)
        assert app.focused is docked(app).lanes
        await pilot.press("t")
        await typed(pilot, "gibberish")
        await pilot.press("enter")
        assert "is no date" in text(app)
        await pilot.press("escape")
        await settle(app, pilot)
        assert app.focused is docked(app).lanes
    assert app.mishaps == []


async def test_one_t_is_enough_to_type_a_date_on_any_screen(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        for mode in ("today", "claims", "changes", "hubs", "time"):
            await app.go(mode)
            await settle(app, pilot)
            if mode == "today":
                await pilot.press("space")
            await pilot.press("t")
            await typed(pilot, "3 days ago")
            await pilot.press("enter")
            await until(pilot, lambda: app.session.believed_at is not None)
            await settle(app, pilot)
            assert "BELIEVED ON 2026-11-27 23:59" in text(app)
            strip = app.frame.query_one(TimeDock)  # type: ignore[union-attr]
            assert app.focused is strip.lanes
            await pilot.press("T")
            await until(pilot, lambda: app.session.is_now)
            await pilot.press(*(["escape"] if mode != "time" else []))
        assert not app.session.done_here()
        assert app.session.marks == ()
    assert app.mishaps == []


async def test_an_empty_field_lets_the_arrows_walk_and_enter_leave(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("t", "left")
        await until(pilot, lambda: not app.session.is_now)
        await settle(app, pilot)
        strip = docked(app)
        assert app.session.believed_at == desk.pack.events()[-1].at
        assert app.focused is strip.lanes
        await pilot.press("t", "enter")
        assert app.focused is strip.lanes
        assert "is no date" not in text(app)
        await pilot.press("t", "1", "left", "2")
        assert strip.query_one(DateField).value == "21"
    assert app.mishaps == []


@pytest.mark.parametrize("mode", ["today", "claims", "changes", "hubs"])
async def test_no_letter_acts_on_the_screen_below_while_the_strip_has_the_keys(
    desk: LivedDesk, mode: str
) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        if mode == "today":
            await pilot.press("space")
        strip = await open_strip(app, pilot, mode)
        told = {key for action in in_scope("time", "app") for key in action.keys}
        acts = len(desk.pack.events())
        for sign in "axprzXDfRLsE+-1234 ":
            assert sign not in told
            strip.screen.set_focus(strip.lanes)
            await typed(pilot, sign)
            await settle(app, pilot)
            assert app.frame is not None
            assert app.frame.asked() is None
            assert app.current_mode == mode
            if sign in "+-1234":
                assert strip.query_one(DateField).value == sign
            else:
                assert "is no key of the time strip" in app.frame.said
        assert len(desk.pack.events()) == acts
        assert not app.session.done_here()
    assert app.mishaps == []


async def test_the_last_line_tells_the_keys_of_the_strip_while_it_has_them(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await open_strip(app, pilot, "today")
        await settle(app, pilot)
        assert "m mark" in rows(app)[-1]
        assert "grade" not in rows(app)[-1]
        await pilot.press("escape")
        await settle(app, pilot)
        assert "grade" in rows(app)[-1]


@pytest.mark.parametrize("mode", ["today", "claims", "changes", "proposals", "time"])
async def test_compare_is_grey_on_every_screen_until_a_date_is_marked(desk: LivedDesk, mode: str) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        if mode == "time":
            await app.go("time")
        else:
            await open_strip(app, pilot, mode)
        await settle(app, pilot)
        line = app.screen.query_one(KeyLine)
        assert line.reason_of("time.compare") == FIRST_MARK
        await pilot.press("m")
        await settle(app, pilot)
        assert line.reason_of("time.compare") == ANOTHER_DATE
        await pilot.press("left")
        await until(pilot, lambda: not app.session.is_now)
        await settle(app, pilot)
        assert line.reason_of("time.compare") is None
    assert app.mishaps == []


async def test_on_today_the_strip_keeps_the_keys_at_another_date_and_back_at_now(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await open_strip(app, pilot, "today")
        for key, now in (("left", False), ("left", False), ("T", True), ("left", False), ("end", True)):
            await pilot.press(key)
            await until(pilot, lambda now=now: app.session.is_now is now)  # type: ignore[misc]
            await settle(app, pilot)
            assert app.focused is docked(app).lanes
    assert app.mishaps == []


async def test_t_back_to_now_moves_both_clocks_again(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        for mode in ("claims", "time"):
            await app.go(mode)
            await settle(app, pilot)
            await pilot.press("t", "enter", "V")
            assert app.frame is not None
            assert "move only what was true" in app.frame.said
            await pilot.press("left")
            await until(pilot, lambda: not app.session.is_now)
            await pilot.press("T")
            await until(pilot, lambda: app.session.is_now)
            await settle(app, pilot)
            assert app.frame.query_one(TimeDock).clock == "both"
            await pilot.press("B")
            assert "move only what was believed" in app.frame.said
            await pilot.press("T")
            await settle(app, pilot)
            assert app.frame.query_one(TimeDock).clock == "both"
    assert app.mishaps == []


async def test_the_clock_that_moves_is_the_same_on_every_strip(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await open_strip(app, pilot)
        await pilot.press("V")
        await app.go("time")
        await settle(app, pilot)
        assert time_screen(app).strip.clock == "true"
        assert "what was true" in text(app)


async def test_a_key_of_the_strip_says_where_there_is_none_and_acts_where_there_is(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await app.go("claims")
        await settle(app, pilot)
        for key in "BVmM":
            await pilot.press(key)
            assert f"{key} (" in app.frame.said  # type: ignore[union-attr]
            assert "t opens it" in app.frame.said  # type: ignore[union-attr]
        strip = await open_strip(app, pilot)
        app.frame.query_one("#claims-list").focus()  # type: ignore[union-attr]
        await pilot.press("V")
        assert strip.clock == "true"


async def test_what_will_be_believed_cannot_be_shown_but_what_will_be_true_can(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await open_strip(app, pilot)
        await pilot.press("t")
        await typed(pilot, "2027-03-01")
        await pilot.press("enter")
        assert "not known yet" in text(app)
        assert app.session.is_now
        await pilot.press("escape", "V", "t")
        await typed(pilot, "2027-03-01")
        await pilot.press("enter")
        await until(pilot, lambda: app.session.true_at is not None and app.session.true_at > NOW)
        assert app.session.believed_at is None


async def test_two_marks_are_compared_and_each_line_opens_its_change(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        strip = await open_strip(app, pilot)
        await pilot.press("M")
        assert "Mark a date first (m)" in text(app)
        await pilot.press("m")
        strip.go_to(BEGIN + 9 * DAY)
        await until(pilot, lambda: not app.session.is_now)
        await pilot.press("m", "M")
        await until(pilot, lambda: app.current_mode == "time")
        await settle(app, pilot)
        said = differing(app)
        assert said[desk.named["combsum"]] == "opened"
        assert said[desk.named["borda"]] == "closed"
        assert said[desk.named["gone"]] == "closed"
        assert said[desk.named["wrong"]] == "retracted"
        assert said[desk.named["edited"]] == "changed"
        assert desk.named["combmnz"] not in said
        assert "1 opened, 2 closed, 1 retracted, 1 changed" in text(app)
        difference = time_screen(app).query_one("#time-diff", ClaimList)
        assert app.focused is difference
        assert "both clocks moved" in text(app)
        rows_by_id = {row.id: row for row in map(difference.source.row, range(len(difference.source)))}
        changed = rows_by_id[desk.named["edited"]].cells[1]
        assert changed.text == "The scan weighs exact words four [−tymes][+times]."
        assert [changed.text[a:b] for a, b in changed.marks] == ["[−tymes]", "[+times]"]
        assert rows_by_id[desk.named["wrong"]].cells[2].text.startswith("ana, ")
        difference.choose(desk.named["borda"])
        app.session.travel(true_at=None, believed_at=None)
        await pilot.press("enter")
        await until(pilot, lambda: app.current_mode == "changes")
        assert app.frame.chosen_claim() == desk.named["borda"]  # type: ignore[union-attr]
        await pilot.press("escape")
        await until(pilot, lambda: app.current_mode == "time")
    assert app.mishaps == []


async def test_a_new_comparison_opens_at_its_top(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press("f5")
        await settle(app, pilot)
        screen = time_screen(app)
        difference = screen.query_one("#time-diff", ClaimList)
        app.session.marks = ((BEGIN + 9 * DAY,) * 2, (None, None))
        await pilot.press("M", "end")
        assert difference.cursor == len(difference.source) - 1 > 0
        app.session.marks = ((BEGIN - DAY,) * 2, (None, None))
        await pilot.press("M")
        await settle(app, pilot)
        assert (difference.cursor, difference.scroll_offset.y) == (0, 0)
        await pilot.press("down", "M")
        assert difference.cursor == 1


async def test_a_changed_line_tells_values_and_enter_shows_the_versions(desk: LivedDesk) -> None:
    app = desk.app()
    deed = desk.pack.submit(PutDeed(body="Seen on the bench.", source="bench")).id
    assert deed is not None
    desk.pack.submit(Cite(id=desk.named["chinese"], deed=deed))
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("f5")
        await settle(app, pilot)
        app.session.marks = ((BEGIN + 9 * DAY,) * 2, (None, None))
        await pilot.press("M")
        await settle(app, pilot)
        difference = time_screen(app).query_one("#time-diff", ClaimList)
        source = difference.source
        rows_by_id = {row.id: row for row in map(source.row, range(len(source)))}
        assert rows_by_id[desk.named["chinese"]].cells[2].text == f"cites {deed} now"
        assert rows_by_id[desk.named["edited"]].cells[2].text == "reworded"
        for name, mode in (("chinese", "claims"), ("edited", "claims"), ("combsum", "changes")):
            difference.choose(desk.named[name])
            await pilot.press("enter")
            await until(pilot, lambda mode=mode: app.current_mode == mode)  # type: ignore[misc]
            await settle(app, pilot)
            assert mode == "changes" or "history of" in text(app)
            await app.go("time")
            await settle(app, pilot)
    assert app.mishaps == []


@pytest.mark.parametrize("size", [WIDE, NORMAL])
async def test_a_difference_has_as_many_rows_as_there_is_room(desk: LivedDesk, size: tuple[int, int]) -> None:
    app = desk.app()
    async with app.run_test(size=size) as pilot:
        await pilot.press("f5")
        await settle(app, pilot)
        app.session.marks = ((BEGIN + 9 * DAY,) * 2, (None, None))
        await pilot.press("M")
        await settle(app, pilot)
        assert time_screen(app).query_one("#time-diff", ClaimList).size.height >= 15
        await pilot.press("escape")
        await settle(app, pilot)
        assert time_screen(app).strip.lanes.display


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize(
    "marks",
    [
        ((BEGIN, BEGIN), (None, BEGIN)),
        ((BEGIN, None), (None, None)),
        ((BEGIN, BEGIN + 3 * DAY), (BEGIN + 5 * DAY, BEGIN - 40 * DAY)),
    ],
)
async def test_which_dates_are_marked_can_be_read(desk: LivedDesk, columns: int, marks: Marks) -> None:
    app = desk.app()
    async with app.run_test(size=(columns, 24)) as pilot:
        app.session.marks = marks
        strip = await open_strip(app, pilot)
        await settle(app, pilot)
        title = rows(app)[strip.lanes.region.y]
        assert marks_words(marks, "UTC", columns) in title or marks_words(marks, "UTC", 0) in title
        assert "…" not in title
        assert "①" in title and "②" in title  # noqa: PT018


async def test_what_was_learnt_since_about_then_is_asked_as_the_page_says(desk: LivedDesk) -> None:
    """One claim was written later about an earlier day: only that one is listed."""
    late = desk.write(Draft(text="The gate was open all along.", workspace="atlas", t_valid=BEGIN))
    desk.clock.set(NOW)
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("f5")
        await settle(app, pilot)
        assert "T, go back, m; V; M lists only that." in NO_MARKS
        await pilot.press("T", "t")
        await typed(pilot, "2026-11-11")
        await pilot.press("enter")
        await until(pilot, lambda: not app.session.is_now)
        await pilot.press("m", "V")
        await until(pilot, lambda: app.session.believed_at is None)
        await pilot.press("M")
        await settle(app, pilot)
        said = differing(app)
        assert said[late] == "opened"
        assert desk.named["combsum"] not in said
        assert "what was learnt in between about one and the same day" in text(app)


async def test_before_the_first_event_the_list_stands_at_its_bottom(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press("f5")
        await settle(app, pilot)
        await pilot.press("t")
        await typed(pilot, "2020-01-01")
        await pilot.press("enter")
        await until(pilot, lambda: not app.session.is_now)
        await settle(app, pilot)
        assert time_screen(app).query_one("#time-events", ClaimList).chosen == "0"


@pytest.mark.parametrize("columns", [80, 120])
async def test_what_helps_with_a_bad_date_is_seen_whole(desk: LivedDesk, columns: int) -> None:
    app = desk.app()
    async with app.run_test(size=(columns, 24)) as pilot:
        await pilot.press("t")
        await typed(pilot, "gibberish")
        await pilot.press("enter")
        await settle(app, pilot)
        assert "“gibberish” is no date; try 2026-03-14, -3m, 3 months ago, last monday." in text(app)


async def test_on_today_the_grades_stay_in_sight_beside_the_strip(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press("space", "t")
        await settle(app, pilot)
        assert "1 Again" in text(app)
        assert "go to" in text(app)
        await pilot.press("enter", "escape")
        await settle(app, pilot)
        assert not app.frame.has_class("-docked")  # type: ignore[union-attr]


async def test_one_mark_is_compared_with_the_date_shown(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("f5")
        await settle(app, pilot)
        time_screen(app).strip.go_to(BEGIN + 16 * DAY)
        await until(pilot, lambda: not app.session.is_now)
        await pilot.press("m", "T")
        await until(pilot, lambda: app.session.is_now)
        await pilot.press("M")
        await settle(app, pilot)
        assert set(differing(app).values()) == {"opened", "closed"}


async def test_the_time_screen_lists_events_and_enter_goes_there(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("f5")
        await settle(app, pilot)
        listed = time_screen(app).query_one("#time-events", ClaimList)
        await until(pilot, lambda: len(listed.source) == len(desk.pack.events()))
        assert "what was believed · 15 records" in text(app)
        assert "What differs between two dates?" in text(app)
        listed.focus()
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: app.session.believed_at == desk.pack.events()[-3].at)
        await settle(app, pilot)
        assert listed.chosen == str(len(desk.pack.events()) - 3)
        assert listed.source.row(0).mark == "·"
    assert app.mishaps == []


@pytest.mark.parametrize("size", [WIDE, (80, 24)])
async def test_arrows_walk_the_events_as_soon_as_the_screen_opens(
    desk: LivedDesk, size: tuple[int, int]
) -> None:
    """Up and down go through the list, left and right along the strip, whichever has the focus."""
    app = desk.app()
    async with app.run_test(size=size) as pilot:
        await pilot.press("f5")
        await settle(app, pilot)
        listed = time_screen(app).query_one("#time-events", ClaimList)
        await until(pilot, lambda: len(listed.source) == len(desk.pack.events()))
        for key, cursor in (("down", 1), ("down", 2), ("up", 1)):
            await pilot.press(key)
            await settle(app, pilot)
            assert listed.cursor == cursor
        await pilot.press("left")
        await until(pilot, lambda: app.session.believed_at is not None)
        await settle(app, pilot)
    assert app.mishaps == []


async def test_keys_of_the_strip_act_on_the_whole_time_screen(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("f5")
        await settle(app, pilot)
        time_screen(app).query_one("#time-events", ClaimList).focus()
        await pilot.press("shift+left")
        await until(pilot, lambda: app.session.believed_at == NOW - DAY)
        await pilot.press("V")
        await settle(app, pilot)
        assert "what was true" in text(app)
        assert len(app.frame.query(TimeDock)) == 1  # type: ignore[union-attr]
        await pilot.press("t")
        await settle(app, pilot)
        assert len(app.frame.query(TimeDock)) == 1  # type: ignore[union-attr]
        assert docked(app).has_class("-typing")


async def test_where_there_is_little_room_events_and_difference_take_turns(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=NORMAL) as pilot:
        await pilot.press("f5")
        await settle(app, pilot)
        screen = time_screen(app)
        happened, difference = screen.query_one("#time-happened"), screen.query_one("#time-difference")
        assert (happened.display, difference.display) == (True, False)
        screen.strip.go_to(BEGIN + 9 * DAY)
        await until(pilot, lambda: not app.session.is_now)
        await pilot.press("m", "T")
        await until(pilot, lambda: app.session.is_now)
        await pilot.press("M")
        await settle(app, pilot)
        assert (happened.display, difference.display) == (False, True)
        await pilot.press("escape")
        assert (happened.display, difference.display) == (True, False)


# the words of the strip


@pytest.mark.parametrize("columns", [40, 60, 80, 100, 120, 160])
async def test_what_the_strip_says_of_keys_and_dates_is_never_torn(desk: LivedDesk, columns: int) -> None:
    app = desk.app()
    async with app.run_test(size=(columns, 40)) as pilot:
        strip = await open_strip(app, pilot)
        told = told_keys()
        place = strip.query_one(".strip-keys").region
        lines = [row.strip() for row in rows(app)[place.y : place.bottom]]
        shown = " · ".join(lines).split(" · ")
        assert shown == told[: len(shown)]
        assert shown == told or columns < 80
        await pilot.press("t")
        await settle(app, pilot)
        field = strip.query_one(DateField)
        assert field.placeholder in text(app) or columns < 80
        assert strip.query_one(".strip-understood").size.width > 0
    assert app.mishaps == []


@pytest.mark.parametrize("cells", range(0, 180, 7))
def test_lines_of_keys_hold_whole_words_and_no_more_than_fit(cells: int) -> None:
    lines = key_lines(told_keys(), cells)
    assert all(width(line) <= cells for line in lines)
    shown = [one for line in lines for one in line.split(" · ")]
    assert shown == told_keys()[: len(shown)]


@pytest.mark.parametrize("mode", ["today", "claims", "changes", "islands", "time"])
async def test_keys_of_an_open_strip_are_told_by_the_help_and_the_palette(desk: LivedDesk, mode: str) -> None:
    app = desk.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await app.go(mode)
        await settle(app, pilot)
        assert app.frame is not None
        told = [action.help for action in in_scope("time")]
        before = help_content(app.frame).plain
        assert all((line in before) == (mode == "time") for line in told)
        if mode != "time":
            await app.action_time()
            await settle(app, pilot)
        shown = help_content(app.frame).plain
        assert all(line in shown for line in told)
        await app.do(BY_ID["time.previous_day"])
        await until(pilot, lambda: not app.session.is_now)
    assert app.mishaps == []


async def test_an_empty_pack_has_a_strip_too(tmp_path: Path) -> None:
    desk = Desk(tmp_path, drafts=())
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await settle(app, pilot)
        await pilot.press("escape")
        await app.go("time")
        await settle(app, pilot)
        for key in ("left", "right", "shift+left", "home", "end", "m", "M", "B", "V", "t", "escape"):
            await pilot.press(key)
            await settle(app, pilot)
    desk.close()
    assert app.mishaps == []


async def test_every_size_is_survived(desk: LivedDesk) -> None:
    app = desk.app()
    async with app.run_test(size=WIDE) as pilot:
        await open_strip(app, pilot)
        for mode in ("claims", "time"):
            await app.go(mode)
            for size in ((50, 20), (40, 10), (10, 3), (1, 1), (200, 60), WIDE):
                await pilot.resize_terminal(*size)
                await pilot.press("left")
                await pilot.pause()
                assert all(len(row) <= size[0] for row in rows(app))
    assert app.mishaps == []


# dates


@pytest.mark.parametrize(
    ("said", "instant"),
    [
        ("2026-11-12", BEGIN + 12 * DAY + (24 * 60 - 7 * 60 - 30) * 60_000_000 - 1),
        ("2026-11-12 09:30", BEGIN + 12 * DAY + 2 * 3_600_000_000),
        ("today", NOW),
        ("now", NOW),
    ],
)
def test_a_day_asks_for_its_last_instant_but_never_for_one_after_now(said: str, instant: int) -> None:
    assert asked_instant(said, "UTC", NOW)[0] == instant


@pytest.mark.parametrize(
    ("said", "understood"),
    [
        ("2026-11-12", "2026-11-12, to its end 23:59"),
        ("last week", "the end of the week of 2026-11-23, 2026-11-29 23:59"),
        ("today", "now, 2026-11-30 07:30"),
    ],
)
def test_a_day_is_said_with_the_instant_that_is_shown(said: str, understood: str) -> None:
    assert asked_instant(said, "UTC", NOW)[1].understood == understood


def test_a_time_of_day_is_the_packs_and_is_told_on_the_machines_clock_too() -> None:
    instant, moment = asked_instant("2026-11-12 09:30", "UTC", NOW, "Asia/Tokyo")
    assert instant == asked_instant("2026-11-12 09:30", "UTC", NOW)[0]
    assert moment.understood.endswith("; 2026-11-12 18:30 on this machine's clock (Asia/Tokyo)")


def test_a_marked_pair_is_written_with_its_date_first() -> None:
    then = "2026-10-31 07:30"
    assert short_words((None, None), "UTC") == "now"
    assert short_words((BEGIN, BEGIN), "UTC") == then
    assert short_words((None, BEGIN), "UTC") == f"{then}, known now"
    assert short_words((BEGIN, None), "UTC") == f"{then} about now"
    assert short_words((BEGIN, BEGIN + DAY), "UTC") == f"{then} about 2026-11-01 07:30"


def test_what_is_no_date_is_refused() -> None:
    with pytest.raises(Refused):
        asked_instant("soon-ish", "UTC", NOW)


def test_a_pair_of_dates_is_never_a_bare_as_of() -> None:
    assert pair_words((None, None), "UTC") == "now"
    assert pair_words((BEGIN, BEGIN), "UTC") == "believed and true on 2026-10-31 07:30"
    assert pair_words((BEGIN, None), "UTC") == "believed on 2026-10-31 07:30, true now"
    assert pair_words((None, BEGIN), "UTC") == "believed now, true on 2026-10-31 07:30"


def test_the_date_shown_is_a_sentence_for_somebody_who_knows_of_one_clock_only() -> None:
    then, said = BEGIN, "2026-10-31 07:30"
    assert held_words((None, None), "UTC", NOW) == "What we hold now about how things are now"
    assert held_words((then, then), "UTC", NOW) == f"What we held on {said} about how things were then"
    assert held_words((None, then), "UTC", NOW) == f"What we know now about how things were on {said}"
    assert held_words((then, None), "UTC", NOW) == f"What we held on {said} about how things are now"
    assert "about how things will be on 2026-12-30" in held_words((None, NOW + 30 * DAY), "UTC", NOW)


def test_a_comparison_says_which_clock_moved() -> None:
    assert clock_words((BEGIN, None), (None, None)).startswith("what was learnt in between")
    assert clock_words((None, BEGIN), (None, None)).startswith("how the world changed")
    assert clock_words((BEGIN, BEGIN), (None, None)) == "both clocks moved"
