"""Islands, hubs and firing through the door, against networkx over the links of the same view."""

from __future__ import annotations

from random import Random

import networkx as nx
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from core.clocks.instants import DAY, HOUR
from core.errors import Refused
from core.pack import commands as c
from core.state.view import View
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.laws import Memory, edges, spread
from tests.core.pack.walks import RANDOMS, walk

# oracle


def links_of(desk: Desk, view: View) -> nx.Graph:
    """The links between the claims of a view, from the chains of the log alone."""
    basis = desk.pack.reader.basis(view)
    graph = nx.Graph()
    graph.add_nodes_from(line.claim.id for line in desk.pack.claims(view))
    for pair, chain in Memory.of(desk).tables["link"].items():
        weights = [entry.value for entry in chain if entry.t_tx <= basis.believed_at]
        one, other = pair.split("|")
        if weights and weights[-1] is not None and one in graph and other in graph:
            graph.add_edge(one, other, weight=weights[-1])
    return graph


def compare(desk: Desk, view: View) -> None:
    graph = links_of(desk, view)
    found = desk.pack.islands(view)
    groups = [set(island.members) for island in found.islands]
    alone = set(nx.isolates(graph))
    assert set().union(*groups) == set(graph) - alone
    assert sum(map(len, groups)) == len(graph) - len(alone)
    assert found.loners == len(alone)
    assert {(a, b, w) for a, b, w in found.edges} == {
        (min(a, b), max(a, b), w) for a, b, w in graph.edges(data="weight")
    }
    for group in groups:
        assert nx.is_connected(graph.subgraph(group))
    compare_modularity(found.modularity, groups, graph.subgraph(set(graph) - alone))
    compare_ranks(desk, view, graph)


def compare_modularity(modularity: float, groups: list[set[str]], linked: nx.Graph) -> None:
    """What is told is the modularity of the division, and it is no worse than what networkx finds."""
    if not linked.number_of_edges():
        return
    assert modularity == pytest.approx(nx.community.modularity(linked, groups), abs=1e-9)
    single = nx.community.modularity(linked, list(nx.connected_components(linked)))
    louvain = nx.community.louvain_communities(linked, seed=1)
    assert modularity >= min(single, nx.community.modularity(linked, louvain)) - 0.02


def compare_ranks(desk: Desk, view: View, graph: nx.Graph) -> None:
    exact = nx.pagerank(graph, alpha=0.85, tol=1e-12, max_iter=1000) if len(graph) else {}
    hubs = desk.pack.hubs(view, limit=10_000)
    assert {hub.line.claim.id for hub in hubs} == {one for one in graph if graph.degree(one)}
    for hub in hubs:
        assert hub.score == pytest.approx(exact[hub.line.claim.id], abs=1e-8)
        assert hub.links == graph.degree(hub.line.claim.id)
        assert cut_off(graph, hub.line.claim.id) == sorted(map(len, hub.cut_off))
    scores = [round(hub.score, 9) for hub in hubs]
    assert scores == sorted(scores, reverse=True)


def cut_off(graph: nx.Graph, claim_id: str) -> list[int]:
    """Sizes of the parts that come off a component without one claim, the largest part left out."""
    around = graph.subgraph(nx.node_connected_component(graph, claim_id) - {claim_id})
    return sorted(map(len, nx.connected_components(around)))[:-1]


@settings(
    max_examples=8,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(random=RANDOMS)
def test_islands_and_hubs_are_those_of_networkx_at_any_two_dates(random: Random) -> None:
    with scratch_desk() as desk:
        for _ in walk(desk, random, 40):
            pass
        instants = spread(edges(Memory.of(desk)), 4)
        compare(desk, View(workspace="default"))
        for at in instants:
            for view in (View(believed_at=at), View(workspace="other", true_at=at, believed_at=instants[-2])):
                compare(desk, view)


# firing


def three(desk: Desk) -> tuple[str, str, str]:
    """Two linked claims and one that shares no name with them."""
    one = desk.write("The gateway restarts at night.", entities=("gateway",)).id or ""
    two = desk.write("Backups of the gateway run first.", entities=("gateway",)).id or ""
    apart = desk.write("Shelf nine is full.", entities=("shelf",)).id or ""
    return one, two, apart


def weight(desk: Desk, one: str, other: str) -> float | None:
    return desk.pack.reader.held.links.peers(one).get(other)


def test_firing_strengthens_links_makes_missing_ones_and_fades_the_others(desk: Desk) -> None:
    one, two, apart = three(desk)
    assert (weight(desk, one, two), weight(desk, one, apart)) == (0.5, None)
    desk.do(c.Fire(ids=(one, apart)))
    assert weight(desk, one, apart) == pytest.approx(0.55)
    assert weight(desk, one, two) == pytest.approx(0.49)
    before = desk.clock.now() - 1
    assert desk.pack.reader.held.links_at(before).peers(one) == {}
    desk.pass_time(2 * HOUR)
    desk.do(c.Fire(ids=(apart, one, one)))
    assert weight(desk, one, apart) == pytest.approx(0.595)


def test_the_same_set_within_the_hour_is_held_in_any_order(desk: Desk) -> None:
    one, two, apart = three(desk)
    fired = desk.do(c.Fire(ids=(one, two))).t_tx or 0
    desk.clock.set(fired + HOUR - 2)
    assert desk.do(c.Fire(ids=(two, one))).outcome == "noop"
    assert desk.do(c.Fire(ids=(one, two, apart))).outcome == "update"
    desk.clock.set(fired + HOUR)
    assert desk.do(c.Fire(ids=(two, one))).outcome == "update"


def test_an_undone_firing_does_not_hold_the_next(desk: Desk) -> None:
    one, two, _ = three(desk)
    desk.do(c.Fire(ids=(one, two)))
    desk.do(c.Undo())
    assert weight(desk, one, two) == 0.5
    assert desk.do(c.Fire(ids=(one, two))).outcome == "update"


def test_a_persona_writes_only_its_own_lens(desk: Desk) -> None:
    one, two, _ = three(desk)
    desk.write("The gateway logs to disk.", entities=("gateway",))
    shared = desk.pack.activate("gateway night").reached
    desk.do(c.Fire(ids=(one, two), persona="Vera"))
    assert weight(desk, one, two) == 0.5
    assert desk.pack.activate("gateway night").reached == shared
    assert desk.pack.activate("gateway night", persona="Vera").reached != shared
    assert desk.pack.reader.held.chains.chain("use", one) == []
    lens = dict(desk.pack.reader.held.chains.items_at("lens", desk.pack.reader.now()))
    assert lens[f"Vera|{min(one, two)}|{max(one, two)}"] == pytest.approx(0.55)
    assert desk.do(c.Fire(ids=(one, two))).outcome == "update"


@pytest.mark.parametrize("persona", ["", "  ", "Vera|Otto", "x" * 121])
def test_a_name_that_no_persona_can_bear_is_refused(desk: Desk, persona: str) -> None:
    one, two, _ = three(desk)
    with pytest.raises(Refused, match="a persona's name has 1 to 120 signs"):
        desk.do(c.Fire(ids=(one, two), persona=persona))


@pytest.mark.parametrize("count", [0, 1, 25])
def test_two_to_twenty_four_claims_fire_together(desk: Desk, count: int) -> None:
    ids = tuple(desk.write(f"Shelf s{n} holds box b{n}.", entities=()).id or "" for n in range(count))
    with pytest.raises(Refused, match=f"2 to 24 claims fire together, not {count}"):
        desk.do(c.Fire(ids=ids))


def test_no_claim_gets_more_than_eight_links_by_writing_or_firing(desk: Desk) -> None:
    ids = [desk.write(f"Note {n} is on the gateway.", entities=("gateway",)).id or "" for n in range(14)]
    others = [desk.write(f"Shelf s{n} holds box b{n}.", entities=()).id or "" for n in range(9)]
    links = desk.pack.reader.held.links
    assert max(len(links.peers(one)) for one in ids) <= 8
    desk.do(c.Fire(ids=(ids[0], *others)))
    assert all(len(links.peers(one)) <= 8 for one in (*ids, *others))


def test_an_island_keeps_its_letter_and_name_when_it_grows(desk: Desk) -> None:
    three(desk)
    desk.write("Shelf nine is by the door.", entities=("shelf",))
    before = {island.name: (island.id, island.letter) for island in desk.pack.islands().islands}
    desk.pass_time(DAY)
    for n in range(3):
        desk.write(f"Row {n} of the shelf is dusty.", entities=("shelf",))
    after = {island.name: (island.id, island.letter) for island in desk.reopen_file().pack.islands().islands}
    assert after == before
    assert len(after) == 2
