"""The index says what going through all texts says, however it came about."""

from __future__ import annotations

import unicodedata
from collections import Counter

import numpy as np
import pytest
import Stemmer
from hypothesis import given
from hypothesis import strategies as st

from core.claims.claim import Claim
from core.state.columns import ClaimColumns
from core.state.documents import ClaimTexts, indexed_text
from core.state.posting_blobs import CUT, cutting_anew, from_blobs, to_blobs
from core.state.posting_lists import PostingLists
from core.state.postings import AROUND, BULK, SILENT, Postings
from core.text.stems import stem
from core.text.words import search_terms
from tests.core.search.packs import START, claim, histories
from tests.dear import dear


def columns_with(versions: list[Claim]) -> ClaimColumns:
    columns = ClaimColumns()
    for version in versions:
        columns.append(version)
    return columns


def indexed(columns: ClaimColumns) -> Postings:
    postings = Postings()
    postings.catch_up(ClaimTexts(columns))
    return postings


def listing(postings: Postings, surfaces: bool) -> dict[str, dict[int, int]]:
    """`term -> row -> count`, read list by list."""
    lists = postings.by_surface if surfaces else postings.by_stem
    words = (postings.surfaces if surfaces else postings.stems).words
    read = {}
    for number, word in enumerate(words):
        rows, counts = lists.of_term(number)
        assert rows.tolist() == sorted(set(rows.tolist()))
        assert lists.size(number) == len(rows)
        read[word] = dict(zip(rows.tolist(), counts.tolist(), strict=True))
    return read


def naive(columns: ClaimColumns, surfaces: bool) -> dict[str, dict[int, int]]:
    read: dict[str, dict[int, int]] = {}
    for row, version in enumerate(columns.text_rows):
        terms = search_terms(indexed_text(columns.versions[version]))
        kept = terms if surfaces else [stem(term) for term in terms if term not in SILENT]
        for term, count in Counter(kept).items():
            read.setdefault(term, {})[row] = count
    return read


@dear
@given(histories(), st.integers(0, 14), st.booleans())
def test_lists_grown_row_by_row_are_those_of_all_texts(
    versions: list[Claim], at: int, surfaces: bool
) -> None:
    columns = ClaimColumns()
    postings = Postings()
    for number, version in enumerate(versions):
        columns.append(version)
        postings.catch_up(ClaimTexts(columns))
        if number == at:
            postings.compact()
    assert listing(postings, surfaces) == naive(columns, surfaces)
    assert postings.rows == len(columns.text_rows)
    lengths = Counter(row for rows in naive(columns, False).values() for row in Counter(rows).elements())
    assert postings.lengths.values.tolist() == [lengths[row] for row in range(postings.rows)]


@dear
@given(histories(), st.data())
def test_several_lists_at_once_are_the_lists_one_by_one(versions: list[Claim], data: st.DataObject) -> None:
    columns = ClaimColumns()
    postings = Postings()
    for number, version in enumerate(versions):
        columns.append(version)
        postings.catch_up(ClaimTexts(columns))
        if number == len(versions) // 2:
            postings.compact()
    terms = data.draw(st.lists(st.integers(0, len(postings.stems) - 1), unique=True, max_size=8))
    rows, of = postings.by_stem.of_terms(terms)
    for place, term in enumerate(terms):
        assert rows[of == place].tolist() == postings.by_stem.of_term(term)[0].tolist()
    for row in set(rows.tolist()):
        assert sorted(of[rows == row].tolist()) == of[rows == row].tolist()


def test_a_bulk_of_rows_is_listed_by_one_sort_and_says_the_same() -> None:
    versions = [claim(number, f"Deploy number {number % 7} on Friday") for number in range(BULK + 5)]
    columns = columns_with(versions)
    assert listing(indexed(columns), False) == naive(columns, False)


def test_a_version_that_changes_no_text_adds_no_row() -> None:
    columns = columns_with([claim(1, "Deploy"), claim(1, "Deploy", rev=2, t_invalid=START)])
    postings = indexed(columns)
    assert postings.rows == 1
    assert postings.catch_up(ClaimTexts(columns)) == 0


def test_terms_never_reach_across_a_space() -> None:
    """So the words of each chunk may be remembered."""
    for text in (
        "a b",
        "数 据库 x",
        "naïve café",
        "e \u0301x",
        "Foo.bar  baz,qux",
        "C++ C# x",
        "don't l'été",
    ):
        assert search_terms(text) == [term for chunk in text.split() for term in search_terms(chunk)]


@given(st.text(max_size=60))
def test_and_no_other_text_makes_them(text: str) -> None:
    assert search_terms(text) == [term for chunk in text.split() for term in search_terms(chunk)]


@given(st.text(st.sampled_from("ab1Zé数\u0301_-./'+#\u2019.,:;!?()\"")))
def test_signs_around_a_chunk_belong_to_no_term(text: str) -> None:
    for chunk in text.split():
        assert search_terms(chunk.strip(AROUND)) == search_terms(chunk)


class TestStored:
    @dear
    @given(histories(), st.integers(0, 14))
    def test_stored_arrays_and_later_rows_are_the_same_index(self, versions: list[Claim], at: int) -> None:
        columns = columns_with(versions[:at])
        blobs = to_blobs(indexed(columns), ClaimTexts(columns))
        for version in versions[at:]:
            columns.append(version)
        postings = from_blobs(blobs, ClaimTexts(columns))
        assert postings is not None
        postings.catch_up(ClaimTexts(columns))
        fresh = indexed(columns)
        for surfaces in (True, False):
            assert listing(postings, surfaces) == listing(fresh, surfaces)
        for name in ("stem_of", "terms", "starts", "lengths", "streams", "orders", "voices", "dated"):
            assert np.array_equal(getattr(postings, name).values, getattr(fresh, name).values)
        assert postings.ids == fresh.ids
        assert [sorted(near) for near in postings.stems.near("deploy")] == [
            sorted(near) for near in fresh.stems.near("deploy")
        ]

    def test_arrays_of_other_claims_or_another_order_are_not_read(self) -> None:
        one, two = claim(1, "Deploy"), claim(2, "Tea")
        blobs = to_blobs(indexed(columns_with([one, two])), ClaimTexts(columns_with([one, two])))
        assert from_blobs(blobs, ClaimTexts(columns_with([two, one]))) is None
        assert from_blobs(blobs, ClaimTexts(columns_with([one]))) is None

    @pytest.mark.parametrize("change", [{"stamp": b"{}"}, {"stamp": b"\xff"}, {"by_stem.rows": b"abc"}, None])
    def test_damaged_or_missing_arrays_are_not_read(self, change: dict[str, bytes] | None) -> None:
        columns = columns_with([claim(1, "Deploy")])
        blobs = to_blobs(indexed(columns), ClaimTexts(columns))
        assert from_blobs({} if change is None else {**blobs, **change}, ClaimTexts(columns)) is None


def test_lists_of_nothing() -> None:
    nothing = np.zeros(0, np.int32)
    lists = PostingLists.of(nothing, nothing, 0)
    assert lists.of_terms([])[0].tolist() == []
    assert Postings().catch_up(ClaimTexts(ClaimColumns())) == 0


def test_how_texts_are_cut_is_known_and_not_worked_out_at_each_start() -> None:
    anew = cutting_anew()
    assert CUT.get((unicodedata.unidata_version, Stemmer.version()), anew) == anew
