"""Rules 1 and 2: keys, named claims, and versions that arrive late."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.clocks.instants import DAY
from core.errors import Refused
from core.rules.keys import key_rivals
from core.rules.windows import overlap, starts
from tests.core.rules.writer import START, Writer
from tests.dear import dear

Version = tuple[int, int | None]
"""Start, and stated end or None."""

KINDS = ("lesson", "preference", "correction", "belief")


@st.composite
def versions(draw: st.DrawFn) -> list[Version]:
    begins = draw(st.lists(st.integers(-20, 20), min_size=2, max_size=6, unique=True))
    lengths = draw(
        st.lists(st.one_of(st.none(), st.integers(1, 15)), min_size=len(begins), max_size=len(begins))
    )
    return [(at, None if length is None else at + length) for at, length in zip(begins, lengths, strict=True)]


def timeline(writer: Writer) -> dict[int, int | None]:
    claims = (writer.held.claim(name) for name in writer.held.columns.ids)
    return {
        claim.t_valid: claim.t_invalid for claim in claims if claim is not None and claim.t_valid is not None
    }


def expected(written: list[Version]) -> dict[int, int | None]:
    """Each version ends at its stated end or at the next one's start, whichever comes first."""
    line = sorted(written, key=lambda version: version[0])
    following = [*(begin for begin, _ in line[1:]), None]
    return {
        begin: min((at for at in (end, after) if at is not None), default=None)
        for (begin, end), after in zip(line, following, strict=True)
    }


@dear
@given(versions(), st.randoms(use_true_random=False))
def test_any_arrival_order_of_one_key_gives_one_timeline(written: list[Version], chance: object) -> None:
    order = list(written)
    chance.shuffle(order)  # type: ignore[attr-defined]
    writer = Writer()
    for number, (begin, end) in enumerate(order):
        writer.write(
            f"The fuse is number {begin} of all.",
            key="fuse",
            t_valid=begin,
            t_invalid=end,
            kind=KINDS[number % len(KINDS)],
            author=f"seat{number}",
        )
        claims = [claim for name in writer.held.columns.ids if (claim := writer.held.claim(name))]
        line = sorted(claims, key=starts)
        assert not any(overlap(one, other) for one, other in pairwise(line))
    assert timeline(writer) == expected(written)


@dear
@given(versions(), st.randoms(use_true_random=False))
def test_any_arrival_order_of_one_named_chain_gives_one_timeline(
    written: list[Version], chance: object
) -> None:
    """The first version comes first; each later arrival names the nearest earlier one that is there."""
    first = min(written)
    order = [version for version in written if version != first]
    chance.shuffle(order)  # type: ignore[attr-defined]
    writer = Writer(policy="propose")
    there: dict[int, str] = {}
    for begin, end in [first, *order]:
        earlier = [at for at in there if at < begin]
        named = (there[max(earlier)],) if earlier else ()
        plan = writer.write(f"Version {begin}.", t_valid=begin, t_invalid=end, supersedes=named)
        there[begin] = plan.newcomer.id
    assert timeline(writer) == expected(written)


def test_a_later_claim_of_the_key_ends_the_one_before() -> None:
    writer = Writer()
    old = writer.write("The fuse is Borda.", key="fuse").newcomer
    plan = writer.write("Sums are weighted.", key="fuse", kind="preference", author="bob")
    assert [(ending.old, ending.rule, ending.new_end) for ending in plan.endings] == [
        (old.id, "key", plan.newcomer.t_valid)
    ]


def test_another_set_or_workspace_has_its_own_key() -> None:
    writer = Writer()
    writer.write("The fuse is Borda.", key="fuse")
    assert not writer.write("Sums are weighted.", key="fuse", set="lab").endings
    assert not writer.write("Ranks are summed.", key="fuse", workspace="other").endings


def test_a_late_version_of_a_key_is_born_with_the_end_and_its_cause() -> None:
    writer = Writer()
    later = writer.write("The fuse is Borda.", key="fuse", t_valid=START).newcomer
    plan = writer.write("Sums are weighted.", key="fuse", t_valid=START - DAY)
    assert plan.newcomer.t_invalid == START
    assert plan.newcomer.closing is not None
    assert (plan.newcomer.closing.rule, plan.newcomer.closing.by) == ("neighbour", later.id)
    assert plan.newcomer.closing.former_end is None
    assert not plan.endings


@pytest.mark.parametrize("end", [START - 1, START])
def test_a_late_version_that_ends_before_the_next_begins_keeps_its_own_end(end: int) -> None:
    writer = Writer()
    writer.write("The fuse is Borda.", key="fuse", t_valid=START)
    plan = writer.write("Sums are weighted.", key="fuse", t_valid=START - DAY, t_invalid=end)
    assert (plan.newcomer.t_invalid, plan.newcomer.closing) == (end, None)
    assert not plan.warnings


def test_two_claims_of_a_key_cannot_start_together() -> None:
    writer = Writer()
    old = writer.write("The fuse is Borda.", key="fuse", t_valid=START).newcomer
    with pytest.raises(Refused, match=f"{old.id[-8:]}.*edit or retract.*another start"):
        writer.write("Sums are weighted.", key="fuse", t_valid=START)


def test_a_key_cannot_be_kept_open() -> None:
    writer = Writer()
    old = writer.write("The fuse is Borda.", key="fuse").newcomer
    with pytest.raises(Refused, match="one claim at a time"):
        writer.write("Sums are weighted.", keep_open=[old.id], key="fuse")


def test_a_window_inside_another_leaves_the_key_empty_behind_it_and_says_so() -> None:
    writer = Writer()
    writer.write("The fuse is Borda.", key="fuse", t_valid=0, t_invalid=10 * DAY)
    plan = writer.write("Sums are weighted.", key="fuse", t_valid=3 * DAY, t_invalid=5 * DAY)
    assert plan.endings[0].new_end == 3 * DAY
    assert any("holds nothing" in warning for warning in plan.warnings)


def test_a_window_that_ends_with_the_other_leaves_no_gap() -> None:
    writer = Writer()
    writer.write("The fuse is Borda.", key="fuse", t_valid=0, t_invalid=10 * DAY)
    plan = writer.write("Sums are weighted.", key="fuse", t_valid=3 * DAY, t_invalid=10 * DAY)
    assert plan.endings[0].new_end == 3 * DAY
    assert not plan.warnings


def test_key_rivals_are_the_claims_true_at_the_same_time() -> None:
    writer = Writer()
    old = writer.write("The fuse is Borda.", key="fuse").newcomer
    writer.write("Sums are weighted.", key="fuse")
    closed = writer.held.claim(old.id)
    assert closed is not None
    assert key_rivals(closed, writer.held, writer.index) == ()
    reopened = writer.version(old.id, t_invalid=None)
    assert len(key_rivals(reopened, writer.held, writer.index)) == 1


# named


def test_a_named_claim_ends_whatever_its_words_and_kind() -> None:
    writer = Writer()
    old = writer.write("The fuse is Borda.").newcomer
    plan = writer.write("Sums are weighted.", kind="preference", supersedes=(old.id,))
    assert [(ending.old, ending.rule) for ending in plan.endings] == [(old.id, "named")]


def test_a_named_claim_that_has_ended_keeps_its_window() -> None:
    writer = Writer()
    old = writer.write("The fuse is Borda.", t_valid=0, t_invalid=DAY).newcomer
    assert not writer.write("Sums are weighted.", supersedes=(old.id,)).endings


REFUSALS = {
    "unknown": ("f" * 32, "no claim has that id"),
    "retracted": ("retracted", "was retracted"),
    "undone": ("undone", "was undone"),
    "another workspace": ("elsewhere", "stands in workspace other"),
    "another set": ("in a set", "stands in set lab"),
    "later": ("later", "starts later, at 2023-11-15 22:13;"),
    "same start": ("same start", "starts at the same instant"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_what_cannot_be_replaced_is_refused_with_its_own_reason(case: str) -> None:
    writer = Writer()
    ids = {
        "elsewhere": writer.write("The fuse is Borda.", workspace="other").newcomer.id,
        "in a set": writer.write("Ranks are summed.", set="lab").newcomer.id,
        "later": writer.write("Scores are summed.", t_valid=START + DAY).newcomer.id,
        "same start": writer.write("Votes are counted.", t_valid=START).newcomer.id,
    }
    for state in ("retracted", "undone"):
        ids[state] = writer.write(f"This one is {state}.").newcomer.id
        writer.change(ids[state], state=state)
    name, reason = REFUSALS[case]
    with pytest.raises(Refused, match=reason):
        writer.write("Sums are weighted.", t_valid=START, supersedes=(ids.get(name, name),))


ZONES = {"UTC": "2023-11-15 22:13", "Asia/Tokyo": "2023-11-16 07:13", "America/New_York": "2023-11-15 17:13"}


@pytest.mark.parametrize("zone", ZONES)
def test_instants_in_sentences_are_told_in_the_zone_that_is_asked_for(zone: str) -> None:
    at, told = START + DAY, ZONES[zone]
    writer = Writer(zone=zone)
    writer.write("The fuse is Borda.", key="fuse", t_valid=at)
    cut = writer.write("Sums are weighted.", key="fuse", t_valid=START)
    assert [said for said in cut.warnings if f"it ends at {told}, where" in said] == list(cut.warnings) != []
    gap = Writer(zone=zone)
    gap.write("The fuse is Borda.", key="fuse", t_valid=0, t_invalid=10 * at)
    (warning,) = gap.write("Sums are weighted.", key="fuse", t_valid=START, t_invalid=at).warnings
    assert warning.startswith(f"from {told} on key fuse")
    unkeyed = Writer(zone=zone)
    later = unkeyed.write("Votes are counted.", t_valid=at).newcomer
    with pytest.raises(Refused, match=f"starts later, at {told}; "):
        unkeyed.write("Scores are summed.", t_valid=START, supersedes=(later.id,))


def test_a_claim_cannot_replace_itself_or_something_kept_open() -> None:
    writer = Writer()
    newcomer = writer.claim("Sums are weighted.", supersedes=(f"{1:032x}",))
    with pytest.raises(Refused, match="itself"):
        writer.plan(newcomer)
    old = writer.write("The fuse is Borda.").newcomer
    with pytest.raises(Refused, match="kept open"):
        writer.write("Sums are weighted.", keep_open=[old.id], supersedes=(old.id,))


def test_a_split_in_two_proposes_the_other_half_and_closes_nothing_unnamed() -> None:
    writer = Writer()
    whole = writer.write("The fuse is Borda.").newcomer
    half = writer.write("Ranks are summed.", supersedes=(whole.id,)).newcomer
    plan = writer.write("Scores are weighted.", supersedes=(whole.id,))
    assert not plan.endings
    assert [(found.old, found.source) for found in plan.found] == [(half.id, "conflict")]


def test_two_halves_that_start_together_are_proposed() -> None:
    writer = Writer()
    whole = writer.write("The fuse is Borda.").newcomer
    half = writer.write("Ranks are summed.", supersedes=(whole.id,), t_valid=START + 9 * DAY).newcomer
    plan = writer.write("Scores are weighted.", supersedes=(whole.id,), t_valid=START + 9 * DAY)
    assert [found.old for found in plan.found] == [half.id]


def test_a_late_version_that_names_the_next_one_cuts_the_one_right_before_it() -> None:
    writer = Writer("propose")
    one = writer.write("Version one.", t_valid=1).newcomer
    two = writer.write("Version two.", t_valid=2, supersedes=(one.id,)).newcomer
    six = writer.write("Version six.", t_valid=6, supersedes=(two.id,)).newcomer
    plan = writer.write("Version four.", t_valid=4, supersedes=(six.id,))
    assert plan.newcomer.t_invalid == 6
    assert [(ending.old, ending.new_end) for ending in plan.endings] == [(two.id, 4)]


def test_a_late_version_cuts_the_one_before_it_beside_one_that_starts_with_it() -> None:
    writer = Writer("propose")
    one = writer.write("Version one.", t_valid=1).newcomer
    four = writer.write("Version four.", t_valid=4).newcomer
    six = writer.write("Version six.", t_valid=6, supersedes=(one.id, four.id)).newcomer
    plan = writer.write("Another version four.", t_valid=4, supersedes=(six.id,))
    assert [(ending.old, ending.new_end) for ending in plan.endings] == [(one.id, 4)]


def test_an_exception_by_name_warns_that_the_other_does_not_come_back() -> None:
    writer = Writer()
    old = writer.write("The fuse is Borda.", t_valid=0).newcomer
    named = {"supersedes": (old.id,), "t_valid": 3 * DAY}
    lasting = writer.plan(writer.claim("Sums are weighted.", **named))
    passing = writer.plan(writer.claim("Sums are weighted.", **named, t_invalid=5 * DAY))
    assert [ending.old for ending in (*lasting.endings, *passing.endings)] == [old.id, old.id]
    assert not lasting.warnings
    assert ["does not come back" in warning for warning in passing.warnings] == [True]


def test_a_late_version_does_not_cut_what_is_kept_open() -> None:
    writer = Writer("propose")
    one = writer.write("Version one.", t_valid=1).newcomer
    six = writer.write("Version six.", t_valid=6, supersedes=(one.id,)).newcomer
    plan = writer.write("Version four.", keep_open=[one.id], t_valid=4, supersedes=(six.id,))
    assert not plan.endings
    assert any("kept open" in warning for warning in plan.warnings)


def test_a_claim_that_starts_where_the_other_ends_cuts_nothing() -> None:
    writer = Writer()
    writer.write("The fuse is Borda.", key="fuse", t_valid=0, t_invalid=5)
    assert not writer.write("Sums are weighted.", key="fuse", t_valid=5).endings


def test_a_named_claim_that_ends_where_the_newcomer_starts_is_not_ended_again() -> None:
    writer = Writer()
    old = writer.write("The fuse is Borda.", t_valid=0, t_invalid=5).newcomer
    assert not writer.write("Sums are weighted.", t_valid=5, supersedes=(old.id,)).endings
