"""What is printed of a score is true as it stands."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.figures import score_words

SCORES = st.floats(2**-7, 20, width=32)
MEMORIES = st.floats(0, 1)


@given(SCORES, MEMORIES)
def test_a_product_holds_to_the_digits_shown(fused: float, memory: float) -> None:
    said = score_words(fused, memory, fused * max(memory, 0.25))
    found = re.fullmatch(r"([\d.]+) fused × ([\d.]+) memory = ([\d.]+)", said)
    if found is None:
        assert "=" not in said
        return
    one, other, made = map(Decimal, found.groups())
    assert round(one * other, -int(made.as_tuple().exponent)) == made


@given(SCORES, MEMORIES)
def test_a_score_that_memory_leaves_shows_no_arithmetic(fused: float, memory: float) -> None:
    said = score_words(fused, memory, fused)
    assert said.startswith(f"{fused:.2f} fused · memory {memory:.2f} ")
    assert not set(said) & {"×", "="}


@pytest.mark.parametrize(
    ("fused", "memory", "score", "said"),
    [
        (6.0, 0.98, 6.0, "6.00 fused · memory 0.98 only orders near ties"),
        (6.0, 1.0, 6.0, "6.00 fused · memory 1.00 changes nothing"),
        (6.0, 0.5, 3.0, "6.00 fused × 0.50 memory = 3.00"),
        (6.0, 0.1, 1.5, "6.00 fused × 0.25 memory = 1.50"),
        (1.23, 0.987, 1.21401, "1.230 fused × 0.987 memory = 1.214"),
        (6.0, 0.93, 6.04, "6.00 fused · memory 0.93 made it 6.04, within a near tie"),
        (6.0, 0.93, 6.0004, "6.0000 fused · memory 0.93 made it 6.0004, within a near tie"),
    ],
)
def test_the_step_is_named_as_it_is(fused: float, memory: float, score: float, said: str) -> None:
    assert score_words(fused, memory, score) == said
