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


def test_every_change_is_counted():
    rows = VectorRows(2)
    rows.add_rows(1)
    before = rows.changes
    rows.put(np.array([0]), np.ones((1, 2), np.float32))
    assert rows.changes > before
