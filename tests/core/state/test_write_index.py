"""The write index finds what a scan of all claims finds."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.claims.claim import Claim
from core.state.held import Held
from core.state.write_index import COMPLETE_FROM, OPENING_WORDS, WriteIndex
from core.store import tables
from core.store.record import Effect, LogRecord
from core.text.normalise import jaccard
from core.text.words import words
from tests.dear import dear

texts = st.lists(
    st.sampled_from(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]), min_size=1, max_size=14
).map(" ".join)


def claim(number: int, text: str, **fields: object) -> Claim:
    made = {
        "id": f"c{number}",
        "rev": 1,
        "workspace": "default",
        "kind": "lesson",
        "text": text,
        "author": "ann",
        "t_created": number,
        "t_recorded": number,
        "t_observed": number,
        "t_valid": 0,
    }
    return Claim(**(made | fields))  # type: ignore[arg-type]


class Pack:
    """Claims put one record each."""

    def __init__(self, *claims: Claim) -> None:
        self.held = Held()
        self.index = WriteIndex(self.held)
        for one in claims:
            self.put(one)

    def put(self, one: Claim) -> None:
        effect = Effect.put(tables.CLAIM, one.id, one)
        self.held.apply(LogRecord(self.held.tx + 1, one.t_recorded, "ann", "test", "write", b"", (effect,)))
        self.index.catch_up()

    def ids(self, rows: Iterable[int]) -> set[str]:
        return {one.id for one in self.index.newest(rows)}


@dear
@given(st.lists(texts, min_size=1, max_size=30), texts)
def test_every_text_with_a_jaccard_of_six_tenths_is_a_candidate(held: list[str], asked: str) -> None:
    pack = Pack(*(claim(number, text) for number, text in enumerate(held)))
    query = frozenset(words(asked))
    near = {
        f"c{number}"
        for number, text in enumerate(held)
        if jaccard(query, frozenset(words(text))) >= COMPLETE_FROM - 1e-9
    }
    assert near <= pack.ids(pack.index.by_tokens(query))


@dear
@given(st.lists(texts, min_size=1, max_size=30), texts, texts, st.sampled_from([0.4, 0.6]))
def test_a_sift_by_length_leaves_whatever_is_near_to_one_of_two_queries(
    held: list[str], asked: str, also: str, worth: float
) -> None:
    pack = Pack(*(claim(number, text) for number, text in enumerate(held)))
    query, other = frozenset(words(asked)), frozenset(words(also))
    every, sifted = pack.index.by_tokens(query), pack.index.by_tokens(query, worth=worth, others=other)
    left_out = pack.ids(set(every) - set(sifted))
    assert set(sifted) <= set(every)
    for number, text in enumerate(held):
        tokens = frozenset(words(text))
        if max(jaccard(query, tokens), jaccard(other, tokens)) >= worth:
            assert f"c{number}" not in left_out


@dear
@given(st.lists(texts, min_size=1, max_size=20), texts)
def test_jaccard_is_that_of_the_two_token_sets(held: list[str], asked: str) -> None:
    pack = Pack(*(claim(number, text) for number, text in enumerate(held)))
    query = frozenset(words(asked))
    measured = pack.index.jaccard(query, range(len(held)))
    assert measured == pytest.approx([jaccard(query, frozenset(words(text))) for text in held])


@dear
@given(st.lists(texts, min_size=1, max_size=30), texts)
def test_every_long_shared_opening_is_found(held: list[str], asked: str) -> None:
    pack = Pack(*(claim(number, text) for number, text in enumerate(held)))
    said = words(asked)
    found = pack.ids(pack.index.by_opening(said))
    for number, text in enumerate(held):
        other = words(text)
        shared = next((at for at, (a, b) in enumerate(zip(said, other, strict=False)) if a != b), None)
        shared = min(len(said), len(other)) if shared is None else shared
        enough = shared >= max(OPENING_WORDS, 0.6 * min(len(said), len(other)) - 1e-9)
        if enough:
            assert f"c{number}" in found
        elif shared < 8:
            assert f"c{number}" not in found


def test_an_edited_claim_is_found_by_its_new_text_only() -> None:
    pack = Pack(claim(1, "the fuse is Borda"))
    pack.put(claim(1, "ranks are summed twice", rev=2, t_recorded=2))
    assert pack.index.by_text("default", None, "lesson", "The fuse is Borda.") == ()
    assert pack.index.by_text("default", None, "lesson", "Ranks are summed twice.") == ("c1",)
    old = pack.index.by_tokens(frozenset(words("the fuse is Borda")))
    assert pack.index.live(old, "default", None, None, 10) == []
    assert pack.index.words("c1") == ("ranks", "are", "summed", "twice")


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, True),
        ({"resting": True}, True),
        ({"state": "retracted"}, False),
        ({"t_valid": 11}, False),
        ({"t_valid": 10}, True),
        ({"t_invalid": 10}, False),
        ({"t_invalid": 11}, True),
        ({"workspace": "other"}, False),
        ({"set": "lab"}, False),
        ({"kind": "habit"}, False),
    ],
)
def test_live_rows_are_those_the_rules_may_close(changes: dict[str, object], found: bool) -> None:
    pack = Pack(claim(1, "the fuse is Borda"))
    pack.put(claim(1, "the fuse is Borda", rev=2, t_recorded=2, **changes))
    rows = pack.index.by_tokens(frozenset(words("the fuse is Borda")))
    assert bool(pack.index.live(rows, "default", None, "lesson", 10)) is found


def test_a_claim_that_moved_to_another_set_is_found_there_and_there_alone() -> None:
    pack = Pack(claim(1, "the fuse is Borda"))
    pack.put(claim(1, "the fuse is Borda", rev=2, t_recorded=2, set="lab"))
    query = frozenset(words("the fuse is Borda"))
    for set_, found in ((None, []), ("lab", [0])):
        rows = pack.index.by_tokens(query, scope=("default", set_), kind="lesson")
        assert pack.index.live(rows, "default", set_, "lesson", 10) == found
    assert pack.index.by_tokens(query, scope=("default", "lab"), kind="habit") == []


def test_a_key_is_held_by_the_newest_version_alone() -> None:
    pack = Pack(claim(1, "one", key="fuse"), claim(2, "two", key="fuse"))
    assert pack.index.by_key("default", None, "fuse") == ("c1", "c2")
    pack.put(claim(1, "one", key="lamp", rev=2, t_recorded=3))
    assert pack.index.by_key("default", None, "fuse") == ("c2",)
    assert pack.index.by_key("default", None, "lamp") == ("c1",)
    assert pack.index.by_key("default", "lab", "fuse") == ()


def test_names_are_found_folded_and_seats_are_no_names() -> None:
    pack = Pack(claim(1, "one", entities=("Straße", "seat:bob")), claim(2, "two", entities=("seat:bob",)))
    assert pack.ids(pack.index.by_overlap(frozenset({"strasse", "seat:bob"}), 0.1)[0].tolist()) == {"c1"}
    assert pack.index.topics("c1") == {"strasse"}


def test_successors_are_those_that_named_a_claim() -> None:
    pack = Pack(claim(1, "one"), claim(2, "two", supersedes=("c1",)))
    assert pack.index.successors("c1") == ("c2",)
    assert pack.index.successors("c2") == ()


def test_an_empty_pack_answers() -> None:
    pack = Pack()
    pack.index.catch_up()
    assert pack.index.by_tokens(frozenset({"a"})) == []
    assert pack.index.by_opening(["a", "b", "c"]) == []
    assert pack.index.by_text("default", None, "lesson", "a") == ()
    assert pack.index.jaccard(frozenset({"a"}), ()) == []
