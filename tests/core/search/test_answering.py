"""How a text fits as an answer: what merely asks is no answer, and who asks when wants a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.search.answering import STATING, TIMED, asks, check_answering, fits, share_asking
from core.search.panel import PanelSettings
from core.search.ranking import Ranking, refitted

LONG = (
    "Can you work out how many days I need for the login page, given that the deadline is the 15th of March?"
)


@pytest.mark.parametrize("query", ["Where is the kayak", "who sold it?", "船はどこですか？", "Did Ines go"])
def test_a_query_with_the_mark_or_the_beginning_of_a_question_asks(query: str) -> None:
    assert asks(query)


@pytest.mark.parametrize("query", ["", "kayak", "support group", "the day when it rained", "ERR_42 /usr/lib"])
def test_other_queries_ask_nothing_and_weigh_nothing(query: str) -> None:
    assert not asks(query)
    assert fits(query, ["What did she paint?", "A lake, last year."]) == [1.0, 1.0]


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("", 0.0),
        ("What did you paint?", 1.0),
        ("I painted a lake.", 0.0),
        ("I paint. You do?", 0.5),
        ("Really?! Why??", 1.0),
        ("何を描きましたか？", 1.0),
        (LONG, 0.0),
    ],
)
def test_only_short_questions_merely_ask(text: str, share: float) -> None:
    assert share_asking(text) == pytest.approx(share, abs=0.04)


@pytest.mark.parametrize(
    ("query", "text", "timed"),
    [
        ("When did Melanie paint it?", "I painted it last year.", True),
        ("And when was that?", "That was on Tuesday.", True),
        ("What year did she move?", "We moved in 2019.", True),
        ("How long has she been away?", "She left three weeks ago.", True),
        ("Do you remember when she left?", "Yesterday.", True),
        ("When did Melanie paint it?", "I painted it on a whim.", False),
        ("What did she do when it rained?", "She read all day.", False),
        ("Why did she leave?", "She left yesterday.", False),
    ],
)
def test_a_time_counts_where_one_is_asked_for(query: str, text: str, timed: bool) -> None:
    assert fits(query, [text]) == [pytest.approx((1 + STATING) * (1 + TIMED * timed))]


@given(st.text(), st.lists(st.text()))
def test_any_text_has_a_factor_between_one_and_the_most(query: str, texts: list[str]) -> None:
    found = fits(query, texts)
    assert len(found) == len(texts)
    assert all(1 <= fit <= (1 + STATING) * (1 + TIMED) for fit in found)


@given(st.lists(st.floats(0, 9), max_size=12).map(lambda scores: sorted(scores, reverse=True)), st.data())
def test_the_first_are_put_in_their_new_order_and_what_lies_behind_stays(
    scores: list[float], data: st.DataObject
) -> None:
    count = len(scores)
    factors = data.draw(st.lists(st.floats(1, 1.6), max_size=count))
    before = Ranking(np.arange(count, dtype=np.int32), np.array(scores), scores, [1.0] * count, count)
    after = refitted(before, factors)
    read = range(len(factors))
    assert after.rows.tolist() == [
        *sorted(read, key=lambda row: (-scores[row] * factors[row], row)),
        *range(len(factors), count),
    ]
    assert after.scores == sorted(after.scores, reverse=True)
    assert list(after.fits) == [factors[row] for row in after.rows.tolist()[: len(factors)]]


def test_an_unknown_way_is_refused_by_name() -> None:
    with pytest.raises(Refused, match="'model'; choose one of off, form"):
        check_answering("model")
    with pytest.raises(Refused):
        PanelSettings(answering="model")  # type: ignore[arg-type]
