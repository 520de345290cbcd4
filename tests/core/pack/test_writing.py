"""Writing through the door: no-op and witness, policies, what the writer keeps open or has seen, edits."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.claims.draft import Draft
from core.clocks.instants import DAY, HOUR
from core.errors import NotFound, Refused, StaleRevision
from core.pack import commands as c
from core.state.view import View
from tests.core.pack.desk import START, Desk, scratch_desk
from tests.core.pack.walks import RANDOMS

OLD, NEW = (f"The gateway needs port {port} for all." for port in (8080, 9090))

# rule 0


def test_the_same_claim_again_is_a_no_op_that_gives_the_old_id_back(desk: Desk) -> None:
    first = desk.write(OLD, entities=("gateway",))
    tx, size = desk.pack.reader.held.tx, desk.pack.log.stats()
    again = desk.write("  The gateway needs  port 8080 for all. ", entities=("gateway",))
    assert (again.outcome, again.id, again.tx, again.changed) == ("noop", first.id, None, ())
    assert desk.pack.reader.held.tx == tx
    assert desk.pack.log.stats() == size


def test_another_seat_with_the_same_words_becomes_a_witness_once(desk: Desk) -> None:
    first = desk.write(OLD)
    told = desk.write(OLD, by="bot")
    assert (told.verb, told.outcome, told.id, told.changed) == ("witness", "update", first.id, (first.id,))
    assert desk.write(OLD, by="bot").outcome == "noop"
    assert desk.write(OLD).outcome == "noop"
    claim = desk.claim(first.id)
    assert (claim.author, claim.witnesses, claim.rev) == ("ana", ("bot",), 2)
    review = desk.pack.reader.held.chains.chain("review", first.id or "")
    assert len(review) == 1


def test_a_new_deed_with_the_same_words_is_kept_on_the_claim(desk: Desk) -> None:
    first = desk.write(OLD)
    deed = desk.do(c.PutDeed(body="port scan of Monday")).id or ""
    assert desk.write(OLD, deeds=(deed,)).outcome == "update"
    assert desk.write(OLD, deeds=(deed,)).outcome == "noop"
    assert (desk.claim(first.id).deeds, desk.claim(first.id).witnesses) == ((deed,), ())


@pytest.mark.parametrize(
    "fields",
    [{"kind": "belief"}, {"workspace": "other"}, {"set": "red"}, {"t_invalid": 2_000_000_000_000_000}],
    ids=lambda fields: next(iter(fields)),
)
def test_the_same_words_of_another_kind_place_or_window_are_another_claim(
    desk: Desk, fields: dict[str, object]
) -> None:
    desk.write(OLD)
    assert desk.write(OLD, **fields).outcome == "add"


def test_what_was_closed_is_no_twin_of_a_new_claim(desk: Desk) -> None:
    first = desk.write(OLD)
    desk.pass_time(DAY)
    desk.do(c.Close(id=first.id or ""))
    desk.pass_time(DAY)
    assert desk.write(OLD).outcome == "add"


# what a write may close


def test_policies_apply_propose_and_original(desk: Desk) -> None:
    found = {}
    for policy in ("apply", "propose", "original"):
        desk.do(c.Configure(name="policy", value=policy))
        found[policy] = []
        for place, (old, new) in enumerate(
            [
                (OLD, NEW),
                ("The staging gateway needs two regions.", "The production gateway needs two regions."),
            ]
        ):
            scope = {"workspace": f"{policy} {place}", "entities": ("gateway",)}
            desk.write(old, **scope)
            desk.pass_time(DAY)
            told = desk.write(new, **scope)
            found[policy].append((len(told.closes), len(told.proposes)))
    assert found == {"apply": [(1, 0), (0, 0)], "propose": [(0, 1), (0, 0)], "original": [(1, 0), (1, 0)]}


def test_what_the_writer_keeps_open_stays_open_and_is_listed_as_near(desk: Desk) -> None:
    old = desk.write(OLD, entities=("gateway",)).id or ""
    desk.pass_time(DAY)
    told = desk.do(c.Write(draft=Draft(text=NEW, entities=("gateway",)), keep_open=(old,)))
    assert (told.closes, told.proposes) == ((), ())
    assert [(near.id, near.why_open) for near in told.near] == [(old, "the writer keeps it open")]
    with pytest.raises(Refused, match="keep_open names nothing-here"):
        desk.do(c.Write(draft=Draft(text="Stairs are closed."), keep_open=("nothing-here",)))


def test_what_shares_two_fifths_of_its_words_is_listed_and_what_shares_less_is_not(desk: Desk) -> None:
    desk.write("alpha beta gamma delta", entities=("x",))
    near = [
        desk.pack.preview(c.Write(draft=Draft(text=text, entities=("x",)))).near
        for text in ("beta alpha zeta", "beta alpha zeta eta")
    ]
    assert [one.figures["jaccard"] for one in near[0]] == [0.4]
    assert near[1] == ()


def test_windows_that_touch_do_not_overlap(desk: Desk) -> None:
    first = desk.write("The gateway listens on port 8080.", key="port").id or ""
    desk.pass_time(DAY)
    second = desk.write("Port 9090 is used by the gateway.", key="port").id or ""
    assert desk.claim(first).t_invalid == desk.claim(second).t_valid
    for claim_id in (first, second):
        desk.do(c.Edit(id=claim_id, expect_rev=desk.claim(claim_id).rev, changes={"question": "Which port?"}))


def test_late_news_of_a_time_that_ended_where_the_named_claim_begins_cuts_nothing(desk: Desk) -> None:
    start = desk.clock.now()
    old = desk.write("Lamp one is red.").id or ""
    with pytest.raises(Refused, match="starts later"):
        desk.write("Lamp one was green.", supersedes=(old,), t_valid=start - DAY, t_invalid=start + 1)
    early = desk.write("Lamp one was blue.", supersedes=(old,), t_valid=start - DAY, t_invalid=start)
    assert (early.closes, early.proposes) == ((), ())
    assert (desk.claim(old).t_valid, desk.claim(old).rev) == (start, 1)


def test_a_write_whose_closings_are_not_those_of_its_preview_is_shown_again(desk: Desk) -> None:
    old = desk.write(OLD, entities=("gateway",)).id or ""
    desk.pass_time(DAY)
    draft = Draft(text=NEW, entities=("gateway",))
    seen = tuple(closed.id for closed in desk.pack.preview(c.Write(draft=draft)).closes)
    assert seen == (old,)
    desk.do(c.Close(id=old), by="bot")
    desk.pass_time(HOUR)
    with pytest.raises(StaleRevision, match="look at the preview again"):
        desk.do(c.Write(draft=draft, seen_closing=seen))
    assert desk.do(c.Write(draft=draft, seen_closing=())).outcome == "add"


def test_unknown_evidence_and_premises_are_refused(desk: Desk) -> None:
    with pytest.raises(NotFound, match="no deed 'deed-note-none'"):
        desk.write(OLD, deeds=("deed-note-none",))
    with pytest.raises(NotFound, match="neither a claim nor a deed"):
        desk.write(OLD, kind="conclusion", derived_from=("a" * 32, "b" * 32))
    with pytest.raises(Refused, match="rests on 2 claims or deeds"):
        desk.write(OLD, kind="conclusion", derived_from=("a" * 32,))


def test_a_write_without_an_author_is_refused(desk: Desk) -> None:
    with pytest.raises(Refused, match="needs an author"):
        desk.pack.submit(c.Write(draft=Draft(text=OLD)), actor="   ")


def test_an_agents_claim_is_marked_and_not_scheduled_until_it_is_accepted(desk: Desk) -> None:
    told = desk.pack.submit(c.Write(draft=Draft(text=OLD)), actor="bot", origin="agent-derived")
    claim = desk.claim(told.id)
    assert (claim.origin, claim.accepted, told.due_day) == ("agent-derived", False, None)
    desk.pass_time(5 * DAY)
    assert desk.pack.due().cards == ()
    with pytest.raises(Refused, match="not scheduled"):
        desk.do(c.Grade(id=claim.id, grade=3))


# one key, any order of arrival


@pytest.mark.parametrize("ends", [(None, None, None, None), (3, None, 20, None), (1, 2, 1, 9)])
def test_versions_of_a_key_give_one_truth_timeline_in_any_order(ends: tuple[int | None, ...]) -> None:
    found = set()
    with scratch_desk() as desk:
        now = desk.clock.now()
        for number, order in enumerate(permutations(range(4))):
            for version in order:
                end = ends[version]
                desk.write(
                    f"Value {version} of run {number} holds.",
                    key="port",
                    workspace=f"run {number}",
                    t_valid=now + 5 * version * DAY,
                    t_invalid=None if end is None else now + (5 * version + end) * DAY,
                )
            found.add(timeline(desk, f"run {number}", range(now - DAY, now + 40 * DAY, DAY // 2)))
    assert len(found) == 1


def timeline(desk: Desk, workspace: str, instants: range) -> tuple[str | None, ...]:
    """Which version is true at each instant."""
    claims = [line.claim for line in desk.pack.claims(View(workspace=workspace, shows="both"))]
    named = []
    for instant in instants:
        true = [claim.text.split(" of ")[0] for claim in claims if claim.true_at(instant)]
        assert len(true) <= 1
        named.append(true[0] if true else None)
    return tuple(named)


versions = st.lists(
    st.tuples(st.integers(-20, 20), st.none() | st.integers(1, 15)),
    min_size=2,
    max_size=6,
    unique_by=lambda version: version[0],
)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(versions=versions, random=RANDOMS)
def test_any_versions_of_a_key_give_one_timeline_in_two_orders(
    versions: list[tuple[int, int | None]], random: Random
) -> None:
    """Each value holds from its start to its own end or the next start, whichever comes first."""
    shuffled = list(versions)
    random.shuffle(shuffled)
    with scratch_desk() as desk:
        now = desk.clock.now()
        for workspace, order in (("one", versions), ("other", shuffled)):
            for start, span in order:
                desk.write(
                    f"Value {start} of {workspace} holds.",
                    key="port",
                    workspace=workspace,
                    t_valid=now + start * DAY,
                    t_invalid=None if span is None else now + (start + span) * DAY,
                )
        instants = range(now - 21 * DAY, now + 40 * DAY, DAY // 2)
        told = timeline(desk, "one", instants)
        assert told == timeline(desk, "other", instants)
        assert told == tuple(_expected(versions, (instant - now) / DAY) for instant in instants)


def _expected(versions: list[tuple[int, int | None]], day: float) -> str | None:
    begun = [version for version in versions if version[0] <= day]
    if not begun:
        return None
    start, span = max(begun)
    return f"Value {start}" if span is None or day < start + span else None


def test_a_late_version_of_a_named_chain_slips_in(desk: Desk) -> None:
    """In June I learned that the address changed in March."""
    january = desk.clock.now()
    first = desk.write("Our address is Elm Road 1.", entities=("office",), t_valid=january).id or ""
    desk.pass_time(150 * DAY)
    last = desk.write("Mail goes to Oak Lane 3 now.", supersedes=(first,)).id or ""
    desk.pass_time(DAY)
    march = january + 60 * DAY
    late = desk.write("Since spring we sat in Ash Street 2.", supersedes=(first,), t_valid=march).id or ""
    assert desk.claim(first).t_invalid == march
    assert desk.claim(late).t_invalid == desk.claim(last).t_valid
    april = View(true_at=march + 30 * DAY)
    assert [line.claim.id for line in desk.pack.claims(april)] == [late]
    may = View(true_at=march + 30 * DAY, believed_at=january + 120 * DAY)
    assert [line.claim.id for line in desk.pack.claims(may)] == [first]


@pytest.mark.parametrize("backwards", [False, True])
def test_of_two_named_claims_of_one_chain_none_is_both_closed_and_proposed(
    desk: Desk, backwards: bool
) -> None:
    first = desk.write("Lamp one is red.").id or ""
    desk.pass_time(DAY)
    second = desk.write("Shelf nine is full.", supersedes=(first,)).id or ""
    desk.pass_time(DAY)
    named = (second, first) if backwards else (first, second)
    told = desk.write("Stairs are wet today.", supersedes=named)
    assert [closed.id for closed in told.closes] == [second]
    assert told.proposes == ()


def test_a_chain_that_an_undo_took_apart_is_no_chain_to_slip_into(desk: Desk) -> None:
    old = desk.write("The gateway needs port 8080 for all.", entities=("gateway",)).id or ""
    desk.do(c.Configure(name="policy", value="propose"))
    desk.pass_time(DAY)
    new = desk.write("The gateway needs port 9090 for all.", entities=("gateway",)).id or ""
    [proposal] = desk.pack.proposals()
    desk.do(c.Accept(proposal=proposal.id))
    desk.do(c.Undo())
    between = (desk.claim(old).t_valid or 0) + HOUR
    told = desk.write("Lamp one is red.", supersedes=(old,), t_valid=between)
    assert [closed.id for closed in told.closes] == [old]
    assert desk.claim(told.id).t_invalid is None
    assert desk.claim(new).t_invalid is None


# edit


def test_an_edit_names_the_revision_it_saw(desk: Desk) -> None:
    """I13."""
    claim_id = desk.write(OLD).id or ""
    desk.do(c.Pin(id=claim_id))
    for stale in (0, 1, 3):
        with pytest.raises(StaleRevision, match=f"is at revision 2, not {stale}"):
            desk.do(c.Edit(id=claim_id, expect_rev=stale, changes={"text": NEW}))
    desk.do(c.Edit(id=claim_id, expect_rev=2, changes={"text": NEW}))
    assert (desk.claim(claim_id).text, desk.claim(claim_id).rev) == (NEW, 3)


@pytest.mark.parametrize(
    "changes",
    [
        {"author": "bot"},
        {"id": "x"},
        {"kind": "belief"},
        {"workspace": "other"},
        {"t_recorded": 1},
        {"state": "undone"},
        {"text": ""},
        {"text": "One. Two. Three."},
        {"text": 7},
        {"entities": [""]},
        {"t_invalid": "tomorrow"},
        {"t_invalid": 1},
        {"set": ""},
        {"key": "  "},
        {"precision": ["day"]},
    ],
    ids=str,
)
def test_an_edit_that_does_not_fit_is_refused_and_changes_nothing(
    desk: Desk, changes: dict[str, object]
) -> None:
    claim_id = desk.write(OLD).id or ""
    with pytest.raises(Refused):
        desk.do(c.Edit(id=claim_id, expect_rev=1, changes=changes))
    assert desk.claim(claim_id).rev == 1


def test_an_edit_keeps_id_author_creation_and_review_clock(desk: Desk) -> None:
    claim_id = desk.write(OLD).id or ""
    desk.pass_time(DAY)
    desk.do(c.Grade(id=claim_id, grade=3))
    before, review = desk.claim(claim_id), desk.pack.reader.held.review(claim_id)
    desk.do(c.Edit(id=claim_id, expect_rev=1, changes={"text": NEW}), by="bot")
    after = desk.claim(claim_id)
    assert (after.author, after.t_created) == (before.author, before.t_created)
    assert desk.pack.reader.held.review(claim_id) == review


def test_mined_names_follow_the_text_and_declared_ones_stay(desk: Desk) -> None:
    mined = desk.write("Deploys of Kestrel run on Mondays.").id or ""
    declared = desk.write("Deploys of Marlin run on Fridays.", entities=("marlin",)).id or ""
    for claim_id in (mined, declared):
        desk.do(c.Edit(id=claim_id, expect_rev=1, changes={"text": "Deploys of Osprey run on Tuesdays."}))
    assert any("osprey" in name.casefold() for name in desk.claim(mined).entities)
    assert desk.claim(declared).entities == ("marlin",)


def test_an_edit_that_gives_a_key_two_values_is_refused(desk: Desk) -> None:
    first = desk.write(OLD, key="port").id or ""
    second = desk.write("Stairs are closed on Sunday.").id or ""
    with pytest.raises(Refused, match=f"two claims of key port would be true at once: {first[-8:]}"):
        desk.do(c.Edit(id=second, expect_rev=1, changes={"key": "port"}))
    third = desk.write("Lamps are off on Sunday.", key="port", set="red").id or ""
    with pytest.raises(Refused, match="key port"):
        desk.do(c.Edit(id=third, expect_rev=1, changes={"set": None}))


def test_links_are_chosen_anew_when_names_or_set_change(desk: Desk) -> None:
    one = desk.write("The gateway restarts at night.", entities=("gateway",)).id or ""
    two = desk.write("Backups of the gateway run first.", entities=("gateway",)).id or ""
    links = desk.pack.reader.held.links
    assert set(links.peers(one)) == {two}
    desk.do(c.Edit(id=two, expect_rev=1, changes={"set": "red"}))
    assert not links.peers(one)
    desk.do(c.Edit(id=two, expect_rev=2, changes={"set": None}))
    assert set(links.peers(one)) == {two}
    desk.do(c.Edit(id=two, expect_rev=3, changes={"entities": ["backup"]}))
    assert not links.peers(one)


def test_an_edit_of_nothing_is_a_no_op(desk: Desk) -> None:
    claim_id = desk.write(OLD, question="Which port?").id or ""
    changes = {"text": f" {OLD} ", "question": "Which port?", "t_invalid": None}
    assert desk.do(c.Edit(id=claim_id, expect_rev=1, changes=changes)).outcome == "noop"


@pytest.mark.parametrize("actor", ["s" * 121, "two\nlines", "\x1b[31mred"])
def test_an_author_is_a_name(desk: Desk, actor: str) -> None:
    with pytest.raises(Refused, match="1 to 120 printable signs"):
        desk.pack.submit(c.Configure(name="strict", value=True), actor=actor)


def test_what_the_rules_say_of_an_instant_is_told_in_the_zone_of_the_pack() -> None:
    with scratch_desk(zone="Asia/Tokyo") as desk:
        later = desk.write("The fuse is Borda.", key="fuse", t_valid=START + DAY).id
        (warning,) = desk.write("Sums are weighted.", key="fuse", t_valid=START).warnings
        assert warning.startswith("it ends at 2026-01-06 18:00, where ")
        with pytest.raises(Refused, match="starts later, at 2026-01-06 18:00; "):
            desk.write("Ranks are summed.", t_valid=START, supersedes=(later,))
