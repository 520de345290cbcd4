"""What cannot be replaced, or cannot replace: each refusal has its own sentence, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from core.clocks.instants import DAY
from core.errors import PackError
from core.pack import commands as c
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.laws import Memory

OLD, NEW = "The gateway needs port 8080 for all.", "The gateway needs port 9090 for all."


def old(desk: Desk, text: str = OLD, **fields: object) -> str:
    return desk.write(text, entities=("gateway",), **fields).id or ""


def by_itself(desk: Desk) -> Callable[[], object]:
    first = old(desk)
    return lambda: old(desk, supersedes=(first,))


def by_what_it_replaced(desk: Desk) -> Callable[[], object]:
    old(desk)
    planned = old(desk, NEW, t_valid=desk.clock.now() + 5 * DAY)
    return lambda: old(desk, supersedes=(planned,))


def unknown(desk: Desk) -> Callable[[], object]:
    return lambda: old(desk, supersedes=("0" * 32,))


def by_a_successor_that_is_closed(desk: Desk) -> Callable[[], object]:
    desk.do(c.Configure(name="policy", value="propose"))
    old(desk)
    desk.pass_time(DAY)
    newer = old(desk, NEW)
    (proposal,) = desk.pack.proposals()
    desk.pass_time(DAY)
    desk.do(c.Close(id=newer))
    return lambda: desk.do(c.Accept(proposal=proposal.id))


def by_what_is_not_stored(desk: Desk) -> Callable[[], object]:
    old(desk)
    return lambda: desk.do(c.Accept(proposal="0" * 32))


def retracted(desk: Desk) -> Callable[[], object]:
    first = old(desk)
    desk.do(c.Retract(id=first))
    return lambda: old(desk, NEW, supersedes=(first,))


def from_the_same_instant(desk: Desk) -> Callable[[], object]:
    first, now = old(desk, t_valid=desk.clock.now()), desk.clock.now()
    return lambda: old(desk, NEW, t_valid=now, supersedes=(first,))


def by_an_earlier_one(desk: Desk) -> Callable[[], object]:
    first, now = old(desk, t_valid=desk.clock.now()), desk.clock.now()
    return lambda: old(desk, NEW, t_valid=now - DAY, supersedes=(first,))


def elsewhere(desk: Desk) -> Callable[[], object]:
    first = old(desk, workspace="harbour")
    return lambda: old(desk, NEW, supersedes=(first,))


REFUSED: Final[dict[str, tuple[Callable[[Desk], Callable[[], object]], str]]] = {
    "itself": (by_itself, "cannot be replaced by the same words"),
    "a cycle": (by_what_it_replaced, "says this already, so nothing new is written to replace"),
    "unknown": (unknown, "no claim has that id"),
    "a closed successor": (by_a_successor_that_is_closed, "that proposal is lapsed already"),
    "not stored": (by_what_is_not_stored, "there is no proposal"),
    "retracted": (retracted, "was retracted, so there is nothing to replace"),
    "the same start": (from_the_same_instant, "starts at the same instant"),
    "a later start": (by_an_earlier_one, "starts later"),
    "another workspace": (elsewhere, "stands in workspace harbour"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_replacement_that_cannot_be_is_refused_by_its_own_sentence_and_changes_nothing(case: str) -> None:
    with scratch_desk() as desk:
        prepare, words = REFUSED[case]
        attempt = prepare(desk)
        before = Memory.of(desk)
        with pytest.raises(PackError) as refusal:
            attempt()
        said = str(refusal.value)
        assert words in said
        assert [name for name, (_, other) in REFUSED.items() if other in said] == [case]
        assert Memory.of(desk) == before
