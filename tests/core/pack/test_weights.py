"""Weights of ballots as one setting."""

import pytest

from core.errors import Refused
from core.pack import commands as c
from core.pack.weights import over, read_weights, write_weights
from tests.core.pack.desk import Desk

SHIPPED = {"bm25+": 1.0, "scan": 0.5}


def test_what_is_written_is_read_again() -> None:
    assert read_weights(write_weights({"bm25+": 1.0, "scan": 0.25})) == {"bm25+": 1.0, "scan": 0.25}


def test_what_is_not_named_stays_as_shipped_and_zero_takes_a_ballot_out() -> None:
    assert over(SHIPPED, "") == SHIPPED
    assert over(SHIPPED, "scan=0, windows=1") == {"bm25+": 1.0, "windows": 1.0}


@pytest.mark.parametrize("text", ["scan", "scan=", "=1", "scan=-1", "scan=inf", "scan=a,bm25+=1"])
def test_what_is_no_weight_is_refused_with_how_to_write_one(text: str) -> None:
    with pytest.raises(Refused, match="weight"):
        read_weights(text)


def test_a_search_uses_the_weights_that_are_set(desk: Desk) -> None:
    desk.write("The harbour crane lifts ten tonnes.")
    assert desk.pack.search("crane").panel["ballots"]["scan"] > 0
    desk.do(c.Configure(name="weights", value="scan=0,bm25+=2"))
    found = desk.pack.search("crane")
    assert "scan" not in found.panel["ballots"]
    assert found.panel["ballots"]["bm25+"] == 2.0
    assert found.hits[0].ballots.keys() == {"bm25+", "windows"}
