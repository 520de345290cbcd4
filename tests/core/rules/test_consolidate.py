"""Consolidation: the same rules over what is held."""

from __future__ import annotations

from core.rules.consolidate import consolidate
from core.rules.findings import Pair
from tests.core.rules.writer import START, Writer

OLD, MIDDLE, NEW = (f"The default fuse is {name}." for name in ("Borda", "CombSum", "CombMNZ"))


def held(*texts: str, **fields: object) -> tuple[Writer, list[str]]:
    """Claims that came in past the rules."""
    writer, ids = Writer(), []
    for text in texts:
        claim = writer.claim(text, **fields)
        writer.put([claim])
        ids.append(claim.id)
    return writer, ids


def run(writer: Writer, policy: str = "apply", workspace: str = "default") -> tuple[Pair, ...]:
    return consolidate(writer.held, writer.index, workspace=workspace, policy=policy, now=writer.now)


def test_each_older_claim_is_ended_once_by_the_next_that_replaces_it() -> None:
    writer, (one, two, three) = held(OLD, MIDDLE, NEW)
    pairs = run(writer)
    assert [(pair.new, pair.old) for pair in pairs] == [(two, one), (three, two)]
    assert all(pair.ending is not None for pair in pairs)


def test_it_finds_what_writing_one_by_one_closes() -> None:
    texts = (OLD, "Anna is married to Bob.", NEW, "Anna is married to Carl Otto.", "Ranks are summed.")
    writer, _ = held(*texts)
    one_by_one = Writer()
    closed = {ending.old for text in texts for ending in one_by_one.write(text).endings}
    assert {pair.old for pair in run(writer) if pair.ending} == closed


def test_a_second_run_finds_nothing_once_the_endings_are_stored() -> None:
    writer, _ = held(OLD, MIDDLE, NEW)
    for pair in run(writer):
        assert pair.ending is not None
        writer.change(pair.old, t_invalid=pair.ending.new_end)
    assert run(writer) == ()


def test_under_propose_every_pair_is_a_find() -> None:
    writer, _ = held(OLD, NEW)
    assert [pair.found is not None for pair in run(writer, "propose")] == [True]


def test_declined_and_waiting_pairs_are_left_out() -> None:
    writer, (one, two) = held(OLD, NEW)
    writer.decline(two, one)
    assert run(writer) == ()
    writer, (one, two) = held(OLD, NEW)
    writer.propose(two, one)
    assert run(writer) == ()


def test_other_workspaces_are_not_looked_at() -> None:
    writer, _ = held(OLD, NEW, workspace="other")
    assert run(writer) == ()
    assert len(run(writer, workspace="other")) == 1


def test_two_holders_of_a_key_that_came_in_together_are_found() -> None:
    writer, (one, two) = held("The fuse is Borda.", "Sums are weighted.", key="fuse")
    assert [(pair.new, pair.old, pair.as_found().rule) for pair in run(writer)] == [(two, one, "key")]


def test_two_subjects_are_no_pair() -> None:
    writer, _ = held(
        "Thomas Kyd was born in the city of London.", "Thomas Arne was born in the city of London."
    )
    assert run(writer) == ()


def test_claims_of_one_key_meet_by_the_key_alone() -> None:
    writer, (one, two) = held(OLD, NEW, key="fuse", t_valid=START)
    assert [(pair.new, pair.old, pair.as_found().rule) for pair in run(writer)] == [(two, one, "key")]


def test_a_claim_with_a_key_meets_one_without_by_its_words() -> None:
    writer, (one,) = held(OLD)
    writer.put([writer.claim(NEW, key="fuse")])
    assert [(pair.old, pair.ending is not None) for pair in run(writer)] == [(one, True)]
