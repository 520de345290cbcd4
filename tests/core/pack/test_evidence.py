"""Deeds through the door: put, show, cite, citers."""

from __future__ import annotations

import pytest

from core.claims.deed import DEED_KINDS
from core.clocks.instants import DAY
from core.errors import NotFound, Refused
from core.pack import commands as c
from core.pack.evidence import MAX_BODY
from core.state.view import View
from tests.core.pack.desk import Desk

BODY = "  Verbatim,\n\twith spaces \u200b and 数据 kept. \r\n"


@pytest.mark.parametrize("kind", DEED_KINDS)
def test_a_deed_is_kept_verbatim_under_an_accession_of_its_kind(desk: Desk, kind: str) -> None:
    told = desk.do(
        c.PutDeed(body=BODY, kind=kind, source="wiki", speaker="Wei", conversation="standup", position=3)
    )
    deed = desk.reopen_file().pack.deed(told.id or "")
    assert (deed.body, deed.kind, deed.actor) == (BODY, kind, "ana")
    assert (deed.source, deed.speaker, deed.conversation, deed.position) == ("wiki", "Wei", "standup", 3)
    assert deed.accession.startswith(f"deed-{kind}-")


def test_the_same_words_from_the_same_place_are_kept_once(desk: Desk) -> None:
    first = desk.do(c.PutDeed(body=BODY, source="wiki", position=1))
    again = desk.do(c.PutDeed(body=BODY, source="wiki", position=1))
    assert (again.outcome, again.id) == ("noop", first.id)
    elsewhere = [c.PutDeed(body=BODY, source="mail", position=1), c.PutDeed(body=BODY, source="wiki")]
    assert [desk.do(command).outcome for command in elsewhere] == ["add", "add"]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (c.PutDeed(body=""), "without a body"),
        (c.PutDeed(body="x", kind="claim"), "no kind of deed 'claim'; there are note, turn"),
        (c.PutDeed(body="x" * (MAX_BODY + 1)), "at most 16,777,216 characters"),
    ],
    ids=["empty", "kind", "long"],
)
def test_what_is_no_deed_is_refused(desk: Desk, command: c.PutDeed, words: str) -> None:
    with pytest.raises(Refused, match=words):
        desk.do(command)


def test_capture_makes_no_claims(desk: Desk) -> None:
    """A run that captures 600 turns leaves 0 new claims."""
    with desk.pack.batched():
        for turn in range(600):
            desk.do(c.PutDeed(body=f"We decided on port {turn}.", kind="turn", position=turn))
    assert desk.pack.claims(View(shows="history", resting=True)) == ()
    assert len(desk.pack.deeds()) == 600


def test_a_claim_cites_a_deed_and_the_deed_knows_its_citers(desk: Desk) -> None:
    deed = desk.do(c.PutDeed(body="minutes")).id or ""
    born = desk.write("Budget is fixed until May.", deeds=(deed,)).id
    later = desk.write("Lamps are off on Sunday.").id or ""
    before = desk.pack.reader.held.t_tx
    told = desk.do(c.Cite(id=later, deed=deed))
    assert told.changed == (later,)
    assert desk.do(c.Cite(id=later, deed=deed)).outcome == "noop"
    assert [claim.id for claim in desk.pack.citers(deed)] == [born, later]
    assert [claim.id for claim in desk.pack.citers(deed, View(believed_at=before))] == [born]
    assert [one.accession for one in desk.pack.page(later).deeds] == [deed]
    desk.do(c.Undo())
    assert [claim.id for claim in desk.pack.citers(deed)] == [born]


def test_what_is_not_there_is_not_cited(desk: Desk) -> None:
    claim_id = desk.write("Budget is fixed until May.").id or ""
    with pytest.raises(NotFound, match="there is no deed 'deed-note-none'"):
        desk.do(c.Cite(id=claim_id, deed="deed-note-none"))
    with pytest.raises(NotFound, match="there is no deed"):
        desk.pack.deed("deed-note-none")
    deed = desk.do(c.PutDeed(body="minutes")).id or ""
    with pytest.raises(NotFound, match="there is no claim"):
        desk.do(c.Cite(id="f" * 32, deed=deed))


def test_a_page_shows_the_deeds_that_were_there_by_then(desk: Desk) -> None:
    deed = desk.do(c.PutDeed(body="minutes")).id or ""
    claim_id = desk.write("Budget is fixed until May.").id or ""
    written = desk.pack.reader.held.t_tx
    desk.pass_time(DAY)
    desk.do(c.Cite(id=claim_id, deed=deed))
    assert desk.pack.page(claim_id, View(believed_at=written)).deeds == ()
