"""Each planted error of the table is noticed by the tests that stand beside it."""

from __future__ import annotations

import pytest

from tests.core.mutations import PLANTED, Planted, is_noticed


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("planted", PLANTED, ids=str)
def test_a_planted_error_is_noticed(planted: Planted) -> None:
    assert is_noticed(planted)
