"""Each planted error of the table is noticed by the tests that stand beside it."""

from __future__ import annotations

import pytest

from tests.core.mutations import PLANTED, ROOT, Planted, is_noticed


@pytest.mark.parametrize("planted", PLANTED, ids=str)
def test_a_planted_error_stands_at_one_place(planted: Planted) -> None:
    assert (ROOT / planted.file).read_text(encoding="utf-8").count(planted.right) == 1
    assert planted.wrong != planted.right


def test_the_tests_that_are_to_notice_are_there() -> None:
    named = {test for planted in PLANTED for test in planted.tests}
    assert sorted(test for test in named if not (ROOT / test).exists()) == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("planted", PLANTED, ids=str)
def test_a_planted_error_is_noticed(planted: Planted) -> None:
    assert is_noticed(planted)
