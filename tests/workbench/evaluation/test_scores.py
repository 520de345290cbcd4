"""The measures of retrieval, against values worked out by hand and against each other."""

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.evaluation.scores import MEASURES

RANKED = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]


@pytest.mark.parametrize(
    ("measure", "gold", "value"),
    [
        ("hit@1", ["b", "z"], 0.0),
        ("hit@5", ["b", "z"], 1.0),
        ("hit@10", ["k"], 0.0),
        ("recall@10", ["b", "z"], 0.5),
        ("recall@5", ["a", "f"], 0.5),
        ("nDCG@5", ["a"], 1.0),
        ("nDCG@5", ["b"], 1 / log2(3)),
        ("nDCG@5", ["a", "c"], (1 + 1 / log2(4)) / (1 + 1 / log2(3))),
        ("mrr@10", ["d", "e"], 0.25),
        ("mean place", ["d"], 4.0),
        ("mean place", ["k"], 10.0),
        ("mean place", [], 10.0),
    ],
)
def test_a_measure_has_the_value_of_its_definition(measure: str, gold: list[str], value: float) -> None:
    assert MEASURES[measure](RANKED, gold, ()) == pytest.approx(value, abs=1e-12)


def test_a_clean_hit_has_nothing_overwritten_beside_it() -> None:
    assert MEASURES["clean@10"](RANKED, ["a"], ["k"]) == 1.0
    assert MEASURES["clean@10"](RANKED, ["a"], ["b"]) == 0.0
    assert MEASURES["clean@10"](RANKED, ["z"], []) == 0.0


ids = st.lists(st.integers(0, 30).map(str), unique=True, max_size=20)


@given(ids, ids)
def test_a_deeper_look_finds_no_less_and_shares_lie_between_none_and_all(
    ranked: list[str], gold: list[str]
) -> None:
    found = {name: measure(ranked, gold, ()) for name, measure in MEASURES.items()}
    assert found["hit@1"] <= found["hit@5"] <= found["hit@10"]
    assert found["recall@5"] <= found["recall@10"] <= found["hit@10"]
    assert found["hit@1"] <= found["mrr@10"]
    assert all(0 <= value <= 1 for name, value in found.items() if name != "mean place")


@given(ids)
def test_nothing_retrieved_is_a_miss(gold: list[str]) -> None:
    assert all(measure([], gold, ()) == 0 for name, measure in MEASURES.items() if name != "mean place")
