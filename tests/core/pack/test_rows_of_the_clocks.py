"""Behaviours of two clocks that memory systems are held to, each under the id of its row."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, Phase, given, settings

from core.clocks.instants import DAY, HOUR
from core.errors import PackError
from core.pack import commands as c
from core.pack.handover import export_lines
from core.state.view import View
from core.timeline.edges import EXTENDS, UPDATES
from tests.core.pack.concluding import ConcludingWalker
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.laws import Memory, edges, spread
from tests.core.pack.walks import RANDOMS


def port(desk: Desk, value: str, **fields: object) -> str:
    told = desk.write(f"The gateway needs port {value} for all.", entities=("gateway",), **fields)
    return told.id or ""


def test_bt_01_a_record_has_five_times_and_those_of_what_is_open_are_null(desk: Desk) -> None:
    seen, begins = desk.clock.now() - 2 * HOUR, desk.clock.now() - DAY
    told = desk.write("The lift holds eight people.", t_observed=seen, t_valid=begins)
    times = ("t_created", "t_recorded", "t_observed", "t_valid", "t_invalid")
    claim = desk.reopen_file().claim(told.id)
    assert {name: getattr(claim, name) for name in times} == {
        "t_created": told.t_tx,
        "t_recorded": told.t_tx,
        "t_observed": seen,
        "t_valid": begins,
        "t_invalid": None,
    }
    (line,) = desk.pack.history(told.id or "")
    assert (line.t_recorded, line.t_expired, claim.closing) == (told.t_tx, None, None)


def test_bt_03_the_window_of_truth_holds_in_every_way_of_reading(desk: Desk) -> None:
    claims = [port(desk, "8080"), desk.write("Backups of the gateway run.", entities=("gateway",)).id or ""]
    before = desk.pass_time(DAY)
    cut = desk.pass_time(DAY)
    desk.do(c.Close(id=claims[0]))
    after = desk.pass_time(DAY)
    for true, shown in ((before, True), (cut - 1, True), (cut, False), (after, False)):
        view = View(workspace="default", true_at=true)
        ways = {
            "list": claims[0] in desk.pack.ids(view),
            "search": claims[0] in {hit.line.claim.id for hit in desk.pack.search("port", view).hits},
            "look-up by id": claims[0]
            in {hit.line.claim.id for hit in desk.pack.search(claims[0], view).hits},
            "walk": claims[0] in {one.line.claim.id for one in desk.pack.activate("backups", view).reached},
            "islands": claims[0] in {one for isle in desk.pack.islands(view).islands for one in isle.members},
            "hubs": claims[0] in {hub.line.claim.id for hub in desk.pack.hubs(view)},
            "due": claims[0] in {card.line.claim.id for card in desk.pack.due(view).cards},
        }
        assert ways == dict.fromkeys(ways, shown), true


def test_bt_06_a_hundred_corrections_add_a_hundred_versions_and_take_none_away(desk: Desk) -> None:
    claim_id = desk.write("The lift holds eight people.").id or ""
    versions: list[object] = [desk.claim(claim_id)]
    for number in range(100):
        desk.pass_time(HOUR)
        command = c.Edit(id=claim_id, expect_rev=number + 1, changes={"question": f"How many at {number}?"})
        desk.do(command)
        versions.append(desk.claim(claim_id))
        assert [line.claim for line in desk.pack.history(claim_id)] == versions
    assert desk.pack.reader.held.columns.n == 101
    assert len(desk.pack.claims()) == 1


def test_bt_06_a_hundred_changed_facts_are_a_hundred_claims_more(desk: Desk) -> None:
    ids = [port(desk, "8000", key="port")]
    for number in range(1, 101):
        desk.pass_time(HOUR)
        ids.append(port(desk, str(8000 + number), key="port"))
    assert set(desk.pack.ids(View(shows="both"))) == set(ids)
    assert desk.pack.ids() == (ids[-1],)
    assert len(list(export_lines(desk.pack))) > 101


def test_bt_21_the_chain_of_a_claim_has_every_version_both_clocks_author_and_reason(desk: Desk) -> None:
    old = port(desk, "8080")
    desk.pass_time(DAY)
    desk.do(c.Edit(id=old, expect_rev=1, changes={"question": "Which port?"}))
    desk.pass_time(DAY)
    told = desk.write("The gateway needs port 9090 for all.", entities=("gateway",), by="bot")
    new = told.id or ""
    desk.pass_time(DAY)
    desk.do(c.Reopen(id=old), by="maya")
    desk.pass_time(DAY)
    desk.do(c.Retract(id=old, why="it was the other gateway"), by="maya")
    lines = desk.pack.history(old)
    assert [line.claim.rev for line in lines] == [1, 2, 3, 4, 5]
    spans = [(line.t_recorded, line.t_expired) for line in lines]
    assert [end for _, end in spans] == [*(start for start, _ in spans[1:]), None]
    assert {line.claim.author for line in lines} == {"ana"}
    assert {line.claim.t_valid for line in lines} == {lines[0].claim.t_valid}
    assert [line.claim.t_invalid for line in lines] == [None, None, told.t_tx, None, None]
    closing, withdrawal = lines[2].claim.closing, lines[4].claim.withdrawal
    assert closing is not None
    assert withdrawal is not None
    assert (closing.rule, closing.actor, closing.by) == ("rewrite", "bot", new)
    assert closing.figures["jaccard"] >= closing.thresholds["jaccard"]
    assert (withdrawal.actor, withdrawal.why) == ("maya", "it was the other gateway")
    acts = [desk.pack.event(line.tx) for line in lines]
    assert [(act.verb, act.actor) for act in acts] == [
        ("write", "ana"), ("edit", "ana"), ("write", "bot"), ("reopen", "maya"), ("retract", "maya"),
    ]  # fmt: skip


some_walks = settings(
    max_examples=8,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


def walked(desk: Desk, random: Random, steps: int) -> None:
    walker = ConcludingWalker(desk, random)
    for _ in range(steps):
        asked = walker.ask()
        try:
            desk.do(asked.command, by=asked.by)
        except PackError:
            continue


@some_walks
@given(random=RANDOMS)
def test_bt_22_a_diff_of_two_dates_is_the_set_difference_of_two_reads(random: Random) -> None:
    with scratch_desk() as desk:
        walked(desk, random, 25)
        dates = spread(edges(Memory.of(desk)), 4)
        for one, other in [(a, b) for a in dates for b in dates]:
            first = View(workspace="default", true_at=one, believed_at=one)
            second = View(workspace="default", true_at=other, believed_at=other)
            before = {line.claim.id: line.claim for line in desk.pack.claims(first)}
            after = {line.claim.id: line.claim for line in desk.pack.claims(second)}
            found = desk.pack.diff(first, second)
            gone = {change.before.id for change in (*found.closed, *found.withdrawn)}
            assert {claim.id for claim in found.opened} == after.keys() - before.keys()
            assert gone == before.keys() - after.keys()
            assert len(gone) == len(found.closed) + len(found.withdrawn)
            differing = {key for key in before.keys() & after.keys() if before[key] != after[key]}
            assert {change.before.id for change in found.changed} == differing


@some_walks
@given(random=RANDOMS)
def test_bt_23_edges_are_typed_and_no_act_leaves_one_without_an_end(random: Random) -> None:
    with scratch_desk() as desk:
        walked(desk, random, 25)
        known = {one: desk.pack.page(one).edges for one in desk.pack.reader.held.columns.ids}
        deeds = {deed.accession for deed in desk.pack.deeds()}
        for claim_id, found in known.items():
            for edge in found:
                assert edge.type in (UPDATES, EXTENDS)
                assert edge.source in known
                assert edge.target in known.keys() | deeds
                assert {edge} <= set(known[edge.source])
                assert edge.target in deeds or edge in known[edge.target]
                assert claim_id in (edge.source, edge.target)


def test_bt_23_an_end_that_is_retracted_is_flagged_and_one_that_is_undone_takes_its_edge_along(
    desk: Desk,
) -> None:
    premises = [desk.write(text).id or "" for text in ("Reports go out on Friday.", "Stairs are wet.")]
    told = desk.write("Friday is a wet day.", kind="conclusion", derived_from=tuple(premises))
    desk.do(c.Retract(id=premises[0], why="a slip"))
    page = desk.pack.page(told.id or "")
    assert [(edge.type, edge.target) for edge in page.edges] == [(EXTENDS, one) for one in sorted(premises)]
    assert page.premises_gone == (premises[0],)
    assert desk.pack.page(premises[0]).line.state == "retracted"
    desk.do(c.Undo(tx=told.tx))
    assert [desk.pack.page(one).edges for one in (*premises, told.id or "")] == [(), (), ()]
