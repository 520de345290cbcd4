"""The records: a draft becomes version 1, windows are half-open, and stored bytes are read back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.claims.claim import Claim, Closing
from core.claims.deed import Deed
from core.claims.draft import ALWAYS, Draft
from core.claims.facts import Outcome, Persona, Prediction, Rule, Trust
from core.claims.ids import new_accession, new_id
from core.claims.kinds import KINDS, identity
from core.claims.proposal import Proposal, pair_key
from core.claims.review_state import ReviewState
from core.clocks.instants import DAY, EARLIEST, LATEST
from core.store import tables

NOW = 1_767_603_600_000_000
instants = st.integers(EARLIEST, LATEST)


def first_version(**fields: Any) -> Claim:
    draft = Draft(**({"text": "The lift holds eight people."} | fields))
    return draft.claim(claim_id="c", author="ana", now=NOW, entities=())


# times


@pytest.mark.parametrize(
    ("fields", "observed", "valid", "stated"),
    [
        ({}, NOW, NOW, False),
        ({"t_observed": NOW - DAY}, NOW - DAY, NOW - DAY, False),
        ({"t_valid": NOW + DAY}, NOW, NOW + DAY, True),
        ({"t_valid": 0}, NOW, 0, True),
        ({"t_observed": 0}, 0, 0, False),
        ({"t_valid": ALWAYS}, NOW, None, True),
    ],
    ids=str,
)
def test_the_start_defaults_to_when_it_was_seen_and_that_to_now(
    fields: dict[str, Any], observed: int, valid: int | None, stated: bool
) -> None:
    claim = first_version(**fields)
    assert (claim.t_observed, claim.t_valid, claim.t_valid_stated) == (observed, valid, stated)
    assert (claim.t_created, claim.t_recorded, claim.rev) == (NOW, NOW, 1)


@given(instants, st.integers(1, 10**15))
def test_a_window_holds_its_start_and_not_its_end(start: int, span: int) -> None:
    claim = first_version(t_valid=start, t_invalid=start + span)
    held = [claim.true_at(at) for at in (start - 1, start, start + span - 1, start + span)]
    assert held == [False, True, True, False]


def test_none_is_always_and_until_further_notice() -> None:
    claim = first_version(t_valid=ALWAYS)
    assert claim.true_at(EARLIEST)
    assert claim.true_at(LATEST)


# ids


@given(st.lists(st.integers(0, LATEST // 1_000), min_size=2, max_size=8, unique=True))
def test_ids_of_different_milliseconds_sort_as_their_times(milliseconds: list[int]) -> None:
    by_time = [new_id(one * 1_000) for one in sorted(milliseconds)]
    assert by_time == sorted(by_time)
    for claim_id in by_time:
        assert len(claim_id) == 32
        assert claim_id[12] == "7"
        assert claim_id[16] in "89ab"


@given(instants)
def test_any_instant_gives_an_id(instant: int) -> None:
    assert len(new_id(instant)) == 32


def test_accessions_name_their_kind_and_nothing_of_the_bytes() -> None:
    made = {new_accession("note") for _ in range(200)}
    assert len(made) == 200
    assert all(one.startswith("deed-note-") and len(one) == len("deed-note-") + 10 for one in made)


@given(st.text(min_size=1), st.text(min_size=1))
def test_the_key_of_a_pair_does_not_depend_on_the_order(a: str, b: str) -> None:
    assert pair_key(a, b) == pair_key(b, a)


# kinds


def test_identity_fields_are_fields_of_the_facts() -> None:
    for kind in KINDS.values():
        fields = kind.facts.__struct_fields__ if kind.facts else ()
        assert set(kind.identity) <= set(fields)
        assert kind.reviewed == (kind.facts is None and kind.name not in ("card_line", "cache-pointer"))


def test_identity_is_equal_only_for_the_same_identifying_facts() -> None:
    one, louder, other = Trust("ana", "bot", 0.2), Trust("ana", "bot", 0.9), Trust("ana", "eva", 0.2)
    assert identity("trust", one) == identity("trust", louder) != identity("trust", other)
    assert identity("lesson", None) == ()


# stored bytes

FULL = Claim(
    id="c",
    rev=3,
    workspace="default",
    kind="trust",
    text="Ana trusts bot.",
    author="ana",
    t_created=-1,
    t_recorded=2,
    t_observed=EARLIEST,
    t_valid=None,
    t_invalid=LATEST,
    precision=("day", "us"),
    facts=Trust("ana", "bot", 0.25),
    closing=Closing("rewrite", "bot", 7, 8, by="d", figures={"jaccard": 0.7, "n": 3, "why": "x"}),
    extra={"nested": {"list": [1, None, "☃"]}},
)


@pytest.mark.parametrize(
    ("table", "value"),
    [
        (tables.CLAIM, FULL),
        (tables.DEED, Deed("deed-note-1", "note", "  verbatim \n☃", "ana", 5, position=0)),
        (tables.REVIEW, ReviewState(739_000, 738_999, 3.25, 5.5, 738_998, 12, 4, 7, 2, "Asia/Tokyo", 0, 540)),
        (tables.PROPOSAL, Proposal("p", "default", "guard", "b", "a", "rewrite", 9, "ana", figures={"x": 1})),
        (tables.LINK, 0.55),
        (tables.SETTING, [0.1, 2.0]),
        (tables.SETTING, False),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else value,
)
def test_what_is_stored_is_read_back(table: str, value: Any) -> None:
    read = tables.decode(table, tables.encode(value))
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    "facts",
    [
        Trust("a", "b", 1.0),
        Persona("Vera", 0.5),
        Prediction("i", "a", {"yes": 0.5}),
        Rule("*", "ask"),
        Outcome("i", "c"),
    ],
    ids=lambda facts: type(facts).__name__,
)
def test_facts_of_each_kind_are_told_apart_in_stored_bytes(facts: Any) -> None:
    claim = first_version(facts=facts)
    assert tables.decode(tables.CLAIM, tables.encode(claim)).facts == facts
