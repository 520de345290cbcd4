"""Bars: exact widths, and nothing of value disappears."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.workbench.looks import rows, text
from tests.workbench.widgets.hosts import Host
from workbench.cells import width
from workbench.widgets.bar import (
    Axis,
    BarRow,
    Bars,
    Spark,
    Window,
    WindowBars,
    WindowRow,
    axis_of,
    bar,
    spark,
    thin_bar,
    window_bar,
)

VALUES = st.floats(0, 1e6, allow_nan=False)
STATED = st.none() | st.integers(-1000, 1000)


@given(VALUES, VALUES, st.integers(0, 80))
def test_a_bar_is_exactly_as_wide_as_asked(value: float, largest: float, cells: int) -> None:
    assert width(bar(value, largest, cells)) == cells


@given(VALUES, VALUES, st.integers(1, 80))
def test_more_is_never_drawn_shorter(one: float, two: float, cells: int) -> None:
    few, many = sorted((one, two))
    eighths = [
        len(b.rstrip()) * 8 - "█▉▊▋▌▍▎▏".find(b.rstrip()[-1:])
        for b in (bar(few, 1e6, cells), bar(many, 1e6, cells))
    ]
    assert eighths[0] <= eighths[1] or few == 0


@pytest.mark.parametrize(
    ("value", "drawn"), [(0, "    "), (10, "████"), (5, "██  "), (0.01, "▏   "), (3.75, "█▌  "), (99, "████")]
)
def test_what_a_bar_looks_like(value: float, drawn: str) -> None:
    assert bar(value, 10, 4) == drawn


@given(VALUES, VALUES, st.integers(0, 80))
def test_a_thin_bar_is_exactly_as_wide_as_asked(value: float, largest: float, cells: int) -> None:
    assert width(thin_bar(value, largest, cells)) == cells


@pytest.mark.parametrize(
    ("value", "drawn"), [(0, "    "), (10, "━━━━"), (5, "━━  "), (0.01, "╸   "), (3.75, "━╸  "), (99, "━━━━")]
)
def test_what_a_thin_bar_looks_like(value: float, drawn: str) -> None:
    assert thin_bar(value, 10, 4) == drawn


@given(st.lists(VALUES, max_size=40), st.none() | st.integers(0, 60))
def test_a_series_has_one_block_a_column(values: list[float], cells: int | None) -> None:
    assert len(spark(values, cells)) == (len(values) if cells is None else cells)


def test_a_series_shows_its_highest_and_its_nothing() -> None:
    assert spark([0, 1, 7]) == "▁▂█"
    assert spark([0, 0]) == "▁▁"
    assert spark([1, 1, 0, 0], 2) == "█▁"
    assert spark([]) == ""


@given(STATED, STATED, st.integers(-1000, 1000), st.integers(0, 80))
def test_a_window_is_exactly_as_wide_as_asked(
    start: int | None, end: int | None, now: int, cells: int
) -> None:
    window = Window(start, end)
    assert width(window_bar(window, axis_of([window], now), cells)) == cells


@pytest.mark.parametrize(
    ("window", "drawn"),
    [
        (Window(0, 9), "├────────┤"),
        (Window(None, 5), "◀────┤    "),
        (Window(5, None), "     ├───▶"),
        (Window(None, None), "◀────────▶"),
        (Window(4, 4), "    │     "),
        (Window(2, 99), "  ├──────▶"),
    ],
)
def test_what_a_window_looks_like(window: Window, drawn: str) -> None:
    assert window_bar(window, Axis(0, 9), 10) == drawn


@given(st.lists(st.tuples(STATED, STATED), max_size=5), st.integers(-1000, 1000))
def test_the_axis_holds_all_stated_ends_and_now(
    windows: list[tuple[int | None, int | None]], now: int
) -> None:
    axis = axis_of([Window(*window) for window in windows], now)
    stated = [at for window in windows for at in window if at is not None]
    assert all(axis.first < at < axis.last for at in [*stated, now])


async def test_bars_stand_on_one_scale_with_their_figures(awkward: str) -> None:
    bars = Bars([BarRow("The default fuse [/]", 10, "31"), BarRow(awkward, 5, "18")])
    app = Host(bars)
    async with app.run_test(size=(60, 6)) as pilot:
        shown = rows(app)
        assert shown[0].startswith("31 ██")
        assert "The default fuse [/]" in shown[0]
        assert shown[0].count("█") == 2 * shown[1].count("█") + (shown[1].count("▌"))
        bars.show([BarRow("only", 1, "1")])
        await pilot.pause()
        assert "only" in text(app)


async def test_two_windows_share_an_axis_with_now_marked() -> None:
    bars = WindowBars()
    app = Host(bars)
    async with app.run_test(size=(80, 6)) as pilot:
        bars.show(
            [
                WindowRow("− Borda", Window(0, 50), "2025-11-02 → 2026-03-14"),
                WindowRow("+ CombMNZ", Window(50, None), "2026-03-14 →"),
            ],
            now=100,
            mark="now",
        )
        await pilot.pause()
        first, second, now = rows(app)[:3]
        assert first.index("┤") == second.index("├")
        assert now.index("▲") > second.index("├")
        assert first.endswith("2025-11-02 → 2026-03-14")


async def test_a_series_has_its_words() -> None:
    series = Spark()
    app = Host(series)
    async with app.run_test(size=(60, 6)) as pilot:
        series.show([1, 2, 0], "next 3 days")
        await pilot.pause()
        assert rows(app)[0] == "▅█▁  next 3 days"


async def test_bars_survive_every_size() -> None:
    bars, windows = Bars([BarRow("claim", 3, "3")]), WindowBars()
    for widget in (bars, windows):
        async with Host(widget).run_test(size=(80, 24)) as pilot:
            windows.show([WindowRow("claim", Window(0, 5), "dates")], now=3, mark="now")
            for size in ((40, 12), (10, 3), (1, 1), (80, 24)):
                await pilot.resize_terminal(*size)
