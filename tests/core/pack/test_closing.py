"""Close, retract, no longer true, and the reopening of each."""

from __future__ import annotations

from typing import Any

import pytest

from core.claims.draft import ALWAYS
from core.claims.ids import short
from core.clocks.instants import DAY, EARLIEST, HOUR, LATEST
from core.clocks.study_day import study_day
from core.errors import NotFound, PackError, Refused
from core.pack import commands as c
from core.state.view import View
from tests.core.pack.desk import Desk, content

FAR = 10**19
"""More microseconds than a 64-bit integer holds."""


def opened(desk: Desk) -> str:
    claim_id = desk.write("The lift holds eight people.").id or ""
    desk.pass_time(DAY)
    return claim_id


def test_a_claim_is_closed_now_in_the_past_and_in_the_future(desk: Desk) -> None:
    for at in (None, desk.clock.now() + HOUR, desk.clock.now() + 90 * DAY):
        claim_id = desk.write(f"Lift {at} holds eight people.", t_valid=desk.clock.now() - DAY).id or ""
        receipt = desk.do(c.Close(id=claim_id, at=at))
        assert desk.claim(claim_id).t_invalid == (receipt.t_tx if at is None else at)


@pytest.mark.parametrize("before", [0, 1, DAY])
def test_closing_at_or_before_the_start_is_refused_and_points_to_retract(desk: Desk, before: int) -> None:
    claim_id = opened(desk)
    with pytest.raises(Refused, match="never true: retract it instead"):
        desk.do(c.Close(id=claim_id, at=(desk.claim(claim_id).t_valid or 0) - before))


def test_closing_later_than_the_end_is_a_no_op(desk: Desk) -> None:
    claim_id = opened(desk)
    end = desk.clock.now()
    desk.do(c.Close(id=claim_id, at=end))
    for at in (end, end + 1, end + DAY):
        assert desk.do(c.Close(id=claim_id, at=at)).outcome == "noop"
    assert desk.claim(claim_id).rev == 2


@pytest.mark.parametrize("at", [FAR, LATEST + 1, EARLIEST - 1, -FAR])
def test_times_outside_the_years_are_refused_wherever_they_come_in(desk: Desk, at: int) -> None:
    claim_id = opened(desk)
    tx = desk.pack.reader.held.tx
    for command in (
        c.Close(id=claim_id, at=at),
        c.Edit(id=claim_id, expect_rev=1, changes={"t_invalid": at}),
        c.Edit(id=claim_id, expect_rev=1, changes={"t_valid": at}),
        c.PutDeed(body="minutes", said_at=at),
    ):
        with pytest.raises(PackError):
            desk.do(command)
    for name in ("t_valid", "t_invalid", "t_observed"):
        with pytest.raises(Refused):
            desk.write("Stairs are closed on Sunday.", **{name: at})
    assert desk.pack.reader.held.tx == tx
    assert desk.reopen_file().write("Stairs are closed on Sunday.").tx == tx + 1


def test_a_reason_becomes_a_note_and_a_named_deed_is_cited_by_the_closing(desk: Desk) -> None:
    first, second = opened(desk), desk.write("Stairs are closed on Sunday.").id or ""
    deed = desk.do(c.PutDeed(body="sign at the door")).id
    desk.pass_time(DAY)
    desk.do(c.Close(id=first, why="the sign was taken down"))
    desk.do(c.Close(id=second, deed=deed))
    noted = desk.claim(first).closing
    cited = desk.claim(second).closing
    assert noted is not None
    assert desk.pack.deed(noted.deed or "").body == "the sign was taken down"
    assert cited is not None
    assert (cited.deed, cited.rule) == (deed, "deed")
    with pytest.raises(NotFound, match="there is no deed 'deed-note-nowhere'"):
        desk.do(c.Retract(id=first, deed="deed-note-nowhere"))


# retract


def test_a_retracted_claim_is_true_at_no_instant_and_stays_in_what_was_believed(desk: Desk) -> None:
    claim_id = opened(desk)
    before = desk.pack.reader.held.t_tx
    desk.do(c.Retract(id=claim_id))
    assert desk.pack.claims(View(true_at=before)) == ()
    believed = View(true_at=before, believed_at=before)
    assert [line.claim.id for line in desk.pack.claims(believed)] == [claim_id]
    assert desk.do(c.Retract(id=claim_id)).outcome == "noop"


def test_a_retraction_names_what_the_claim_had_closed(desk: Desk) -> None:
    old = opened(desk)
    new = desk.write("Lift: eight people or ten cases.", supersedes=(old,))
    receipt = desk.do(c.Retract(id=new.id or ""))
    assert len(receipt.warnings) == 1
    assert old[-8:] in receipt.warnings[0]
    desk.do(c.Reopen(id=old))
    assert desk.claim(old).t_invalid is None


@pytest.mark.parametrize(
    "command",
    [
        c.Close,
        c.Rest,
        c.Wake,
        c.Pin,
        lambda id: c.Grade(id=id, grade=3),
        lambda id: c.NoLongerTrue(id=id),
        lambda id: c.Edit(id=id, expect_rev=2, changes={"text": "Lift of ten."}),
        lambda id: c.Fire(ids=(id, id[:-1] + "x")),
    ],
)
def test_what_is_done_to_a_retracted_claim_is_refused_in_words(desk: Desk, command: object) -> None:
    claim_id = opened(desk)
    desk.do(c.Retract(id=claim_id))
    with pytest.raises(Refused, match=f"{claim_id[-8:]} is retracted; reopen it first"):
        desk.do(command(id=claim_id))  # type: ignore[operator]


# no longer true


def test_no_longer_true_closes_and_keeps_the_words_typed(desk: Desk) -> None:
    claim_id = opened(desk)
    desk.do(c.NoLongerTrue(id=claim_id, reason="  "))
    assert desk.pack.deeds() == ()
    assert desk.claim(claim_id).t_invalid == desk.pack.reader.held.t_tx
    with pytest.raises(Refused, match="closed already"):
        desk.do(c.NoLongerTrue(id=claim_id))


def test_no_longer_true_of_what_has_not_begun_is_refused(desk: Desk) -> None:
    claim_id = desk.write("The lift holds ten people.", t_valid=desk.clock.now() + DAY).id or ""
    for corrected in (None, "The lift holds nine people."):
        with pytest.raises(Refused):
            desk.do(c.NoLongerTrue(id=claim_id, corrected=corrected))
    assert desk.claim(claim_id).rev == 1


def test_the_corrected_text_is_a_successor_of_the_same_scope_kind_names_and_key(desk: Desk) -> None:
    old = desk.write(
        "The office is in Gera.", kind="belief", set="red", key="office", entities=("office",)
    )  # fmt: skip
    desk.pass_time(DAY)
    receipt = desk.do(
        c.NoLongerTrue(id=old.id or "", reason="they moved", corrected="The office is in Jena.")
    )
    new, closed = desk.claim(receipt.id), desk.claim(old.id)
    assert (new.kind, new.set, new.key, new.entities) == ("belief", "red", "office", ("office",))
    assert new.supersedes == (old.id,)
    assert closed.t_invalid == new.t_valid
    assert closed.closing is not None
    assert closed.closing.deed == new.deeds[0]
    assert desk.pack.deed(new.deeds[0]).body == "they moved"


def test_an_accession_typed_as_the_reason_is_cited_instead_of_noted(desk: Desk) -> None:
    claim_id = opened(desk)
    deed = desk.do(c.PutDeed(body="sign at the door")).id or ""
    desk.do(c.NoLongerTrue(id=claim_id, reason=f" {deed} "))
    closing = desk.claim(claim_id).closing
    assert closing is not None
    assert closing.deed == deed
    assert len(desk.pack.deeds()) == 1


def test_a_correction_in_the_words_of_the_claim_itself_is_refused(desk: Desk) -> None:
    claim_id = opened(desk)
    with pytest.raises(Refused, match="says the same already"):
        desk.do(c.NoLongerTrue(id=claim_id, corrected="The lift holds eight people."))


def test_a_correction_that_is_held_already_takes_the_place_of_the_claim(desk: Desk) -> None:
    claim_id = opened(desk)
    held = desk.write("Stairs are closed on Sunday.")
    desk.pass_time(HOUR)
    known = len(desk.pack.ids(View(shows="history")))
    receipt = desk.do(
        c.NoLongerTrue(id=claim_id, reason="the plate", corrected="stairs are closed on Sunday")
    )
    assert (receipt.id, receipt.outcome) == (claim_id, "update")
    assert any(short(held.id or "") in warning for warning in receipt.warnings)
    closed = desk.claim(claim_id)
    assert closed.t_invalid == desk.claim(held.id).t_valid != closed.t_recorded
    assert closed.closing is not None
    assert (closed.closing.by, closed.closing.why) == (held.id, "the plate")
    assert [one.id for one in receipt.closes] == [claim_id]
    assert desk.claim(held.id).supersedes == (claim_id,)
    assert [claim.id for claim in desk.pack.why(claim_id).chain] == [claim_id, held.id]
    assert len(desk.pack.ids(View(shows="history"))) == known
    desk.do(c.Undo(tx=desk.pack.log.last()[0]))
    assert desk.claim(claim_id).t_invalid is None
    assert desk.claim(held.id).supersedes == ()


def test_a_held_correction_takes_the_place_of_a_claim_once_more_after_it_was_reopened(desk: Desk) -> None:
    claim_id = opened(desk)
    held = desk.write("Stairs are closed on Sunday.")
    for _ in range(2):
        desk.pass_time(HOUR)
        desk.do(c.NoLongerTrue(id=claim_id, corrected="Stairs are closed on Sunday."))
        closing = desk.claim(claim_id).closing
        assert closing is not None
        assert closing.by == held.id
        desk.do(c.Reopen(id=claim_id))
    assert desk.claim(held.id).supersedes == (claim_id,)
    assert desk.claim(held.id).rev == 2


def test_a_held_correction_that_began_before_the_claim_takes_no_place(desk: Desk) -> None:
    """Both were true for a while, which no successor may be; the claim ends when a person says so: now."""
    claim_id = opened(desk)
    held = desk.write("Stairs are closed on Sunday.", t_valid=desk.pack.now() - 2 * DAY)
    desk.pass_time(HOUR)
    desk.do(c.NoLongerTrue(id=claim_id, corrected="Stairs are closed on Sunday."))
    closed = desk.claim(claim_id)
    assert closed.t_invalid == closed.t_recorded
    assert closed.closing is not None
    assert closed.closing.by is None
    assert desk.claim(held.id).supersedes == ()


def test_a_held_correction_that_another_claim_is_to_end_is_told_and_takes_no_place(desk: Desk) -> None:
    """Else a line of claims might lead back into itself."""
    claim_id = opened(desk)
    held = desk.write("Stairs are closed on Sunday.")
    later = desk.write("The stairs are gone.", supersedes=(held.id,), t_valid=desk.pack.now() + DAY)
    assert [one.id for one in later.closes] == [held.id]
    receipt = desk.do(c.NoLongerTrue(id=claim_id, corrected="Stairs are closed on Sunday."))
    assert any(short(held.id or "") in warning for warning in receipt.warnings)
    closing = desk.claim(claim_id).closing
    assert closing is not None
    assert closing.by is None
    assert desk.claim(held.id).supersedes == ()


# reopen


def test_reopen_after_close_is_the_identity_on_content_and_lengthens_the_history(desk: Desk) -> None:
    """I9."""
    claim_id = opened(desk)
    for end in (None, desk.clock.now() + 90 * DAY):
        if end is not None:
            desk.do(c.Close(id=claim_id, at=end))
        before = desk.claim(claim_id)
        desk.do(c.Close(id=claim_id, at=desk.clock.now()))
        desk.do(c.Reopen(id=claim_id))
        assert content(desk.claim(claim_id)) == content(before)
        assert desk.claim(claim_id).rev == before.rev + 2


def test_reopening_the_second_of_two_closings_brings_back_the_first_with_its_cause(desk: Desk) -> None:
    old = opened(desk)
    new = desk.write("Lift: eight people or ten cases.", supersedes=(old,))
    superseded = desk.claim(old)
    desk.do(c.Close(id=old, at=desk.clock.now() - HOUR, why="the sign says so"))
    desk.do(c.Pin(id=old))
    desk.do(c.Reopen(id=old))
    after = desk.claim(old)
    assert (after.t_invalid, after.closing) == (superseded.t_invalid, superseded.closing)
    assert desk.pack.why(old).by == desk.claim(new.id)
    desk.do(c.Reopen(id=old))
    assert (desk.claim(old).t_invalid, desk.claim(old).closing) == (None, None)


def test_an_end_that_was_edited_by_hand_is_no_closing_to_reopen(desk: Desk) -> None:
    claim_id = opened(desk)
    desk.do(c.Close(id=claim_id))
    desk.do(c.Edit(id=claim_id, expect_rev=2, changes={"t_invalid": desk.clock.now() + DAY}))
    with pytest.raises(Refused, match="was closed by nobody: its author states that it ends at 2026-01-07"):
        desk.do(c.Reopen(id=claim_id))


def test_what_is_open_or_undone_is_not_reopened(desk: Desk) -> None:
    claim_id = opened(desk)
    with pytest.raises(Refused, match="is not closed"):
        desk.do(c.Reopen(id=claim_id))
    desk.do(c.Undo())
    with pytest.raises(Refused, match="was undone; redo that instead"):
        desk.do(c.Reopen(id=claim_id))


def test_a_retracted_claim_is_believed_again_with_its_window_as_it_was(desk: Desk) -> None:
    claim_id = opened(desk)
    desk.do(c.Close(id=claim_id))
    before = desk.claim(claim_id)
    desk.do(c.Retract(id=claim_id, why="a slip"))
    desk.do(c.Reopen(id=claim_id))
    assert content(desk.claim(claim_id)) == content(before)


@pytest.mark.parametrize("end", [c.Close, c.Retract])
def test_a_reopening_that_gives_a_key_two_values_is_refused(desk: Desk, end: type[c.Close]) -> None:
    first = desk.write("The gateway listens on port 8080.", key="port").id or ""
    desk.pass_time(DAY)
    desk.do(end(id=first))
    desk.pass_time(DAY)
    second = desk.write("Port 9090 is used by the gateway.", key="port").id or ""
    with pytest.raises(Refused, match=f"key port would have two values at once: {second[-8:]}"):
        desk.do(c.Reopen(id=first))
    desk.do(c.Retract(id=second))
    desk.do(c.Reopen(id=first))
    assert desk.claim(first).t_invalid is None


def test_a_reopening_warns_when_the_successor_is_still_true(desk: Desk) -> None:
    old = opened(desk)
    new = desk.write("Lift: eight people or ten cases.", supersedes=(old,)).id or ""
    desk.pass_time(HOUR)
    receipt = desk.do(c.Reopen(id=old))
    assert receipt.warnings == (
        f"both are true now: “Lift: eight people or ten cases.” ({new[-8:]}) still stands",
    )


def test_a_reopening_of_what_an_accepted_proposal_withdrew_warns_too(desk: Desk) -> None:
    at = desk.clock.now() - DAY
    old = desk.write("The gateway needs port 8080 for all.", entities=("gateway",), t_valid=at).id or ""
    new = desk.write("The gateway needs port 9090 for all.", entities=("gateway",), t_valid=at).id or ""
    [proposal] = desk.pack.proposals()
    desk.do(c.Accept(proposal=proposal.id))
    assert desk.claim(old).state == "retracted"
    receipt = desk.do(c.Reopen(id=old, decline=True))
    assert new[-8:] in receipt.warnings[0]
    assert desk.do(c.Consolidate(workspace="default")).outcome == "noop"


def test_a_reopening_that_declines_keeps_the_pair_from_being_proposed_or_closed_again(desk: Desk) -> None:
    old = desk.write("The gateway needs port 8080 for all.", entities=("gateway",)).id or ""
    desk.pass_time(DAY)
    new = desk.write("The gateway needs port 9090 for all.", entities=("gateway",))
    assert [closed.id for closed in new.closes] == [old]
    desk.do(c.Reopen(id=old, decline=True))
    assert desk.do(c.Consolidate(workspace="default", close=True)).outcome == "noop"
    rev = desk.claim(old).rev
    desk.do(c.Edit(id=old, expect_rev=rev, changes={"question": "Which port?"}))
    assert desk.do(c.Consolidate(workspace="default", close=True)).outcome == "noop"
    undeclined = desk.write("The gateway needs port 9091 for all.", entities=("gateway",))
    assert {closed.id for closed in undeclined.closes} == {old, new.id}


def test_a_reopened_claim_keeps_its_memory_and_is_due_the_next_study_day(desk: Desk) -> None:
    claim_id = opened(desk)
    desk.do(c.Grade(id=claim_id, grade=4))
    graded = desk.pack.reader.held.review(claim_id)
    assert graded is not None
    desk.pass_time(HOUR)
    desk.do(c.Close(id=claim_id))
    desk.pass_time(3 * DAY)
    desk.do(c.Reopen(id=claim_id))
    review = desk.pack.reader.held.review(claim_id)
    assert review is not None
    assert review.due_day == study_day(desk.clock.now(), "UTC") + 1
    assert (review.stability, review.difficulty, review.reps) == (graded.stability, graded.difficulty, 1)


def test_a_claim_that_always_was_can_be_closed_and_reopened(desk: Desk) -> None:
    claim_id = desk.write("Water boils at one hundred degrees.", t_valid=ALWAYS).id or ""
    desk.do(c.Close(id=claim_id, at=EARLIEST))
    assert desk.claim(claim_id).t_invalid == EARLIEST
    desk.do(c.Reopen(id=claim_id))
    assert desk.claim(claim_id).t_invalid is None


@pytest.mark.parametrize("decline", [True, False])
def test_a_pair_that_a_person_left_open_says_so(desk: Desk, decline: bool) -> None:
    one = desk.write("The default fuse is Borda.", entities=("fuse",)).id or ""
    then = desk.pass_time(1)
    other = desk.write("The default fuse is CombMNZ.", entities=("fuse",)).id or ""
    assert desk.claim(one).closing is not None
    closed = desk.pack.why_open(other, one).why_open
    desk.pass_time(1)
    desk.do(c.Reopen(id=one, decline=decline))
    for pair in ((other, one), (one, other)):
        said = desk.pack.why_open(*pair).why_open
        assert (said == "a person has said that both stay: reopened by ana") is decline
    assert desk.pack.why_open(other, one, View(believed_at=then)).why_open == closed


@pytest.mark.parametrize(
    "end",
    [
        lambda one: c.Close(id=one),
        lambda one: c.Retract(id=one),
        lambda one: c.NoLongerTrue(id=one, reason=""),
    ],
)
def test_an_ending_names_the_conclusions_that_rest_on_the_claim(desk: Desk, end: Any) -> None:
    first, beside = opened(desk), desk.write("The stairs are narrow.").id or ""
    desk.write("Nine people must not use the lift.", kind="conclusion", derived_from=(first, beside))
    gone = desk.write("A tenth person waits.", kind="conclusion", derived_from=(first, beside))
    desk.do(c.Retract(id=gone.id or ""))
    assert desk.pack.preview(end(first)).warnings == desk.do(end(first)).warnings
    desk.do(c.Undo())
    assert desk.do(end(first)).warnings == ("1 conclusion rests on it: “Nine people must not use the lift.”",)
    other = desk.write("Stairs are closed on Sunday.").id or ""
    desk.pass_time(DAY)
    assert desk.do(end(other)).warnings == ()


def test_a_reopened_claim_says_its_window(desk: Desk) -> None:
    claim = opened(desk)
    desk.do(c.Close(id=claim))
    assert desk.do(c.Reopen(id=claim)).summary == (
        "reopened “The lift holds eight people.”: true from 2026-01-05 09:00 until further notice"
    )
    until = desk.write("Stairs are closed.", t_invalid=desk.clock.now() + 9 * DAY).id or ""
    desk.do(c.Retract(id=until))
    assert desk.do(c.Reopen(id=until)).summary.endswith(
        "true from 2026-01-06 09:00, ending at 2026-01-15 09:00"
    )
