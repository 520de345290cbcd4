"""Every fuser against a few lines of plain Python on random ballots."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.search import fusion, pairwise
from core.search.ranking import rank
from core.search.settings import PanelSettings
from core.search.votes import Votes
from tests.dear import dear

Ballot = dict[int, float]
Pairs = list[list[float]]

SIZE = 6
ballots = st.lists(
    st.dictionaries(st.integers(0, SIZE - 1), st.sampled_from((0.5, 1.0, 1.5, 2.0, 3.0)), min_size=1),
    min_size=1,
    max_size=4,
)


def votes(said: list[Ballot], weights: list[float] | None = None, size: int = SIZE) -> list[Votes]:
    return [
        Votes.given(
            f"ballot {place}",
            1.0 if weights is None else weights[place],
            size,
            np.array(list(ballot), np.int32),
            np.array(list(ballot.values()), np.float32),
        )
        for place, ballot in enumerate(said)
    ]


def name_of(row: int) -> str:
    """Ids that run against the rows."""
    return f"{99 - row:02}"


def fused(name: str, said: list[Ballot], weights: list[float] | None = None) -> dict[int, float]:
    rows = np.array(sorted(set().union(*said)), np.int32)
    scores = fusion.fuser(name, name_of)(votes(said, weights), rows)
    return dict(zip(rows.tolist(), scores.tolist(), strict=True))


def place(ballot: Ballot, row: int) -> int:
    return 1 + sum(score > ballot[row] for score in ballot.values())


def even(ballot: Ballot, row: int) -> float:
    low, high = min(ballot.values()), max(ballot.values())
    return (ballot[row] - low) / (high - low) if high > low else 1.0


def by_hand(of: Callable[[Ballot, int], float], said: list[Ballot]) -> dict[int, float]:
    return {row: sum(of(one, row) for one in said if row in one) for row in set().union(*said)}


@dear
@given(ballots)
def test_bt_09_rrf_is_the_sum_of_1_over_k_plus_rank_plus_1(said: list[Ballot]) -> None:
    hand = by_hand(lambda ballot, row: 1 / (60 + (place(ballot, row) - 1) + 1), said)
    assert fused("rrf", said) == pytest.approx(hand, abs=1e-12, rel=0)


def test_bt_09_rrf_breaks_ties_by_id() -> None:
    said = [{0: 3.0, 1: 2.0, 2: 1.0}, {2: 9.0, 1: 5.0, 0: 1.0}]
    settings = PanelSettings(fuse="rrf", decay="off")
    ranking = rank(votes(said), SIZE, settings, 10, name_of, None)
    assert ranking.rows.tolist() == [2, 0, 1]  # 0 and 2 tie: first and last against last and first
    assert ranking.scores[:2] == pytest.approx([1 / 61 + 1 / 63] * 2, abs=1e-12, rel=0)
    assert ranking.scores[2] == pytest.approx(2 / 62, abs=1e-12, rel=0)


@dear
@given(ballots)
def test_borda_dowdall_combsum_and_combmnz_are_their_formulas(said: list[Ballot]) -> None:
    size = len(set().union(*said))
    assert fused("borda", said) == pytest.approx(by_hand(lambda b, r: (size - place(b, r) + 1) / size, said))
    assert fused("dowdall", said) == pytest.approx(by_hand(lambda b, r: 1 / place(b, r), said))
    assert fused("combsum", said) == pytest.approx(by_hand(even, said))
    summed = by_hand(even, said)
    times = {row: sum(row in one for one in said) for row in summed}
    assert fused("combmnz", said) == pytest.approx({row: summed[row] * times[row] for row in summed})


def test_combmnz_gives_the_order_of_the_original() -> None:
    said = [{0: 1.0, 1: 0.4, 2: 0.0}, {3: 1.0, 1: 0.25, 4: 0.0}]  # c d low, hi d lo
    scores = fused("combmnz", said)
    assert sorted(scores, key=lambda row: (-scores[row], [1, 0, 3, 2, 4].index(row))) == [1, 0, 3, 2, 4]


# pair against pair


def counted(said: list[Ballot]) -> Pairs:
    return [
        [
            float(sum(one.get(a, -1.0) > one.get(b, -1.0) for one in said)) if a != b else 0.0
            for b in range(SIZE)
        ]
        for a in range(SIZE)
    ]


def levels(method: str, pairs: Pairs) -> list[float]:
    return pairwise.PAIRWISE[method](np.array(pairs)).tolist()


@given(ballots)
def test_pairs_are_counted(said: list[Ballot]) -> None:
    rows = np.arange(SIZE, dtype=np.int32)
    every = votes(said)
    counts = pairwise.wins([v.raw(rows) for v in every], [v.at(rows)[1] for v in every], [1.0] * len(said))
    assert counts.tolist() == counted(said)


@given(ballots)
def test_copeland_counts_the_others_that_are_beaten(said: list[Ballot]) -> None:
    pairs = counted(said)
    others = [[b for b in range(SIZE) if b != a] for a in range(SIZE)]
    hand = [
        sum(
            1.0 if pairs[a][b] > pairs[b][a] else 0.5 if pairs[a][b] == pairs[b][a] else 0.0
            for b in others[a]
        )
        for a in range(SIZE)
    ]
    found = levels("copeland", pairs)
    assert [a - b for a, b in combinations(found, 2)] == [a - b for a, b in combinations(hand, 2)]


@dear
@given(ballots)
def test_schulze_goes_by_the_strongest_of_all_paths(said: list[Ballot]) -> None:
    pairs = counted(said)
    won = [[pairs[a][b] if pairs[a][b] > pairs[b][a] else 0.0 for b in range(SIZE)] for a in range(SIZE)]

    def strength(start: int, end: int) -> float:
        others = [row for row in range(SIZE) if row not in (start, end)]
        ways = (way for length in range(len(others) + 1) for way in permutations(others, length))
        return max(min(won[a][b] for a, b in zip((start, *w), (*w, end), strict=True)) for w in ways)

    found = levels("schulze", pairs)
    for a, b in combinations(range(SIZE), 2):
        forth, back = strength(a, b), strength(b, a)
        assert (found[a] > found[b]) or forth <= back
        assert (found[b] > found[a]) or back <= forth


@dear
@given(ballots)
def test_tideman_locks_the_clearest_pairs_that_close_no_circle(said: list[Ballot]) -> None:
    pairs = counted(said)
    open_pairs = [(a, b) for a, b in permutations(range(SIZE), 2) if pairs[a][b] > pairs[b][a]]
    locked: set[tuple[int, int]] = set()

    def reaches(a: int, b: int) -> bool:
        return a == b or any(reaches(other, b) for one, other in locked if one == a)

    for a, b in sorted(open_pairs, key=lambda ab: (-pairs[ab[0]][ab[1]], pairs[ab[1]][ab[0]], ab)):
        if not reaches(b, a):
            locked.add((a, b))
    found = levels("tideman", pairs)
    assert all(found[a] > found[b] for a, b in locked)


@dear
@given(ballots)
def test_kemeny_is_the_order_that_is_contradicted_least(said: list[Ballot]) -> None:
    pairs = counted(said)

    def cost(order: tuple[int, ...]) -> float:
        return sum(pairs[below][above] for above, below in combinations(order, 2))

    found = levels("kemeny", pairs)
    mine = tuple(sorted(range(SIZE), key=lambda row: -found[row]))
    assert cost(mine) == min(cost(order) for order in permutations(range(SIZE)))


@dear
@given(st.integers(0, 2**32 - 1))
def test_a_large_group_of_kemeny_gains_by_moving_no_single_row(seed: int) -> None:
    chance = np.random.default_rng(seed)
    pairs = chance.integers(0, 5, (14, 14)).astype(float)
    np.fill_diagonal(pairs, 0)

    def cost(order: list[int]) -> float:
        return sum(pairs[below][above] for above, below in combinations(order, 2))

    order = pairwise._moved(list(range(14)), pairs)
    assert sorted(order) == list(range(14))
    for one in order:
        rest = [row for row in order if row != one]
        assert all(cost(order) <= cost([*rest[:at], one, *rest[at:]]) + 1e-9 for at in range(14))


@pytest.mark.parametrize("name", sorted(pairwise.PAIRWISE))
def test_who_beats_all_others_pair_by_pair_is_first(name: str) -> None:
    said = [{0: 3.0, 1: 2.0, 2: 1.0}, {1: 3.0, 0: 2.0, 2: 1.0}, {0: 3.0, 2: 2.0, 1: 1.0}]
    scores = fused(name, said)
    assert max(scores, key=scores.__getitem__) == 0


@pytest.mark.parametrize("name", sorted(pairwise.PAIRWISE))
def test_a_tie_of_pairs_is_settled_by_id(name: str) -> None:
    scores = fused(name, [{0: 2.0, 1: 1.0}, {1: 2.0, 0: 1.0}])
    assert scores[0] == scores[1]
    ranking = rank(
        votes([{0: 2.0, 1: 1.0}, {1: 2.0, 0: 1.0}]),
        SIZE,
        PanelSettings(fuse=name, decay="off"),
        5,
        name_of,
        None,
    )
    assert ranking.rows.tolist() == [1, 0]


@pytest.mark.parametrize("name", fusion.NAMES)
def test_nothing_enters_that_no_ballot_names(name: str) -> None:
    ranking = rank(votes([{0: 2.0}, {3: 1.0}]), SIZE, PanelSettings(fuse=name, decay="off"), 9, name_of, None)
    assert sorted(ranking.rows.tolist()) == [0, 3]


def test_the_fusers_are_those_of_the_original_and_another_is_refused() -> None:
    original = {"combmnz", "borda", "rrf", "combsum", "dowdall", "kemeny", "schulze", "copeland", "tideman"}
    assert set(fusion.NAMES) == original
    with pytest.raises(Refused, match="choose one of combmnz"):
        fusion.fuser("mean", name_of)
