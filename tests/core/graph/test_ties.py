"""The order of equals: one rule for single names and for arrays."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.graph.ties import nearest, place, places

prints = st.integers(0, 2**64 - 1)


@given(prints, st.lists(prints, max_size=20))
def test_many_stand_where_each_one_stands(base: int, others: list[int]) -> None:
    found = places(base, np.array(others, np.uint64)).tolist()
    assert found == [place(base, other) for other in others]


@given(prints, st.lists(st.tuples(st.sampled_from([0.3, 0.5, 1.0]), prints), max_size=30), st.integers(0, 9))
def test_the_nearest_come_first_and_equals_in_the_order_of_the_base(
    base: int, given_: list[tuple[float, int]], most: int
) -> None:
    overlaps = np.array([overlap for overlap, _ in given_], np.float64)
    others = np.array([other for _, other in given_], np.uint64)
    ranked = sorted(range(len(given_)), key=lambda i: (-given_[i][0], place(base, given_[i][1])))
    assert nearest(base, overlaps, others, most).tolist() == ranked[:most]
