"""The frame: where am I, as of when, what can I press; in any size and without colour."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.clocks.instants import DAY, HOUR, MINUTE, parse_instant
from core.clocks.study_day import study_day
from tests.workbench.desks import NOW, Desk, typed
from tests.workbench.looks import rows, settle, text
from workbench.actions import in_scope
from workbench.app import WorkbenchApp
from workbench.cells import width
from workbench.frame.base_screen import takes_letters
from workbench.frame.claim_actions import ClaimScreen
from workbench.frame.first_line import Standing, past_words
from workbench.frame.key_line import KeyLine
from workbench.frame.messages import ViewChanged
from workbench.moments import Present, age_words, due_words, minute_words, span_words, stated_words
from workbench.screens import TABS
from workbench.screens.today import TodayScreen
from workbench.screens.write import WriteScreen

SIZE = (120, 40)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


async def test_the_first_line_says_pack_workspace_what_waits_and_who_writes(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        first = rows(app)[0]
        for words in ("packbench  desk ▸ atlas", "5 due · 0 proposals", "now   ● this window writes"):
            assert words in first


async def test_the_counts_follow_every_act(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("space", "3")
        await settle(app, pilot)
        assert "4 due" in rows(app)[0]
        assert "saved 07:30:00" in rows(app)[-1]


async def test_all_screens_are_named_and_a_click_goes_there(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        line = rows(app)[1]
        keys = [f"F{number}" for number in range(2, 11)]
        assert line.split() == [part for pair in zip(keys, dict(TABS).values(), strict=True) for part in pair]
        await pilot.click("#tab-line", offset=(line.index("Write") + 1, 0))
        await settle(app, pilot)
        assert app.current_mode == "write"


async def test_a_key_that_does_not_act_is_grey_in_parentheses_and_says_why(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        assert "(1–4 grade)" in rows(app)[-1]
        await pilot.press("space")
        assert "1–4 grade" in rows(app)[-1]
        assert "(1–4 grade)" not in rows(app)[-1]
        await pilot.press("r")
        assert "This claim is open." in text(app)


async def test_letters_go_into_a_field_and_the_last_line_says_so(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("w")
        await settle(app, pilot)
        await typed(pilot, "utT")
        await settle(app, pilot)
        assert app.current_mode == "write"
        line = app.screen.query_one(KeyLine)
        assert "app.undo" not in {key.action.id for key in line.keys}
        assert line.reason_of("write.save") is None


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)])
async def test_another_date_is_unmistakable_and_says_the_way_back(desk: Desk, size: tuple[int, int]) -> None:
    app = desk.app()
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        app.post_message(ViewChanged(true_at=desk.at(10), believed_at=desk.at(5)))
        await settle(app, pilot)
        first = rows(app)[0]
        assert "◀◀" in first
        assert "2026-11-25" in first
        assert "T" in first


async def test_in_a_field_the_last_line_shows_only_what_acts_there(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        await pilot.press("slash")
        await settle(app, pilot)
        assert rows(app)[-1].strip() == "escape leave   ctrl+q quit   F1 help"
        await pilot.press("escape")
        await settle(app, pilot)
        assert "? help" in rows(app)[-1]
        await pilot.press("w")
        await settle(app, pilot)
        assert rows(app)[-1].startswith(" ctrl+s save  ctrl+k split  escape leave  ctrl+q quit")
        assert rows(app)[-1].endswith("F1 help")
        assert "(" not in rows(app)[-1]


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_every_screen_keeps_the_ways_out_and_back_in_the_last_line(
    desk: Desk, size: tuple[int, int]
) -> None:
    """Before and after a save, whose time takes room there; where letters are typed u is no undo."""
    app = desk.app()
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        for saved in (None, NOW):
            app.session.saved_at = saved
            for mode, _ in TABS:
                await app.go(mode)
                await settle(app, pilot)
                last = rows(app)[-1]
                typing = takes_letters(app.focused)
                wanted = ["ctrl+q quit", "F1 help" if typing else "? help"]
                wanted += ["u undo"] if not typing else ["escape leave"]
                wanted += ["ctrl+s save"] if mode == "write" else []
                assert [one for one in wanted if one not in last] == [], (mode, last)
    assert app.mishaps == []


async def test_without_colours_no_colour_reaches_the_terminal(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        weights = set()
        for mode, _ in TABS:
            await app.go(mode)
            await settle(app, pilot)
            for strip in app.screen._compositor.render_strips():
                for part in strip:
                    style = part.style
                    assert style is None or style.color is style.bgcolor is None
                    weights.add(style is not None and bool(style.bold or style.reverse))
        assert weights == {True, False}
    assert app.mishaps == []


async def test_while_another_date_is_shown_every_key_that_writes_is_grey(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        app.post_message(ViewChanged(true_at=None, believed_at=desk.at(5)))
        await settle(app, pilot)
        frame = app.frame
        assert frame is not None
        for scope in ("today", "claim", "app"):
            for action in in_scope(scope):
                if action.writes:
                    node = app if scope == "app" else frame
                    arguments = (1,) if "grade(" in action.textual_action else ()
                    assert node.check_action(action.method, arguments) is None, action.id


@pytest.mark.parametrize("cells", range(30, 130, 7))
@pytest.mark.parametrize("true", ["2026-03-14 09:12", "2025-01-01 00:00", ""])
def test_the_bar_of_another_date_keeps_its_date_at_any_width(cells: int, true: str) -> None:
    said = past_words(Standing(pack="p", workspace="w", believed="2026-03-14 09:12", true=true), cells)
    assert "2026-03-14" in said
    assert (true or "now")[:10] in said or true == "2026-03-14 09:12"
    assert said.index("T") > 0
    assert width(said) <= max(cells, 39)


@pytest.mark.parametrize("cells", range(40, 130, 7))
def test_the_bar_says_how_to_return_while_letters_go_into_a_field(cells: int) -> None:
    standing = Standing(pack="p", workspace="w", believed="2026-03-14 09:12", true="", typing=True)
    said = past_words(standing, cells)
    assert "escape" in said
    assert width(said) <= max(cells, 46)


async def test_help_shows_every_key_of_the_screen_with_its_reason(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=(120, 90)) as pilot:
        await settle(app, pilot)
        await pilot.press("question_mark")
        await settle(app, pilot)
        shown = text(app)
        for scope in ("today", "claim"):
            for action in in_scope(scope):
                assert action.help in shown
        assert "Space shows the answer first" in shown
        await pilot.press("escape")
        await settle(app, pilot)
        assert app.screen is app.frame


async def test_lines_of_the_help_page_hang_under_their_column(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=(60, 100)) as pilot:
        await settle(app, pilot)
        await pilot.press("question_mark")
        await settle(app, pilot)
        inside = [row.partition("│")[2].partition("│")[0] for row in rows(app)]
        keys = [row[2:26].rstrip() for row in inside if row.strip()]
        broken = next(place for place, row in enumerate(inside) if "Say that it was true and" in row)
        assert keys
        assert inside[broken + 1].startswith(" " * 24)
        assert "no longer is." in inside[broken] + inside[broken + 1]


@pytest.mark.parametrize(("size", "told"), [((39, 12), True), ((40, 9), True), ((40, 10), False)])
async def test_a_terminal_that_is_too_small_is_told_so(desk: Desk, size: tuple[int, int], told: bool) -> None:
    app = desk.app()
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        assert ("Packbench needs 40 x 10" in text(app)) == told


@pytest.mark.parametrize(
    ("screen", "scopes"),
    [(TodayScreen, ("today", "claim")), (WriteScreen, ("write",)), (ClaimScreen, ("claim",))],
)
def test_every_action_of_a_screen_has_its_method(screen: type, scopes: tuple[str, ...]) -> None:
    for scope in scopes:
        for action in in_scope(scope):
            assert hasattr(screen, f"action_{action.method}"), action.id


def test_every_action_of_the_app_has_its_method() -> None:
    for action in in_scope("app"):
        assert hasattr(WorkbenchApp, f"action_{action.method}"), action.id


@pytest.mark.parametrize(
    ("days", "words"),
    [(0, "today"), (1, "yesterday"), (41, "41 days ago"), (152, "5 months ago"), (840, "2.3 years ago")],
)
def test_ages_in_words(days: int, words: str) -> None:
    assert age_words(days) == words


MIDNIGHT = parse_instant("2026-11-29T23:00:00Z")
"""In Berlin; the study day of the 30th begins four hours later."""


@pytest.mark.parametrize(
    ("after_midnight", "before_now", "words"),
    [
        (7 * MINUTE, 20_000_000, "just now"),
        (7 * MINUTE, 33 * MINUTE, "33 minutes ago"),
        (7 * MINUTE, 5 * HOUR, "5 hours ago"),
        (7 * MINUTE, 13 * HOUR, "yesterday"),
        (4 * HOUR + MINUTE, 2 * MINUTE, "2 minutes ago"),
        (15 * HOUR, 14 * HOUR, "today"),
        (15 * HOUR, 16 * HOUR, "yesterday"),
        (15 * HOUR, 41 * DAY, "41 days ago"),
    ],
)
def test_ages_are_what_a_person_at_the_clock_would_say(
    after_midnight: int, before_now: int, words: str
) -> None:
    now = MIDNIGHT + after_midnight
    present = Present(now, "Europe/Berlin", study_day(now, "Europe/Berlin"))
    assert present.ago(now - before_now) == words


@pytest.mark.parametrize(
    ("after_midnight", "said"),
    [
        (-MINUTE, ["due today", "due tomorrow", "due 1 Dec", "due 2 Dec"]),
        (MINUTE, ["due today", "due today at 04:00", "due tomorrow", "due 2 Dec"]),
        (4 * HOUR, ["due today", "due today", "due tomorrow", "due 2 Dec"]),
    ],
)
def test_due_days_are_told_by_the_calendar_also_before_the_study_day_begins(
    after_midnight: int, said: list[str]
) -> None:
    now = MIDNIGHT + after_midnight
    present = Present(now, "Europe/Berlin", study_day(now, "Europe/Berlin"))
    first = study_day(MIDNIGHT, "Europe/Berlin")
    assert [present.due(first + days) for days in range(4)] == said


def test_spans_due_days_and_dates_in_words() -> None:
    assert span_words(365) == "12 months"
    assert span_words(366) == "1 year"
    assert due_words(739_600, 739_600) == "due today"
    assert due_words(739_601, 739_600) == "due tomorrow"
    assert minute_words(NOW, "Europe/Berlin") == "2026-11-30 08:30"
    told = [stated_words(NOW, precision, "UTC", none="") for precision in ("year", "month", "day", "min")]
    assert told == ["2026", "2026-11", "2026-11-30", "2026-11-30 07:30"]


@pytest.mark.parametrize(("across", "keyed"), [(120, True), (100, True), (80, False), (70, False)])
async def test_the_tabs_say_their_keys_where_all_of_them_fit(desk: Desk, across: int, keyed: bool) -> None:
    app = desk.app()
    async with app.run_test(size=(across, 30)) as pilot:
        await settle(app, pilot)
        line = rows(app)[1]
        assert ("F2 Today" in line and "F10 Stats" in line) == keyed
        await pilot.click("#tab-line", offset=(line.index("Hubs") + 1, 0))
        await settle(app, pilot)
        assert app.frame.MODE == "hubs"
