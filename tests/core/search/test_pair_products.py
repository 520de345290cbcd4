"""Products of pairs are kept, and are those of the vectors."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.search.pair_products import PairProducts

ROWS = np.random.default_rng(1).standard_normal((40, 5)).astype(np.float32)
PAIRS = st.lists(st.tuples(st.integers(0, 39), st.integers(0, 39)), max_size=30)


@given(asked=st.lists(PAIRS, min_size=1, max_size=4))
def test_a_pair_has_its_product_however_often_it_is_asked_for(asked):
    products = PairProducts()
    for pairs in asked:
        first, second = (np.array([pair[side] for pair in pairs], np.int32) for side in (0, 1))
        expected = (ROWS[first] * ROWS[second]).sum(1)
        np.testing.assert_allclose(products.of(ROWS, first, second), expected, atol=1e-5)


def test_a_known_pair_is_not_worked_out_again():
    products, pair = PairProducts(), (np.array([3], np.int32), np.array([4], np.int32))
    known = products.of(ROWS, *pair)
    assert products.of(np.zeros_like(ROWS), *pair) == known
