"""Why a claim stays open, for any two claims."""

from __future__ import annotations

import pytest

from core.rules.near_miss import closeness, why_open
from core.rules.sides import Side
from tests.core.rules.writer import START, Writer

OLD = "The default fuse is Borda."


@pytest.mark.parametrize(
    ("text", "fields", "reason"),
    [
        ("Ranks are summed.", {}, "not near enough"),
        ("The default fuse is CombMNZ.", {"kind": "habit"}, "one is a habit, the other a lesson"),
        ("The default fuse is CombMNZ.", {"workspace": "other"}, "workspace default"),
        ("The default fuse is CombMNZ.", {"set": "lab"}, "another set"),
        ("The default fuse is CombMNZ.", {"t_valid": START - 1}, "starts before the other"),
        ("The default fuse might be CombMNZ.", {}, "an intention is not a change"),
        ("The default fuse is CombMNZ.", {}, "nothing holds the rules back"),
        ("the default fuse is borda", {}, "the words are the same"),
    ],
)
def test_the_reason_is_the_first_thing_that_stops_the_rules(
    text: str, fields: dict[str, object], reason: str
) -> None:
    writer = Writer()
    old = writer.write(OLD).newcomer
    near = why_open(writer.claim(text, **fields), old, policy="apply")
    assert near.id == old.id
    assert reason in near.why_open


def test_the_nearest_rule_is_named_with_its_figures() -> None:
    writer = Writer()
    old = writer.write("The build server in Lyon runs at night.").newcomer
    near = why_open(writer.claim("The build server in Nice was sold by Anna to Acme."), old, policy="apply")
    assert near.figures["rule"] == "same_head"
    assert near.figures["opening"] == 4


@pytest.mark.parametrize(
    ("new", "old", "measured"),
    [
        ("a b c x y", "a b c z w", 1.0),  # the opening, 3 of 5, needs 0.6
        ("a b x y", "a b z w", 2 / 6 / 0.6),  # two words are no opening; 2 of 6 words
        ("a b c d e f", "x a b c d e", 5 / 7 / 0.6),  # the words, 5 of 7
        ("a b", "c d", 0.0),
    ],
)
def test_closeness_is_that_of_the_nearer_rule(new: str, old: str, measured: float) -> None:
    writer = Writer()
    sides = [Side.of(writer.claim(text)) for text in (new, old)]
    assert closeness(*sides) == pytest.approx(measured)


def test_where_both_rules_are_equally_far_the_rewrite_is_named() -> None:
    writer = Writer()
    old = writer.write(OLD).newcomer
    near = why_open(writer.claim("Ranks are summed at night."), old)
    assert (near.figures["rule"], near.figures["jaccard"]) == ("rewrite", 0.0)


def test_a_retracted_claim_and_the_claim_itself_have_their_own_reasons() -> None:
    writer = Writer()
    old = writer.write(OLD).newcomer
    gone = writer.change(old.id, state="retracted")
    assert (
        "retracted" in why_open(writer.claim("The default fuse is CombMNZ."), gone, policy="apply").why_open
    )
    assert why_open(old, old, policy="apply").why_open == "it is the same claim"
