"""Columns are as high as their values say, and a small value is never lost."""

from hypothesis import given
from hypothesis import strategies as st

from workbench.widgets.columns import EIGHTHS, columns

numbers = st.lists(st.integers(0, 10_000), max_size=40)


@given(numbers, st.integers(1, 12), st.integers(1, 4))
def test_every_row_is_as_wide_as_the_values_are_many(values: list[int], rows: int, cells: int) -> None:
    assert {len(line) for line in columns(values, rows, cells)} == {len(values) * cells}
    assert len(columns(values, rows, cells)) == rows


@given(numbers, st.integers(1, 12))
def test_a_column_shows_if_and_only_if_there_is_something(values: list[int], rows: int) -> None:
    drawn = columns(values, rows)
    for place, value in enumerate(values):
        assert any(line[place] != " " for line in drawn) == (value > 0)


@given(numbers, st.integers(1, 12))
def test_a_larger_value_is_never_drawn_lower(values: list[int], rows: int) -> None:
    drawn = columns(values, rows)
    heights = [sum(EIGHTHS.index(line[place]) for line in drawn) for place in range(len(values))]
    in_order = [height for _, height in sorted(zip(values, heights, strict=True))]
    assert in_order == sorted(in_order)


def test_the_largest_fills_all_rows() -> None:
    assert columns([1, 2, 4], 2) == ["  █", "▄██"]
