"""The weight of meaning by the form of a query."""

from __future__ import annotations

import pytest

from core.errors import Refused
from core.search.weighing import LEAST, check_weighing, meaning, weighed

WEIGHTS = {"bm25+": 1.0, "dense": 1.0, "near": 0.5}
QUESTION = "When did Maya say that she would move the billing service to the new cluster?"


def test_bt_10_symbols_weigh_meaning_down_and_a_question_does_not() -> None:
    assert len(QUESTION.split()) == 15
    symbols, question = (weighed(WEIGHTS, "query", one) for one in ("ERR_42 /usr/lib/x.so", QUESTION))
    assert symbols == {"bm25+": 1.0, "dense": LEAST, "near": LEAST / 2}
    assert question == WEIGHTS


@pytest.mark.parametrize(
    ("query", "factor"),
    [
        ("", 0.25),
        ("0.9.3", 0.25),
        ("userName", 0.25),
        ("deploy", 0.25 + 0.75 / 8),
        ("deploy v2", 0.25 + 0.75 * 0.5 * 2 / 8),
        ("Where did we put the spare key?", 0.25 + 0.75 * 7 / 8),
        ("Why don't well-known “names” count as symbols, then?", 1.0),
        ("我们什么时候把数据库迁移到新的集群？", 1.0),
    ],
)
def test_it_is_the_formula(query: str, factor: float) -> None:
    assert meaning(query) == pytest.approx(factor)


def test_fixed_leaves_the_weights_and_lexical_ballots_are_never_touched() -> None:
    assert weighed(WEIGHTS, "fixed", "ERR_42") is WEIGHTS
    lexical = {"bm25+": 1.0, "scan": 0.5}
    assert weighed(lexical, "query", "ERR_42") is lexical
    with pytest.raises(Refused, match="choose one of fixed, query"):
        check_weighing("alpha")
