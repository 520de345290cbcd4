"""The strip's arithmetic and looks: where a step leads, and rows that always fit."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from workbench.widgets.bar import Axis
from workbench.widgets.timeline import (
    MICROSECONDS_A_DAY,
    Clock,
    Step,
    Timeline,
    instant_of,
    stepped,
    strip_rows,
)

NOW = 1_000 * MICROSECONDS_A_DAY
TIMELINE = Timeline(believed=(100, 200, 300), true=(-5000, 150, 250, NOW + 50), now=NOW)

INSTANTS = st.lists(st.integers(-(10**14), 10**15), max_size=12).map(lambda found: tuple(sorted(found)))
TIMELINES = st.builds(
    lambda believed, true, now: Timeline(tuple(at for at in believed if at <= now), true, now),
    INSTANTS, INSTANTS, st.integers(-10**14, 10**15),
)  # fmt: skip
CLOCKS: tuple[Clock, ...] = ("both", "believed", "true")


def text(rows: tuple[tuple[object, ...], ...]) -> list[str]:
    return ["".join(segment.text for segment in row) for row in rows]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("moving", "believed", "true", "step", "direction", "there"),
    [
        ("both", None, None, "event", -1, (300, 300)),
        ("both", 300, 300, "event", -1, (250, 250)),
        ("both", 300, 300, "event", 1, (None, None)),
        ("both", None, None, "event", 1, (None, None)),
        ("believed", 300, 7, "event", -1, (200, 7)),
        ("believed", 100, None, "event", -1, (100, None)),
        ("true", 300, 150, "event", -1, (300, -5000)),
        ("true", None, 250, "event", 1, (None, None)),
        ("true", None, None, "event", 1, (None, NOW + 50)),
        ("true", None, NOW + 50, "event", -1, (None, None)),
        ("both", None, None, "day", -1, (NOW - MICROSECONDS_A_DAY, NOW - MICROSECONDS_A_DAY)),
        ("both", NOW - 5, NOW - 5, "day", 1, (None, None)),
        ("believed", 300, 300, "month", -1, (100, 300)),
        ("both", 300, 300, "all", -1, (100, 100)),
        ("true", 300, 300, "all", -1, (300, -5000)),
        ("both", 300, 300, "all", 1, (None, None)),
    ],
)
def test_where_a_step_leads(
    moving: Clock, believed: int | None, true: int | None, step: Step, direction: Literal[-1, 1],
    there: tuple[int | None, int | None],
) -> None:  # fmt: skip
    assert stepped(TIMELINE, moving, believed, true, step, direction) == there


@given(TIMELINES, st.sampled_from(CLOCKS))
def test_stepping_back_visits_every_event_and_stepping_on_returns_to_now(
    timeline: Timeline, moving: Clock
) -> None:
    axis = timeline.axis(moving)
    at: tuple[int | None, int | None] = (None, None)
    visited = []
    for _ in range(30):
        at = stepped(timeline, moving, *at, "event", -1)
        visited.append(at[moving == "true"])
    events = {event for event in timeline.events(moving) if axis.first <= event < timeline.now}
    assert events <= set(visited)
    for _ in range(30):
        at = stepped(timeline, moving, *at, "event", 1)
    assert at[0] is None or moving == "true"


@given(
    TIMELINES,
    st.sampled_from(CLOCKS),
    st.sampled_from(["event", "day", "month", "all"]),
    st.sampled_from([-1, 1]),
)
def test_nobody_sees_what_the_pack_will_believe(
    timeline: Timeline, moving: Clock, step: Step, direction: Literal[-1, 1]
) -> None:
    believed, _ = stepped(timeline, moving, None, None, step, direction)
    assert believed is None or believed < timeline.now


@given(TIMELINES, st.integers(0, 120), st.sampled_from(CLOCKS), st.data())
def test_rows_are_exactly_as_wide_as_asked(
    timeline: Timeline, width: int, moving: Clock, data: st.DataObject
) -> None:
    at = st.none() | st.integers(-(10**15), 10**16)
    believed, true = data.draw(at), data.draw(at)
    rows = strip_rows(timeline, width, believed, true, moving, ((believed, true), (None, None)))
    assert [cell_len(row) for row in text(rows)] == [width] * 4


@given(st.integers(-(10**15), 10**15), st.integers(1, 10**16), st.integers(2, 200), st.data())
def test_a_click_on_a_cell_gives_an_instant_of_that_cell(
    first: int, span: int, cells: int, data: st.DataObject
) -> None:
    axis = Axis(first, first + span)
    column = data.draw(st.integers(0, cells - 1))
    if span >= cells:
        assert axis.column(instant_of(axis, column, cells), cells) == column


def instant(*date: int) -> int:
    return int(datetime(*date, tzinfo=UTC).timestamp()) * 1_000_000  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("first", "now", "label"),
    [
        (instant(2026, 3, 1), instant(2026, 9, 1), "2026-05"),
        (instant(2026, 8, 1), instant(2026, 8, 20), "05 Aug"),
        (instant(2026, 8, 1, 3), instant(2026, 8, 1, 17), "05:00"),
        (instant(1889, 1, 1), instant(2026, 9, 1), "1906"),
    ],
)
def test_the_axis_names_round_dates(first: int, now: int, label: str) -> None:
    dates = text(strip_rows(Timeline((first,), (), now), 100, None, None))[3]
    assert label in dates
    assert dates.rstrip("─").endswith("now")


def test_dates_are_those_of_the_zone() -> None:
    """03:00 UTC is 08:30 there, so whole hours of UTC would read 12:30."""
    timeline = Timeline((instant(2026, 8, 1, 3),), (), instant(2026, 8, 1, 17), ZoneInfo("Asia/Kolkata"))
    assert "12:00" in text(strip_rows(timeline, 60, None, None))[3]


def test_dates_that_cannot_be_written_are_left_out() -> None:
    rows = text(strip_rows(Timeline((-(10**18),), (), 10**18), 60, None, None))
    assert rows[3].strip("─ ") == "now"


def test_the_moving_clock_is_pointed_at_without_colour() -> None:
    both, believed, true = (text(strip_rows(TIMELINE, 60, None, None, moving)) for moving in CLOCKS)
    assert both[1].startswith("▸ believed") and both[2].startswith("▸ true")  # noqa: PT018
    assert believed[1].startswith("▸") and not believed[2].startswith("▸")  # noqa: PT018
    assert true[2].startswith("▸") and not true[1].startswith("▸")  # noqa: PT018


def test_cursor_and_marks_are_drawn_where_they_are() -> None:
    timeline = Timeline((0,), (), 1000)
    rows = text(strip_rows(timeline, 12 + 101, 500, None, "both", ((100, 100), (None, None))))
    assert rows[1][12 + 50] == "┃"
    assert rows[2][12 + 100] == "┃"
    assert rows[0][12 + 10] == "①"
    assert rows[0][12 + 100] == "②"


@pytest.mark.parametrize("at", [0, 500, 1000])
def test_two_marks_on_one_spot_are_both_seen(at: int) -> None:
    timeline = Timeline((0,), (), 1000)
    signs = text(strip_rows(timeline, 12 + 101, None, None, "both", ((at, at), (None, at))))[0]
    assert signs.strip() == "①②"


@pytest.mark.parametrize("minutes", [1, 5, 20, 59])
def test_a_young_pack_has_a_date_on_its_axis(minutes: int) -> None:
    now = instant(2026, 8, 1, 9, 30)
    dates = text(strip_rows(Timeline((now - minutes * 60_000_000,), (), now), 80, None, None))[3]
    assert "09:" in dates
