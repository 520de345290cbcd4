"""Search through the door, against a naive scan of the claims that the view shows."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from core.claims.claim import Claim
from core.clocks.instants import DAY
from core.pack import commands as c
from core.state.view import View
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.laws import Memory, edges, spread
from tests.core.pack.walks import NAMES, RANDOMS, VALUES, walk
from tests.core.search import oracle

QUERIES = (
    "gateway port",
    "gatway prot 8080",
    "мост",
    "eleven nodes twelve",
    '"old" queue',
    "thinking of staging",
    "ana",
    "?!",
    "restart billng not cache",
)
CLOSE = 1e-5
"""float32 against float64."""


def seen_by(memory: Memory, view: View, true_at: int, believed_at: int) -> list[Claim]:
    """The claims of a view, found the plainest way."""
    newest = [
        [one for one in versions if one.t_recorded <= believed_at][-1:] for versions in memory.claims.values()
    ]
    return [
        claim
        for [claim] in filter(None, newest)
        if claim.believed
        and claim.true_at(true_at)
        and claim.workspace in (view.workspace, "*")
        and (view.resting or not claim.resting)
    ]


def compare(desk: Desk, memory: Memory, query: str, view: View) -> None:
    found = desk.pack.search(query, view, limit=1000)
    naive = oracle.search(query, seen_by(memory, view, found.basis.true_at, found.basis.believed_at))
    assert list(found.repairs) == naive.repairs
    assert found.matched == sum(named.keys() != {"windows"} for named in naive.ballots.values())
    assert {hit.line.claim.id: hit.relevance for hit in found.hits} == pytest.approx(
        naive.relevance, rel=CLOSE
    )
    for hit in found.hits:
        assert hit.ballots == pytest.approx(naive.ballots[hit.line.claim.id], rel=CLOSE)


@settings(
    max_examples=8,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(random=RANDOMS)
def test_search_is_that_of_a_naive_scan_at_any_two_dates(random: Random) -> None:
    """I19, through the door."""
    with scratch_desk(diversify="none", fuse="combmnz") as desk:
        for number, _ in enumerate(walk(desk, random, 30)):
            if number % 6 == 5:  # the live index, grown in place
                live = View(workspace="default", resting=False)
                for name, value in (("fuse", "combmnz"), ("decay", "off")):
                    desk.do(c.Configure(name=name, value=value))
                compare(desk, Memory.of(desk), random.choice(QUERIES), live)
        memory = Memory.of(desk)
        instants = spread(edges(memory), 5)
        for query in (*random.sample(QUERIES, 4), f"{random.choice(NAMES)} {random.choice(VALUES)}"):
            at, true = random.choice(instants), random.choice(instants)
            view = View(workspace="default", true_at=true, believed_at=at, resting=bool(random.randrange(2)))
            compare_fused(desk, memory, query, view)


def compare_fused(desk: Desk, memory: Memory, query: str, view: View) -> None:
    """Settings are read as of B: only where the default fuser was in force are scores to be compared."""
    at = desk.pack.reader.basis(view).believed_at
    if desk.pack.reader.setting("fuse", at) == "combmnz" and desk.pack.reader.setting("decay", at) == "off":
        compare(desk, memory, query, view)
    else:
        found = {hit.line.claim.id for hit in desk.pack.search(query, view, limit=1000).hits}
        assert found == set(oracle.search(query, seen_by(memory, view, view.true_at or 0, at)).relevance)


def test_an_answer_of_the_past_is_the_same_whatever_is_written_later(desk: Desk) -> None:
    first = desk.write("The gateway listens on port 8080.", key="port").id or ""
    desk.write("Gateways are cleaned in spring.")
    desk.pass_time(DAY)
    then = View(workspace="default", believed_at=desk.clock.now())
    answer = desk.pack.search("gatway port", then)
    desk.pass_time(DAY)
    desk.write("Port 9090 is used by the gateway.", key="port")
    desk.do(c.Retract(id=first))
    desk.do(c.Configure(name="fuse", value="rrf"))
    desk.do(c.Configure(name="decay", value="off"))
    for n in range(20):
        desk.write(f"Gatway {n} is a word spelt so.")
    assert desk.pack.search("gatway port", then) == answer
    assert desk.reopen_file().pack.search("gatway port", then) == answer


def test_searching_leaves_the_file_as_it_was(desk: Desk) -> None:
    for n in range(20):
        desk.write(f"Shelf s{n} holds box b{n}.")
    desk.pack.search("shelf")
    path = desk.pack.path / "data.mdb"
    before = path.read_bytes()
    for n in range(200):
        desk.pack.search(f"shelf box b{n}", View(believed_at=desk.clock.now() - n))
    assert path.read_bytes() == before


def held_as_told(desk: Desk) -> bool:
    hits = desk.pack.search("gateway").hits
    return len(hits) > 1 and all(hit.decay == hit.line.retrievability for hit in hits)


def test_a_grade_counts_in_the_next_search_and_its_undoing_in_the_one_after(desk: Desk) -> None:
    first = desk.write("The gateway listens on port 8080.").id or ""
    desk.write("Every gateway is cleaned in spring.")
    desk.pass_time(30 * DAY)
    assert held_as_told(desk)
    graded = desk.do(c.Grade(id=first, grade=4))
    desk.write("A third gateway stands in the cellar.")
    assert held_as_told(desk)
    desk.do(c.Undo(tx=graded.tx))
    assert held_as_told(desk)
