"""The ways to diversify against plain formulas on random similarities."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.search import diversify
from tests.dear import dear

SIZE = 6


@st.composite
def pools(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Falling scores and the Jaccard similarity of random sets of words."""
    scores = sorted(draw(st.lists(st.floats(0.125, 4, width=32), min_size=2, max_size=SIZE)), reverse=True)
    sets = [draw(st.sets(st.integers(0, 5), min_size=1)) for _ in scores]
    alike = [[len(one & other) / len(one | other) for other in sets] for one in sets]
    return np.array(scores, np.float32), np.array(alike, np.float32)


@given(pools())
def test_mmr_weighs_each_step_relevance_against_the_likest_that_is_shown(
    pool: tuple[np.ndarray, np.ndarray],
) -> None:
    scores, alike = pool
    picked: list[int] = []
    for one in diversify.mmr(scores, alike, len(scores)):
        gains = {
            place: 0.8 * scores[place] / scores[0]
            - 0.2 * max((alike[place][shown] for shown in picked), default=0)
            for place in range(len(scores))
            if place not in picked
        }
        assert gains[one] == pytest.approx(max(gains.values()), abs=1e-6)
        picked.append(one)


@dear
@given(pools())
def test_dpp_takes_each_step_what_makes_the_largest_determinant(pool: tuple[np.ndarray, np.ndarray]) -> None:
    scores, alike = pool
    quality = scores.astype(np.float64) / scores[0]
    kernel = quality[:, None] * alike.astype(np.float64) * quality[None, :]

    def volume(places: list[int]) -> float:
        return float(np.linalg.det(kernel[np.ix_(places, places)]))

    picked: list[int] = []
    for one in diversify.dpp(scores, alike, len(scores)):
        best = max(volume([*picked, place]) for place in range(len(scores)) if place not in picked)
        if best <= 1e-7:
            break  # nothing new is left; the rest follows by score
        assert volume([*picked, one]) == pytest.approx(best, abs=1e-6)
        picked.append(one)


@pytest.mark.parametrize("name", diversify.PICKERS)
@given(pool=pools(), limit=st.integers(0, SIZE))
def test_each_place_is_picked_once(name: str, pool: tuple[np.ndarray, np.ndarray], limit: int) -> None:
    scores, alike = pool
    limit = min(limit, len(scores))
    picked = diversify.picker(name)(scores, alike, limit)
    assert len(picked) == len(set(picked)) == limit
    assert set(picked) <= set(range(len(scores)))


def test_the_ways_are_those_of_the_original_and_none_leaves_the_order() -> None:
    assert set(diversify.PICKERS) == {"mmr", "dpp", "none"}
    alike = np.ones((3, 3), np.float32)
    assert diversify.picker("none")(np.array([3, 2, 1], np.float32), alike, 2) == [0, 1]
    with pytest.raises(Refused, match="choose one of mmr, dpp, none"):
        diversify.picker("off")
