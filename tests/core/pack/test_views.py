"""What a view shows: workspaces and `*`, sets, rest, kinds and authors; and how a claim is named."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from core.claims.ids import part_of, short
from core.clocks.instants import DAY
from core.errors import NotFound, Refused
from core.pack import commands as c
from core.pack.pages import ClaimLine
from core.state.view import View
from tests.core.pack.desk import Desk


def ids(lines: Iterable[ClaimLine]) -> set[str]:
    return {line.claim.id for line in lines}


# workspaces


def test_claims_of_the_star_workspace_are_read_everywhere_and_closed_only_there(desk: Desk) -> None:
    everywhere = desk.write("Reports go to port 8080 for all.", workspace="*", entities=("reports",)).id or ""
    here = desk.write("Lamps are off on Sunday.", workspace="atlas").id
    desk.pass_time(DAY)
    for workspace in ("atlas", "harbour"):
        assert everywhere in ids(desk.pack.claims(View(workspace=workspace)))
        assert everywhere in {card.line.claim.id for card in desk.pack.due(View(workspace=workspace)).cards}
        found = desk.pack.search("reports", View(workspace=workspace)).hits
        assert [hit.line.claim.id for hit in found] == [everywhere]
    assert ids(desk.pack.claims(View(workspace="harbour"))) == {everywhere}
    assert ids(desk.pack.claims(View())) == {everywhere, here}
    told = desk.write("Reports go to port 9090 for all.", workspace="atlas", entities=("reports",))
    assert (told.closes, told.proposes) == ((), ())
    with pytest.raises(Refused, match=r"stands in workspace \*"):
        desk.write("Reports go out at noon.", workspace="atlas", supersedes=(everywhere,))
    told = desk.write("Reports go to port 7070 for all.", workspace="*", entities=("reports",))
    assert [closed.id for closed in told.closes] == [everywhere]


def test_keys_and_links_stay_inside_a_workspace_and_a_set(desk: Desk) -> None:
    scopes = [("atlas", None), ("atlas", "red"), ("harbour", None), ("*", None)]
    for workspace, set_ in scopes:
        told = desk.write(
            "The gateway listens on port 8080.",
            workspace=workspace, set=set_, key="port", entities=("gateway",),
        )  # fmt: skip
        assert (told.outcome, told.closes, told.links) == ("add", (), ())


def test_the_workspace_in_use_is_the_one_asked_for_else_the_packs_own(desk: Desk) -> None:
    assert desk.pack.workspace == "default"
    desk.do(c.Configure(name="workspace", value="atlas"))
    assert desk.reopen_file().pack.workspace == "atlas"
    desk.pack.use_workspace("harbour")
    assert desk.pack.view() == View(workspace="harbour")
    desk.pack.use_workspace(None)
    assert desk.pack.workspace == "atlas"


# sets, kinds, authors


def test_a_view_of_a_set_a_kind_or_an_author_shows_only_these(desk: Desk) -> None:
    red = desk.write("Reports go out on Friday.", set="red").id
    belief = desk.write("Lamps are off on Sunday.", kind="belief").id
    theirs = desk.write("Shelf nine is full.", by="bot").id
    assert ids(desk.pack.claims(View(set="red"))) == {red}
    assert ids(desk.pack.claims(View(set="blue"))) == set()
    assert ids(desk.pack.claims(View(kinds=frozenset({"belief"})))) == {belief}
    assert ids(desk.pack.claims(View(authors=frozenset({"bot"})))) == {theirs}
    both = View(kinds=frozenset({"belief"}), authors=frozenset({"bot"}))
    assert ids(desk.pack.claims(both)) == set()


# rest


def test_a_resting_claim_is_out_of_lists_search_today_and_islands_and_keeps_its_window(desk: Desk) -> None:
    one = desk.write("The gateway restarts at night.", entities=("gateway",)).id or ""
    two = desk.write("Backups of the gateway run first.", entities=("gateway",)).id or ""
    desk.pass_time(DAY)
    awake = desk.clock.now() - 1
    desk.do(c.Rest(id=one, why="not this month"))
    assert ids(desk.pack.claims()) == {two}
    assert {card.line.claim.id for card in desk.pack.due().cards} == {two}
    assert [hit.line.claim.id for hit in desk.pack.search("gateway").hits] == [two]
    assert desk.pack.islands().islands == ()
    assert desk.pack.page(one).line.state == "resting"
    assert desk.claim(one).t_invalid is None
    assert ids(desk.pack.claims(View(resting=True))) == {one, two}
    assert ids(desk.pack.claims(View(believed_at=awake))) == {one, two}
    assert {card.line.claim.id for card in desk.pack.due(View(believed_at=awake)).cards} == {one, two}
    desk.do(c.Wake(id=one))
    assert desk.claim(one).rest_reason is None
    assert ids(desk.pack.claims()) == {one, two}


def test_an_as_of_read_and_the_rules_see_a_resting_claim(desk: Desk) -> None:
    old = desk.write("The gateway needs port 8080 for all.", entities=("gateway",)).id or ""
    desk.do(c.Rest(id=old))
    desk.pass_time(DAY)
    assert ids(desk.pack.claims(View(believed_at=desk.clock.now()))) == {old}
    assert desk.write("The gateway needs port 8080 for all.", entities=("gateway",)).outcome == "noop"
    told = desk.write("The gateway needs port 9090 for all.", entities=("gateway",))
    assert [closed.id for closed in told.closes] == [old]


@pytest.mark.parametrize("command", [c.Rest, c.Pin])
def test_a_mark_that_is_there_already_is_a_no_op(desk: Desk, command: type[c.Pin]) -> None:
    claim_id = desk.write("Lamps are off on Sunday.").id or ""
    assert desk.do(c.Wake(id=claim_id)).outcome == "noop"
    assert desk.do(c.Pin(id=claim_id, pinned=False)).outcome == "noop"
    desk.do(command(id=claim_id))
    assert desk.do(command(id=claim_id)).outcome == "noop"


# time passes by itself


def test_planned_starts_and_ends_pass_without_a_record(desk: Desk) -> None:
    now = desk.clock.now()
    planned = desk.write("Lift two opens to all.", t_valid=now + DAY).id
    ending = desk.write("Lift one is open to all.", t_valid=now - DAY, t_invalid=now + DAY).id
    tx = desk.pack.reader.held.tx
    seen = []
    for step in (0, DAY - 1, 1):
        desk.pass_time(step)
        seen.append(ids(desk.pack.claims()))
    assert seen == [{ending}, {ending}, {planned}]
    assert desk.pack.reader.held.tx == tx
    states = {line.claim.id: line.state for line in desk.pack.claims(View(shows="both"))}
    assert states == {planned: "live", ending: "closed"}


def test_given_only_b_v_is_b_and_every_answer_carries_its_basis(desk: Desk) -> None:
    claim_id = desk.write("Lamps are off on Sunday.").id or ""
    at = desk.clock.now() - DAY
    view = View(believed_at=at)
    for basis in (
        desk.pack.due(view).basis,
        desk.pack.search("x", view).basis,
        desk.pack.islands(view).basis,
    ):
        assert (basis.true_at, basis.believed_at) == (at, at)
    assert desk.pack.page(claim_id).basis.believed_at == desk.clock.now()
    with pytest.raises(NotFound, match="was not written by then"):
        desk.pack.page(claim_id, view)


# names


def test_a_claim_is_found_by_its_id_its_end_or_its_beginning(desk: Desk) -> None:
    first = desk.write("Lamps are off on Sunday.").id or ""
    desk.pass_time(400 * DAY)
    second = desk.write("Shelf nine is full.").id or ""
    dashed = f"{first[:8]}-{first[8:12]}-{first[12:16]}-{first[16:20]}-{first[20:]}"
    for name in (first, first.upper(), f" {first} ", dashed, first[-8:], first[-4:], first[:12]):
        assert desk.pack.find(name) == first
    assert desk.pack.find(second[:12]) == second


def test_every_part_that_begins_the_printed_end_names_the_claim_by_both_doors(desk: Desk) -> None:
    """Four signs of eight are enough, as with a short hash; searched for, four or five want a digit beside a
    letter, since `2026` and `face` are no ids."""
    ids = [desk.write(f"Shelf {name} is full.").id or "" for name in ("nine", "ten", "six")]
    searched = 0
    for claim_id in ids:
        for signs in range(4, 9):
            part = short(claim_id)[:signs]
            assert sum(part_of(part, one) for one in ids) == 1
            assert desk.pack.find(part) == claim_id
            if signs > 5 or (not part.isdigit() and not part.isalpha()):
                hits = desk.pack.search(part).hits
                assert [hit.line.claim.id for hit in hits] == [claim_id]
                searched += 1
    assert searched


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "too short"),
        ("abc", "4 signs or more"),
        ("zzzz", "there is no claim 'zzzz'"),
        ("01", "too short"),
    ],
)
def test_a_name_that_fits_no_claim_is_refused(desk: Desk, name: str, words: str) -> None:
    desk.write("Lamps are off on Sunday.")
    with pytest.raises(NotFound, match=words):
        desk.pack.find(name)


def test_a_name_that_fits_several_claims_is_refused_with_their_short_ids(desk: Desk) -> None:
    one, two = (desk.write(f"Shelf {name} is full.").id or "" for name in ("nine", "ten"))
    with pytest.raises(NotFound, match="fits 2 claims; give more of the id") as refused:
        desk.pack.find(one[:8])
    assert short(one) in str(refused.value)
    assert short(two) in str(refused.value)


# what is counted


def test_status_counts_what_the_views_show(desk: Desk) -> None:
    kept = desk.write("Lamps are off on Sunday.", kind="belief").id or ""
    ended = desk.write("Shelf nine is full.").id or ""
    gone = desk.write("Stairs are wet.").id or ""
    desk.write("Reports go out on Friday.", workspace="atlas")
    desk.pass_time(DAY)
    desk.do(c.Close(id=ended))
    desk.do(c.Retract(id=gone, why="a slip"))
    desk.do(c.PutDeed(body="minutes"))
    found = desk.pack.status()
    assert (found.by_state, found.by_kind) == ({"live": 1, "closed": 1, "retracted": 1}, {"belief": 1})
    assert (found.due, found.deeds, found.tx, found.workspace) == (1, 2, 7, "default")
    assert found.holder is not None
    assert dict(desk.pack.workspaces()) == {"default": 1, "atlas": 1}
    assert kept in ids(desk.pack.claims())
