"""The reranker's rule, and that it may fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from core.search.ranking import Ranking
from core.search.rerank import ABSENT, FAILED, FIRST, reranked


@dataclass
class Fake:
    """Scores by a rule."""

    rule: Callable[[Sequence[str]], Sequence[float]]
    name: str = "fake"
    seen: list[str] = field(default_factory=list)

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        self.seen += texts
        return self.rule(texts)


def ranking(rows: int) -> Ranking:
    falling = np.linspace(6, 1, rows)
    return Ranking(
        np.arange(rows, dtype=np.int32), falling, falling.tolist(), [row / 100 for row in range(rows)], rows
    )


def again(given: Ranking, fake: Fake | None, weight: float = 1.0) -> tuple[Ranking, str]:
    return reranked(given, "query", lambda rows: [*map(str, rows.tolist())], fake, weight)


@pytest.mark.parametrize("weight", [0.0, 0.5, 1.0, 3.0])
def test_bt_20_the_final_score_is_base_and_weight_times_score(weight: float) -> None:
    base = ranking(6)
    after, said = again(base, Fake(lambda texts: [int(text) / 5 for text in texts]), weight)
    hand = {row: base.scores[row] + weight * row / 5 for row in range(6)}
    assert said == "fake"
    assert dict(zip(after.rows.tolist(), after.scores, strict=True)) == pytest.approx(hand)
    assert after.rows.tolist() == sorted(hand, key=lambda row: (-hand[row], row))
    assert after.factors == [row / 100 for row in after.rows.tolist()]
    assert after.relevance.tolist() == [base.relevance[row] for row in after.rows.tolist()]


def test_it_reads_the_first_twenty_and_the_rest_stays() -> None:
    fake = Fake(lambda texts: [int(text) for text in texts])
    after, _ = again(ranking(30), fake)
    assert fake.seen == [str(row) for row in range(FIRST)]
    assert after.rows.tolist() == [*range(FIRST - 1, -1, -1), *range(FIRST, 30)]


def raising(texts: Sequence[str]) -> Sequence[float]:
    raise RuntimeError("out of memory")


@pytest.mark.parametrize(
    "rule",
    [
        raising,
        lambda texts: [1.0],
        lambda texts: [float("nan")] * len(texts),
        lambda texts: ["x"] * len(texts),
    ],
)
def test_hm_21_one_that_fails_leaves_the_order_and_says_so(rule: Callable[..., Sequence[float]]) -> None:
    base = ranking(25)
    after, said = again(base, Fake(rule))
    assert said == FAILED
    assert after is base


def test_none_that_joined_and_nothing_to_read_leave_the_order() -> None:
    base = ranking(3)
    assert again(base, None) == (base, ABSENT)
    empty = ranking(0)
    assert again(empty, Fake(raising)) == (empty, "fake")
