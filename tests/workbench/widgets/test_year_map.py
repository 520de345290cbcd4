"""The map of a year: every day has one place, and the shades say how much was done."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from workbench.widgets.year_map import MARGIN, MONTHS, NOTHING, SHADES, WEEKS, legend, levels, shade, year_map

days = st.integers(date(1990, 1, 1).toordinal(), date(2100, 1, 1).toordinal())
DAY = date(2026, 11, 30).toordinal()


@given(days, st.integers(1, WEEKS), st.integers(1, 2))
def test_the_last_day_stands_in_the_last_column_of_its_weekday(last: int, weeks: int, cells: int) -> None:
    lines = year_map({last: 1}, last, weeks, cells)
    assert len(lines) == 8
    assert {len(line) for line in lines[1:]} == {MARGIN + weeks * cells}
    marked = [place for place, line in enumerate(lines[1:]) if SHADES[0] in line[MARGIN:]]
    assert marked == [date.fromordinal(last).weekday()]
    assert lines[1 + marked[0]].endswith(SHADES[0].ljust(cells))


@given(days)
def test_days_to_come_are_empty_and_idle_days_are_not(last: int) -> None:
    drawn = "".join(line[MARGIN:] for line in year_map({}, last)[1:])
    weekday = date.fromordinal(last).weekday()
    assert drawn.count(NOTHING) == 7 * WEEKS - (6 - weekday)
    assert drawn.count(" ") == 6 - weekday


@given(st.dictionaries(days, st.integers(0, 500), max_size=60))
def test_more_is_never_lighter(done: dict[int, int]) -> None:
    bounds = levels(done)
    assert list(bounds) == sorted(set(bounds))
    marks = NOTHING + SHADES
    shades = [marks.index(shade(number, bounds)) for number in range(600)]
    assert shades == sorted(shades)
    assert shades[0] == 0
    assert shades[1] == 1


def test_the_months_stand_above_their_first_whole_week() -> None:
    months = year_map({}, DAY, cells=2)[0]
    assert tuple(months.split()) == (*MONTHS[11:], *MONTHS[:11])


def test_the_legend_says_what_a_shade_means() -> None:
    assert legend((1, 5, 10, 20)) == "· none  ░ 1–4  ▒ 5–9  ▓ 10–19  █ 20 and more"
    assert legend((1, 2, 3, 4)) == "· none  ░ 1  ▒ 2  ▓ 3  █ 4 and more"
