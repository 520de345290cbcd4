"""Links: a symmetric weighted graph that follows the newest value of each pair."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.claims.proposal import pair_key
from core.state.links import Links

ids = st.sampled_from("abcde")
changes = st.lists(
    st.tuples(st.tuples(ids, ids).filter(lambda pair: pair[0] != pair[1]), st.none() | st.floats(0.01, 1.0)),
    max_size=40,
)
Change = tuple[tuple[str, str], float | None]


@given(changes)
def test_both_ends_see_the_newest_weight_of_each_pair(changed: list[Change]) -> None:
    links, expected = Links(), {}
    for (one, other), weight in changed:
        key = pair_key(one, other)
        links.set(key, weight)
        expected[key] = weight
    standing = {key: weight for key, weight in expected.items() if weight is not None}
    assert {pair_key(a, b): weight for a, b, weight in links.edges()} == standing
    assert len(list(links.edges())) == len(standing)
    for one in "abcde":
        around = {
            (set(key.split("|")) - {one}).pop(): w for key, w in standing.items() if one in key.split("|")
        }
        assert links.peers(one) == around


@given(changes)
def test_links_of_pairs_are_those_set_one_by_one(changed: list[Change]) -> None:
    one_by_one, standing = Links(), {}
    for pair, weight in changed:
        one_by_one.set(pair_key(*pair), weight)
        standing[pair_key(*pair)] = weight
    made = Links.of((key, weight) for key, weight in standing.items() if weight is not None)
    assert sorted(made.edges()) == sorted(one_by_one.edges())


def test_the_edges_name_the_smaller_id_first() -> None:
    assert list(Links.of([("a|b", 0.5)]).edges()) == [("a", "b", 0.5)]
    assert Links().peers("a") == {}
