"""A conclusion whose premise is gone is flagged when it is read, in every answer, and nothing is stored."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from core.clocks.instants import DAY
from core.errors import PackError
from core.pack import commands as c
from core.pack import quick
from core.pack.pack import Pack
from core.state.view import View
from tests.core.pack.concluding import ConcludingWalker
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.laws import Memory, edges, spread
from tests.core.pack.walks import RANDOMS

HERE = View(workspace="default")


def flags(pack: Pack, claim_id: str, view: View = HERE) -> dict[str, tuple[str, ...]]:
    """The flag of a claim in each answer that holds it."""
    lines = {
        "list": pack.claims(view),
        "lines": pack.lines([claim_id], view),
        "search": [hit.line for hit in pack.search("storm plan", view).hits],
        "due": [card.line for card in pack.due(view).cards],
        "hubs": [hub.line for hub in pack.hubs(view)],
        "page": [pack.page(claim_id, view).line],
    }
    found = {name: line.premises_gone for name, told in lines.items() for line in told
             if line.claim.id == claim_id}  # fmt: skip
    return found | {"show": pack.page(claim_id, view).premises_gone}


@pytest.mark.parametrize("ending", [c.Close, c.Retract])
def test_a_conclusion_is_flagged_while_a_premise_is_gone_and_not_after_it_is_reopened(
    desk: Desk, ending: type[c.Close]
) -> None:
    texts = ("Reports go out on Friday.", "Stairs are wet.")
    one, two = (desk.write(text, entities=("storm",)).id or "" for text in texts)
    told = desk.write(
        "The storm plan holds.", kind="conclusion", derived_from=(one, two), entities=("storm",)
    ).id or ""  # fmt: skip
    whole = desk.pass_time(DAY)
    desk.pass_time(DAY)
    desk.do(ending(id=one, why="seen on site"))
    broken = desk.pass_time(DAY)
    at = {"list", "lines", "search", "due", "hubs", "page", "show"}
    assert flags(desk.pack, told) == dict.fromkeys(at, (one,))
    assert len(desk.pack.history(told)) == 1
    desk.pass_time(DAY)
    desk.do(c.Reopen(id=one))
    assert flags(desk.pack, told) == dict.fromkeys(at, ())
    then = View(workspace="default", believed_at=broken)
    assert flags(desk.pack, told, then) == dict.fromkeys(at, (one,))
    assert set(flags(desk.pack, told, View(workspace="default", believed_at=whole)).values()) == {()}


def test_a_premise_that_ends_by_plan_is_gone_from_that_instant(desk: Desk) -> None:
    end = desk.clock.now() + 5 * DAY
    one = desk.write("Reports go out on Friday.", t_invalid=end).id or ""
    two = desk.write("Stairs are wet.").id or ""
    told = desk.write("The storm plan holds.", kind="conclusion", derived_from=(one, two)).id or ""
    for true, gone in ((end - 1, ()), (end, (one,))):
        assert desk.pack.page(told, View(true_at=true)).premises_gone == gone
    desk.clock.set(end)
    assert desk.pack.page(told).premises_gone == (one,)


def test_the_morning_read_from_the_file_bears_the_flag_too(desk: Desk) -> None:
    texts = ("Reports go out on Friday.", "Stairs are wet.", "Boats stay ashore.")
    one, two, three = (desk.write(text).id or "" for text in texts)
    told = desk.write("The storm plan holds.", kind="conclusion", derived_from=(one, two, three)).id or ""
    desk.pass_time(DAY)
    desk.do(c.Close(id=two))
    desk.do(c.Retract(id=three))
    with_file = desk.reopen_file().pack
    assert not with_file.loaded
    cards = {card.line.claim.id: card.line.premises_gone for card in with_file.due().cards}
    assert not with_file.loaded
    assert cards[told] == (two, three)


@settings(
    max_examples=8,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(random=RANDOMS)
def test_the_morning_from_the_file_is_the_whole_one_with_conclusions_too(random: Random) -> None:
    with scratch_desk() as desk:
        walker = ConcludingWalker(desk, random)
        for number in range(30):
            asked = walker.ask()
            try:
                desk.do(asked.command, by=asked.by)
            except PackError:
                continue
            if number % 5 == 4:
                full = desk.pack.due(HERE)
                assert quick.due_now(desk.pack.log, desk.clock, "default") == full


@settings(
    max_examples=10,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(random=RANDOMS)
def test_the_flag_is_what_the_lists_say_of_the_premises_on_any_two_dates(random: Random) -> None:
    with scratch_desk() as desk:
        walker = ConcludingWalker(desk, random)
        for _ in range(30):
            asked = walker.ask()
            try:
                desk.do(asked.command, by=asked.by)
            except PackError:
                continue
        dates = spread(edges(Memory.of(desk)), 5)
        known = set(desk.pack.reader.held.columns.ids)
        for true in dates:
            for believed in dates:
                view = View(true_at=true, believed_at=believed, resting=True)
                stands = set(desk.pack.ids(view))
                for line in desk.pack.claims(view.with_shows("both")):
                    rests_on = line.claim.derived_from
                    gone = tuple(one for one in rests_on if one in known and one not in stands)
                    assert line.premises_gone == gone
