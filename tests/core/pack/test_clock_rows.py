"""Clocks as arrays say the same as clocks one by one, in whatever order claims came in."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.pack.clock_rows import ClockRows, Members, in_order
from core.review.queue import GRADED, NEW, ORDERS, Order, Waiting, order_due
from core.state.columns import ClaimColumns
from tests.core.store import records

TODAY = 100


def filled(ids: list[str]) -> ClaimColumns:
    columns = ClaimColumns()
    for one in ids:
        columns.append(records.claim(one))
    return columns


def clocks(rows: NDArray[np.int32], **known: list[Any]) -> ClockRows:
    return ClockRows(rows, *(np.array(known.get(name, [0] * len(rows))) for name in ClockRows._fields[1:]))


@given(
    ids=st.lists(st.text("abc", min_size=1, max_size=3), unique=True, max_size=12),
    cells=st.lists(st.tuples(st.integers(98, 100), st.sampled_from([90, 95]), st.booleans()), min_size=12),
    order=st.sampled_from(ORDERS),
)
def test_the_order_is_that_of_clocks_one_by_one(
    ids: list[str], cells: list[tuple[int, int, bool]], order: Order
) -> None:
    due, since, graded = (list(column)[: len(ids)] for column in zip(*cells, strict=True))
    columns, stability = filled(ids), [4.0] * len(ids)
    rows = clocks(np.arange(len(ids), dtype=np.int32), due_day=due, since=since, stability=stability)
    parts = np.array([GRADED if one else NEW for one in graded], np.int8)
    one_by_one = order_due(
        [
            Waiting(id=one, part=int(part), faded=(TODAY - last) / 4.0, due_day=day)
            for one, part, last, day in zip(ids, parts, since, due, strict=True)
        ],
        order,
    )
    assert columns.id_of(in_order(columns, rows, parts, order, TODAY)) == [one.id for one in one_by_one]


def test_members_are_those_of_their_rows_and_stay_so_while_claims_come_in() -> None:
    columns = filled(["c1", "c2", "c3", "c4"])
    members = Members(columns, np.array([3, 1], np.int32))
    columns.append(records.claim("c5"))
    assert set(members) == {"c2", "c4"}
    assert len(members) == 2
    assert [one in members for one in ("c1", "c2", "c4", "c5", "unknown", 7)] == [
        False, True, True, False, False, False,
    ]  # fmt: skip
    assert (members.row("c4"), members.row("c5"), members.row("unknown")) == (3, -1, -1)
