"""Choosing links: overlap, pruning, at most eight, symmetric."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.claims.proposal import pair_key
from core.graph.links import MAX_LINKS, LinkChanges, jaccard, link_changes, nearest, select
from core.state.links import UNSET_WEIGHT, Links
from tests.dear import dear

TopicSets = dict[str, frozenset[str]]

topic_sets = st.lists(
    st.frozensets(st.sampled_from("abcdef"), min_size=1, max_size=4), min_size=1, max_size=40
).map(lambda sets: {f"c{number:02}": topics for number, topics in enumerate(sets)})


def apply(links: Links, changes: LinkChanges) -> None:
    for pair in changes.dropped:
        links.set(pair, None)
    for pair in changes.made:
        links.set(pair, UNSET_WEIGHT)


def relink(
    claim_id: str, topics: TopicSets, links: Links, sharing: Sequence[str] | None = None
) -> LinkChanges:
    peers = [one for one in topics if one != claim_id and topics[one] & topics[claim_id]]
    candidates = peers if sharing is None else sharing
    pool = nearest(claim_id, topics[claim_id], candidates, topics.__getitem__)
    return link_changes(claim_id, topics[claim_id], pool, topics.__getitem__, links)


def written(topics: TopicSets) -> Links:
    """The links after the claims were written one after the other."""
    links = Links()
    for number, claim_id in enumerate(topics):
        so_far = dict(list(topics.items())[: number + 1])
        apply(links, relink(claim_id, so_far, links))
    return links


def about(names: str) -> frozenset[str]:
    return frozenset(names)


def test_claims_link_from_an_overlap_of_three_tenths() -> None:
    topics = {"new": about("abc"), "near": about("abxyz"), "far": about("awxyz")}
    assert relink("new", topics, Links()).made == ("near|new",)


def test_a_nearer_claim_hides_those_behind_it_while_there_are_places_for_others() -> None:
    base = about("abcd")
    behind = {f"behind{number}": about("abc") for number in range(9)}
    topics = {**behind, "aside": about("d")}
    chosen = select("new", base, topics, topics.__getitem__, 0.0)
    assert chosen[1] == "aside"  # it is nearer to the base than to the one behind claim that was kept
    assert len(chosen) == MAX_LINKS
    assert sum(one.startswith("behind") for one in chosen) == MAX_LINKS - 1


def test_only_the_pool_of_the_nearest_is_looked_at() -> None:
    topics = {f"near{number}": about("abc") for number in range(64)} | {"aside": about("d")}
    assert "aside" not in select("new", about("abcd"), topics, topics.__getitem__, 0.0)


def test_a_full_peer_lets_go_of_its_least_fitting_link_at_both_ends() -> None:
    topics = {"hub": about("ab"), "new": about("ab"), **{f"old{n}": about("ab") for n in range(7)}}
    topics["odd"] = about("bxyz")
    links = Links.of((pair_key("hub", old), 0.7) for old in topics if old not in ("hub", "new"))
    changes = relink("new", topics, links, ["hub"])
    assert changes == LinkChanges(made=("hub|new",), dropped=("hub|odd",))


def test_a_full_peer_may_turn_the_newcomer_away() -> None:
    topics = {"hub": about("ab"), "new": about("axyz"), **{f"old{n}": about("ab") for n in range(8)}}
    links = Links.of((pair_key("hub", f"old{n}"), 0.7) for n in range(8))
    changes = relink("new", topics, links, ["hub"])
    assert changes == LinkChanges(made=(), dropped=())


def test_links_that_no_longer_fit_are_dropped_and_the_others_stay() -> None:
    topics = {"edited": about("cd"), "left": about("ab"), "stays": about("cd"), "joins": about("cde")}
    links = Links.of([("edited|left", 0.9), ("edited|stays", 0.8)])
    changes = relink("edited", topics, links)
    assert changes == LinkChanges(made=("edited|joins",), dropped=("edited|left",))


def test_a_claim_without_topics_loses_its_links_and_gets_none() -> None:
    topics = {"bare": frozenset[str](), "other": about("a")}
    links = Links.of([("bare|other", 0.5)])
    assert relink("bare", topics, links, ["other"]) == LinkChanges(made=(), dropped=("bare|other",))


def test_equals_do_not_all_choose_the_same_eight() -> None:
    topics = {f"c{number:03}": about("ab") for number in range(60)}
    chosen = {
        base: select(base, about("ab"), topics.keys() - {base}, topics.__getitem__, 0.3) for base in topics
    }
    wanted = {one for peers in chosen.values() for one in peers}
    assert len(wanted) > 50


@dear
@given(topic_sets)
def test_no_claim_ever_has_more_than_eight_links_and_all_are_symmetric(topics: TopicSets) -> None:
    links = written(topics)
    for claim_id in topics:
        peers = links.peers(claim_id)
        assert len(peers) <= MAX_LINKS
        assert claim_id not in peers
        assert all(claim_id in links.peers(peer) for peer in peers)


@dear
@given(topic_sets)
def test_linked_claims_share_a_topic(topics: TopicSets) -> None:
    assert all(jaccard(topics[a], topics[b]) >= 0.3 for a, b, _ in written(topics).edges())


@dear
@given(topic_sets, st.randoms(use_true_random=False))
def test_the_order_of_candidates_and_links_does_not_matter(topics: TopicSets, shuffler: object) -> None:
    links = written(topics)
    claim_id = min(topics)
    sharing = [one for one in topics if one != claim_id and topics[one] & topics[claim_id]]
    pairs = [(pair_key(a, b), weight) for a, b, weight in links.edges()]
    shuffler.shuffle(sharing)  # type: ignore[attr-defined]
    shuffler.shuffle(pairs)  # type: ignore[attr-defined]
    assert relink(claim_id, topics, Links.of(pairs), sharing) == relink(claim_id, topics, links)


@given(topic_sets)
def test_choosing_does_not_touch_the_links_it_reads(topics: TopicSets) -> None:
    links = written(topics)
    before = sorted(links.edges())
    relink(max(topics), topics, links)
    assert sorted(links.edges()) == before


@dear
@given(topic_sets)
def test_made_links_are_new_and_dropped_ones_were_there(topics: TopicSets) -> None:
    links = written(topics)
    there = {pair_key(a, b) for a, b, _ in links.edges()}
    for claim_id in topics:
        changes = relink(claim_id, topics, links)
        assert not there.intersection(changes.made)
        assert there.issuperset(changes.dropped)


@given(topic_sets)
def test_a_peer_with_too_many_keeps_those_it_would_choose_anew(topics: TopicSets) -> None:
    hub, *others = topics
    peers = others[: MAX_LINKS + 1]
    links = Links.of((pair_key(hub, peer), 0.7) for peer in peers[:MAX_LINKS])
    if len(peers) <= MAX_LINKS:
        return
    newest = peers[-1]
    pool = [(hub, topics[hub])]
    apply(links, link_changes(newest, topics[newest], pool, topics.__getitem__, links))
    chosen = select(hub, topics[hub], peers, topics.__getitem__, 0.0)
    assert set(links.peers(hub)) == set(chosen)


@pytest.mark.parametrize(
    ("a", "b", "overlap"), [("", "", 0.0), ("a", "", 0.0), ("ab", "ab", 1.0), ("ab", "bc", 1 / 3)]
)
def test_overlap(a: str, b: str, overlap: float) -> None:
    assert jaccard(about(a), about(b)) == pytest.approx(overlap)
