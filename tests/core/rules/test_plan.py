"""The plan of a write: rule 0, rules 3 to 5, windows, policies, and what is left open."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.claims.facts import Rule, Trust
from core.clocks.instants import DAY
from core.errors import Refused
from core.rules.judge import Judged, judge
from core.rules.near_miss import closeness
from core.rules.once import asked_once
from core.rules.sides import Side
from tests.core.rules.writer import START, Writer
from tests.dear import dear

OLD, NEW = "The default fuse is Borda.", "The default fuse is CombMNZ."

# rule 0


def test_the_same_words_again_are_held_already() -> None:
    writer = Writer()
    old = writer.write(OLD).newcomer
    plan = writer.write("the default  fuse is Borda")
    assert (plan.outcome, plan.same, plan.examined) == ("noop", old.id, 0)


@pytest.mark.parametrize("more", [{"author": "bob"}, {"deeds": ("deed-note-a",)}])
def test_another_author_or_deed_bears_witness(more: dict[str, object]) -> None:
    writer = Writer()
    writer.write(OLD)
    assert writer.write(OLD, **more).outcome == "update"


def test_a_witness_who_has_spoken_adds_nothing() -> None:
    writer = Writer()
    old = writer.write(OLD).newcomer
    writer.change(old.id, witnesses=("bob",))
    assert writer.write(OLD, author="bob").outcome == "noop"


@pytest.mark.parametrize(
    "other",
    [
        {"kind": "belief"},
        {"key": "fuse"},
        {"set": "lab"},
        {"workspace": "other"},
        {"t_valid": START - DAY},
        {"t_invalid": START + 90 * DAY},
    ],
)
def test_the_same_words_elsewhere_or_of_another_time_are_another_claim(other: dict[str, object]) -> None:
    writer = Writer()
    writer.write(OLD)
    plan = writer.write(OLD, **other)
    assert plan.outcome == "add"
    assert not plan.endings
    assert not plan.found


def test_the_same_words_and_the_same_stated_window_are_held_already() -> None:
    writer = Writer()
    writer.write(OLD, t_valid=START)
    assert writer.write(OLD, t_valid=START).outcome == "noop"
    assert writer.write(OLD).outcome == "noop"


def test_the_same_words_after_the_first_has_ended_are_new() -> None:
    writer = Writer()
    writer.write(OLD)
    writer.write(NEW)
    plan = writer.write(OLD)
    assert plan.outcome == "add"
    assert len(plan.endings) == 1


def test_a_held_claim_does_not_swallow_a_wish_to_replace_another() -> None:
    writer = Writer()
    other = writer.write("Ranks are summed.").newcomer
    held = writer.write(OLD).newcomer
    with pytest.raises(Refused, match="Close that claim alone"):
        writer.write(OLD, supersedes=(other.id,))
    with pytest.raises(Refused, match="same words"):
        writer.write(OLD, supersedes=(held.id,))


def test_sending_a_replacement_twice_changes_nothing() -> None:
    writer = Writer()
    other = writer.write("Ranks are summed.").newcomer
    first = writer.write(OLD, supersedes=(other.id,))
    again = writer.write(OLD, supersedes=(other.id,))
    assert (again.outcome, again.same) == ("noop", first.newcomer.id)


# rules 3 to 5


def test_the_newer_value_ends_the_older_where_it_starts() -> None:
    writer = Writer()
    old = writer.write(OLD).newcomer
    plan = writer.write(NEW)
    assert [(ending.old, ending.rule, ending.new_end) for ending in plan.endings] == [
        (old.id, "same_head", plan.newcomer.t_valid)
    ]
    assert plan.endings[0].figures == {"opening": 4, "shorter": 5, "share": 0.8}
    assert plan.endings[0].thresholds == {"opening": 3, "share": 0.6}


def test_a_planned_end_that_comes_first_stays() -> None:
    writer = Writer()
    old = writer.write(OLD, t_invalid=START + 30 * DAY).newcomer
    plan = writer.write(NEW, t_valid=START + 60 * DAY)
    assert not plan.endings
    assert [near.id for near in plan.near] == [old.id]


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ({"kind": "belief"}, {"kind": "lesson"}),
        ({"set": "lab"}, {}),
        ({"workspace": "*"}, {"workspace": "default"}),
        ({"key": "a"}, {"key": "b"}),
        ({"entities": ("fuse",)}, {"entities": ("panel",)}),
    ],
)
def test_some_pairs_are_no_business_of_the_rules(older: dict[str, object], newer: dict[str, object]) -> None:
    writer = Writer()
    writer.write(OLD, **older)
    plan = writer.write(NEW, **newer)
    assert not plan.endings
    assert not plan.found


def test_a_rewrite_that_no_name_ties_is_proposed() -> None:
    writer = Writer()
    old = writer.write("nobody ever reads the log before 9").newcomer
    plan = writer.write("nobody reads the log before 10 ever")
    assert not plan.endings
    assert [(found.old, found.rule) for found in plan.found] == [(old.id, "rewrite")]


def test_rows_with_other_identity_never_meet() -> None:
    writer = Writer()
    rule = {"kind": "rule", "text": "Pushing to main by force loses work of Anna."}
    writer.write(**rule, facts=Rule("git push --force*", "deny"))
    plan = writer.write(
        "Pushing to main by force loses work of Bob.", kind="rule", facts=Rule("git push*", "deny")
    )
    assert not plan.endings
    assert not plan.found


def test_trust_of_another_domain_is_another_row() -> None:
    writer = Writer()
    facts = Trust("ann", "bob", 0.5)
    old = writer.write("Ann trusts Bob to 50 %.", kind="trust", facts=facts, entities=("search",)).newcomer
    kept = writer.write("Ann trusts Bob to 60 %.", kind="trust", facts=facts, entities=("search", "tui"))
    assert not kept.endings
    moved = writer.write("Ann trusts Bob to 70 %.", kind="trust", facts=facts, entities=("search",))
    assert old.id in {found.old for found in moved.found} | {ending.old for ending in moved.endings}


# rule 3


def test_a_correction_ends_one_claim_of_another_kind() -> None:
    writer = Writer()
    old = writer.write(OLD, kind="belief", entities=("fuse",)).newcomer
    plan = writer.write(NEW, kind="correction", entities=("fuse",))
    assert [(ending.old, ending.rule) for ending in plan.endings] == [(old.id, "correction")]


def test_a_correction_that_fits_two_claims_asks_about_the_nearest() -> None:
    writer = Writer()
    far = writer.write("The usual default fuse is Borda.", kind="belief", entities=("fuse",)).newcomer
    nearest = writer.write("The default fuse is CombSum.", kind="lesson", entities=("fuse",)).newcomer
    plan = writer.write("The default fuse is CombMNZ.", kind="correction", entities=("fuse",))
    assert [ending.old for ending in plan.endings] == [nearest.id]
    again = Writer()
    again.write("The default fuse is Borda.", kind="belief", entities=("fuse",))
    again.write("The default fuse is CombSum.", kind="lesson", entities=("fuse",))
    torn = again.write("The default fuse is CombMNZ.", kind="correction", entities=("fuse",))
    assert not torn.endings
    assert len(torn.found) == 1
    assert "several" in torn.found[0].verdict
    assert far.id in {near.id for near in plan.near}


def test_a_correction_that_comes_near_is_proposed_and_one_that_does_not_is_not() -> None:
    writer = Writer()
    old = writer.write("Fusing ranks by Borda is our default.", entities=("fuse",)).newcomer
    near = writer.plan(
        writer.claim("Fusing ranks by sums is really our rule.", kind="correction", entities=("fuse",))
    )
    assert [(found.old, found.rule) for found in near.found] == [(old.id, "correction")]
    far = writer.plan(writer.claim("Nothing is left of it.", kind="correction", entities=("fuse",)))
    assert not far.found


def test_a_correction_that_only_opens_alike_and_cannot_be_told_is_proposed() -> None:
    writer = Writer()
    old = writer.write("The default fuse is Borda.", entities=("fuse",)).newcomer
    text = "The default fuse is not known to those who wrote the old manual of the house."
    plan = writer.plan(writer.claim(text, kind="correction", entities=("fuse",)))
    assert [(found.old, found.rule) for found in plan.found] == [(old.id, "correction")]
    assert (plan.found[0].figures["opening"], plan.found[0].figures["jaccard"]) == (4, 0.267)
    assert plan.found[0].thresholds == {"opening": 3, "share": 0.6}


# windows


def test_a_past_start_changes_the_past_of_the_older() -> None:
    writer = Writer()
    old = writer.write(OLD, t_valid=START - 90 * DAY).newcomer
    plan = writer.write(NEW, t_valid=START - 30 * DAY)
    assert [(ending.old, ending.new_end) for ending in plan.endings] == [(old.id, START - 30 * DAY)]


@pytest.mark.parametrize("policy", ["apply", "propose", "original"])
@pytest.mark.parametrize("start", [START - 60 * DAY, START - 30 * DAY])
def test_stated_periods_of_which_the_newcomer_is_not_later_are_in_conflict(start: int, policy: str) -> None:
    writer = Writer(policy)
    old = writer.write(OLD, t_valid=START - 30 * DAY).newcomer
    plan = writer.write(NEW, t_valid=start)
    assert not plan.endings
    assert [(found.old, found.source) for found in plan.found] == [(old.id, "conflict")]


def test_an_exception_within_a_period_is_for_a_person() -> None:
    writer = Writer()
    old = writer.write(OLD, t_valid=START - 30 * DAY).newcomer
    plan = writer.write(NEW, t_valid=START, t_invalid=START + 90 * DAY)
    assert not plan.endings
    assert [(found.old, found.source) for found in plan.found] == [(old.id, "guard")]


@dear
@given(
    spans=st.lists(st.tuples(st.sampled_from([-9, -5, -2]), st.sampled_from([None, 30, 60])), min_size=2),
    stated=st.booleans(),
)
def test_the_policy_to_propose_leaves_the_same_pairs_with_the_same_words_to_a_person(
    spans: list[tuple[int, int | None]], stated: bool
) -> None:
    """What would close is a find of the guard; what is a conflict, or untold, is that under either policy."""
    plans = []
    for policy in ("apply", "propose"):
        writer = Writer(policy)
        for number, (start, end) in enumerate(spans):
            since = {"t_valid": START + start * DAY} if stated or number == 0 else {}
            newcomer = writer.claim(
                f"The default fuse is F{number}.", t_invalid=end and START + (end + 60) * DAY, **since
            )
            if number == len(spans) - 1:
                plans.append(writer.plan(newcomer))
            writer.put([newcomer])
    applied, proposed = plans
    held = {(ending.old, ending.rule, "guard", "the policy is to propose") for ending in applied.endings}
    told = {(found.old, found.rule, found.source, found.verdict) for found in applied.found}
    assert not proposed.endings
    assert {(one.old, one.rule, one.source, one.verdict) for one in proposed.found} == held | told


def test_what_is_closed_is_not_closed_again() -> None:
    writer = Writer()
    writer.write(OLD)
    second = writer.write(NEW).newcomer
    plan = writer.write("The default fuse is CombSum.")
    assert [ending.old for ending in plan.endings] == [second.id]


# what a person or a policy says


def test_keep_open_leaves_a_pair_open_and_says_so() -> None:
    writer = Writer()
    old = writer.write(OLD).newcomer
    plan = writer.write(NEW, keep_open=[old.id])
    assert not plan.endings
    assert [(near.id, near.why_open) for near in plan.near] == [(old.id, "the writer keeps it open")]
    with pytest.raises(Refused, match="no claim has that id"):
        writer.write(NEW, keep_open=["nothing"])


def test_a_declined_pair_is_neither_closed_nor_proposed() -> None:
    writer = Writer()
    old = writer.write(OLD).newcomer
    newcomer = writer.claim(NEW)
    writer.decline(old.id, newcomer.id)
    plan = writer.plan(newcomer)
    assert not plan.endings
    assert not plan.found


def test_under_propose_nothing_closes_by_words() -> None:
    writer = Writer("propose")
    old = writer.write(OLD).newcomer
    plan = writer.write(NEW)
    assert not plan.endings
    assert [(found.old, found.rule) for found in plan.found] == [(old.id, "same_head")]


def test_an_unknown_policy_is_refused() -> None:
    writer = Writer("bold")
    with pytest.raises(Refused, match="apply, propose, original"):
        writer.write(OLD)


def test_near_misses_are_at_most_32_the_nearest_first() -> None:
    writer = Writer()
    for number in range(40):
        writer.write(
            f"The shelf of room {number} holds red and blue books of Anna.", entities=(f"room {number}",)
        )
    plan = writer.write("The shelf of room 99 holds red and blue books of Anna.", entities=("room 99",))
    assert not plan.endings
    assert len(plan.near) == 32
    assert plan.examined == 40
    assert {near.why_open for near in plan.near} == {"both name what they are about, and no name is the same"}


sentence = st.lists(
    st.sampled_from(["the", "a", "fuse", "panel", "is", "was", "Borda", "Atlas", "not", "5", "6", "of"]),
    min_size=2,
    max_size=8,
)


@dear
@given(st.lists(sentence.map(" ".join), min_size=1, max_size=12), sentence.map(" ".join))
@example(["the the Borda", "the Borda"], "the a fuse Borda")
def test_the_index_leaves_out_no_claim_that_the_rules_reach(held: list[str], text: str) -> None:
    writer = Writer("propose")
    for one in held:
        writer.write(one)
    newcomer = writer.claim(text)
    plan = writer.plan(newcomer)
    if plan.outcome != "add":
        return
    new = Side.of(newcomer)
    olds = [Side.of(claim) for name in writer.held.columns.ids if (claim := writer.held.claim(name))]
    pairs = [Judged(new, old, judge(new, old, "propose"), closeness(new, old)) for old in olds]
    reached = {
        pair.old.claim.id for pair in asked_once(pairs, found=False) if pair.judgement.decision != "open"
    }
    assert {found.old for found in plan.found} == reached


ENDS = [
    ("UTC", "day", "on 2023-11-15"),
    ("UTC", "min", "at 2023-11-16 00:00"),
    ("Asia/Tokyo", "min", "at 2023-11-16 09:00"),
    ("Asia/Tokyo", "month", "with 2023-11"),
]


@pytest.mark.parametrize(("zone", "precision", "told"), ENDS)
def test_that_the_claim_held_will_end_is_told_as_its_author_would(
    zone: str, precision: str, told: str
) -> None:
    midnight = START - START % DAY + 2 * DAY
    writer = Writer(zone=zone)
    writer.write("The fuse is Borda.", t_invalid=midnight, precision=("us", precision))
    writer.now -= DAY  # the same day: it is still true
    plan = writer.write("The fuse is Borda.")
    assert (plan.outcome, plan.warnings) == ("noop", (f"the claim that says it ends {told}.",))
