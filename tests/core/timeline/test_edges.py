"""Typed edges: `updates` and `extends`, seen alike from both ends, and never without an end."""

from __future__ import annotations

from graphlib import TopologicalSorter
from random import Random

from hypothesis import HealthCheck, Phase, example, given, settings

from core.claims.claim import UNDONE
from core.clocks.instants import DAY, Instant
from core.errors import PackError
from core.pack import commands as c
from core.state.view import View
from core.store import tables
from core.timeline.edges import EXTENDS, UPDATES, Edge
from tests.core.pack.concluding import ConcludingWalker
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.laws import Memory, edges, spread
from tests.core.pack.walks import RANDOMS, Seeded


def of(desk: Desk, claim_id: str | None, at: Instant | None = None) -> list[Edge]:
    return list(desk.pack.page(claim_id or "", View(believed_at=at)).edges)


def test_a_successor_updates_what_it_ended_or_named_until_that_is_reopened() -> None:
    with scratch_desk() as desk:
        old = desk.write("The gateway listens on port 8080.", key="port").id or ""
        desk.pass_time(DAY)
        new = desk.write("The gateway listens on port 9090.", key="port").id or ""
        edge = Edge(UPDATES, new, old)
        assert of(desk, old) == of(desk, new) == [edge]
        stood = desk.clock.now()
        desk.pass_time(DAY)
        desk.do(c.Retract(id=new, why="a slip"))
        desk.do(c.Reopen(id=old))
        assert of(desk, old) == of(desk, new) == []
        assert of(desk, old, stood) == of(desk, new, stood) == [edge]


def test_a_late_version_stands_between_its_neighbours() -> None:
    with scratch_desk() as desk:
        now = desk.clock.now()
        first = desk.write("The gateway listens on port 7070.", key="port", t_valid=now - 9 * DAY).id or ""
        last = desk.write("The gateway listens on port 9090.", key="port", t_valid=now - DAY).id or ""
        late = desk.write("The gateway listens on port 8080.", key="port", t_valid=now - 5 * DAY).id or ""
        assert {Edge(UPDATES, last, late), Edge(UPDATES, late, first)} <= set(of(desk, late))


def test_a_replacement_that_ended_nothing_is_an_update_too() -> None:
    with scratch_desk() as desk:
        now = desk.clock.now()
        old = desk.write("Lift two is shut to all.", t_valid=now - 9 * DAY, t_invalid=now - 5 * DAY).id or ""
        new = desk.write("Lift two is shut again to all.", t_valid=now - DAY, supersedes=(old,)).id or ""
        assert of(desk, old) == of(desk, new) == [Edge(UPDATES, new, old)]


def test_a_claim_that_lies_before_the_one_it_names_does_not_replace_it() -> None:
    """Its author says that it replaces the other; dated earlier, it ends where that one begins."""
    with scratch_desk() as desk:
        now = desk.clock.now()
        later = desk.write("So plan three holds.", key="plan", t_valid=now - 5 * DAY).id or ""
        window = {"t_valid": now - 9 * DAY, "t_invalid": now - 5 * DAY}
        named = desk.write("So plan two holds.", key="plan", supersedes=(later,), **window).id or ""
        assert of(desk, named) == of(desk, later)
        assert Edge(UPDATES, named, later) not in of(desk, later)


def test_a_conclusion_extends_the_claims_and_deeds_that_it_rests_on() -> None:
    with scratch_desk() as desk:
        claim = desk.write("Reports go out on Friday.").id or ""
        deed = desk.do(c.PutDeed(body="minutes")).id or ""
        told = desk.write("Friday is the busy day.", kind="conclusion", derived_from=(claim, deed)).id or ""
        assert of(desk, told) == sorted([Edge(EXTENDS, told, claim), Edge(EXTENDS, told, deed)])
        assert of(desk, claim) == [Edge(EXTENDS, told, claim)]
        desk.do(c.Undo())
        assert of(desk, claim) == of(desk, told) == []


@settings(
    max_examples=12,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(random=RANDOMS)
@example(random=Seeded(4682))
def test_an_edge_has_two_readable_ends_and_is_the_same_from_both(random: Random) -> None:
    with scratch_desk() as desk:
        walker = ConcludingWalker(desk, random)
        seen: set[str] = set()
        for _ in range(30):
            asked = walker.ask()
            try:
                desk.do(asked.command, by=asked.by)
            except PackError:
                continue
        for at in spread(edges(Memory.of(desk)), 5):
            seen |= whole(desk, min(at, desk.pack.now()))
        assert seen <= {UPDATES, EXTENDS}


def whole(desk: Desk, at: Instant) -> set[str]:
    """Hold every edge of a date to both of its ends; the types that were met."""
    held = desk.pack.reader.held
    written = [one for one in held.columns.ids if held.claim_at(one, at) is not None]
    known = {one: set(of(desk, one, at)) for one in written}
    for claim_id, found in known.items():
        for edge in found:
            assert claim_id in (edge.source, edge.target)
            for end in (edge.source, edge.target):
                deed = held.chains.at(tables.DEED, end, at)
                assert deed is not None or edge in known[end]
                assert deed is not None or desk.pack.claim(end, View(believed_at=at)).state != UNDONE
    replaced: dict[str, set[str]] = {}
    for edge in {edge for found in known.values() for edge in found if edge.type == UPDATES}:
        replaced.setdefault(edge.source, set()).add(edge.target)
    TopologicalSorter(replaced).prepare()  # raises CycleError where a claim comes to replace itself
    return {edge.type for found in known.values() for edge in found}


def test_two_claims_that_replaced_each_other_in_turn_are_one_edge() -> None:
    """The first is reopened, dated anew and then accepted as the newer one."""
    with scratch_desk() as desk:
        now = desk.clock.now()
        texts = [f"The gateway needs port {value} for all." for value in ("8080", "9090")]
        one, two = (
            desk.write(text, entities=("gateway",), t_valid=now - days * DAY).id or ""
            for text, days in zip(texts, (9, 5), strict=True)
        )
        assert of(desk, one) == [Edge(UPDATES, two, one)]
        desk.do(c.Reopen(id=one))
        desk.do(c.Edit(id=one, expect_rev=desk.claim(one).rev, changes={"t_valid": now - DAY}))
        desk.do(c.Consolidate(workspace="default"))
        (proposal,) = desk.pack.proposals()
        desk.do(c.Accept(proposal=proposal.id))
        assert of(desk, one) == of(desk, two) == [Edge(UPDATES, one, two)]
