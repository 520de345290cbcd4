"""The weight of meaning by the form of a query."""

from __future__ import annotations

import numpy as np
import pytest

from core.clocks.instants import DAY
from core.errors import Refused
from core.search.panel import PanelSettings
from core.search.seen import Seen
from core.search.weighing import LEAST, check_weighing, meaning, weighed
from core.state.view import View
from tests.core.search.packs import START, claim, held_with, panel_over

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


class _Even:
    """A ballot of meaning that names everything in view alike."""

    def score(self, query: str, selection: Seen) -> tuple[np.ndarray, np.ndarray]:
        rows = np.flatnonzero(selection.row_of_text >= 0).astype(np.int32)
        return rows, np.ones(len(rows), np.float32)


def test_bt_10_the_explanation_tells_the_weight_in_force_and_the_one_that_was_set() -> None:
    held = held_with((claim(1, "ERR_42 was raised by /usr/lib/x.so and by Maya"),))
    panel, selection = panel_over(held), held.select(View(), START + DAY)
    panel.joined["dense"] = _Even()
    settings = PanelSettings(weights={"bm25+": 1.0, "dense": 0.8}, weighing="query")

    def told(query: str) -> dict[str, tuple[float, float]]:
        why = panel.explain(query, selection, f"{1:032x}", settings=settings)
        assert why is not None
        assert panel.search(query, selection, settings=settings).panel["ballots_set"] == settings.weights
        return {one.name: (one.weight, one.weight_set) for one in why.ballots}

    assert told("ERR_42 /usr/lib/x.so") == {"bm25+": (1.0, 1.0), "dense": (0.8 * LEAST, 0.8)}
    assert told(QUESTION) == {"bm25+": (1.0, 1.0), "dense": (0.8, 0.8)}
