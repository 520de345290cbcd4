"""Rows and their vectors."""

import numpy as np

from core.state.vectors import VectorRows


def test_rows_come_without_vectors_and_get_them_in_any_order():
    rows = VectorRows(2)
    rows.add_rows(3)
    rows.put(np.array([2, 0]), np.array([[0, 1], [1, 0]], np.float32))
    rows.add_rows(40)
    assert (len(rows), rows.filled, rows.matrix.shape) == (43, 2, (43, 2))
    assert rows.known[:3].tolist() == [True, False, True]
    assert rows.matrix[:3].tolist() == [[1, 0], [0, 0], [0, 1]]


def test_rows_that_room_was_made_for_are_copied_no_more():
    rows = VectorRows(2)
    rows.make_room(100)
    rows.add_rows(1)
    first = rows.matrix
    rows.put(np.array([0]), np.ones((1, 2), np.float32))
    rows.add_rows(99)
    assert np.shares_memory(first, rows.matrix)
    assert rows.matrix.sum() == 2
