"""A summary that tells two texts shows what sets the one apart from the other, however long both are."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from core.pack import commands as c
from core.pack.receipts import Receipt
from tests.core.pack.desk import Desk

LONG = "A review request gets its answer within {} working days of the day on which it was made."
OLD, NEW = LONG.format("two"), LONG.format("nine")


def proposed(desk: Desk) -> str:
    """An open proposal of a pair that differs beyond the fortieth character."""
    desk.do(c.Configure(name="policy", value="propose"))
    desk.write(OLD, entities=("review request",))
    desk.pass_time(1)
    desk.write(NEW, entities=("review request",))
    return desk.pack.proposals()[0].id


def written(desk: Desk) -> Receipt:
    desk.write(OLD, key="answer")
    desk.pass_time(1)
    return desk.write(NEW, key="answer")


def accepted(desk: Desk) -> Receipt:
    return desk.do(c.Accept(proposal=proposed(desk)))


def declined(desk: Desk) -> Receipt:
    return desk.do(c.Decline(proposal=proposed(desk)))


def corrected(desk: Desk) -> Receipt:
    one = desk.write(OLD).id or ""
    desk.pass_time(1)
    return desk.do(c.NoLongerTrue(id=one, reason="", corrected=NEW))


@pytest.mark.parametrize("act", [written, accepted, declined, corrected])
def test_a_summary_of_two_texts_shows_where_they_differ(desk: Desk, act: Callable[[Desk], Receipt]) -> None:
    quotes = re.findall("“(.*?)”", act(desk).summary)
    assert len(quotes) == 2
    assert {"two" in one for one in quotes} == {"nine" in one for one in quotes} == {True, False}
    undone = desk.pack.submit(c.Undo(), actor="ana").summary
    again = desk.pack.submit(c.Redo(), actor="ana").summary
    assert all(one in undone and one in again for one in quotes)


def test_the_warning_of_a_reopening_shows_where_the_other_differs(desk: Desk) -> None:
    one = desk.write(OLD, entities=("review request",)).id or ""
    desk.pass_time(1)
    other = desk.write(NEW, entities=("review request",), supersedes=(one,))
    assert [closed.id for closed in other.closes] == [one]
    warned = desk.do(c.Reopen(id=one)).warnings
    assert ["nine" in warning for warning in warned] == [True]
