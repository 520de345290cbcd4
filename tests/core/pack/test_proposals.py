"""Proposals: what opens one, accepting, declining, lapsing, and the search for pairs among what is held."""

from __future__ import annotations

import pytest

from core.claims.draft import Draft
from core.claims.proposal import Proposal
from core.clocks.instants import DAY, HOUR
from core.errors import NotFound, Refused
from core.pack import commands as c
from core.pack.receipts import Receipt
from core.state.view import View
from tests.core.pack.desk import Desk

OLD, NEW, NEWER = (f"The gateway needs port {port} for all." for port in (8080, 9090, 9191))


def pair(desk: Desk, **fields: object) -> tuple[str, str, Proposal]:
    """Two claims that the rules would make one of, held apart by the policy, and their proposal."""
    desk.do(c.Configure(name="policy", value="propose"))
    old = desk.write(OLD, entities=("gateway",), **fields).id or ""
    desk.pass_time(DAY)
    new = desk.write(NEW, entities=("gateway",), **fields).id or ""
    [proposal] = desk.pack.proposals(View(workspace=None))
    return old, new, proposal


def status(desk: Desk, proposal: Proposal) -> str:
    return next(one.status for one in desk.pack.proposals(status=None) if one.id == proposal.id)


def test_a_proposal_says_what_was_measured_and_why_it_was_not_decided(desk: Desk) -> None:
    old, new, proposal = pair(desk)
    assert (proposal.new, proposal.old, proposal.source) == (new, old, "guard")
    assert proposal.rule in ("rewrite", "same_head")
    assert proposal.figures
    assert proposal.verdict == "the policy is to propose"
    assert desk.claim(old).t_invalid is None


def test_accepting_closes_the_older_at_the_start_of_the_newer_with_the_figures(desk: Desk) -> None:
    old, new, proposal = pair(desk)
    desk.pass_time(HOUR)
    receipt = desk.do(c.Accept(proposal=proposal.id), by="maya")
    closed = desk.claim(old)
    assert closed.t_invalid == desk.claim(new).t_valid
    assert closed.closing is not None
    assert (closed.closing.by, closed.closing.actor) == (new, "maya")
    assert closed.closing.figures.items() >= proposal.figures.items()
    assert desk.claim(new).supersedes == (old,)
    assert status(desk, proposal) == "accepted"
    assert set(receipt.changed) == {old, new}
    assert any("jaccard" in line or "%" in line or "words" in line for line in desk.pack.why(old).explained)


def test_accepting_what_starts_no_later_withdraws_the_older(desk: Desk) -> None:
    start = desk.clock.now() - DAY
    old = desk.write(OLD, entities=("gateway",), t_valid=start).id or ""
    new = desk.write(NEW, entities=("gateway",), t_valid=start).id or ""
    [proposal] = desk.pack.proposals()
    assert proposal.source == "conflict"
    desk.do(c.Accept(proposal=proposal.id))
    assert desk.claim(old).state == "retracted"
    assert desk.pack.why(old).by == desk.claim(new)


def test_declining_leaves_both_open_for_good(desk: Desk) -> None:
    old, new, proposal = pair(desk)
    desk.do(c.Decline(proposal=proposal.id, why="two sites"))
    assert status(desk, proposal) == "declined"
    for claim_id in (old, new):
        assert desk.claim(claim_id).t_invalid is None
        desk.do(c.Edit(id=claim_id, expect_rev=1, changes={"question": "Which port?"}))
    assert desk.do(c.Consolidate(workspace="default")).outcome == "noop"
    desk.do(c.Configure(name="policy", value=None))
    assert desk.do(c.Consolidate(workspace="default", close=True)).outcome == "noop"


@pytest.mark.parametrize("decide", [c.Accept, c.Decline])
def test_a_proposal_is_decided_once_and_must_be_there(desk: Desk, decide: type[c.Accept]) -> None:
    _, _, proposal = pair(desk)
    desk.do(decide(proposal=proposal.id))
    with pytest.raises(Refused, match="already"):
        desk.do(c.Accept(proposal=proposal.id))
    with pytest.raises(NotFound, match="there is no proposal"):
        desk.do(decide(proposal="0" * 32))


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    "command",
    [
        lambda id: c.Close(id=id),
        lambda id: c.Retract(id=id),
        lambda id: c.NoLongerTrue(id=id),
        lambda id: c.Edit(id=id, expect_rev=1, changes={"text": "Ports are handed out by the gateway."}),
    ],
)
def test_a_proposal_lapses_when_a_side_is_ended_or_edited(desk: Desk, side: int, command: object) -> None:
    *sides, proposal = pair(desk)
    desk.pass_time(HOUR)
    desk.do(command(sides[side]))  # type: ignore[operator]
    assert desk.pack.proposals() == ()
    with pytest.raises(Refused, match="lapsed already"):
        desk.do(c.Accept(proposal=proposal.id))


def test_rest_pins_and_citations_leave_a_proposal_open(desk: Desk) -> None:
    old, new, _ = pair(desk)
    desk.do(c.Rest(id=old))
    desk.do(c.Pin(id=new))
    assert len(desk.pack.proposals()) == 1


def test_accepting_checks_the_pack_as_it_stands(desk: Desk) -> None:
    """A planned end has passed since: there is nothing to close any more."""
    desk.do(c.Configure(name="policy", value="propose"))
    old = desk.write(OLD, entities=("gateway",), t_invalid=desk.clock.now() + 2 * DAY).id
    desk.pass_time(DAY)
    new = desk.write(NEW, entities=("gateway",)).id or ""
    [proposal] = desk.pack.proposals()
    desk.do(c.Configure(name="policy", value=None))
    desk.do(c.Edit(id=new, expect_rev=1, changes={"t_valid": desk.clock.now() + 5 * DAY}))
    assert status(desk, proposal) == "lapsed"
    assert desk.claim(old).t_invalid is not None


def test_a_proposal_is_read_as_it_was_believed(desk: Desk) -> None:
    _, _, proposal = pair(desk)
    opened = desk.pack.reader.held.t_tx
    desk.do(c.Decline(proposal=proposal.id))
    assert desk.pack.proposals(View(workspace="default", believed_at=opened - 1)) == ()
    assert desk.pack.proposals(View(workspace="default", believed_at=opened)) == (proposal,)
    assert desk.pack.proposals(View(workspace="other", believed_at=opened)) == ()


# consolidate


def held_apart(desk: Desk, *texts: str) -> list[str]:
    """Claims that their writers kept open, though the rules would have closed them."""
    ids: list[str] = []
    for text in texts:
        draft = desk.write(text, entities=("gateway",)) if not ids else keep(desk, text, ids)
        ids.append(draft.id or "")
        desk.pass_time(DAY)
    return ids


def keep(desk: Desk, text: str, ids: list[str]) -> Receipt:
    return desk.do(c.Write(draft=Draft(text=text, entities=("gateway",)), keep_open=tuple(ids)))


def test_consolidate_previews_then_proposes_each_pair_once(desk: Desk) -> None:
    old, new = held_apart(desk, OLD, NEW)
    seen = desk.pack.preview(c.Consolidate(workspace="default"))
    assert [one.old for one in seen.proposes] == [old]
    assert desk.pack.proposals() == ()
    told = desk.do(c.Consolidate(workspace="default"))
    assert seen.same_as(told)
    assert [(one.new, one.old, one.source) for one in desk.pack.proposals()] == [(new, old, "consolidate")]
    assert desk.do(c.Consolidate(workspace="default")).outcome == "noop"
    assert desk.do(c.Consolidate(workspace="other")).outcome == "noop"


def test_consolidate_closes_a_chain_from_the_oldest_when_told_to(desk: Desk) -> None:
    one, two, three = held_apart(desk, OLD, NEW, NEWER)
    told = desk.do(c.Consolidate(workspace="default", close=True))
    assert [closed.id for closed in told.closes] == [one, two]
    assert set(told.changed) == {one, two, three}
    assert [desk.claim(one).t_invalid, desk.claim(two).t_invalid] == [
        desk.claim(two).t_valid,
        desk.claim(three).t_valid,
    ]
    assert [claim.id for claim in desk.pack.page(two).chain] == [one, two, three]
    assert desk.do(c.Consolidate(workspace="default", close=True)).outcome == "noop"
    desk.do(c.Undo())
    assert desk.claim(one).t_invalid is None


def test_consolidate_opens_no_proposal_over_what_it_closes_itself(desk: Desk) -> None:
    """The second may have replaced the first, which a person is asked; but the third ends the second."""
    _, second, third = held_apart(
        desk,
        "The gateway needs port 8080 on Friday.",
        "The gateway needs port 8080 on Tuesday.",
        "The gateway needs port 9090 on Tuesday.",
    )
    assert len(desk.pack.preview(c.Consolidate(workspace="default")).proposes) == 2
    told = desk.do(c.Consolidate(workspace="default", close=True))
    assert [closed.id for closed in told.closes] == [second]
    assert desk.claim(second).closing is not None
    assert (told.proposes, desk.pack.proposals()) == ((), ())
    assert desk.claim(third).supersedes == (second,)
