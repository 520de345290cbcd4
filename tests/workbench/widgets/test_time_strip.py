"""The strip as a widget: keys ask, the app goes."""

from __future__ import annotations

from tests.workbench.looks import rows, text
from tests.workbench.widgets.hosts import Host
from workbench.widgets.time_strip import TimeStrip
from workbench.widgets.timeline import MICROSECONDS_A_DAY, Timeline

DAY = MICROSECONDS_A_DAY
TIMELINE = Timeline(believed=(DAY, 5 * DAY, 9 * DAY), true=(2 * DAY, 7 * DAY), now=10 * DAY)


async def test_arrows_ask_for_the_event_before_and_the_next_one() -> None:
    strip = TimeStrip()
    app = Host(strip)
    async with app.run_test(size=(80, 10), message_hook=app.note) as pilot:
        strip.show(TIMELINE)
        strip.focus()
        await pilot.press("left", "left", "right", "right", "right", "home", "end", "shift+left")
        asked = [message.believed for message in app.told(TimeStrip.Moved)]  # type: ignore[attr-defined]
        assert asked == [9 * DAY, 7 * DAY, 9 * DAY, None, DAY, None, 9 * DAY]


async def test_one_clock_can_be_moved_alone() -> None:
    strip = TimeStrip()
    app = Host(strip)
    async with app.run_test(size=(80, 10), message_hook=app.note) as pilot:
        strip.show(TIMELINE)
        strip.focus()
        await pilot.press("V", "left", "B", "left", "B", "left")
        asked = [(message.believed, message.true) for message in app.told(TimeStrip.Moved)]  # type: ignore[attr-defined]
        assert asked == [(None, 7 * DAY), (9 * DAY, 7 * DAY), (7 * DAY, 7 * DAY)]


async def test_two_marks_are_kept_and_compared() -> None:
    strip = TimeStrip()
    app = Host(strip)
    async with app.run_test(size=(80, 10), message_hook=app.note) as pilot:
        strip.show(TIMELINE)
        strip.focus()
        await pilot.press("m", "left", "m", "left", "m", "M")
        compared = app.told(TimeStrip.CompareRequested)
        assert [message.marks for message in compared] == [((9 * DAY,) * 2, (7 * DAY,) * 2)]  # type: ignore[attr-defined]
        assert "①" in text(app)
        assert "②" in text(app)


async def test_a_click_goes_to_the_instant_under_the_pointer() -> None:
    strip = TimeStrip()
    app = Host(strip)
    async with app.run_test(size=(80, 10), message_hook=app.note) as pilot:
        strip.show(TIMELINE)
        await pilot.click(strip, offset=(1 + 12 + 20, 2))
        (moved,) = app.told(TimeStrip.Moved)
        assert isinstance(moved, TimeStrip.Moved)
        assert moved.believed == moved.true == strip.believed
        strip.show(TIMELINE, moved.believed, moved.true)
        await pilot.pause()
        assert rows(app)[2][1 + 12 + 20] == "┃"


async def test_it_survives_every_size_and_no_events() -> None:
    strip = TimeStrip()
    app = Host(strip)
    async with app.run_test(size=(80, 10)) as pilot:
        strip.focus()
        for size in ((200, 60), (40, 12), (10, 3), (1, 1), (80, 10)):
            await pilot.resize_terminal(*size)
            await pilot.press("left", "V", "m")
        strip.show(TIMELINE)
        await pilot.pause()
        assert "believed" in text(app)
