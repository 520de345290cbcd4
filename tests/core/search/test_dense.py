"""The ballots of meaning against a naive computation, and what may have no part in them."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.search.dense import Meaning, MeaningBallot, Queries
from core.search.encoder import NotYet, OtherDimension
from core.state.vectors import VectorRows
from core.state.view import Basis
from tests.core.hashing_encoder import HashingEncoder

SIZE = 8


NOW = Basis(0, 0)


@dataclass(frozen=True)
class Shown:
    """What is in view: `row_of_text` below 0 is hidden."""

    row_of_text: np.ndarray
    basis: Basis = NOW


@dataclass
class Given:
    """An encoder that gives one vector."""

    vector: np.ndarray
    name: str = "given"
    fingerprint: str = "given"
    size: int = SIZE

    def encode(self, texts, *, query):
        return self.vector[None]


@st.composite
def packs(draw):
    """Vectors, which rows are shown, which have a vector, and the sequence that each stands in."""
    count = draw(st.integers(1, 30))
    random = np.random.default_rng(draw(st.integers(0, 1 << 30)))
    vectors = (random.standard_normal((count + 1, SIZE)) + draw(st.sampled_from((0.0, 1.0)))).astype(
        np.float32
    )
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    shown = random.random(count) < draw(st.sampled_from((0.3, 0.8, 1.0)))
    known = random.random(count) < draw(st.sampled_from((0.95, 1.0)))
    sequence = random.integers(0, draw(st.integers(1, 12)), count)
    return vectors[:-1], vectors[-1], shown, known, sequence


def ballot(by, vectors, query, shown, known, sequence):
    rows = VectorRows(SIZE)
    rows.add_rows(len(vectors))
    rows.put(np.flatnonzero(known), vectors[known])
    place = np.lexsort((np.arange(len(sequence)), sequence)).astype(np.int32)

    def in_order(seen):
        order = place[seen.row_of_text[place] >= 0]
        starts = np.ones(len(order), np.bool_)
        starts[1:] = np.diff(sequence[order]) != 0
        return order, starts

    meaning = Meaning(Queries(Given(query)), rows, in_order)
    seen = Shown(np.where(shown, 1, -1).astype(np.int32))
    found, scores = MeaningBallot(meaning, by).score("anything", seen)
    return dict(zip(found.tolist(), scores.tolist(), strict=True))


def cosine(first, second):
    lengths = np.linalg.norm(first) * np.linalg.norm(second)
    return float(first @ second / lengths) if lengths > 1e-3 else 0.0


def naive(by, vectors, query, shown, known, sequence):
    """The same by its definition, in double precision."""
    vectors, query = vectors.astype(np.float64), query.astype(np.float64)
    rows = np.flatnonzero(shown & known)
    if not len(rows) or len(rows) < 0.9 * shown.sum():
        return {}
    mean = vectors[rows].mean(0)
    if by == "dense":
        scores = {row: cosine(vectors[row] - mean, query - mean) for row in rows.tolist()}
    else:
        scores = dict.fromkeys(rows.tolist(), -np.inf)
        for one in set(sequence[rows].tolist()):
            members = rows[sequence[rows] == one]
            width = min(3, len(members))
            for first in range(len(members) - width + 1):
                group = members[first : first + width]
                score = cosine(vectors[group].mean(0) - mean, query - mean)
                scores |= {row: max(scores[row], score) for row in group.tolist()}
    even = float(np.mean(list(scores.values())))
    return scores | dict.fromkeys(np.flatnonzero(shown & ~known).tolist(), even)


@pytest.mark.parametrize("by", ["dense", "near"])
@given(pack=packs())
def test_a_ballot_equals_its_definition(by, pack):
    found = ballot(by, *pack)
    assert found == pytest.approx(naive(by, *pack), abs=2e-4)


@pytest.mark.parametrize("by", ["dense", "near"])
@given(pack=packs(), seed=st.integers(0, 1 << 30))
def test_what_is_hidden_has_no_part(by, pack, seed):
    vectors, query, shown, known, sequence = pack
    other = vectors.copy()
    noise = np.random.default_rng(seed).standard_normal(other.shape).astype(np.float32)
    other[~shown] = (noise / np.linalg.norm(noise, axis=1, keepdims=True))[~shown]
    assert ballot(by, vectors, query, shown, known, sequence) == ballot(
        by, other, query, shown, known, sequence
    )


@pytest.mark.parametrize("by", ["dense", "near"])
def test_what_all_share_says_nothing(by):
    shared = np.zeros(SIZE, np.float32)
    shared[0] = 5
    random = np.random.default_rng(3)
    own = random.standard_normal((6, SIZE)).astype(np.float32)
    own[:, 0] = 0
    own /= np.linalg.norm(own, axis=1, keepdims=True)
    vectors = own + shared
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    every = np.ones(6, np.bool_)
    found = ballot(by, vectors, vectors[4], every, every, np.arange(6))
    assert max(found, key=found.__getitem__) == 4
    plain = vectors @ vectors[4]
    assert plain.max() - plain.min() < 0.1 < max(found.values()) - min(found.values())


def test_neighbours_lend_a_row_their_meaning():
    """A turn that says nothing by itself is found beside the one that asks."""
    random = np.random.default_rng(5)
    vectors = random.standard_normal((9, SIZE)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    every = np.ones(9, np.bool_)
    sequence = np.repeat([0, 1, 2], 3)
    found = ballot("near", vectors, vectors[4], every, every, sequence)
    assert set(sorted(found, key=found.__getitem__)[-3:]) == {3, 4, 5}


def test_one_row_alone_has_no_direction_and_scores_nothing():
    one = np.ones((1, SIZE), np.float32) / np.sqrt(np.float32(SIZE))
    for by in ("dense", "near"):
        assert ballot(by, one, one[0], np.ones(1, bool), np.ones(1, bool), np.zeros(1, int)) == {0: 0.0}


def test_until_nearly_all_have_vectors_nobody_votes():
    random = np.random.default_rng(7)
    vectors = random.standard_normal((10, SIZE)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    shown = np.ones(10, np.bool_)
    sizes = {}
    for having in (0, 8, 9, 10):
        known = np.arange(10) < having
        sizes[having] = len(ballot("dense", vectors, vectors[0], shown, known, np.zeros(10, int)))
    assert sizes == {0: 0, 8: 0, 9: 10, 10: 10}


def rows_of(encoder, texts):
    rows = VectorRows(encoder.size)
    rows.add_rows(len(texts))
    rows.put(np.arange(len(texts)), encoder.encode(texts, query=False))
    return rows


def nothing_in_order(seen):
    return np.zeros(0, np.int32), np.zeros(0, np.bool_)


def test_while_the_query_is_being_encoded_the_ballot_is_silent():
    class Slow(HashingEncoder):
        ready = False

        def encode(self, texts, *, query):
            if query and not self.ready:
                raise NotYet
            return super().encode(texts, query=query)

    encoder = Slow()
    meaning = Meaning(Queries(encoder), rows_of(encoder, ["a b", "c d"]), nothing_in_order)
    dense, seen = MeaningBallot(meaning, "dense"), Shown(np.array([0, 1], np.int32))
    assert len(dense.score("a b", seen)[0]) == 0
    encoder.ready = True
    assert dense.score("a b", seen)[0].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("query", "silent"),
    [("c", True), (" T ", True), ("7", True), ("«»", True), ("CI", False), ("水", False), ("a b", False)],
)
def test_a_single_letter_means_nothing(query, silent):
    encoder = HashingEncoder()
    meaning = Meaning(Queries(encoder), rows_of(encoder, ["a b", "c d"]), nothing_in_order)
    for by in ("dense", "near"):
        found = MeaningBallot(meaning, by).score(query, Shown(np.array([0, 1], np.int32)))[0]
        assert (len(found) == 0) is silent


def test_a_query_is_encoded_once():
    encoder = HashingEncoder()
    meaning = Meaning(Queries(encoder), rows_of(encoder, ["a b", "c d"]), nothing_in_order)
    encoder.encoded.clear()
    for _ in range(3):
        MeaningBallot(meaning, "dense").score("a b", Shown(np.array([0, 1], np.int32)))
    assert encoder.encoded == ["a b"]


def test_an_encoder_that_does_not_keep_its_word_is_refused():
    encoder = Given(np.ones(SIZE + 1, np.float32))
    with pytest.raises(OtherDimension, match="said that its vectors have 8 figures, and gave 9"):
        Queries(encoder).vector("a")


def waiting_meaning(count, waiting):
    """So many rows in one sequence, the last of which still wait, with all their vectors."""
    random = np.random.default_rng(11)
    vectors = random.standard_normal((count + 1, SIZE)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    rows = VectorRows(SIZE)
    rows.add_rows(count)
    rows.put(np.arange(count - waiting), vectors[: count - waiting])
    starts = np.arange(count) == 0
    meaning = Meaning(Queries(Given(vectors[-1])), rows, lambda _: (np.arange(count, dtype=np.int32), starts))
    return meaning, vectors, Shown(np.arange(count, dtype=np.int32))


@pytest.mark.parametrize("by", ["dense", "near"])
@pytest.mark.parametrize("ahead", [False, True], ids=["asked first", "prepared"])
def test_vectors_that_come_in_are_seen_by_a_view_that_was_held(by, ahead):
    count, waiting = 300, 20
    meaning, vectors, seen = waiting_meaning(count, waiting)
    if ahead:
        meaning.prepare(seen, nullcontext(), lambda: True)
    one = MeaningBallot(meaning, by)
    for known in (280, 281, 282, 283, 284, 299, 300):
        late = np.arange(int(meaning.vectors.filled), known)
        if len(late):
            meaning.vectors.put(late, vectors[late])
        found, scores = one.score("anything", seen)
        last = dict(zip(found.tolist(), scores.tolist(), strict=True))
        whole = np.ones(count, np.bool_)
        exact = naive(by, vectors[:-1], vectors[-1], whole, np.arange(count) < known, np.zeros(count, int))
        if known in (280, 284, 300):  # at first, after more than a hundredth came, at the end
            assert last == pytest.approx(exact, abs=2e-4)
        else:
            assert set(last) == set(exact)


def test_what_is_prepared_stops_when_it_is_told_to():
    meaning, vectors, seen = waiting_meaning(1200, 0)
    asked = []
    meaning.prepare(seen, nullcontext(), lambda: bool(asked.append(1)) or len(asked) < 2)
    assert len(asked) == 2
    found, scores = MeaningBallot(meaning, "near").score("anything", seen)
    every, one = np.ones(1200, np.bool_), np.zeros(1200, int)
    exact = naive("near", vectors[:-1], vectors[-1], every, every, one)
    assert dict(zip(found.tolist(), scores.tolist(), strict=True)) == pytest.approx(exact, abs=2e-4)
