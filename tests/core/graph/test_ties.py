"""The order of equals: one rule for single names and for arrays."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.graph.ties import place, places

prints = st.integers(0, 2**64 - 1)


@given(prints, st.lists(prints, max_size=20))
def test_many_stand_where_each_one_stands(base: int, others: list[int]) -> None:
    found = places(base, np.array(others, np.uint64)).tolist()
    assert found == [place(base, other) for other in others]
