"""FM-27: the curve of FlyMemory is one of FSRS."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.review.retrievability import retrievability


@pytest.mark.parametrize("tau", [30.0, 60.0])
def test_fm_27_retention_is_0_707_at_tau_and_0_5_at_three_tau(tau: float) -> None:
    stability = tau * 19 / 81
    assert retrievability(stability, tau, 0.5) == pytest.approx(2**-0.5, abs=1e-9)
    assert retrievability(stability, 3 * tau, 0.5) == pytest.approx(0.5, abs=1e-9)


@given(st.floats(1, 1000), st.floats(0, 5000))
def test_fm_27_it_equals_fsrs_with_a_fixed_decay_of_a_half(tau: float, days: float) -> None:
    assert retrievability(tau * 19 / 81, days, 0.5) == pytest.approx((1 + days / tau) ** -0.5, abs=1e-9)
